/*
 * Samplers: handles, and calls of their functions.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"
#include "data/dataset/dataset.h"
#include "data/sampler/sampler.h"

static void sampler_destroy(void *object)
{
	ct_sampler *self = object;

	if (self->functions.free)
		self->functions.free(self->data);
	free(self->name);
	free(self);
}

static const struct ct_counted_class sampler_class = { "a sampler", sampler_destroy };

ct_error ct_sampler_make(const ct_sampler_functions *functions, void *data, const char *function,
			 ct_sampler **result)
{
	ct_sampler *self = ct_counted_alloc(&sampler_class, sizeof *self);

	if (self == NULL || (self->name = strdup(functions->name)) == NULL) {
		free(self);
		if (functions->free)
			functions->free(data);
		return ct_no_memory(function, NULL);
	}
	self->functions = *functions;
	self->data = data;
	CT_TRY(ct_counted_give(self, &sampler_class, function));
	*result = self;
	return NULL;
}

ct_error ct_sampler_new(const ct_sampler_functions *functions, void *data, ct_sampler **result)
{
	ct_error error = NULL;

	if (functions == NULL)
		return ct_missing_argument(__func__, 1, "functions");
	if (functions->name == NULL || functions->order == NULL)
		error = ct_error_new(CT_ERROR_ARGUMENT, __func__,
				     "argument 1 (functions): %s must not be NULL",
				     functions->name ? "order" : "name");
	else if (result == NULL)
		error = ct_missing_argument(__func__, 3, "result");
	if (error) {
		if (functions->free)
			functions->free(data);
		return error;
	}
	CT_TRY(ct_sampler_make(functions, data, __func__, result));
	(*result)->is_of_program = true;
	return NULL;
}

ct_sampler *ct_sampler_retain(const ct_sampler *self)
{
	return ct_counted_keep(self);
}

void ct_sampler_free(ct_sampler *self)
{
	ct_counted_free(self);
}

ct_error ct_sampler_check(const ct_sampler *self, const char *function, int position,
			  const char *name)
{
	return ct_counted_check(self, &sampler_class, function, position, name);
}

int64_t ct_sampler_count(const ct_sampler *self)
{
	return self && self->functions.count ? self->functions.count(self->data) : -1;
}

/* --- an epoch's order ------------------------------------------------------------------------- */

static ct_error sampler_check_order(const ct_sampler *self, const ct_tensor *tensor,
				    const char *what)
{
	if (tensor && ct_tensor_dtype(tensor) == CT_INT64 && ct_tensor_dim(tensor) == 1 &&
	    ct_tensor_is_contiguous(tensor) && ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU)
		return NULL;
	return ct_error_new(
		CT_ERROR_TYPE, CT_NAME_OF(ct_sampler_order),
		"the %s of %s must be a contiguous int64 tensor of one dimension on the "
		"CPU",
		what, self->name);
}

/* Ends never fall and are within the indices. */
static ct_error check_ends(const ct_sampler *self, const ct_tensor *indices, const ct_tensor *ends)
{
	const int64_t *at, n = ct_tensor_numel(indices);
	int64_t before = 0;

	CT_TRY(sampler_check_order(self, ends, "ends"));
	at = ct_tensor_data(ends);
	for (int64_t i = 0; i < ct_tensor_numel(ends); before = at[i++])
		if (at[i] <= before || at[i] > n)
			return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_sampler_order),
					    "batch %lld of %s ends at index %lld, expected %lld "
					    "to %lld",
					    (long long)i, self->name, (long long)at[i],
					    (long long)before + 1, (long long)n);
	return NULL;
}

ct_error ct_sampler_call(const ct_sampler *self, int64_t epoch, ct_tensor **indices,
			 ct_tensor **ends)
{
	ct_tensor *order = NULL, *stops = NULL;
	struct ct_callback callback;
	ct_error error;

	if (!ct_callback_enter_scope(&callback))
		return ct_no_memory(CT_NAME_OF(ct_sampler_order), NULL);
	error = self->functions.order(self->data, epoch, &order, &stops);
	if (self->is_of_program)
		error = ct_data_note_function(error, "order", self->name);
	if (error == NULL)
		error = sampler_check_order(self, order, "indices");
	if (error == NULL && stops)
		error = check_ends(self, order, stops);
	if (error == NULL) {
		ct_scope_disown(order);
		ct_scope_disown(stops);
		*indices = order;
		*ends = stops;
	}
	ct_callback_leave(callback);
	return error;
}

ct_error ct_sampler_order(const ct_sampler *self, int64_t epoch, ct_tensor **result)
{
	ct_tensor *indices, *ends;

	CT_TRY(ct_sampler_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_sampler_call(self, epoch, &indices, &ends));
	ct_tensor_free_unscoped(ends);
	CT_TRY(ct_scope_adopt(indices));
	*result = indices;
	return NULL;
}

ct_error ct_draw_seed(ct_generator *generator, int64_t *result)
{
	CT_SCOPE;
	ct_tensor *number;

	CT_TRY(ct_data_empty(NULL, 0, CT_INT64, &number));
	CT_TRY(ct_random_(number, generator, NULL));
	return ct_tensor_item_int64(number, result);
}
