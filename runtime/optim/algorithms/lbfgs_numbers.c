/*
 * Numbers that are floats or tensors in Python.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "optim/algorithms/lbfgs.h"

struct ct_lbfgs_number ct_lbfgs_float(double value)
{
	return (struct ct_lbfgs_number){ .value = value };
}

struct ct_lbfgs_number ct_lbfgs_int(int64_t value)
{
	return (struct ct_lbfgs_number){ .value = (double)value, .is_int = true };
}

/* Whether an operation rounds to float32. */
static bool rounds(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b)
{
	return l->is_single && (a.is_tensor || b.is_tensor);
}

#define DEFINE(name, operator, of_ints)                                                         \
	struct ct_lbfgs_number name(const struct ct_lbfgs *l, struct ct_lbfgs_number a,         \
				    struct ct_lbfgs_number b)                                   \
	{                                                                                       \
		const double value = rounds(l, a, b)                                            \
					     ? (double)((float)a.value operator(float) b.value) \
					     : a.value operator b.value;                        \
                                                                                                \
		return (struct ct_lbfgs_number){ value, a.is_tensor || b.is_tensor,             \
						 of_ints && a.is_int && b.is_int };             \
	}

DEFINE(ct_lbfgs_add, +, true)
DEFINE(ct_lbfgs_sub, -, true)
DEFINE(ct_lbfgs_mul, *, true)
static DEFINE(divide, /, false)

	/* In Python a float divided by a tensor is the tensor's reciprocal times the float. */
	struct ct_lbfgs_number
	ct_lbfgs_div(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b)
{
	if (a.is_tensor || !b.is_tensor)
		return divide(l, a, b);
	return ct_lbfgs_mul(l, divide(l, ct_lbfgs_float(1), b), a);
}

/* libtorch's may differ from sqrtf() in the last digit. */
struct ct_lbfgs_number ct_lbfgs_sqrt(const struct ct_lbfgs *l, struct ct_lbfgs_number a)
{
	const ct_dtype dtype = l->is_single ? CT_FLOAT32 : CT_FLOAT64;

	if (!a.is_tensor)
		return ct_lbfgs_float(sqrt(a.value));
	return (struct ct_lbfgs_number){
		CT_ITEM(CT_E(sqrt, CT_E(scalar_tensor, a.value, .dtype = dtype))), .is_tensor = true
	};
}

struct ct_lbfgs_number ct_lbfgs_abs(struct ct_lbfgs_number a)
{
	return (struct ct_lbfgs_number){ fabs(a.value), a.is_tensor, a.is_int };
}

bool ct_lbfgs_less(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b)
{
	return rounds(l, a, b) ? (float)a.value < (float)b.value : a.value < b.value;
}

bool ct_lbfgs_at_most(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b)
{
	return rounds(l, a, b) ? (float)a.value <= (float)b.value : a.value <= b.value;
}

struct ct_lbfgs_number ct_lbfgs_min(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b)
{
	return ct_lbfgs_less(l, b, a) ? b : a;
}

struct ct_lbfgs_number ct_lbfgs_max(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b)
{
	return ct_lbfgs_less(l, a, b) ? b : a;
}

struct ct_lbfgs_number ct_lbfgs_dot(const ct_tensor *a, const ct_tensor *b)
{
	return (struct ct_lbfgs_number){ CT_ITEM(CT_E(dot, a, b)), .is_tensor = true };
}

struct ct_lbfgs_number ct_lbfgs_largest(const ct_tensor *x)
{
	return (struct ct_lbfgs_number){ CT_ITEM(CT_E(amax, CT_E(abs, x))), .is_tensor = true };
}
