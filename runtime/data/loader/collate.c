/*
 * Samples become a batch: Python's default_collate().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"
#include "data/loader/slots.h"
#include "tensor/tensor/sizes.h"

/* The same place in each sample: `[1]["image"]`. */
struct place {
	const struct place *around; /* NULL: the sample itself */
	const ct_value *key;        /* of a dict; NULL: an item */
	int64_t index;
	const struct ct_slots *slots; /* NULL: none */
};

static ct_error collate(const ct_value *items, int64_t n, const struct place *place,
			ct_value *batch);

/* --- messages --------------------------------------------------------------------------------- */

static void write_place(const struct place *place, char *text, size_t size)
{
	size_t len;

	if (place->around == NULL) {
		*text = '\0';
		return;
	}
	write_place(place->around, text, size);
	len = strlen(text);
	if (place->key && place->key->kind == CT_VALUE_STRING)
		snprintf(text + len, size - len, "[\"%.40s\"]", (const char *)place->key->object);
	else
		snprintf(text + len, size - len, "[%lld]", (long long)place->index);
}

static ct_error differ(const struct place *place, int64_t sample, const char *got,
		       const char *expected)
{
	char text[200];

	write_place(place, text, sizeof text);
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_default_collate),
			    "%s of sample %lld of the batch is %s, but in sample 0 it is %s",
			    *text ? text : "all", (long long)sample, got, expected);
}

/* --- leaves ----------------------------------------------------------------------------------- */

static void shape_text(const ct_tensor *tensor, char *text, size_t size)
{
	size_t len = (size_t)snprintf(text, size, "a tensor of %s [",
				      ct_dtype_name(ct_tensor_dtype(tensor)));

	for (int64_t i = 0; i < ct_tensor_dim(tensor) && len < size; i++)
		len += (size_t)snprintf(text + len, size - len, i ? ", %lld" : "%lld",
					(long long)ct_tensor_size(tensor, i));
	if (len < size)
		snprintf(text + len, size - len, "]");
}

static ct_error check_same(const ct_tensor *first, const ct_tensor *other, int64_t sample,
			   const struct place *place)
{
	char expected[120], got[120], where[200];

	if (ct_tensor_is_nested(first) || ct_tensor_is_nested(other))
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_default_collate),
				    "Batches of nested tensors are not currently supported by the "
				    "default collate_fn; please provide a custom collate_fn to "
				    "handle them appropriately.");
	if (ct_same_sizes(first, other))
		return NULL;
	shape_text(first, expected, sizeof expected);
	shape_text(other, got, sizeof got);
	write_place(place, where, sizeof where);
	return ct_error_new(
		CT_ERROR_RUNTIME, CT_NAME_OF(ct_default_collate),
		"stack expects each tensor to be equal size%s%s: sample %lld of the batch has %s, "
		"but sample 0 has %s",
		*where ? ", at " : "", where, (long long)sample, got, expected);
}

static ct_error stack(const ct_value *items, int64_t n, const struct place *place, ct_value *batch)
{
	ct_tensor **tensors = ct_array_new(n, sizeof *tensors), *stacked = NULL;
	ct_tensor *placed = NULL;
	ct_error error = tensors ? NULL : ct_no_memory(CT_NAME_OF(ct_default_collate), NULL);
	ct_value value;

	for (int64_t i = 0; i < n && error == NULL; i++) {
		error = ct_value_as_tensor(&items[i], &tensors[i]);
		if (error == NULL)
			error = check_same(tensors[0], tensors[i], i, place);
	}
	if (error == NULL && place->slots)
		placed = ct_slots_batch_of(place->slots, tensors, n);
	if (error == NULL)
		error = placed ? ct_narrow(placed, 0, 0, n, &stacked)
			       : ct_stack(tensors, n, 0, &stacked);
	free(tensors);
	CT_TRY(error);
	value = ct_value_tensor(stacked);
	error = ct_value_copy(&value, batch);
	ct_tensor_free(stacked);
	return error;
}

static ct_error collate_numbers(const ct_value *items, int64_t n, ct_dtype dtype, ct_value *batch)
{
	ct_tensor *made;
	ct_value value;
	ct_error error = NULL;
	double *floats;
	int64_t *ints;
	bool *bools;

	CT_TRY(ct_data_empty(&n, 1, dtype, &made));
	floats = ct_tensor_mutable_data(made);
	ints = ct_tensor_mutable_data(made);
	bools = ct_tensor_mutable_data(made);
	for (int64_t i = 0; i < n && error == NULL; i++) {
		if (dtype == CT_BOOL)
			error = ct_value_as_bool(&items[i], &bools[i]);
		else if (dtype == CT_INT64)
			error = ct_value_as_int(&items[i], &ints[i]);
		else
			error = ct_value_as_float(&items[i], &floats[i]);
	}
	value = ct_value_tensor(made);
	if (error == NULL)
		error = ct_value_copy(&value, batch);
	ct_tensor_free(made);
	return error;
}

static ct_error list_of_copies(const ct_value *items, int64_t n, ct_value *batch)
{
	const ct_value list = ct_value_list(items, n);

	return ct_value_copy(&list, batch);
}

/* --- containers ------------------------------------------------------------------------------- */

/* Frees what was made so far, or gives it. */
static ct_error give(ct_error error, ct_value *made, ct_value *batch)
{
	if (error)
		ct_value_free(made);
	else
		*batch = *made;
	return error;
}

static ct_error check_lengths(const ct_value *items, int64_t n, const struct place *place)
{
	char expected[40], got[40];

	for (int64_t i = 1; i < n; i++) {
		if (ct_value_count(&items[i]) == ct_value_count(&items[0]))
			continue;
		snprintf(expected, sizeof expected, "one of %lld items",
			 (long long)ct_value_count(&items[0]));
		snprintf(got, sizeof got, "one of %lld items",
			 (long long)ct_value_count(&items[i]));
		return differ(place, i, got, expected);
	}
	return NULL;
}

static ct_error collate_item(const ct_value *items, int64_t n, int64_t index, ct_value *column,
			     const struct place *place, ct_value *batch)
{
	const struct place here = { place, NULL, index, place->slots };

	for (int64_t i = 0; i < n; i++)
		CT_TRY(ct_value_item(&items[i], index, &column[i]));
	return collate(column, n, &here, batch);
}

static ct_error sequences(const ct_value *items, int64_t n, ct_value *column,
			  const struct place *place, ct_value *batch)
{
	const int64_t len = ct_value_count(&items[0]);
	ct_value made = items[0].kind == CT_VALUE_TUPLE ? ct_value_tuple_new()
							: ct_value_list_new();
	ct_error error = check_lengths(items, n, place);

	for (int64_t i = 0; i < len && error == NULL; i++) {
		ct_value part = ct_value_none();

		error = collate_item(items, n, i, column, place, &part);
		if (error == NULL)
			error = ct_value_list_move(&made, &part);
		ct_value_free(&part);
	}
	return give(error, &made, batch);
}

static ct_error collate_key(const ct_value *items, int64_t n, const ct_value *key, ct_value *column,
			    const struct place *place, ct_value *batch)
{
	const struct place here = { place, key, 0, place->slots };

	for (int64_t i = 0; i < n; i++) {
		if (!ct_value_dict_has(&items[i], *key))
			return differ(&here, i, "missing", "there");
		CT_TRY(ct_value_dict_get(&items[i], *key, &column[i]));
	}
	return collate(column, n, &here, batch);
}

static ct_error dicts(const ct_value *items, int64_t n, ct_value *column, const struct place *place,
		      ct_value *batch)
{
	ct_value made = ct_value_dict_new(), key, value;
	ct_error error = NULL;

	for (int64_t i = 0; i < ct_value_count(&items[0]) && error == NULL; i++) {
		ct_value part = ct_value_none();

		error = ct_value_dict_item(&items[0], i, &key, &value);
		if (error == NULL)
			error = collate_key(items, n, &key, column, place, &part);
		if (error == NULL)
			error = ct_value_dict_move(&made, key, &part);
		ct_value_free(&part);
	}
	return give(error, &made, batch);
}

static ct_error containers(const ct_value *items, int64_t n, const struct place *place,
			   ct_value *batch)
{
	ct_value *column = ct_array_new(n, sizeof *column);
	ct_error error;

	if (column == NULL)
		return ct_no_memory(CT_NAME_OF(ct_default_collate), NULL);
	error = (items[0].kind == CT_VALUE_DICT ? dicts : sequences)(items, n, column, place,
								     batch);
	free(column);
	return error;
}

/* --- any of them ------------------------------------------------------------------------------ */

/* Kinds that are collated as one: all lists are. */
static int32_t kind_of(const ct_value *item)
{
	switch (item->kind) {
	case CT_VALUE_INTS:
	case CT_VALUE_FLOATS:
	case CT_VALUE_BOOLS:
	case CT_VALUE_TENSORS:
		return CT_VALUE_LIST;
	default:
		return item->kind;
	}
}

static ct_error collate(const ct_value *items, int64_t n, const struct place *place,
			ct_value *batch)
{
	const int32_t kind = kind_of(&items[0]);
	char text[200];

	for (int64_t i = 1; i < n; i++)
		if (kind_of(&items[i]) != kind)
			return differ(place, i, ct_value_type_name(&items[i]),
				      ct_value_type_name(&items[0]));
	switch (kind) {
	case CT_VALUE_TENSOR:
		return stack(items, n, place, batch);
	case CT_VALUE_BOOL:
		return collate_numbers(items, n, CT_BOOL, batch);
	case CT_VALUE_INT:
		return collate_numbers(items, n, CT_INT64, batch);
	case CT_VALUE_FLOAT:
		return collate_numbers(items, n, CT_FLOAT64, batch);
	case CT_VALUE_STRING:
	case CT_VALUE_BYTES:
		return list_of_copies(items, n, batch);
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
	case CT_VALUE_DICT:
		return containers(items, n, place, batch);
	default:
		write_place(place, text, sizeof text);
		return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_default_collate),
				    "default_collate: batch must contain tensors, numbers, dicts, "
				    "lists or strings; found %s%s%s",
				    ct_value_type_name(&items[0]), *text ? " at " : "", text);
	}
}

ct_error ct_collate_placed(ct_value *samples, const struct ct_slots *slots, ct_value *batch)
{
	const struct place all = { .slots = slots };

	return collate(samples->object, samples->i, &all, batch);
}

ct_error ct_default_collate(ct_value *samples, void *context, ct_value *batch)
{
	(void)context;
	if (samples == NULL || batch == NULL)
		return ct_missing_argument(__func__, samples ? 2 : 1,
					   samples ? "batch" : "samples");
	if (samples->kind != CT_VALUE_LIST || samples->i < 1 ||
	    !ct_is_list(samples->object, samples->i))
		return ct_error_new(CT_ERROR_TYPE, __func__, "samples must be a non-empty list");
	return ct_collate_placed(samples, NULL, batch);
}
