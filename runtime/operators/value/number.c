/*
 * Values: numbers of different kinds compared.
 */
#include "core/base/big_int.h"
#include "operators/value/value.h"

static bool is_integer(const ct_value *self)
{
	return self->kind != CT_VALUE_FLOAT && self->kind != CT_VALUE_COMPLEX;
}

static bool integers_equal(const ct_value *a, const ct_value *b)
{
	if (a->kind == CT_VALUE_BIG_INT || b->kind == CT_VALUE_BIG_INT)
		return a->kind == b->kind && ct_value_same_bytes(a, b);
	return a->i == b->i && (a->kind == CT_VALUE_UINT) == (b->kind == CT_VALUE_UINT);
}

/* A double equals an integer only if it is exactly that integer. */
static bool equals_integer(const ct_value *number, const ct_value *integer)
{
	double re = number->re;

	if (number->kind == CT_VALUE_COMPLEX && number->im != 0)
		return false;
	if (integer->kind == CT_VALUE_BIG_INT)
		return ct_big_int_equals(integer->object, (size_t)integer->i, re);
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
