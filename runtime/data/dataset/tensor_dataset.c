/*
 * The rows of tensors as a dataset.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"

enum { MAX_TENSORS = 64 };

struct tensors {
	int64_t len; /* rows */
	int64_t count;
	ct_tensor *at[];
};

static ct_error rows(const void *data, int64_t *result)
{
	*result = ((const struct tensors *)data)->len;
	return NULL;
}

static ct_error collect(ct_tensor *const *parts, int64_t count, ct_value *result)
{
	ct_value tuple = ct_value_tuple_new();
	ct_error error = NULL;

	for (int64_t i = 0; i < count && error == NULL; i++)
		error = ct_value_list_append(&tuple, ct_value_tensor(parts[i]));
	if (error)
		ct_value_free(&tuple);
	else
		*result = tuple;
	return error;
}

static ct_error row(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct tensors *self = data;
	ct_tensor *parts[MAX_TENSORS];

	(void)generator;
	for (int64_t i = 0; i < self->count; i++)
		CT_TRY(ct_select_int(self->at[i], 0, index, &parts[i]));
	return collect(parts, self->count, sample);
}

/* Rows that follow each other. */
static bool is_range(const int64_t *indices, int64_t n)
{
	for (int64_t i = 1; i < n; i++)
		if (indices[i] != indices[i - 1] + 1)
			return false;
	return n > 0;
}

static ct_error pick(const ct_tensor *tensor, const ct_tensor *indices, bool is_in_order,
		     ct_tensor **result)
{
	const int64_t *first = ct_tensor_data(indices);
	ct_tensor *there;

	if (is_in_order)
		return ct_narrow(tensor, 0, *first, ct_tensor_numel(indices), result);
	CT_TRY(ct_to_device(indices, ct_tensor_device(tensor), CT_INT64, false, false,
			    CT_MEMORY_FORMAT_NONE, &there));
	return ct_index_select(tensor, 0, there, result);
}

static ct_error pick_rows(void *data, const ct_tensor *indices, ct_value *batch)
{
	const struct tensors *self = data;
	const bool is_in_order = is_range(ct_tensor_data(indices), ct_tensor_numel(indices));
	ct_tensor *parts[MAX_TENSORS];

	for (int64_t i = 0; i < self->count; i++)
		CT_TRY(pick(self->at[i], indices, is_in_order, &parts[i]));
	return collect(parts, self->count, batch);
}

static void release(void *data)
{
	struct tensors *self = data;

	for (int64_t i = 0; i < self->count; i++)
		ct_tensor_free_unscoped(self->at[i]);
	free(self);
}

static const ct_dataset_functions functions = {
	.name = "TensorDataset",
	.count = rows,
	.get = row,
	.get_batch = pick_rows,
	.free = release,
};

static ct_error check(ct_tensor *const *tensors, int64_t n, const char *function)
{
	if (tensors == NULL || n < 1)
		return ct_missing_argument(function, 1, "tensors");
	if (n > MAX_TENSORS)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "too many tensors: %lld (the limit is %d)", (long long)n,
				    MAX_TENSORS);
	for (int64_t i = 0; i < n; i++) {
		if (tensors[i] == NULL)
			return ct_missing_argument(function, 1, "tensors");
		if (ct_tensor_dim(tensors[i]) < 1 ||
		    ct_tensor_size(tensors[i], 0) != ct_tensor_size(tensors[0], 0))
			return ct_error_new(CT_ERROR_VALUE, function,
					    "Size mismatch between tensors: tensor %lld has %lld "
					    "rows, but the first one has %lld",
					    (long long)i,
					    (long long)(ct_tensor_dim(tensors[i]) < 1
								? 0
								: ct_tensor_size(tensors[i], 0)),
					    (long long)(ct_tensor_dim(tensors[0]) < 1
								? 0
								: ct_tensor_size(tensors[0], 0)));
	}
	return NULL;
}

/* A reference that belongs to no scope. */
static ct_tensor *share(const ct_tensor *tensor)
{
	ct_tensor *kept = ct_tensor_retain(tensor);

	ct_scope_disown(kept);
	return kept;
}

ct_error ct_tensor_dataset_new(ct_tensors tensors, ct_dataset **result)
{
	struct tensors *self;

	CT_TRY(check(tensors.at, tensors.len, __func__));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	self = ct_array_new_after(sizeof *self, tensors.len, sizeof *self->at);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	self->len = ct_tensor_size(tensors.at[0], 0);
	for (self->count = 0; self->count < tensors.len; self->count++) {
		self->at[self->count] = share(tensors.at[self->count]);
		if (self->at[self->count] == NULL) {
			release(self);
			return ct_no_memory(__func__, NULL);
		}
	}
	return ct_dataset_make(&functions, self, __func__, result);
}

ct_dataset *ct_tensor_dataset_expression_(ct_tensors tensors, const char *file, int line,
					  const char *function)
{
	ct_dataset *made = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_tensor_dataset_new(tensors, &made);
	if (error)
		ct_expression_note(error, file, line, function);
	return made;
}
