/*
 * ZeRO-1 by hooks of an ordinary optimizer: while it steps, it sees the gradients of this rank's
 * parameters alone, so it has no state of others.
 */
#include "distributed/zero/zero.h"

#include <stdlib.h>
#include <string.h>

#include <ctorch/core/scope.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"

/* --- Steps ------------------------------------------------------------------------------------ */

/* The gradient belongs to no scope while it is hidden. */
static ct_error hide(struct ct_zero_part *part)
{
	CT_TRY(ct_tensor_grad(part->parameter, &part->hidden));
	if (part->hidden == NULL)
		return NULL;
	ct_scope_disown(part->hidden);
	return ct_tensor_set_grad(part->parameter, NULL);
}

static ct_error show(struct ct_zero_part *part)
{
	ct_tensor *hidden = part->hidden;
	ct_error error;

	if (hidden == NULL)
		return NULL;
	part->hidden = NULL;
	error = ct_tensor_set_grad(part->parameter, hidden);
	ct_tensor_free_unscoped(hidden);
	return error;
}

/* What a step that failed has left hidden; a gradient that has come since then is newer. */
static ct_error show_again(struct ct_zero_part *part)
{
	ct_tensor *gradient;

	if (part->hidden == NULL)
		return NULL;
	CT_TRY(ct_tensor_grad(part->parameter, &gradient));
	if (gradient == NULL)
		return show(part);
	ct_tensor_free(gradient);
	ct_tensor_free_unscoped(part->hidden);
	part->hidden = NULL;
	return NULL;
}

static ct_error before_step(ct_optimizer *optimizer, void *context)
{
	ct_zero_optimizer *self = context;

	(void)optimizer;
	for (int64_t i = 0; i < self->parts_len; i++)
		CT_TRY(show_again(&self->parts[i]));
	CT_TRY(ct_zero_divide(self));
	if (self->buckets)
		CT_TRY(ct_zero_fill_buckets(self));
	for (int64_t i = 0; i < self->parts_len; i++)
		if (self->parts[i].owner != self->rank)
			CT_TRY(hide(&self->parts[i]));
	return NULL;
}

static ct_error check_hidden(const struct ct_zero_part *part)
{
	ct_tensor *gradient;

	CT_TRY(ct_tensor_grad(part->parameter, &gradient));
	if (gradient == NULL)
		return NULL;
	ct_tensor_free(gradient);
	return ct_error_new(
		CT_ERROR_RUNTIME, NULL,
		"the closure of a step computed gradients, which ct_zero_optimizer_new() does "
		"not support: compute them before ct_optimizer_step()");
}

/* --- Sending ---------------------------------------------------------------------------------- */

/* Calls that run, with room for all. */
struct running {
	ct_dist_work **works;
	int64_t len;
};

static ct_error send(const ct_zero_optimizer *self, ct_tensor *tensor, int64_t owner,
		     struct running *running)
{
	const ct_dist_options options = { .group = self->group };

	CT_TRY(ct_dist_broadcast(tensor, self->ranks[owner], &options,
				 &running->works[running->len]));
	running->len++;
	return NULL;
}

/* Autograd does not know of it. */
static ct_error send_part(const ct_zero_optimizer *self, const struct ct_zero_part *part,
			  struct running *running)
{
	ct_tensor *data;
	ct_error error;

	CT_TRY(ct_detach(part->parameter, &data));
	error = send(self, data, part->owner, running);
	ct_tensor_free(data);
	return error;
}

static ct_error send_parts_of(const ct_zero_optimizer *self, int64_t owner, struct running *running)
{
	if (self->buckets)
		return send(self, self->buckets[owner], owner, running);
	for (int64_t i = 0; i < self->parts_len; i++)
		if (self->parts[i].owner == owner)
			CT_TRY(send_part(self, &self->parts[i], running));
	return NULL;
}

static ct_error wait_for(const struct running *running)
{
	for (int64_t i = 0; i < running->len; i++)
		CT_TRY(ct_dist_work_wait(running->works[i], 0));
	return NULL;
}

/* In Python's order: rank by rank. */
static ct_error send_all(const ct_zero_optimizer *self)
{
	const int64_t most = self->buckets ? self->ranks_len : self->parts_len + 1;
	struct running running = { calloc((size_t)most, sizeof(ct_dist_work *)), 0 };
	ct_error error = NULL;

	if (running.works == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, NULL, "no memory for broadcasts");
	for (int64_t owner = 0; owner < self->ranks_len && error == NULL; owner++)
		error = send_parts_of(self, owner, &running);
	if (error == NULL)
		error = wait_for(&running);
	for (int64_t i = 0; i < running.len; i++)
		ct_dist_work_free(running.works[i]);
	free(running.works);
	return error;
}

static ct_error after_step(ct_optimizer *optimizer, void *context)
{
	ct_zero_optimizer *self = context;

	(void)optimizer;
	for (int64_t i = 0; i < self->parts_len; i++)
		if (self->parts[i].owner != self->rank) {
			CT_TRY(check_hidden(&self->parts[i]));
			CT_TRY(show(&self->parts[i]));
		}
	return send_all(self);
}

/* --- Loading ---------------------------------------------------------------------------------- */

static ct_error drop_others(const ct_zero_optimizer *self, ct_value *state)
{
	for (int64_t i = 0; i < self->parts_len; i++) {
		const ct_value number = ct_value_int(self->parts[i].number);

		if (self->parts[i].owner != self->rank && ct_value_dict_has(state, number))
			CT_TRY(ct_value_dict_remove(state, number));
	}
	return NULL;
}

/* A state dict of another form is an error of the optimizer's. */
static ct_error before_loading(ct_optimizer *optimizer, ct_value *state_dict, void *context)
{
	const ct_value key = ct_value_string("state");
	ct_zero_optimizer *self = context;
	ct_value found, state;
	ct_error error;

	(void)optimizer;
	CT_TRY(ct_zero_divide(self));
	if (!ct_value_dict_has(state_dict, key))
		return NULL;
	CT_TRY(ct_value_dict_get(state_dict, key, &found));
	if (found.kind != CT_VALUE_DICT)
		return NULL;
	CT_TRY(ct_value_copy(&found, &state));
	error = drop_others(self, &state);
	if (error == NULL)
		error = ct_value_dict_move(state_dict, key, &state);
	ct_value_free(&state);
	return error;
}

/* --- Making ----------------------------------------------------------------------------------- */

static ct_error check_class(const ct_optimizer *optimizer)
{
	const char *name = ct_optimizer_class_name(optimizer);

	if (strcmp(name, "Adagrad") != 0 && strcmp(name, "LBFGS") != 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_zero_optimizer_new),
			    "%s cannot be divided among ranks: use an optimizer that begins a "
			    "parameter's state in its first step",
			    name);
}

static ct_error find_ranks(ct_zero_optimizer *self)
{
	int64_t *ranks;

	CT_TRY(ct_dist_group_ranks(self->group, &ranks, &self->ranks_len));
	self->ranks = malloc((size_t)self->ranks_len * sizeof *ranks);
	if (self->ranks)
		memcpy(self->ranks, ranks, (size_t)self->ranks_len * sizeof *ranks);
	ct_free(ranks);
	self->rank = ct_dist_rank(self->group);
	if (self->ranks == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, CT_NAME_OF(ct_zero_optimizer_new),
				    "no memory for ranks");
	if (self->rank < 0)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_zero_optimizer_new),
				    "this process is not in the group");
	return NULL;
}

static ct_error add_hooks(ct_zero_optimizer *self)
{
	int64_t *hooks = self->hooks;

	CT_TRY(ct_optimizer_register_step_hook(self->optimizer, false, before_step, self, NULL,
					       &hooks[self->hooks_len]));
	self->hooks_len++;
	CT_TRY(ct_optimizer_register_step_hook(self->optimizer, true, after_step, self, NULL,
					       &hooks[self->hooks_len]));
	self->hooks_len++;
	CT_TRY(ct_optimizer_register_state_hook(self->optimizer, CT_STATE_HOOK_BEFORE_LOADING,
						before_loading, self, NULL, false,
						&hooks[self->hooks_len]));
	self->hooks_len++;
	return NULL;
}

static ct_error set_up(ct_zero_optimizer *self, const ct_zero_optimizer_options *options)
{
	CT_TRY(find_ranks(self));
	CT_TRY(ct_zero_divide(self));
	if (options && options->parameters_as_bucket_view)
		CT_TRY(ct_zero_add_buckets(self));
	return add_hooks(self);
}

ct_error ct_zero_optimizer_new(ct_optimizer *optimizer, const ct_zero_optimizer_options *options,
			       ct_zero_optimizer **result)
{
	ct_zero_optimizer *self;
	ct_error error;

	if (optimizer == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", optimizer ? 3 : 1,
				    optimizer ? "result" : "optimizer");
	CT_TRY(check_class(optimizer));
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a division");
	self->group = options ? options->group : NULL;
	self->optimizer = ct_optimizer_retain(optimizer);
	ct_scope_disown_object(self->optimizer);
	error = set_up(self, options);
	if (error) {
		ct_zero_optimizer_free(self);
		return error;
	}
	*result = self;
	return NULL;
}

/* The program's scope keeps its own reference. */
static void release(ct_optimizer *optimizer)
{
	const int64_t was = ct_unscoped_enter();

	ct_optimizer_free(optimizer);
	ct_unscoped_leave(was);
}

void ct_zero_optimizer_free(ct_zero_optimizer *self)
{
	if (self == NULL)
		return;
	for (int i = 0; i < self->hooks_len; i++)
		ct_optimizer_remove_hook(self->optimizer, self->hooks[i]);
	for (int64_t i = 0; i < self->parts_len; i++)
		if (self->parts[i].hidden)
			ct_tensor_free_unscoped(self->parts[i].hidden);
	release(self->optimizer);
	ct_zero_free_buckets(self);
	free(self->parts);
	free(self->ranks);
	free(self);
}

int64_t ct_zero_optimizer_rank_of(const ct_zero_optimizer *self, const ct_tensor *parameter)
{
	for (int64_t i = 0; self && i < self->parts_len; i++)
		if (self->parts[i].parameter == parameter)
			return self->ranks[self->parts[i].owner];
	return -1;
}
