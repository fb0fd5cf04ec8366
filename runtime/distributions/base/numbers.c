/*
 * Numbers: limits of dtypes, probabilities and logits.
 */
#include <float.h>

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
			"handle '%s'",
			ct_dtype_name(dtype));
		return (struct ct_distr_finfo){ 0 };
	}
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
