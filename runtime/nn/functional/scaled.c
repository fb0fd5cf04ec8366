/*
 * torch.nn.functional: products of scaled matrices. The operators have the arguments in another
 * order, and take empty lists for None.
 */
#include <ctorch/calls/call.h>
#include <ctorch/calls/nn.h>
#include <ctorch/nn/functions.h>

/* The lists of one factor. */
#define SCALED_PARAMETERS                                                                   \
	ct_tensor *const *scale_a, int64_t scale_a_len, const int64_t *scale_recipe_a,      \
		int64_t scale_recipe_a_len, ct_tensor *const *scale_b, int64_t scale_b_len, \
		const int64_t *scale_recipe_b, int64_t scale_recipe_b_len,                  \
		const int64_t *swizzle_a, int64_t swizzle_a_len, const int64_t *swizzle_b,  \
		int64_t swizzle_b_len
#define SCALED_ARGUMENTS                                                                     \
	CT_TENSORS_OF(scale_a, scale_a_len), CT_INTS_OF(scale_recipe_a, scale_recipe_a_len), \
		CT_INTS_OF(swizzle_a, swizzle_a_len), CT_TENSORS_OF(scale_b, scale_b_len),   \
		CT_INTS_OF(scale_recipe_b, scale_recipe_b_len),                              \
		CT_INTS_OF(swizzle_b, swizzle_b_len)

#ifdef CT_HAS_nn_scaled_mm
ct_error ct_nn_scaled_mm(const ct_tensor *mat_a, const ct_tensor *mat_b, SCALED_PARAMETERS,
			 const ct_tensor *bias, ct_dtype output_dtype,
			 const int64_t *contraction_dim, int64_t contraction_dim_len,
			 bool use_fast_accum, ct_tensor **result)
{
	return CT(_scaled_mm_v2, result, mat_a, mat_b, SCALED_ARGUMENTS, bias, output_dtype,
		  CT_INTS_OF(contraction_dim, contraction_dim_len), use_fast_accum);
}
#endif

#ifdef CT_HAS_nn_scaled_grouped_mm
ct_error ct_nn_scaled_grouped_mm(const ct_tensor *mat_a, const ct_tensor *mat_b, SCALED_PARAMETERS,
				 const ct_tensor *bias, const ct_tensor *offs,
				 ct_dtype output_dtype, const int64_t *contraction_dim,
				 int64_t contraction_dim_len, bool use_fast_accum,
				 ct_tensor **result)
{
	return CT(_scaled_grouped_mm_v2, result, mat_a, mat_b, SCALED_ARGUMENTS, offs, bias,
		  output_dtype, CT_INTS_OF(contraction_dim, contraction_dim_len), use_fast_accum);
}
#endif

#ifdef CT_HAS_nn_scaled_addmm
ct_error ct_nn_scaled_addmm(const ct_tensor *input, const ct_tensor *mat1, const ct_tensor *mat2,
			    SCALED_PARAMETERS, const int64_t *contraction_dim,
			    int64_t contraction_dim_len, bool use_fast_accum, ct_scalar beta,
			    ct_scalar alpha, ct_tensor **result)
{
	return CT(_scaled_addmm, result, input, mat1, mat2, SCALED_ARGUMENTS,
		  CT_INTS_OF(contraction_dim, contraction_dim_len), .beta = CT_S(beta),
		  .alpha = CT_S(alpha), .use_fast_accum = use_fast_accum);
}

ct_error ct_nn_scaled_addmm_(ct_tensor *input, const ct_tensor *mat1, const ct_tensor *mat2,
			     SCALED_PARAMETERS, const int64_t *contraction_dim,
			     int64_t contraction_dim_len, bool use_fast_accum, ct_scalar beta,
			     ct_scalar alpha, ct_tensor **result)
{
	return ct__scaled_addmm_(input, mat1, mat2, scale_a, scale_a_len, scale_recipe_a,
				 scale_recipe_a_len, swizzle_a, swizzle_a_len, scale_b, scale_b_len,
				 scale_recipe_b, scale_recipe_b_len, swizzle_b, swizzle_b_len,
				 contraction_dim, contraction_dim_len, beta, alpha, use_fast_accum,
				 result);
}
#endif
