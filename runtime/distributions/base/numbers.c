/*
 * Numbers: limits of dtypes, probabilities and logits.
 */
#include <float.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>

#include "distributions/base/class.h"

struct ct_distr_finfo ct_distr_finfo(ct_dtype dtype)
{
	switch (dtype) {
	case CT_FLOAT64:
		return (struct ct_distr_finfo){ DBL_EPSILON, DBL_MIN, -DBL_MAX };
	case CT_FLOAT32:
		return (struct ct_distr_finfo){ FLT_EPSILON, FLT_MIN, -FLT_MAX };
	case CT_FLOAT16:
		return (struct ct_distr_finfo){ 0x1p-10, 0x1p-14, -65504 };
	case CT_BFLOAT16:
		return (struct ct_distr_finfo){ 0x1p-7, 0x1p-126, -0x1.fep127 };
	default:
		CT_FAIL(CT_ERROR_TYPE,
			"torch.finfo() requires a floating point input type. Use torch.iinfo to "
			"handle 'torch.finfo'");
		return (struct ct_distr_finfo){ 0 };
	}
}

/* --- operators -------------------------------------------------------------------------------- */

/* An operator makes a tensor of double precision of a number and converts it, in three times the time
 * of its own. What it converts it to is made here; fewer bits would lose some of the number. */
const ct_tensor *ct_distr_number_beside(const ct_tensor *x, ct_scalar number)
{
	const ct_dtype dtype = ct_tensor_dtype(x);
	const bool is_plain = dtype == CT_FLOAT32 || dtype == CT_FLOAT64;

	if (is_plain && ct_tensor_device(x).type == CT_DEVICE_TYPE_CPU)
		return CT_E(full, CT_L(), number, .dtype = dtype);
	return CT_F(ct_tensor_new_wrapped_number, number);
}

/* Whether the result of an operator has the shape and the dtype of `x`, which a quotient of integers
 * does not have, and nothing is recorded that needs the value of `x`. */
static bool is_free(const ct_tensor *x, const ct_tensor *other)
{
	const ct_ints shape = ct_sizes_of(x), of_other = ct_sizes_of(other);

	if (x == NULL || other == NULL || ct_tensor_dtype(x) != ct_tensor_dtype(other) ||
	    !ct_dtype_is_floating_point(ct_tensor_dtype(x)) || shape.len < of_other.len)
		return false;
	for (int64_t i = 1; i <= of_other.len; i++) {
		const int64_t size = of_other.at[of_other.len - i];

		if (size != 1 && size != shape.at[shape.len - i])
			return false;
	}
	return !ct_autograd_is_grad_enabled() ||
	       (!ct_tensor_requires_grad(x) && !ct_tensor_requires_grad(other));
}

ct_tensor *ct_distr_plus(ct_tensor *x, const ct_tensor *other)
{
	return is_free(x, other) ? CT_E(add_, x, other) : CT_E(add, x, other);
}

ct_tensor *ct_distr_minus(ct_tensor *x, const ct_tensor *other)
{
	return is_free(x, other) ? CT_E(sub_, x, other) : CT_E(sub, x, other);
}

ct_tensor *ct_distr_times(ct_tensor *x, const ct_tensor *other)
{
	return is_free(x, other) ? CT_E(mul_, x, other) : CT_E(mul, x, other);
}

ct_tensor *ct_distr_over(ct_tensor *x, const ct_tensor *other)
{
	return is_free(x, other) ? CT_E(div_, x, other) : CT_E(div, x, other);
}

ct_tensor *ct_distr_one_minus(const ct_tensor *x)
{
	return CT_E(sub, CT_DISTR_BESIDE(x, 1), x);
}

ct_tensor *ct_distr_as(const ct_tensor *x, const ct_tensor *like)
{
	return CT_E(to_dtype, x, ct_tensor_dtype(like));
}

ct_tensor *ct_distr_probs(const ct_tensor *logits, bool is_binary)
{
	return is_binary ? CT_E(sigmoid, logits) : CT_E(softmax_int, logits, -1);
}

ct_tensor *ct_distr_clamped(const ct_tensor *probs)
{
	const double eps = ct_distr_finfo(ct_tensor_dtype(probs)).eps;

	return CT_E(clamp, probs, .min = CT_S(eps), .max = CT_S(1 - eps));
}

ct_tensor *ct_distr_clipped(const ct_tensor *x)
{
	const struct ct_distr_finfo finfo = ct_distr_finfo(ct_tensor_dtype(x));

	return CT_E(clamp, x, .min = CT_S(finfo.tiny), .max = CT_S(1 - finfo.eps));
}

ct_tensor *ct_distr_logits(const ct_tensor *probs, bool is_binary)
{
	const ct_tensor *clamped = ct_distr_clamped(probs);

	return is_binary ? CT_E(sub, CT_E(log, clamped), CT_E(log1p, CT_E(neg, clamped)))
			 : CT_E(log, clamped);
}

ct_tensor *ct_distr_cross_entropy(const ct_tensor *logits, const ct_tensor *target)
{
	return CT_E(nn_binary_cross_entropy_with_logits, logits, target,
		    .reduction = CT_REDUCTION_NONE);
}

ct_tensor *ct_distr_filled(const ct_tensor *x, const ct_tensor *mask, double number)
{
	return CT_E(masked_fill_Scalar, x, mask, number);
}
