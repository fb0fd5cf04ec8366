/*
 * Fractions of integers, which sympy's sums have as coefficients.
 */
#include <stdlib.h>

#include "export/symbolic/symbolic.h"

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		const int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* Neither is INT64_MIN, whose magnitude does not fit. */
static bool reduce_fraction(int64_t over, int64_t under, struct ct_symbolic_fraction *result)
{
	int64_t divisor;

	if (under == 0 || over == INT64_MIN || under == INT64_MIN)
		return false;
	divisor = common_divisor(over, under);
	if (under < 0)
		divisor = -divisor;
	*result = (struct ct_symbolic_fraction){ over / divisor, under / divisor };
	return true;
}

bool ct_symbolic_fraction_times(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
				struct ct_symbolic_fraction *result)
{
	int64_t over, under;

	return !__builtin_mul_overflow(a.over, b.over, &over) &&
	       !__builtin_mul_overflow(a.under, b.under, &under) &&
	       reduce_fraction(over, under, result);
}

bool ct_symbolic_fraction_plus(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
			       struct ct_symbolic_fraction *result)
{
	int64_t left, right, over, under;

	return !__builtin_mul_overflow(a.over, b.under, &left) &&
	       !__builtin_mul_overflow(b.over, a.under, &right) &&
	       !__builtin_add_overflow(left, right, &over) &&
	       !__builtin_mul_overflow(a.under, b.under, &under) &&
	       reduce_fraction(over, under, result);
}

bool ct_symbolic_fraction_divide(struct ct_symbolic_fraction a, struct ct_symbolic_fraction b,
				 struct ct_symbolic_fraction *result)
{
	struct ct_symbolic_fraction inverse;

	return reduce_fraction(b.under, b.over, &inverse) &&
	       ct_symbolic_fraction_times(a, inverse, result);
}
