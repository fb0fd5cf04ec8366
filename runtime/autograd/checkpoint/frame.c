/*
 * Frames: one call of a function under checkpoint, its inputs, and the tensors that it would have
 * saved.
 */
#include <stdlib.h>

#include "autograd/checkpoint/checkpoint.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/own_scope.h"

/* Inside another checkpoint its hooks pack these, so that it recomputes them, too. */
static ct_error save_inputs(struct ct_frame *self, ct_tensor *const *inputs, int64_t inputs_len)
{
	self->inputs = ct_array_new(inputs_len + 1, sizeof *self->inputs);
	if (self->inputs == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a recomputed tensor");
	self->inputs_len = inputs_len;
	for (int64_t i = 0; i < inputs_len; i++)
		if (inputs[i] != NULL)
			CT_TRY(ct_saved_new(CT_NAME_OF(ct_checkpoint), inputs[i],
					    &self->inputs[i]));
	return NULL;
}

/* The caller may free its text; there are only two. */
static const char *kept_text(const char *determinism_check)
{
	return determinism_check && *determinism_check == 'n' ? "none" : "default";
}

ct_error ct_frame_new(const struct ct_segment *segment, const ct_checkpoint_options *options,
		      ct_tensor *const *inputs, int64_t inputs_len, struct ct_frame **result)
{
	struct ct_frame *self = calloc(1, sizeof *self);
	ct_error err;

	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a recomputed tensor");
	self->segment = *segment;
	self->options = *options;
	self->options.determinism_check = kept_text(options->determinism_check);
	self->users = 1;
	pthread_mutex_init(&self->lock, NULL);
	err = ct_surroundings_note(&self->around, !options->no_preserve_rng_state, inputs,
				   inputs_len);
	if (err == NULL)
		err = save_inputs(self, inputs, inputs_len);
	if (err) {
		ct_frame_leave(self);
		return err;
	}
	*result = self;
	return NULL;
}

static void free_recomputed(struct ct_frame *self)
{
	while (self->recomputed) {
		struct ct_recomputed *first = self->recomputed;

		self->recomputed = first->next;
		ct_recomputed_free(first);
	}
}

static void free_frame(struct ct_frame *self)
{
	free_recomputed(self);
	for (int64_t i = 0; i < self->inputs_len; i++)
		ct_saved_free(self->inputs[i]);
	for (int64_t i = 0; i < self->holders_len; i++)
		free(self->likenesses[i].sizes);
	ct_surroundings_free(&self->around);
	ct_segment_release(&self->segment);
	pthread_mutex_destroy(&self->lock);
	free(self->inputs);
	free(self->likenesses);
	free(self->holders);
	free(self);
}

void ct_frame_leave(void *frame)
{
	struct ct_frame *self = frame;

	if (__atomic_sub_fetch(&self->users, 1, __ATOMIC_ACQ_REL) == 0)
		free_frame(self);
}

/* --- Holders --------------------------------------------------------------------------------- */

static bool frame_make_room(struct ct_frame *self)
{
	int64_t room = self->holders_room;
	struct ct_holder **holders;
	struct ct_likeness *likenesses;

	holders = ct_array_grow(self->holders, &room, self->holders_len + 1, sizeof *holders);
	if (holders == NULL)
		return false;
	self->holders = holders;
	if (room == self->holders_room)
		return true;
	likenesses = ct_array_resize(self->likenesses, room, sizeof *likenesses);
	if (likenesses == NULL)
		return false;
	self->likenesses = likenesses;
	self->holders_room = room;
	return true;
}

static ct_error add(struct ct_frame *self, struct ct_likeness likeness, struct ct_holder **result)
{
	struct ct_holder *holder = frame_make_room(self) ? malloc(sizeof *holder) : NULL;

	if (holder == NULL)
		return ct_no_memory(CT_NAME_OF(ct_checkpoint), "to record a recomputed tensor");
	holder->index = self->holders_len;
	self->holders[self->holders_len] = holder;
	self->likenesses[self->holders_len++] = likeness;
	*result = holder;
	return NULL;
}

ct_error ct_frame_add(struct ct_frame *self, const ct_tensor *tensor, struct ct_holder **result)
{
	struct ct_likeness likeness;
	ct_error err;

	CT_TRY(ct_likeness_of(tensor, &likeness));
	pthread_mutex_lock(&self->lock);
	err = add(self, likeness, result);
	pthread_mutex_unlock(&self->lock);
	if (err)
		free(likeness.sizes);
	return err;
}

/* Removes the holder. Returns its tensor if it was not taken, the caller's; NULL: none is left. */
static ct_tensor *take_leftover(struct ct_frame *self, int64_t index)
{
	ct_tensor *value = NULL;

	pthread_mutex_lock(&self->lock);
	self->holders[index] = NULL;
	for (struct ct_recomputed *r = self->recomputed; r && value == NULL; r = r->next)
		if (index < r->values_len) {
			value = r->values[index];
			r->values[index] = NULL;
		}
	pthread_mutex_unlock(&self->lock);
	return value;
}

void ct_frame_drop(struct ct_frame *self, struct ct_holder *holder)
{
	ct_tensor *value;

	while ((value = take_leftover(self, holder->index)) != NULL)
		ct_tensor_free_unscoped(value);
	free(holder);
}

/* --- Hooks of the first call ----------------------------------------------------------------- */

static ct_error frame_pack(const ct_tensor *tensor, void *frame, void **packed)
{
	struct ct_holder *holder;

	CT_TRY(ct_frame_add(frame, tensor, &holder));
	*packed = holder;
	return NULL;
}

static ct_error frame_unpack(void *holder, void *frame, ct_tensor **tensor)
{
	struct ct_recomputed *recomputed;
	ct_error err;

	CT_TRY(ct_recompute(frame, holder, &recomputed));
	CT_TRY(ct_recomputed_take(recomputed, holder, tensor));
	err = ct_scope_adopt(*tensor);
	if (err)
		ct_tensor_free_unscoped(*tensor);
	return err;
}

static void drop(void *holder, void *frame)
{
	ct_frame_drop(frame, holder);
}

ct_error ct_frame_push(struct ct_frame *self)
{
	CT_TRY(ct_saved_tensors_push(frame_pack, frame_unpack, drop, self, ct_frame_leave));
	__atomic_add_fetch(&self->users, 1, __ATOMIC_RELAXED);
	return NULL;
}
