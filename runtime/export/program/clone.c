/*
 * A second instance of a program: the same parameters, but buffers of its own, and whatever else the
 * program writes to.
 */
#include <stdlib.h>

#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "export/program/instance.h"

#define NAME CT_NAME_OF(ct_export_clone)

struct cloning {
	const ct_export *self;
	int64_t len;        /* of the graph's inputs */
	ct_tensor **from;   /* the weights among them; NULL: another input */
	bool *is_copied;    /* of the others, each is in both instances */
	ct_tensor **clones; /* of those that are copied */
};

/* --- Copies ---------------------------------------------------------------------------------- */

static bool is_own(const struct ct_export_shared *shared, int64_t i)
{
	return shared->program->inputs[i].kind != CT_PROGRAM_PARAMETER || shared->writes[i];
}

/* The first copied weight in [begin, end) that shares the memory of weight `i`; -1: none does. */
static int64_t find_sharing(const struct cloning *self, int64_t i, int64_t begin, int64_t end)
{
	for (int64_t k = begin; k < end; k++)
		if (self->is_copied[k] && ct_tensor_shares_storage(self->from[k], self->from[i]))
			return k;
	return -1;
}

static ct_error clone_on(const ct_storage *storage, const ct_tensor *from, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(from);

	return ct_tensor_from_storage(storage, ct_tensor_dtype(from),
				      ct_tensor_storage_offset(from),
				      CT_INTS_OF(ct_tensor_shape(from), dim),
				      CT_INTS_OF(ct_tensor_strides(from), dim), result);
}

/* Sparse tensors do not know CT_PRESERVE_FORMAT. */
static ct_memory_format memory_format_of(const ct_tensor *tensor)
{
	return ct_tensor_layout(tensor) == CT_STRIDED ? CT_PRESERVE_FORMAT : CT_MEMORY_FORMAT_NONE;
}

/* Weights that share memory share it in the clone, too: writing to one changes the other. */
static ct_error copy_memory(const struct cloning *self, int64_t i, ct_tensor **result)
{
	const ct_tensor *from = self->from[i];
	const int64_t earlier = find_sharing(self, i, 0, i);
	ct_storage *storage;

	if (earlier >= 0) {
		CT_TRY(ct_tensor_storage(self->clones[earlier], &storage));
		return clone_on(storage, from, result);
	}
	if (find_sharing(self, i, i + 1, self->len) < 0)
		return ct_clone(from, memory_format_of(from), result);
	CT_TRY(ct_tensor_storage(from, &storage));
	CT_TRY(ct_storage_clone(storage, &storage));
	return clone_on(storage, from, result);
}

static ct_error clone_weight(const struct cloning *self, int64_t i, ct_tensor **result)
{
	CT_TRY(copy_memory(self, i, result));
	return ct_tensor_set_requires_grad(*result, ct_tensor_requires_grad(self->from[i]));
}

/* --- All weights ------------------------------------------------------------------------------ */

static ct_error find_all(struct cloning *self)
{
	for (int64_t i = 0; i < self->len; i++)
		if (self->self->weights[i].owner)
			CT_TRY(ct_export_weight(self->self, NAME, i, &self->from[i]));
	return NULL;
}

/* A parameter is copied if the program writes to it, or to another one with the same memory. */
static void choose(const struct cloning *self)
{
	const struct ct_export_shared *shared = self->self->shared;

	for (int64_t i = 0; i < self->len; i++)
		self->is_copied[i] = self->from[i] && is_own(shared, i);
	for (int64_t i = 0; i < self->len && shared->is_mutating; i++)
		if (self->from[i] && find_sharing(self, i, 0, self->len) >= 0)
			self->is_copied[i] = true;
}

static ct_error clone_all(const struct cloning *self, ct_value *dict)
{
	for (int64_t i = 0; i < self->len; i++) {
		const char *target = self->self->shared->program->inputs[i].target;

		if (self->from[i] == NULL)
			continue;
		if (self->is_copied[i])
			CT_TRY(clone_weight(self, i, &self->clones[i]));
		CT_TRY(ct_value_dict_set(
			dict, ct_value_string(target),
			ct_value_tensor(self->is_copied[i] ? self->clones[i] : self->from[i])));
	}
	return NULL;
}

static ct_error clone_weights(struct cloning *self, ct_value *dict)
{
	CT_OWN_SCOPE(NAME);
	CT_NO_GRAD_SCOPE;

	CT_TRY(find_all(self));
	choose(self);
	return clone_all(self, dict);
}

static ct_error clone_weights_between_runs(struct cloning *self, ct_value *dict)
{
	ct_error error;

	CT_TRY(ct_export_lock(self->self, NAME));
	error = clone_weights(self, dict);
	ct_export_unlock(self->self);
	return error;
}

static ct_error clone_instance(struct cloning *self, ct_export **result)
{
	ct_value state = ct_value_dict_new();
	ct_export *made = NULL;
	ct_error error = clone_weights_between_runs(self, &state);

	if (error == NULL)
		error = ct_export_new(NAME, &ct_export_module_class, self->self->shared, &state,
				      &self->self->objects, &made);
	ct_value_free(&state);
	if (error == NULL)
		error = ct_compiled_copy(self->self->compiled, NAME, &made->compiled);
	if (error)
		ct_export_free(made);
	else
		*result = made;
	return error;
}

ct_error ct_export_clone(const ct_export *self, ct_export **result)
{
	struct cloning cloning = { .self = self };
	ct_error error;

	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "result" : "self");
	cloning.len = self->shared->program->inputs_len;
	cloning.from = ct_array_new(cloning.len, sizeof *cloning.from);
	cloning.clones = ct_array_new(cloning.len, sizeof *cloning.clones);
	cloning.is_copied = ct_array_new(cloning.len, sizeof *cloning.is_copied);
	error = cloning.from && cloning.clones && cloning.is_copied
			? clone_instance(&cloning, result)
			: ct_no_memory(NAME, "for weights");
	free(cloning.from);
	free(cloning.clones);
	free(cloning.is_copied);
	return error;
}
