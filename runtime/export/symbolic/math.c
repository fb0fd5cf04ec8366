/*
 * Functions of numbers as Python has them: conversions, rounding, math.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "export/symbolic/value.h"

enum { MOST_DIGITS = 323 }; /* of a double after its point, as in Python */

/* --- Integers of floats ----------------------------------------------------------------------- */

static ct_error int_of_double(double f, struct ct_symbolic_value *result)
{
	if (isnan(f))
		return CT_RAISED(CT_ERROR_VALUE, "cannot convert float NaN to integer");
	if (isinf(f))
		return ct_symbolic_raise("OverflowError",
					 "cannot convert float infinity to integer");
	if (f >= 9223372036854775808.0 || f < -9223372036854775808.0)
		return ct_symbolic_overflow();
	*result = ct_symbolic_from_int((int64_t)f);
	return NULL;
}

/* Half-way cases go to the even neighbor. */
static double round_double(double f)
{
	const double away = round(f);

	return fabs(f - away) == 0.5 ? 2 * round(f / 2) : away;
}

static ct_error integer_of(enum ct_symbolic_function function, const struct ct_symbolic_value *a,
			   struct ct_symbolic_value *result)
{
	if (ct_symbolic_is_integral(a)) {
		*result = ct_symbolic_from_int(a->i);
		return NULL;
	}
	switch (function) {
	case CT_SYMBOLIC_FLOOR:
		return int_of_double(floor(a->f), result);
	case CT_SYMBOLIC_CEIL:
		return int_of_double(ceil(a->f), result);
	case CT_SYMBOLIC_ROUND:
		return int_of_double(round_double(a->f), result);
	default:
		return int_of_double(trunc(a->f), result);
	}
}

/* --- Rounding --------------------------------------------------------------------------------- */

/* A multiple of a power of ten; the middle of two goes to the even one. */
static ct_error round_int(int64_t i, int64_t digits, struct ct_symbolic_value *result)
{
	int64_t unit = 1, quotient, rest;

	if (digits < -18) {
		*result = ct_symbolic_from_int(0);
		return digits == -19 && (i > 5000000000000000000 || i < -5000000000000000000)
			       ? ct_symbolic_overflow()
			       : NULL;
	}
	for (; digits < 0; digits++)
		unit *= 10;
	if (!ct_symbolic_floor_divide(i, unit, &quotient, &rest))
		return ct_symbolic_overflow();
	if (rest > unit - rest || (rest == unit - rest && quotient % 2 != 0))
		quotient++;
	if (__builtin_mul_overflow(quotient, unit, &i))
		return ct_symbolic_overflow();
	*result = ct_symbolic_from_int(i);
	return NULL;
}

/* The digits of a double before a decimal point; the C library prints them without an error. */
static int digits_before_point(double f)
{
	char text[32];
	const char *exponent;

	ct_format(text, sizeof text, "%.16e", f);
	exponent = strchr(text, 'e');
	return exponent ? (int)ct_parse_double(exponent + 1) + 1 : 0;
}

/* To hundreds, for example; beyond the first digit, 0 or one unit. */
static double round_before_point(double f, int zeros)
{
	const int digits = digits_before_point(f) - zeros;
	char text[400];

	if (digits > 0) {
		ct_format(text, sizeof text, "%.*e", digits - 1, f);
		return ct_parse_double(text);
	}
	ct_format(text, sizeof text, "1e%d", zeros);
	if (digits < 0 || fabs(f) <= ct_parse_double(text) / 2)
		return copysign(0, f);
	return copysign(ct_parse_double(text), f);
}

static ct_error round_float(double f, int64_t digits, struct ct_symbolic_value *result)
{
	char text[2 * MOST_DIGITS + 64];
	double rounded = f;

	if (isfinite(f) && digits < -308) {
		rounded = copysign(0, f);
	} else if (isfinite(f) && digits < 0) {
		rounded = round_before_point(f, (int)-digits);
	} else if (isfinite(f) && digits <= MOST_DIGITS) {
		ct_format(text, sizeof text, "%.*f", (int)digits, f);
		rounded = ct_parse_double(text);
	}
	if (isinf(rounded) && isfinite(f))
		return ct_symbolic_raise("OverflowError", "rounded value too large to represent");
	*result = ct_symbolic_from_float(rounded);
	return NULL;
}

static ct_error round_number(const struct ct_symbolic_value *arguments, int64_t arguments_len,
			     struct ct_symbolic_value *result)
{
	const struct ct_symbolic_value *digits = &arguments[1];

	if (arguments_len == 1 || digits->type == CT_SYMBOLIC_NONE)
		return integer_of(CT_SYMBOLIC_ROUND, arguments, result);
	if (!ct_symbolic_is_integral(digits))
		return CT_RAISED(CT_ERROR_TYPE, "'%s' object cannot be interpreted as an integer",
				 ct_symbolic_type_name(digits));
	if (arguments->type == CT_SYMBOLIC_FLOAT)
		return round_float(arguments->f, digits->i, result);
	return round_int(arguments->i, digits->i < 0 ? digits->i : 0, result);
}

/* --- math ------------------------------------------------------------------------------------- */

static double compute_math(enum ct_symbolic_function function, double x)
{
	switch (function) {
	case CT_SYMBOLIC_SQRT:
		return sqrt(x);
	case CT_SYMBOLIC_COS:
		return cos(x);
	case CT_SYMBOLIC_COSH:
		return cosh(x);
	case CT_SYMBOLIC_SIN:
		return sin(x);
	case CT_SYMBOLIC_SINH:
		return sinh(x);
	case CT_SYMBOLIC_TAN:
		return tan(x);
	case CT_SYMBOLIC_TANH:
		return tanh(x);
	case CT_SYMBOLIC_ACOS:
		return acos(x);
	case CT_SYMBOLIC_ASIN:
		return asin(x);
	case CT_SYMBOLIC_ATAN:
		return atan(x);
	case CT_SYMBOLIC_EXP:
		return exp(x);
	case CT_SYMBOLIC_LOG:
		return log(x);
	case CT_SYMBOLIC_ASINH:
		return asinh(x);
	default:
		return log2(x);
	}
}

static bool is_logarithm(enum ct_symbolic_function function)
{
	return function == CT_SYMBOLIC_LOG || function == CT_SYMBOLIC_LOG2;
}

static ct_error apply_math(enum ct_symbolic_function function, double x,
			   struct ct_symbolic_value *result)
{
	const double y = compute_math(function, x);

	if ((isnan(y) && !isnan(x)) || (is_logarithm(function) && x == 0))
		return CT_RAISED(CT_ERROR_VALUE, "math domain error");
	if (isinf(y) && isfinite(x))
		return ct_symbolic_raise("OverflowError", "math range error");
	*result = ct_symbolic_from_float(y);
	return NULL;
}

/* --- Functions -------------------------------------------------------------------------------- */

static ct_error absolute_of(const struct ct_symbolic_value *a, struct ct_symbolic_value *result)
{
	if (a->type == CT_SYMBOLIC_FLOAT) {
		*result = ct_symbolic_from_float(fabs(a->f));
		return NULL;
	}
	if (a->i == INT64_MIN)
		return ct_symbolic_overflow();
	*result = ct_symbolic_from_int(a->i < 0 ? -a->i : a->i);
	return NULL;
}

/* The first of the smallest or largest ones. */
static ct_error extreme_of(enum ct_symbolic_operator better,
			   const struct ct_symbolic_value *arguments, int64_t arguments_len,
			   struct ct_symbolic_value *result)
{
	const struct ct_symbolic_value *best = arguments;

	for (int64_t i = 1; i < arguments_len; i++) {
		bool is_better;
		ct_error err = ct_symbolic_compare(better, &arguments[i], best, &is_better);

		if (err)
			return err;
		if (is_better)
			best = &arguments[i];
	}
	*result = *best;
	return NULL;
}

static ct_error promoted_extreme_of(enum ct_symbolic_operator better,
				    const struct ct_symbolic_value *arguments,
				    struct ct_symbolic_value *result)
{
	const bool is_float = arguments[0].type == CT_SYMBOLIC_FLOAT ||
			      arguments[1].type == CT_SYMBOLIC_FLOAT;
	ct_error err = extreme_of(better, arguments, 2, result);

	if (err == NULL && is_float)
		*result = ct_symbolic_from_float(ct_symbolic_as_double(result));
	return err;
}

/* (a + b - 1) // b, in the order of torch. */
static ct_error ceil_divide(const struct ct_symbolic_value *arguments,
			    struct ct_symbolic_value *result)
{
	const struct ct_symbolic_value one = ct_symbolic_from_int(1);
	struct ct_symbolic_value less, sum;
	ct_error err;

	if ((err = ct_symbolic_apply(CT_SYMBOLIC_SUBTRACT, &arguments[1], &one, &less)) ||
	    (err = ct_symbolic_apply(CT_SYMBOLIC_ADD, &arguments[0], &less, &sum)))
		return err;
	return ct_symbolic_apply(CT_SYMBOLIC_FLOOR_DIVIDE, &sum, &arguments[1], result);
}

/* Of the strides from `before` on the smallest: the place of the next dimension. */
static int64_t next_smallest(const struct ct_symbolic_value *strides, int64_t dim,
			     int64_t before_stride, int64_t before)
{
	int64_t next = -1;

	for (int64_t i = 0; i < dim; i++) {
		const int64_t stride = strides[i].i;
		const bool is_later = stride > before_stride ||
				      (stride == before_stride && i > before);

		if (is_later && (next < 0 || stride < strides[next].i))
			next = i;
	}
	return next;
}

static bool is_dense(const struct ct_symbolic_value *sizes, const struct ct_symbolic_value *strides,
		     int64_t dim)
{
	int64_t expected = 1, at = -1, stride = INT64_MIN;

	if (dim == 1)
		return strides[0].i == 1 || sizes[0].i < 2;
	while ((at = next_smallest(strides, dim, stride, at)) >= 0) {
		stride = strides[at].i;
		if (sizes[at].i == 1)
			continue;
		if (stride != expected || __builtin_mul_overflow(expected, sizes[at].i, &expected))
			return false;
	}
	return true;
}

static ct_error is_dense_of(const struct ct_symbolic_value *arguments, int64_t arguments_len,
			    struct ct_symbolic_value *result)
{
	if (arguments_len % 2 != 0 || arguments_len > 2 * 64)
		return CT_RAISED(CT_ERROR_VALUE,
				 "IsNonOverlappingAndDenseIndicator has %lld arguments",
				 (long long)arguments_len);
	for (int64_t i = 0; i < arguments_len; i++) {
		if (!ct_symbolic_is_integral(&arguments[i]))
			return CT_RAISED(CT_ERROR_TYPE, "a size or stride is not an integer");
	}
	*result = ct_symbolic_from_int(
		is_dense(arguments, arguments + arguments_len / 2, arguments_len / 2));
	return NULL;
}

static ct_error apply_to_number(enum ct_symbolic_function function,
				const struct ct_symbolic_value *a, struct ct_symbolic_value *result)
{
	const double x = ct_symbolic_is_number(a) ? ct_symbolic_as_double(a) : 0;

	if (!ct_symbolic_is_number(a))
		return CT_RAISED(CT_ERROR_TYPE, "must be real number, not %s",
				 ct_symbolic_type_name(a));
	switch (function) {
	case CT_SYMBOLIC_ABS:
		return absolute_of(a, result);
	case CT_SYMBOLIC_TO_INT:
	case CT_SYMBOLIC_FLOOR:
	case CT_SYMBOLIC_CEIL:
	case CT_SYMBOLIC_TRUNC:
		return integer_of(function, a, result);
	case CT_SYMBOLIC_TO_FLOAT:
		*result = ct_symbolic_from_float(x);
		return NULL;
	case CT_SYMBOLIC_IS_NAN:
		*result = ct_symbolic_from_bool(isnan(x));
		return NULL;
	case CT_SYMBOLIC_IS_INF:
		*result = ct_symbolic_from_bool(isinf(x));
		return NULL;
	default:
		return apply_math(function, x, result);
	}
}

ct_error ct_symbolic_apply_function(enum ct_symbolic_function function,
				    const struct ct_symbolic_value *arguments,
				    int64_t arguments_len, struct ct_symbolic_value *result)
{
	switch (function) {
	case CT_SYMBOLIC_MIN:
		return extreme_of(CT_SYMBOLIC_LT, arguments, arguments_len, result);
	case CT_SYMBOLIC_MAX:
		return extreme_of(CT_SYMBOLIC_GT, arguments, arguments_len, result);
	case CT_SYMBOLIC_SYM_MIN:
		return promoted_extreme_of(CT_SYMBOLIC_LT, arguments, result);
	case CT_SYMBOLIC_SYM_MAX:
		return promoted_extreme_of(CT_SYMBOLIC_GT, arguments, result);
	case CT_SYMBOLIC_TO_BOOL:
		*result = ct_symbolic_from_bool(ct_symbolic_is_true(arguments));
		return NULL;
	case CT_SYMBOLIC_SYM_NOT:
		return ct_symbolic_apply_unary(CT_SYMBOLIC_NOT, arguments, result);
	case CT_SYMBOLIC_SYM_ITE:
		*result = arguments[ct_symbolic_is_true(&arguments[0]) ? 1 : 2];
		return NULL;
	case CT_SYMBOLIC_POW:
		return ct_symbolic_apply(CT_SYMBOLIC_POWER, &arguments[0], &arguments[1], result);
	case CT_SYMBOLIC_CEIL_DIV:
		return ceil_divide(arguments, result);
	case CT_SYMBOLIC_IS_DENSE:
		return is_dense_of(arguments, arguments_len, result);
	case CT_SYMBOLIC_ROUND:
		if (ct_symbolic_is_number(arguments))
			return round_number(arguments, arguments_len, result);
		return CT_RAISED(CT_ERROR_TYPE, "type %s doesn't define __round__ method",
				 ct_symbolic_type_name(arguments));
	default:
		return apply_to_number(function, arguments, result);
	}
}
