/*
 * Datasets: handles, and calls of their functions.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/scopes.h"
#include "data/dataset/dataset.h"

/* --- errors ----------------------------------------------------------------------------------- */

ct_error ct_data_error_in(ct_error error, const char *format, ...)
{
	char place[200];
	va_list list;

	if (error == NULL || ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	va_start(list, format);
	vsnprintf(place, sizeof place, format, list);
	va_end(list);
	return ct_error_prefix(error, place);
}

ct_error ct_data_note_function(ct_error error, const char *function, const char *object)
{
	char name[100];

	if (error == NULL)
		return NULL;
	snprintf(name, sizeof name, "the %s of %.60s", function, object);
	return ct_error_note_callback(error, name);
}

/* --- handles ---------------------------------------------------------------------------------- */

static void dataset_destroy(void *object)
{
	ct_dataset *self = object;

	if (self->functions.free)
		self->functions.free(self->data);
	free(self->name);
	free(self);
}

static const struct ct_counted_class dataset_class = { "a dataset", dataset_destroy };

ct_error ct_dataset_make(const ct_dataset_functions *functions, void *data, const char *function,
			 ct_dataset **result)
{
	ct_dataset *self = data || functions->free == NULL
				   ? ct_counted_alloc(&dataset_class, sizeof *self)
				   : NULL;

	if (self == NULL || (self->name = strdup(functions->name)) == NULL) {
		free(self);
		if (functions->free && data)
			functions->free(data);
		return ct_no_memory(function, NULL);
	}
	self->functions = *functions;
	self->data = data;
	CT_TRY(ct_counted_give(self, &dataset_class, function));
	*result = self;
	return NULL;
}

static const char *what_is_wrong(const ct_dataset_functions *functions)
{
	if (functions->name == NULL)
		return "name must not be NULL";
	if (functions->get && functions->next)
		return "get and next are both set, but a dataset is either map-style (get) or a "
		       "stream (next)";
	if (functions->get && functions->count == NULL)
		return "get is set, but count is NULL";
	if (functions->get == NULL && (functions->open == NULL || functions->next == NULL))
		return "get is NULL, and so is open or next";
	return NULL;
}

ct_error ct_dataset_new(const ct_dataset_functions *functions, void *data, ct_dataset **result)
{
	const char *wrong;
	ct_error error;

	if (functions == NULL)
		return ct_missing_argument(__func__, 1, "functions");
	wrong = what_is_wrong(functions);
	if (wrong || result == NULL) {
		error = wrong ? ct_error_new(CT_ERROR_ARGUMENT, __func__,
					     "argument 1 (functions): %s", wrong)
			      : ct_missing_argument(__func__, 3, "result");
		if (functions->free)
			functions->free(data);
		return error;
	}
	if (data == NULL && functions->free) { /* there is nothing to free */
		ct_dataset_functions without = *functions;

		without.free = NULL;
		CT_TRY(ct_dataset_make(&without, data, __func__, result));
	} else {
		CT_TRY(ct_dataset_make(functions, data, __func__, result));
	}
	(*result)->is_of_program = true;
	return NULL;
}

ct_dataset *ct_dataset_retain(const ct_dataset *self)
{
	return ct_counted_keep(self);
}

void ct_dataset_free(ct_dataset *self)
{
	ct_counted_free(self);
}

const char *ct_dataset_name(const ct_dataset *self)
{
	return self ? self->name : NULL;
}

bool ct_dataset_is_stream(const ct_dataset *self)
{
	return self && self->functions.next != NULL;
}

ct_error ct_dataset_check(const ct_dataset *self, const char *function, int position,
			  const char *name)
{
	return ct_counted_check(self, &dataset_class, function, position, name);
}

ct_error ct_dataset_check_set(const ct_dataset *self, const char *function, int position,
			      const char *name)
{
	CT_TRY(ct_dataset_check(self, function, position, name));
	if (!ct_dataset_is_stream(self))
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function,
			    "%s: %s is a stream, whose samples have no index", name, self->name);
}

ct_error ct_dataset_check_stream(const ct_dataset *self, const char *function, int position,
				 const char *name)
{
	CT_TRY(ct_dataset_check(self, function, position, name));
	if (ct_dataset_is_stream(self))
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function, "%s: %s is not a stream", name, self->name);
}

/* --- calls ------------------------------------------------------------------------------------ */

static ct_error enter(struct ct_callback *callback)
{
	return ct_callback_enter_scope(callback) ? NULL
						 : ct_no_memory(CT_NAME_OF(ct_dataset_get), NULL);
}

static ct_error note(const ct_dataset *self, const char *function, ct_error error)
{
	return self->is_of_program ? ct_data_note_function(error, function, self->name) : error;
}

ct_error ct_dataset_count(const ct_dataset *self, int64_t *result)
{
	int64_t len = 0;
	ct_error error;
	struct ct_callback callback;

	CT_TRY(ct_dataset_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	if (self->functions.count == NULL)
		return ct_error_new(CT_ERROR_TYPE, __func__, "the length of %s is unknown",
				    self->name);
	CT_TRY(enter(&callback));
	error = note(self, "count", self->functions.count(self->data, &len));
	ct_callback_leave(callback);
	CT_TRY(error);
	if (len < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "the length of %s is %lld, but must not be negative",
				    self->name, (long long)len);
	*result = len;
	return NULL;
}

ct_error ct_dataset_classes(const ct_dataset *self, ct_value *result)
{
	CT_TRY(ct_dataset_check(self, __func__, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	if (self->functions.classes == NULL)
		return ct_error_new(CT_ERROR_TYPE, __func__, "%s has no classes", self->name);
	return self->functions.classes(self->data, result);
}

ct_error ct_data_check_owned(const ct_value *value, const char *who, const char *function)
{
	const bool borrows = !ct_value_is_owned(value) &&
			     (value->object != NULL || value->kind == CT_VALUE_TENSOR);

	if (!borrows)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s returned a value that borrows its %s; ct_value_copy() returns a "
			    "new one",
			    who, ct_value_type_name(value));
}

static ct_error leave(const ct_dataset *self, struct ct_callback callback, ct_error error,
		      ct_value *made, ct_value *result)
{
	if (error == NULL)
		error = ct_data_check_owned(made, self->name, CT_NAME_OF(ct_dataset_get));
	ct_callback_leave(callback);
	if (error)
		ct_value_free(made);
	else
		*result = *made;
	return error;
}

ct_error ct_dataset_call_get(const ct_dataset *self, int64_t index, ct_generator *generator,
			     ct_value *sample)
{
	ct_value made = ct_value_none();
	struct ct_callback callback;
	ct_error error;

	CT_TRY(enter(&callback));
	error = note(self, "get", self->functions.get(self->data, index, generator, &made));
	return leave(self, callback, error, &made, sample);
}

ct_error ct_dataset_call_get_batch(const ct_dataset *self, const ct_tensor *indices,
				   ct_value *batch)
{
	ct_value made = ct_value_none();
	struct ct_callback callback;
	ct_error error;

	CT_TRY(enter(&callback));
	error = note(self, "get_batch", self->functions.get_batch(self->data, indices, &made));
	return leave(self, callback, error, &made, batch);
}

ct_error ct_dataset_get(const ct_dataset *self, int64_t index, ct_generator *generator,
			ct_value *sample)
{
	int64_t len = 0;

	CT_TRY(ct_dataset_check_set(self, __func__, 1, "self"));
	if (sample == NULL)
		return ct_missing_argument(__func__, 4, "sample");
	CT_TRY(ct_dataset_count(self, &len));
	if (index < -len || index >= len)
		return ct_error_new(CT_ERROR_INDEX, __func__,
				    "index %lld is out of range: %s has %lld samples",
				    (long long)index, self->name, (long long)len);
	return ct_dataset_call_get(self, index < 0 ? index + len : index, generator, sample);
}

/* --- passes over streams ---------------------------------------------------------------------- */

ct_error ct_pass_open(struct ct_pass *self, const ct_dataset *dataset, ct_generator *generator)
{
	struct ct_callback callback;
	void *stream = NULL;
	ct_error error;

	CT_TRY(enter(&callback));
	error = note(dataset, "open", dataset->functions.open(dataset->data, generator, &stream));
	ct_callback_leave(callback);
	CT_TRY(error);
	self->dataset = dataset;
	self->stream = stream;
	return NULL;
}

ct_error ct_pass_next(struct ct_pass *self, ct_value *sample)
{
	ct_value made = ct_value_none();
	struct ct_callback callback;
	ct_error error;

	CT_TRY(enter(&callback));
	error = note(self->dataset, "next", self->dataset->functions.next(self->stream, &made));
	return leave(self->dataset, callback, error, &made, sample);
}

void ct_pass_close(struct ct_pass *self)
{
	if (self->dataset && self->dataset->functions.close) {
		const struct ct_callback callback = ct_callback_enter();

		self->dataset->functions.close(self->stream);
		ct_callback_leave(callback);
	}
	self->dataset = NULL;
}

/* --- samples ---------------------------------------------------------------------------------- */

ct_error ct_sample_pair(const ct_tensor *data, ct_value target, ct_value *sample)
{
	const ct_value items[] = { ct_value_tensor(data), target };

	if (data == NULL)
		return ct_missing_argument(__func__, 1, "data");
	if (sample == NULL)
		return ct_missing_argument(__func__, 3, "sample");
	return ct_sample_tuple(items, 2, sample);
}

ct_error ct_sample_tuple(const ct_value *items, int64_t items_len, ct_value *sample)
{
	const ct_value tuple = ct_value_tuple(items, items_len);

	if (items == NULL && items_len)
		return ct_missing_argument(__func__, 1, "items");
	if (sample == NULL)
		return ct_missing_argument(__func__, 3, "sample");
	for (int64_t i = 0; i < items_len; i++)
		if (ct_value_is_none(&items[i])) /* perhaps for an expression that failed */
			CT_TRY(ct_expression_take());
	return ct_value_copy(&tuple, sample);
}
