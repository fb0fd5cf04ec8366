/*
 * Values: equal as Python has it.
 */
#include <string.h>

#include <ctorch/ops.h>
#include <ctorch/tensor.h>

#include "operators/values_build.h"

struct comparing {
	const char *function;
	bool equal; /* so far */
};

/* --- Numbers --------------------------------------------------------------------------------- */

static bool is_integer(const ct_value *self)
{
	return self->kind != CT_VALUE_FLOAT && self->kind != CT_VALUE_COMPLEX;
}

static bool integers_equal(const ct_value *a, const ct_value *b)
{
	return a->i == b->i && (a->kind == CT_VALUE_UINT) == (b->kind == CT_VALUE_UINT);
}

/* A double that is an integer is that integer, and nothing beside it. */
static bool equals_integer(const ct_value *number, const ct_value *integer)
{
	double re = number->re;

	if (number->kind == CT_VALUE_COMPLEX && number->im != 0)
		return false;
	if (integer->kind == CT_VALUE_UINT)
		return re >= 9223372036854775808.0 && re < 18446744073709551616.0 &&
		       (uint64_t)re == (uint64_t)integer->i && (double)(uint64_t)re == re;
	return re >= -9223372036854775808.0 && re < 9223372036854775808.0 &&
	       (int64_t)re == integer->i && (double)(int64_t)re == re;
}

bool ct_value_numbers_equal(const ct_value *a, const ct_value *b)
{
	if (is_integer(a) && is_integer(b))
		return integers_equal(a, b);
	if (is_integer(a))
		return equals_integer(b, a);
	if (is_integer(b))
		return equals_integer(a, b);
	return a->re == b->re && (a->kind == CT_VALUE_COMPLEX ? a->im : 0) ==
					 (b->kind == CT_VALUE_COMPLEX ? b->im : 0);
}

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

static ct_error compare_tensors(const ct_tensor *a, const ct_tensor *b, bool *equal)
{
	*equal = a == b;
	if (a == NULL || b == NULL || a == b || !same_form(a, b))
		return NULL;
	return ct_equal(a, b, equal);
}

/* --- Everything ------------------------------------------------------------------------------ */

static ct_error compare(const ct_value *a, const ct_value *b, int depth, struct comparing *with);

static ct_error compare_lists(const ct_value *a, const ct_value *b, int depth,
			      struct comparing *with)
{
	bool tuples = a->kind == CT_VALUE_TUPLE;

	with->equal = a->i == b->i && tuples == (b->kind == CT_VALUE_TUPLE);
	for (int64_t i = 0; i < a->i && with->equal; i++) {
		ct_value left = ct_value_element(a, i), right = ct_value_element(b, i);

		CT_TRY(compare(&left, &right, depth + 1, with));
	}
	return NULL;
}

static ct_error compare_dicts(const ct_value *a, const ct_value *b, int depth,
			      struct comparing *with)
{
	with->equal = a->i == b->i;
	for (int64_t i = 0; i < a->i && with->equal; i++) {
		const ct_value *key = ct_value_slot(a, 2 * i);
		int64_t at = ct_value_can_be_key(key) ? ct_value_dict_find(b, key) : -1;

		with->equal = at >= 0;
		if (with->equal)
			CT_TRY(compare(ct_value_slot(a, 2 * i + 1), ct_value_slot(b, 2 * at + 1),
				       depth + 1, with));
	}
	return NULL;
}

static bool same_leaf(const ct_value *a, const ct_value *b)
{
	if (a->kind == CT_VALUE_STRING)
		return a->i == b->i && memcmp(a->object, b->object, (size_t)a->i) == 0;
	if (a->kind == CT_VALUE_OBJECT)
		return ct_value_object_same(a->object, b->object);
	return a->i == b->i && a->object == b->object && a->device.type == b->device.type &&
	       a->device.index == b->device.index;
}

static ct_error check(const ct_value *self, int depth, const char *function)
{
	const char *fault = ct_value_fault(self);

	if (fault)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "there is %s", fault);
	return depth > CT_VALUE_MAX_DEPTH ? ct_value_too_deep(function) : NULL;
}

static ct_error compare(const ct_value *a, const ct_value *b, int depth, struct comparing *with)
{
	CT_TRY(check(a, depth, with->function));
	CT_TRY(check(b, depth, with->function));
	if (ct_value_is_number(a) && ct_value_is_number(b))
		with->equal = ct_value_numbers_equal(a, b);
	else if (ct_value_is_sequence(a) && ct_value_is_sequence(b))
		return compare_lists(a, b, depth, with);
	else if (a->kind != b->kind)
		with->equal = false;
	else if (a->kind == CT_VALUE_DICT)
		return compare_dicts(a, b, depth, with);
	else if (a->kind == CT_VALUE_TENSOR)
		return compare_tensors(a->object, b->object, &with->equal);
	else
		with->equal = same_leaf(a, b);
	return NULL;
}

ct_error ct_value_equal(const ct_value *self, const ct_value *other, bool *result)
{
	ct_value a = ct_value_borrow(self), b = ct_value_borrow(other);
	struct comparing with = { .function = __func__, .equal = true };

	CT_TRY(compare(&a, &b, 0, &with));
	if (result)
		*result = with.equal;
	return NULL;
}
