/*
 * The second call of a function under checkpoint: the tensors that it saves belong to the holders
 * of its frame.
 */
#include <stdlib.h>

#include "autograd/checkpoint/checkpoint.h"
#include "autograd/engine/map.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"

/* --- Hooks of the second call ---------------------------------------------------------------- */

/* The function returns it to us; it is not visible elsewhere. */
static ct_error stop(struct ct_recomputed *self)
{
	self->stopped = true;
	return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_checkpoint),
			    "recomputation is complete; the function must return this error "
			    "unchanged");
}

static ct_error too_many(struct ct_frame *frame)
{
	/* A backward inside the function calls it a second time before the first call is done. */
	if (!frame->completed) {
		frame->ignores_mismatch = true;
		return NULL;
	}
	return CT_RAISED(CT_ERROR_RUNTIME,
			 "torch.utils.checkpoint: trying to save more tensors during "
			 "recomputation than during the original forward pass.");
}

/* A handle on the saved tensor without its history, which would keep the recorded second call. */
static ct_error plain(const ct_tensor *tensor, ct_tensor **result)
{
	if (ct_tensor_requires_grad(tensor))
		CT_TRY(ct_detach(tensor, result));
	else if ((*result = ct_tensor_retain(tensor)) == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a tensor");
	ct_scope_disown(*result);
	return NULL;
}

/* Call with the frame's lock held. */
static ct_error put(struct ct_recomputed *self, const ct_tensor *tensor)
{
	struct ct_frame *frame = self->frame;
	int64_t index;

	if (self->stopped)
		return stop(self);
	index = self->counted++;
	if (index >= self->values_len)
		return too_many(frame);
	if (frame->holders[index] != NULL)
		CT_TRY(plain(tensor, &self->values[index]));
	if (!frame->options.no_early_stop && self->counted == self->values_len)
		return stop(self);
	return NULL;
}

/* Backward may run through the recorded second call itself, so this really saves. */
static ct_error recompute_pack(const ct_tensor *tensor, void *recomputed, void **packed)
{
	struct ct_recomputed *self = recomputed;
	ct_tensor *kept;
	ct_error err;

	pthread_mutex_lock(&self->frame->lock);
	err = put(self, tensor);
	pthread_mutex_unlock(&self->frame->lock);
	CT_TRY(err);
	CT_TRY(plain(tensor, &kept));
	*packed = kept;
	return NULL;
}

static ct_error recompute_unpack(void *packed, void *recomputed, ct_tensor **tensor)
{
	(void)recomputed;
	*tensor = packed;
	return NULL;
}

static void recompute_free_packed(void *packed, void *recomputed)
{
	(void)recomputed;
	ct_tensor_free_unscoped(packed);
}

/* --- The second call ------------------------------------------------------------------------- */

static ct_error call_surrounded(struct ct_recomputed *self, ct_tensor *const *inputs)
{
	const struct ct_frame *frame = self->frame;
	int64_t depth = ct_saved_tensors_depth();
	ct_autograd_was was;
	ct_error err;

	CT_LIST(outputs, frame->segment.outputs_len);
	CT_TRY(ct_saved_tensors_push(recompute_pack, recompute_unpack, recompute_free_packed, self,
				     NULL));
	ct_autograd_enter(CT_AUTOGRAD_GRAD, true, &was);
	err = ct_segment_call(&frame->segment, inputs, frame->inputs_len, outputs);
	ct_autograd_leave(&was);
	ct_saved_tensors_pop_to(depth);
	if (!self->stopped)
		return err;
	ct_error_free(err);
	return NULL;
}

/* The inputs as they were, in the innermost scope. */
static ct_error inputs_of(const struct ct_frame *self, ct_tensor **inputs)
{
	for (int64_t i = 0; i < self->inputs_len; i++)
		if (self->inputs[i] != NULL)
			CT_TRY(ct_saved_get(CT_NAME_OF(ct_checkpoint), self->inputs[i],
					    &inputs[i]));
	return NULL;
}

static ct_error call_plain_again(struct ct_recomputed *self)
{
	CT_OWN_SCOPE(CT_NAME_OF(ct_checkpoint));
	CT_LIST(inputs, self->frame->inputs_len);
	struct ct_surroundings before = { .device = CT_DEVICE_NONE };
	ct_error err, err_of_leaving;

	CT_TRY(inputs_of(self->frame, inputs));
	err = ct_surroundings_enter(&self->frame->around, &before);
	if (err == NULL)
		err = call_surrounded(self, inputs);
	err_of_leaving = ct_surroundings_leave(&before);
	if (err == NULL)
		return err_of_leaving;
	ct_error_free(err_of_leaving);
	return err;
}

/* --- One for each backward and thread -------------------------------------------------------- */

static struct ct_recomputed *new_recomputed(struct ct_frame *frame, int64_t backward_id)
{
	struct ct_recomputed *self = calloc(1, sizeof *self);

	if (self == NULL)
		return NULL;
	self->frame = frame;
	self->backward_id = backward_id;
	self->thread = pthread_self();
	self->values_len = frame->holders_len;
	self->values = ct_array_new(self->values_len + 1, sizeof *self->values);
	if (self->values == NULL) {
		free(self);
		return NULL;
	}
	return self;
}

void ct_recomputed_free(struct ct_recomputed *self)
{
	for (int64_t i = 0; i < self->values_len; i++)
		ct_tensor_free_unscoped(self->values[i]);
	free(self->values);
	free(self);
}

static bool is_used_up(const struct ct_recomputed *self)
{
	for (int64_t i = 0; i < self->values_len; i++)
		if (self->values[i] != NULL)
			return false;
	return true;
}

/* For a backward without a number, it is one that still has the tensor. */
static bool is_of(const struct ct_recomputed *self, int64_t backward_id, int64_t index)
{
	return self->backward_id == backward_id && pthread_equal(self->thread, pthread_self()) &&
	       (backward_id >= 0 || (index < self->values_len && self->values[index] != NULL));
}

/* That of this backward, or NULL. Frees this thread's others that are used up. */
static struct ct_recomputed *find(struct ct_frame *frame, int64_t backward_id, int64_t index)
{
	struct ct_recomputed **place = &frame->recomputed;

	while (*place) {
		struct ct_recomputed *r = *place;

		if (is_of(r, backward_id, index))
			return r;
		if (pthread_equal(r->thread, pthread_self()) && is_used_up(r)) {
			*place = r->next;
			ct_recomputed_free(r);
		} else {
			place = &r->next;
		}
	}
	return NULL;
}

static ct_error find_or_begin(struct ct_frame *frame, int64_t index, struct ct_recomputed **result,
			      bool *is_new)
{
	int64_t id = ct_backward_id();

	if (frame->failed)
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_checkpoint),
				    "the function failed, so backward through it is not possible");
	*result = find(frame, id, index);
	*is_new = *result == NULL;
	if (!*is_new)
		return NULL;
	*result = new_recomputed(frame, id);
	if (*result == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a recomputed tensor");
	return NULL;
}

/* It is added to the frame only now, so that it is not used while it is computed. */
static ct_error compute(struct ct_frame *frame, struct ct_recomputed *self)
{
	ct_error err = call_plain_again(self);

	pthread_mutex_lock(&frame->lock);
	if (err == NULL)
		err = ct_recomputed_check(self);
	if (err == NULL) {
		self->next = frame->recomputed;
		frame->recomputed = self;
	}
	pthread_mutex_unlock(&frame->lock);
	if (err)
		ct_recomputed_free(self);
	return err;
}

ct_error ct_recompute(struct ct_frame *frame, const struct ct_holder *holder,
		      struct ct_recomputed **result)
{
	struct ct_recomputed *found = NULL;
	bool is_new = false;
	ct_error err;

	pthread_mutex_lock(&frame->lock);
	err = find_or_begin(frame, holder->index, &found, &is_new);
	pthread_mutex_unlock(&frame->lock);
	CT_TRY(err);
	if (is_new)
		CT_TRY(compute(frame, found));
	*result = found;
	return NULL;
}

ct_error ct_recomputed_take(struct ct_recomputed *self, const struct ct_holder *holder,
			    ct_tensor **result)
{
	pthread_mutex_lock(&self->frame->lock);
	*result = holder->index < self->values_len ? self->values[holder->index] : NULL;
	if (*result != NULL)
		self->values[holder->index] = NULL;
	pthread_mutex_unlock(&self->frame->lock);
	if (*result == NULL)
		return CT_RAISED(
			CT_ERROR_RUNTIME,
			"torch.utils.checkpoint: Unpack is being triggered for a tensor that was "
			"already unpacked once. If you are calling ctx.saved_tensors in backward, "
			"make sure to do so only once. Otherwise please open an issue with details "
			"on your use case.");
	return NULL;
}
