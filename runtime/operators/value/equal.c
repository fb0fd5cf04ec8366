/*
 * Values: Python's equality.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "operators/value/foreign.h"
#include "operators/value/grow.h"

/* Two nests that are being compared. */
struct compared_pair {
	const ct_value *a, *b;
	int64_t next;                /* the next item of both, or pair of `a` */
	struct ct_value_index index; /* for dicts and sets: for finding keys in `b` */
};

struct comparing {
	const char *function;
	bool equal; /* so far */

	/* The nests around the next two values, the outermost first. */
	struct compared_pair *pairs;
	int32_t depth, room;
};

/* --- Tensors --------------------------------------------------------------------------------- */

static bool same_form(const ct_tensor *a, const ct_tensor *b)
{
	ct_device a_device = ct_tensor_device(a), b_device = ct_tensor_device(b);
	int64_t dim = ct_tensor_dim(a);

	if (ct_tensor_dtype(a) != ct_tensor_dtype(b) || ct_tensor_layout(a) != ct_tensor_layout(b))
		return false;
	if (a_device.type != b_device.type || a_device.index != b_device.index)
		return false;
	if (dim != ct_tensor_dim(b))
		return false;
	for (int64_t i = 0; i < dim; i++)
		if (ct_tensor_size(a, i) != ct_tensor_size(b, i))
			return false;
	return true;
}

static ct_error compare_tensors(const ct_tensor *a, const ct_tensor *b, struct comparing *with)
{
	CT_TRY(ct_check_given(a, with->function));
	CT_TRY(ct_check_given(b, with->function));
	with->equal = a == b;
	if (a == NULL || b == NULL || a == b || !same_form(a, b))
		return NULL;
	return ct_equal(a, b, &with->equal);
}

/* --- Everything ------------------------------------------------------------------------------ */

static bool is_same_foreign(const struct ct_foreign *a, const struct ct_foreign *b)
{
	return a->data == b->data && strcmp(a->type, b->type) == 0;
}

static bool same_leaf(const ct_value *a, const ct_value *b)
{
	if (a->kind == CT_VALUE_STRING || a->kind == CT_VALUE_BYTES)
		return ct_value_same_bytes(a, b);
	if (a->kind == CT_VALUE_OBJECT)
		return ct_value_object_same(a->object, b->object);
	if (a->kind == CT_VALUE_FOREIGN)
		return is_same_foreign(ct_foreign_of(a), ct_foreign_of(b));
	return a->i == b->i && a->object == b->object && a->device.type == b->device.type &&
	       a->device.index == b->device.index;
}

static ct_error check(const ct_value *self, const struct comparing *with)
{
	const char *fault = ct_value_fault(self);

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, with->function, "invalid value: %s", fault);
	return with->depth > CT_VALUE_MAX_DEPTH ? ct_value_too_deep(with->function) : NULL;
}

/* The next values are inside the two. */
static ct_error enter(const ct_value *a, const ct_value *b, struct comparing *with)
{
	void *pairs = with->pairs;
	struct ct_value_index index = { 0 };

	with->equal = a->i == b->i;
	if (!with->equal)
		return NULL;
	if (!ct_value_make_room(&pairs, &with->room, with->depth, sizeof(struct compared_pair)))
		return ct_no_memory(with->function, "to compare values");
	with->pairs = pairs;
	if (ct_value_has_pairs(b) && !ct_value_dict_index_lend(b, &index))
		return ct_no_memory(with->function, "to compare values");
	with->pairs[with->depth++] = (struct compared_pair){ a, b, 0, index };
	return NULL;
}

static void leave(struct comparing *with)
{
	free(with->pairs[--with->depth].index.pairs);
}

static ct_error compare_sequences(const ct_value *a, const ct_value *b, struct comparing *with);

static ct_error compare(const ct_value *a, const ct_value *b, struct comparing *with)
{
	CT_TRY(check(a, with));
	CT_TRY(check(b, with));
	if (ct_value_is_any_number(a) && ct_value_is_any_number(b))
		with->equal = ct_value_numbers_equal(a, b);
	else if (ct_value_is_sequence(a) && ct_value_is_sequence(b))
		return compare_sequences(a, b, with);
	else if (a->kind != b->kind)
		with->equal = false;
	else if (ct_value_has_pairs(a))
		return enter(a, b, with);
	else if (a->kind == CT_VALUE_TENSOR)
		return compare_tensors(a->object, b->object, with);
	else
		with->equal = same_leaf(a, b);
	return NULL;
}

/* The item in a list of values; an item of a list of numbers or tensors is put into `room`. */
static const ct_value *item_of(const ct_value *list, int64_t i, ct_value *room)
{
	if (ct_value_is_nest(list))
		return ct_value_slot(list, i);
	*room = ct_value_element(list, i);
	return room;
}

static ct_error compare_items(const ct_value *a, const ct_value *b, int64_t i,
			      struct comparing *with)
{
	ct_value left, right;

	return compare(item_of(a, i, &left), item_of(b, i, &right), with);
}

/* Enters lists if one of the two has values, which may be lists. */
static ct_error compare_sequences(const ct_value *a, const ct_value *b, struct comparing *with)
{
	with->equal = a->i == b->i && (a->kind == CT_VALUE_TUPLE) == (b->kind == CT_VALUE_TUPLE);
	if (with->equal && (ct_value_is_nest(a) || ct_value_is_nest(b)))
		return enter(a, b, with);
	for (int64_t i = 0; i < a->i && with->equal; i++)
		CT_TRY(compare_items(a, b, i, with));
	return NULL;
}

/* Compares the value of a key in `a` with that of the same key in `b`, which in two ordered dicts
 * has the same place; in sets it suffices that `b` has it. */
static ct_error compare_at_key(const struct compared_pair *in, int64_t i, struct comparing *with)
{
	const ct_value *key = ct_value_slot(in->a, 2 * i), *b = in->b;
	const bool in_order = ct_value_is_ordered_dict(in->a) && ct_value_is_ordered_dict(b);
	int64_t at;

	CT_TRY(check(key, with));
	at = ct_value_can_be_key(key) ? ct_value_dict_find_by(b, &in->index, key) : -1;
	with->equal = in_order ? at == i : at >= 0;
	if (!with->equal || b->kind == CT_VALUE_SET)
		return NULL;
	return compare(key + 1, ct_value_slot(b, 2 * at + 1), with);
}

/* The next step in the innermost two. */
static ct_error compare_next(struct comparing *with)
{
	struct compared_pair *in = &with->pairs[with->depth - 1];
	int64_t i = in->next++;

	if (i == in->a->i) {
		leave(with);
		return NULL;
	}
	if (ct_value_has_pairs(in->a))
		return compare_at_key(in, i, with);
	return compare_items(in->a, in->b, i, with);
}

ct_error ct_value_equal(const ct_value *self, const ct_value *other, bool *result)
{
	ct_value a = ct_value_borrow(self), b = ct_value_borrow(other);
	struct comparing with = { .function = __func__, .equal = true };
	ct_error error = compare(&a, &b, &with);

	while (error == NULL && with.equal && with.depth > 0)
		error = compare_next(&with);
	while (with.depth > 0)
		leave(&with);
	free(with.pairs);
	if (error == NULL && result)
		*result = with.equal;
	return error;
}
