/*
 * Operators on numbers as Python has them: floors of quotients, exact comparisons of integers with
 * floats, correctly rounded quotients of integers.
 */
#include <math.h>
#include <string.h>

#include "core/base/name_of.h"
#include "export/symbolic/value.h"

struct ct_symbolic_value ct_symbolic_from_int(int64_t i)
{
	return (struct ct_symbolic_value){ CT_SYMBOLIC_INT, .i = i };
}

struct ct_symbolic_value ct_symbolic_from_float(double f)
{
	return (struct ct_symbolic_value){ CT_SYMBOLIC_FLOAT, .f = f };
}

struct ct_symbolic_value ct_symbolic_from_bool(bool b)
{
	return (struct ct_symbolic_value){ CT_SYMBOLIC_BOOL, .i = b };
}

bool ct_symbolic_is_integral(const struct ct_symbolic_value *value)
{
	return value->type == CT_SYMBOLIC_INT || value->type == CT_SYMBOLIC_BOOL;
}

bool ct_symbolic_is_number(const struct ct_symbolic_value *value)
{
	return ct_symbolic_is_integral(value) || value->type == CT_SYMBOLIC_FLOAT;
}

double ct_symbolic_as_double(const struct ct_symbolic_value *value)
{
	return value->type == CT_SYMBOLIC_FLOAT ? value->f : (double)value->i;
}

bool ct_symbolic_is_true(const struct ct_symbolic_value *value)
{
	switch (value->type) {
	case CT_SYMBOLIC_NONE:
		return false;
	case CT_SYMBOLIC_FLOAT:
		return value->f != 0;
	case CT_SYMBOLIC_STRING:
		return *value->string != '\0';
	case CT_SYMBOLIC_OBJECT:
		return true;
	default:
		return value->i != 0;
	}
}

const char *ct_symbolic_type_name(const struct ct_symbolic_value *value)
{
	/* ORDER SYMBOLIC TYPE */
	static const char *const names[] = { "NoneType", "int", "float", "bool", "str", "object" };

	return names[value->type];
}

/* --- Errors ----------------------------------------------------------------------------------- */

ct_error ct_symbolic_raise(const char *class_name, const char *text)
{
	return CT_RAISED(CT_ERROR_RUNTIME, "%s: %s", class_name, text);
}

ct_error ct_symbolic_overflow(void)
{
	return ct_symbolic_raise("OverflowError", "an integer does not fit in 64 bits");
}

static ct_error zero_division(const char *text)
{
	return ct_symbolic_raise("ZeroDivisionError", text);
}

static ct_error unsupported_operands(enum ct_symbolic_operator operator_,
				     const struct ct_symbolic_value *a,
				     const struct ct_symbolic_value *b)
{
	/* ORDER SYMBOLIC OPERATOR; as Python calls them here. */
	static const char *const texts[] = { "+",           "-",  "*",  "/",  "//", "%",
					     "** or pow()", "<<", ">>", "&",  "^",  "|",
					     "==",          "!=", "<",  "<=", ">",  ">=" };

	return CT_RAISED(CT_ERROR_TYPE, "unsupported operand type(s) for %s: '%s' and '%s'",
			 texts[operator_], ct_symbolic_type_name(a), ct_symbolic_type_name(b));
}

/* --- Integers --------------------------------------------------------------------------------- */

bool ct_symbolic_floor_divide(int64_t a, int64_t b, int64_t *quotient, int64_t *remainder)
{
	if (b == 0 || (a == INT64_MIN && b == -1))
		return false;
	*quotient = a / b;
	*remainder = a % b;
	if (*remainder != 0 && (*remainder < 0) != (b < 0)) {
		*quotient -= 1;
		*remainder += b;
	}
	return true;
}

static int bits_of(uint64_t x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static uint64_t magnitude_of(int64_t i)
{
	return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

/* The double closest to a quotient of integers. With 55 bits and one that says whether anything
 * follows them, the conversion of the quotient rounds correctly. */
static double divide_exactly(int64_t a, int64_t b)
{
	__extension__ typedef unsigned __int128 wide;
	const uint64_t over = magnitude_of(a), under = magnitude_of(b);
	const int missing = 55 + bits_of(under) - bits_of(over), shift = missing > 0 ? missing : 0;
	const wide shifted = (wide)over << shift;
	uint64_t quotient = (uint64_t)(shifted / under);
	double result;

	if (shifted % under != 0)
		quotient |= 1;
	result = ldexp((double)quotient, -shift);
	return (a < 0) != (b < 0) ? -result : result;
}

static ct_error raise_to_int(int64_t base, int64_t exponent, struct ct_symbolic_value *result)
{
	int64_t product = 1;

	if (exponent < 0 && base == 0)
		return zero_division("0.0 cannot be raised to a negative power");
	if (exponent < 0) {
		*result = ct_symbolic_from_float(pow((double)base, (double)exponent));
		return NULL;
	}
	for (; exponent > 0; exponent /= 2) {
		if (exponent % 2 && __builtin_mul_overflow(product, base, &product))
			return ct_symbolic_overflow();
		if (exponent > 1 && __builtin_mul_overflow(base, base, &base))
			return ct_symbolic_overflow();
	}
	*result = ct_symbolic_from_int(product);
	return NULL;
}

static ct_error shift_int(enum ct_symbolic_operator operator_, int64_t a, int64_t b, int64_t *i)
{
	if (b < 0)
		return CT_RAISED(CT_ERROR_VALUE, "negative shift count");
	if (operator_ == CT_SYMBOLIC_SHIFT_RIGHT) {
		*i = a >> (b < 63 ? b : 63);
		return NULL;
	}
	*i = b < 64 ? (int64_t)((uint64_t)a << b) : 0;
	if (a != 0 && (b > 63 || *i >> b != a))
		return ct_symbolic_overflow();
	return NULL;
}

static ct_error divide_int(enum ct_symbolic_operator operator_, int64_t a, int64_t b, int64_t *i)
{
	int64_t quotient, remainder;

	if (b == 0)
		return zero_division(operator_ == CT_SYMBOLIC_MODULO
					     ? "integer modulo by zero"
					     : "integer division or modulo by zero");
	if (!ct_symbolic_floor_divide(a, b, &quotient, &remainder)) {
		if (operator_ != CT_SYMBOLIC_MODULO)
			return ct_symbolic_overflow();
		remainder = 0;
	}
	*i = operator_ == CT_SYMBOLIC_MODULO ? remainder : quotient;
	return NULL;
}

static ct_error apply_to_ints(enum ct_symbolic_operator operator_, int64_t a, int64_t b,
			      struct ct_symbolic_value *result)
{
	bool overflows = false;
	ct_error err = NULL;
	int64_t i = 0;

	switch (operator_) {
	case CT_SYMBOLIC_ADD:
		overflows = __builtin_add_overflow(a, b, &i);
		break;
	case CT_SYMBOLIC_SUBTRACT:
		overflows = __builtin_sub_overflow(a, b, &i);
		break;
	case CT_SYMBOLIC_MULTIPLY:
		overflows = __builtin_mul_overflow(a, b, &i);
		break;
	case CT_SYMBOLIC_DIVIDE:
		if (b == 0)
			return zero_division("division by zero");
		*result = ct_symbolic_from_float(divide_exactly(a, b));
		return NULL;
	case CT_SYMBOLIC_FLOOR_DIVIDE:
	case CT_SYMBOLIC_MODULO:
		err = divide_int(operator_, a, b, &i);
		break;
	case CT_SYMBOLIC_POWER:
		return raise_to_int(a, b, result);
	case CT_SYMBOLIC_SHIFT_LEFT:
	case CT_SYMBOLIC_SHIFT_RIGHT:
		err = shift_int(operator_, a, b, &i);
		break;
	case CT_SYMBOLIC_BIT_AND:
		i = a & b;
		break;
	case CT_SYMBOLIC_BIT_XOR:
		i = a ^ b;
		break;
	default:
		i = a | b;
	}
	if (overflows)
		return ct_symbolic_overflow();
	if (err == NULL)
		*result = ct_symbolic_from_int(i);
	return err;
}

/* --- Floats ----------------------------------------------------------------------------------- */

/* Python's divmod(): the remainder has the sign of the divisor, also if it is 0, and the quotient
 * is made from it, since floor(a / b) may be too large by 1. */
static void divide_floats(double a, double b, double *quotient, double *remainder)
{
	double mod = fmod(a, b), div = (a - mod) / b;

	if (mod != 0 && (b < 0) != (mod < 0)) {
		mod += b;
		div -= 1;
	} else if (mod == 0) {
		mod = copysign(0, b);
	}
	*remainder = mod;
	*quotient = floor(div);
	if (div == 0)
		*quotient = copysign(0, a / b);
	else if (div - *quotient > 0.5)
		*quotient += 1;
}

static ct_error raise_to_float(double a, double b, struct ct_symbolic_value *result)
{
	double power;

	if (a == 0 && b < 0)
		return zero_division("0.0 cannot be raised to a negative power");
	if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b))
		return CT_RAISED(CT_ERROR_TYPE, "a power is a complex number");
	power = pow(a, b);
	if (isinf(power) && isfinite(a) && isfinite(b))
		return ct_symbolic_raise("OverflowError", "(34, 'Numerical result out of range')");
	*result = ct_symbolic_from_float(power);
	return NULL;
}

static ct_error divide_by_float(enum ct_symbolic_operator operator_, double a, double b,
				struct ct_symbolic_value *result)
{
	double quotient, remainder;

	if (b == 0)
		return zero_division(operator_ == CT_SYMBOLIC_DIVIDE   ? "float division by zero"
				     : operator_ == CT_SYMBOLIC_MODULO ? "float modulo"
								       : "float floor division by "
									 "zero");
	if (operator_ == CT_SYMBOLIC_DIVIDE) {
		*result = ct_symbolic_from_float(a / b);
		return NULL;
	}
	divide_floats(a, b, &quotient, &remainder);
	*result = ct_symbolic_from_float(operator_ == CT_SYMBOLIC_MODULO ? remainder : quotient);
	return NULL;
}

static ct_error apply_to_floats(enum ct_symbolic_operator operator_,
				const struct ct_symbolic_value *x,
				const struct ct_symbolic_value *y, struct ct_symbolic_value *result)
{
	const double a = ct_symbolic_as_double(x), b = ct_symbolic_as_double(y);

	switch (operator_) {
	case CT_SYMBOLIC_ADD:
		*result = ct_symbolic_from_float(a + b);
		return NULL;
	case CT_SYMBOLIC_SUBTRACT:
		*result = ct_symbolic_from_float(a - b);
		return NULL;
	case CT_SYMBOLIC_MULTIPLY:
		*result = ct_symbolic_from_float(a * b);
		return NULL;
	case CT_SYMBOLIC_POWER:
		return raise_to_float(a, b, result);
	case CT_SYMBOLIC_DIVIDE:
	case CT_SYMBOLIC_FLOOR_DIVIDE:
	case CT_SYMBOLIC_MODULO:
		return divide_by_float(operator_, a, b, result);
	default:
		return unsupported_operands(operator_, x, y);
	}
}

/* --- Operators -------------------------------------------------------------------------------- */

static bool is_bitwise(enum ct_symbolic_operator operator_)
{
	return operator_ >= CT_SYMBOLIC_BIT_AND && operator_ <= CT_SYMBOLIC_BIT_OR;
}

ct_error ct_symbolic_apply(enum ct_symbolic_operator operator_, const struct ct_symbolic_value *a,
			   const struct ct_symbolic_value *b, struct ct_symbolic_value *result)
{
	const bool are_bools = a->type == CT_SYMBOLIC_BOOL && b->type == CT_SYMBOLIC_BOOL;
	ct_error err;

	if (!ct_symbolic_is_number(a) || !ct_symbolic_is_number(b))
		return unsupported_operands(operator_, a, b);
	if (!ct_symbolic_is_integral(a) || !ct_symbolic_is_integral(b))
		return apply_to_floats(operator_, a, b, result);
	err = apply_to_ints(operator_, a->i, b->i, result);
	if (err == NULL && are_bools && is_bitwise(operator_))
		result->type = CT_SYMBOLIC_BOOL;
	return err;
}

/* -1, 0, 1; 2 with a NaN. */
static int compare_int_with_float(int64_t i, double f)
{
	int64_t whole;
	double rest;

	if (isnan(f))
		return 2;
	if (f >= 9223372036854775808.0)
		return -1;
	if (f < -9223372036854775808.0)
		return 1;
	whole = (int64_t)f;
	rest = f - (double)whole;
	if (i != whole)
		return i < whole ? -1 : 1;
	return rest > 0 ? -1 : rest < 0;
}

static int compare_floats(double a, double b)
{
	if (isnan(a) || isnan(b))
		return 2;
	return a < b ? -1 : a > b;
}

static int compare_numbers(const struct ct_symbolic_value *a, const struct ct_symbolic_value *b)
{
	const bool is_int = ct_symbolic_is_integral(a), is_other = ct_symbolic_is_integral(b);
	int order;

	if (is_int && is_other)
		return a->i < b->i ? -1 : a->i > b->i;
	if (is_int)
		return compare_int_with_float(a->i, b->f);
	if (!is_other)
		return compare_floats(a->f, b->f);
	order = compare_int_with_float(b->i, a->f);
	return order == 2 ? 2 : -order;
}

static bool holds_in_order(enum ct_symbolic_operator operator_, int order)
{
	switch (operator_) {
	case CT_SYMBOLIC_EQ:
		return order == 0;
	case CT_SYMBOLIC_NE:
		return order != 0;
	case CT_SYMBOLIC_LT:
		return order == -1;
	case CT_SYMBOLIC_LE:
		return order == -1 || order == 0;
	case CT_SYMBOLIC_GT:
		return order == 1;
	default:
		return order == 1 || order == 0;
	}
}

ct_error ct_symbolic_compare(enum ct_symbolic_operator operator_, const struct ct_symbolic_value *a,
			     const struct ct_symbolic_value *b, bool *result)
{
	const char *const texts[] = { "<", "<=", ">", ">=" };
	int order;

	if (ct_symbolic_is_number(a) && ct_symbolic_is_number(b)) {
		*result = holds_in_order(operator_, compare_numbers(a, b));
		return NULL;
	}
	if (a->type == CT_SYMBOLIC_STRING && b->type == CT_SYMBOLIC_STRING) {
		order = strcmp(a->string, b->string);
		*result = holds_in_order(operator_, order < 0 ? -1 : order > 0);
		return NULL;
	}
	if (operator_ != CT_SYMBOLIC_EQ && operator_ != CT_SYMBOLIC_NE)
		return CT_RAISED(CT_ERROR_TYPE,
				 "'%s' not supported between instances of '%s' and '%s'",
				 texts[operator_ - CT_SYMBOLIC_LT], ct_symbolic_type_name(a),
				 ct_symbolic_type_name(b));
	*result = (a->type == CT_SYMBOLIC_NONE && b->type == CT_SYMBOLIC_NONE) ==
		  (operator_ == CT_SYMBOLIC_EQ);
	return NULL;
}

ct_error ct_symbolic_apply_unary(enum ct_symbolic_operator operator_,
				 const struct ct_symbolic_value *a,
				 struct ct_symbolic_value *result)
{
	const char *const texts[] = { "-", "+", "~" };
	int64_t i;

	if (operator_ == CT_SYMBOLIC_NOT) {
		*result = ct_symbolic_from_bool(!ct_symbolic_is_true(a));
	} else if (ct_symbolic_is_integral(a)) {
		if (operator_ == CT_SYMBOLIC_MINUS && a->i == INT64_MIN)
			return ct_symbolic_overflow();
		i = operator_ == CT_SYMBOLIC_MINUS  ? -a->i
		    : operator_ == CT_SYMBOLIC_PLUS ? a->i
						    : ~a->i;
		*result = ct_symbolic_from_int(i);
	} else if (a->type == CT_SYMBOLIC_FLOAT && operator_ != CT_SYMBOLIC_INVERT) {
		*result = ct_symbolic_from_float(operator_ == CT_SYMBOLIC_MINUS ? -a->f : a->f);
	} else {
		return CT_RAISED(CT_ERROR_TYPE, "bad operand type for unary %s: '%s'",
				 texts[operator_ - CT_SYMBOLIC_MINUS], ct_symbolic_type_name(a));
	}
	return NULL;
}
