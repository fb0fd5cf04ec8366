/*
 * Transforms to lower triangular and to positive definite matrices.
 */
#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

static const struct ct_distr_constraint real_matrix = { .kind = CT_DISTR_INDEPENDENT,
							.base = &ct_distr_real,
							.dims = 2 };

/* --- LowerCholeskyTransform ------------------------------------------------------------------- */

static ct_tensor *diagonal(const ct_tensor *x)
{
	return CT_E(diagonal, x, .dim1 = -2, .dim2 = -1);
}

static ct_tensor *with_diagonal(const ct_tensor *x, const ct_tensor *values)
{
	return CT_E(add, CT_E(tril, x, -1), CT_E(diag_embed, values));
}

static ct_tensor *lower_call(const transform *t, const ct_tensor *x)
{
	(void)t;
	return with_diagonal(x, CT_E(exp, diagonal(x)));
}

static ct_tensor *lower_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return with_diagonal(y, CT_E(log, diagonal(y)));
}

const struct ct_distribution_transform_code
	ct_distribution_transforms_LowerCholeskyTransform_code = {
		.call = lower_call,
		.inverse = lower_inverse,
		.domain = &real_matrix,
		.codomain = &ct_distr_lower_cholesky,
		.equal = ct_distr_always_equal,
	};

/* --- PositiveDefiniteTransform ---------------------------------------------------------------- */

static ct_tensor *definite_call(const transform *t, const ct_tensor *x)
{
	x = lower_call(t, x);
	return CT_E(matmul, x, CT_E(mT, x));
}

static ct_tensor *definite_inverse(const transform *t, const ct_tensor *y)
{
	return lower_inverse(t, CT_E(linalg_cholesky, y));
}

const struct ct_distribution_transform_code
	ct_distribution_transforms_PositiveDefiniteTransform_code = {
		.call = definite_call,
		.inverse = definite_inverse,
		.domain = &real_matrix,
		.codomain = &ct_distr_positive_definite,
		.equal = ct_distr_always_equal,
	};
