/*
 * A second instance of a program: the same parameters, buffers of its own.
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
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "export/program/instance.h"

struct cloning {
	const char *function;
	const ct_export *self;
	int64_t len;        /* of the graph's inputs */
	ct_tensor **from;   /* the weights among them; NULL: another input */
	ct_tensor **clones; /* of those that are no parameters */
};

/* --- Buffers ---------------------------------------------------------------------------------- */

static bool is_copied(const struct cloning *self, int64_t i)
{
	return self->from[i] && self->self->shared->program->inputs[i].kind != CT_PROGRAM_PARAMETER;
}

/* The first buffer in [begin, end) that shares the memory of buffer `i`; -1: none does. */
static int64_t find_sharing(const struct cloning *self, int64_t i, int64_t begin, int64_t end)
{
	for (int64_t k = begin; k < end; k++)
		if (is_copied(self, k) && ct_tensor_shares_storage(self->from[k], self->from[i]))
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

/* Buffers that share memory share it in the clone, too: writing to one changes the other. */
static ct_error clone_buffer(const struct cloning *self, int64_t i, ct_tensor **result)
{
	const ct_tensor *from = self->from[i];
	const int64_t earlier = find_sharing(self, i, 0, i);
	ct_storage *storage;

	if (earlier >= 0) {
		CT_TRY(ct_tensor_storage(self->clones[earlier], &storage));
		return clone_on(storage, from, result);
	}
	if (find_sharing(self, i, i + 1, self->len) < 0)
		return ct_clone(from, CT_PRESERVE_FORMAT, result);
	CT_TRY(ct_tensor_storage(from, &storage));
	CT_TRY(ct_storage_clone(storage, &storage));
	return clone_on(storage, from, result);
}

/* --- All weights ------------------------------------------------------------------------------ */

static ct_error find_all(struct cloning *self)
{
	for (int64_t i = 0; i < self->len; i++)
		if (self->self->weights[i].owner)
			CT_TRY(ct_export_weight(self->self, self->function, i, &self->from[i]));
	return NULL;
}

static ct_error clone_all(const struct cloning *self, ct_value *dict)
{
	for (int64_t i = 0; i < self->len; i++) {
		const char *target = self->self->shared->program->inputs[i].target;

		if (self->from[i] == NULL)
			continue;
		if (is_copied(self, i))
			CT_TRY(clone_buffer(self, i, &self->clones[i]));
		CT_TRY(ct_value_dict_set(
			dict, ct_value_string(target),
			ct_value_tensor(is_copied(self, i) ? self->clones[i] : self->from[i])));
	}
	return NULL;
}

static ct_error clone_weights(struct cloning *self, ct_value *dict)
{
	CT_OWN_SCOPE(self->function);
	CT_NO_GRAD_SCOPE;

	CT_TRY(find_all(self));
	return clone_all(self, dict);
}

static ct_error clone_instance(struct cloning *self, ct_export **result)
{
	ct_value state = ct_value_dict_new(), none = ct_value_dict_new();
	ct_error error = clone_weights(self, &state);

	if (error == NULL)
		error = ct_export_new(self->function, self->self->shared, &state, &none, result);
	ct_value_free(&state);
	ct_value_free(&none);
	return error;
}

ct_error ct_export_clone(const ct_export *self, ct_export **result)
{
	struct cloning cloning = { .function = __func__, .self = self };
	ct_error error;

	if (self == NULL || result == NULL)
		return ct_missing_argument(__func__, self ? 2 : 1, self ? "result" : "self");
	cloning.len = self->shared->program->inputs_len;
	cloning.from = ct_array_new(cloning.len, sizeof *cloning.from);
	cloning.clones = ct_array_new(cloning.len, sizeof *cloning.clones);
	error = cloning.from && cloning.clones ? clone_instance(&cloning, result)
					       : ct_no_memory(__func__, "for weights");
	free(cloning.from);
	free(cloning.clones);
	return error;
}
