/*
 * Python's arithmetic of rates: ints, floats and tensors.
 */
#include <math.h>

#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "optim/schedulers/scheduler.h"

enum operation { PLUS, MINUS, TIMES, OVER };

/* --- of numbers ------------------------------------------------------------------------------- */

static double as_double(const ct_value *value)
{
	double result = 0;

	CT_DO(ct_value_as_float(value, &result));
	return result;
}

/* False if the result is too large, or a fraction. */
static bool compute_ints(enum operation operation, int64_t a, int64_t b, int64_t *result)
{
	switch (operation) {
	case PLUS:
		return !__builtin_add_overflow(a, b, result);
	case MINUS:
		return !__builtin_sub_overflow(a, b, result);
	case TIMES:
		return !__builtin_mul_overflow(a, b, result);
	default:
		return false;
	}
}

static double compute_floats(enum operation operation, double a, double b)
{
	switch (operation) {
	case PLUS:
		return a + b;
	case MINUS:
		return a - b;
	case TIMES:
		return a * b;
	default:
		return a / b;
	}
}

static ct_value compute_numbers(enum operation operation, const ct_value *a, const ct_value *b)
{
	const bool are_ints = a->kind == CT_VALUE_INT && b->kind == CT_VALUE_INT;
	const double divisor = as_double(b);
	int64_t result;

	if (operation == OVER && divisor == 0) {
		CT_FAIL(CT_ERROR_VALUE, are_ints ? "division by zero" : "float division by zero");
		return ct_value_none();
	}
	if (are_ints && compute_ints(operation, a->i, b->i, &result))
		return ct_value_int(result);
	return ct_value_float(compute_floats(operation, as_double(a), divisor));
}

/* --- of tensors ------------------------------------------------------------------------------- */

static ct_tensor *as_tensor(const ct_value *value)
{
	ct_tensor *result = NULL;

	CT_DO(ct_value_as_tensor(value, &result));
	return result;
}

static ct_scalar as_scalar(const ct_value *value)
{
	ct_scalar result = ct_scalar_int(0);

	CT_DO(ct_value_as_scalar(value, &result));
	return result;
}

static ct_tensor *compute_tensors(enum operation operation, const ct_tensor *a, const ct_tensor *b)
{
	switch (operation) {
	case PLUS:
		return CT_E(add, a, b);
	case MINUS:
		return CT_E(sub, a, b);
	case TIMES:
		return CT_E(mul, a, b);
	default:
		return CT_E(div, a, b);
	}
}

static ct_tensor *compute_with_number(enum operation operation, const ct_tensor *a, ct_scalar b)
{
	switch (operation) {
	case PLUS:
		return CT_E(add, a, b);
	case MINUS:
		return CT_E(sub, a, b);
	case TIMES:
		return CT_E(mul, a, b);
	default:
		return CT_E(div, a, b);
	}
}

/* Python's reflected operators. */
static ct_tensor *compute_reflected(enum operation operation, ct_scalar a, const ct_tensor *b)
{
	switch (operation) {
	case MINUS:
		return CT_E(rsub, b, a);
	case OVER:
		return CT_E(mul, CT_E(reciprocal, b), a);
	default:
		return compute_with_number(operation, b, a);
	}
}

static ct_value compute(enum operation operation, const ct_value *a, const ct_value *b)
{
	const bool a_is_tensor = a->kind == CT_VALUE_TENSOR,
		   b_is_tensor = b->kind == CT_VALUE_TENSOR;

	if (ct_expression_failed())
		return ct_value_none();
	if (a_is_tensor && b_is_tensor)
		return ct_value_tensor(compute_tensors(operation, as_tensor(a), as_tensor(b)));
	if (a_is_tensor)
		return ct_value_tensor(compute_with_number(operation, as_tensor(a), as_scalar(b)));
	if (b_is_tensor)
		return ct_value_tensor(compute_reflected(operation, as_scalar(a), as_tensor(b)));
	return compute_numbers(operation, a, b);
}

ct_value ct_lr_plus(ct_value a, ct_value b)
{
	return compute(PLUS, &a, &b);
}

ct_value ct_lr_minus(ct_value a, ct_value b)
{
	return compute(MINUS, &a, &b);
}

ct_value ct_lr_times(ct_value a, ct_value b)
{
	return compute(TIMES, &a, &b);
}

ct_value ct_lr_over(ct_value a, ct_value b)
{
	return compute(OVER, &a, &b);
}

/* --- conversions ------------------------------------------------------------------------------ */

double ct_lr_double(ct_value number)
{
	return number.kind == CT_VALUE_TENSOR ? CT_ITEM(as_tensor(&number)) : as_double(&number);
}

ct_value ct_lr_whole(double number)
{
	const double most = 9007199254740992.0; /* 2^53 */

	if (number == floor(number) && fabs(number) <= most)
		return ct_value_int((int64_t)number);
	return ct_value_float(number);
}

double ct_lr_modulo(double a, double b)
{
	double rest;

	if (b == 0) {
		CT_FAIL(CT_ERROR_VALUE, "integer modulo by zero");
		return 0;
	}
	rest = fmod(a, b);
	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
