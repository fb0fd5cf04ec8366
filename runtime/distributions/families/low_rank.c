/*
 * LowRankMultivariateNormal.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "distributions/families/low_rank.h"
#include "distributions/families/matrices.h"
#include "nn/functional/raise.h"

enum {
	LOC,
	COV_FACTOR,
	COV_DIAG,
	FACTOR = CT_DISTR_LOW_RANK_FACTOR,
	DIAG = CT_DISTR_LOW_RANK_DIAG,
	CAPACITANCE = CT_DISTR_LOW_RANK_CAPACITANCE
};

static const struct ct_distr_constraint real_matrix = { .kind = CT_DISTR_INDEPENDENT,
							.base = &ct_distr_real,
							.dims = 2 };
static const struct ct_distr_constraint positive_vector = { .kind = CT_DISTR_INDEPENDENT,
							    .base = &ct_distr_positive,
							    .dims = 1 };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real_vector, .dims = 1 },
	[COV_FACTOR] = { .name = "cov_factor", .constraint = &real_matrix, .dims = 2 },
	[COV_DIAG] = { .name = "cov_diag", .constraint = &positive_vector, .dims = 1 },
};

/* --- the covariance matrix, by the Woodbury identity and the matrix determinant lemma --------- */

static ct_tensor *scaled(const ct_tensor *factor, const ct_tensor *diag)
{
	return CT_E(div, CT_E(mT, factor), CT_E(unsqueeze, diag, -2));
}

ct_tensor *ct_distr_low_rank_scaled(const ct_distribution *self)
{
	return scaled(self->at[FACTOR], self->at[DIAG]);
}

ct_tensor *ct_distr_low_rank_log_det(const ct_distribution *self)
{
	const ct_tensor *of_capacitance = CT_E(mul, ct_distr_log_diagonal(self->at[CAPACITANCE]),
					       2);

	return CT_E(add, of_capacitance, ct_distr_sum_last(CT_E(log, self->at[DIAG])));
}

ct_tensor *ct_distr_low_rank_mahalanobis(const ct_distribution *self, const ct_tensor *x)
{
	const ct_tensor *projected = ct_distr_batch_mv(ct_distr_low_rank_scaled(self), x);
	const ct_tensor *whole = ct_distr_sum_last(CT_E(div, CT_E(pow, x, 2), self->at[DIAG]));

	return CT_E(sub, whole, ct_distr_batch_mahalanobis(self->at[CAPACITANCE], projected));
}

/* The Cholesky factor of x + I. */
static ct_tensor *factor_with_identity(const ct_tensor *x)
{
	ct_tensor *matrix = CT_E(contiguous, x);

	CT_E(add_, CT_E(diagonal, matrix, .dim1 = -2, .dim2 = -1), 1);
	return CT_E(linalg_cholesky, matrix);
}

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_shapes(const struct ct_args_distributions_LowRankMultivariateNormal_ *a)
{
	const int64_t n = ct_tensor_dim(a->loc) < 1 ? 0 : ct_tensor_size(a->loc, -1);

	if (ct_tensor_dim(a->loc) < 1)
		return CT_RAISED(CT_ERROR_VALUE, "loc must be at least one-dimensional.");
	if (ct_tensor_dim(a->cov_factor) < 2)
		return CT_RAISED(CT_ERROR_VALUE, "cov_factor must be at least two-dimensional, "
						 "with optional leading batch dimensions");
	if (ct_tensor_size(a->cov_factor, -2) != n)
		return CT_RAISED(CT_ERROR_VALUE,
				 "cov_factor must be a batch of matrices with shape %lld x m",
				 (long long)n);
	if (ct_tensor_dim(a->cov_diag) < 1 || ct_tensor_size(a->cov_diag, -1) != n)
		return CT_RAISED(
			CT_ERROR_VALUE,
			"cov_diag must be a batch of vectors with shape torch.Size([%lld])",
			(long long)n);
	return NULL;
}

/* The batches are broadcast: as columns, as in Python. */
static ct_error low_rank_set(ct_distribution *self,
			     const struct ct_args_distributions_LowRankMultivariateNormal_ *a)
{
	const ct_tensor *loc = CT_E(unsqueeze, a->loc, -1);
	const ct_tensor *diag = CT_E(unsqueeze, a->cov_diag, -1);
	ct_tensor **all = NULL;
	int64_t len = 0;
	ct_error error;

	CT_TRY(CT_DONE());
	error = CT(broadcast_tensors, &all, &len, CT_TENSORS(loc, a->cov_factor, diag));
	if (error) {
		ct_error_free(error);
		return CT_RAISED(CT_ERROR_VALUE,
				 "Incompatible batch shapes: loc %s, cov_factor %s, cov_diag %s",
				 ct_nn_size_text(a->loc).at, ct_nn_size_text(a->cov_factor).at,
				 ct_nn_size_text(a->cov_diag).at);
	}
	ct_distr_set(self, LOC, CT_E(select_int, all[0], -1, 0));
	ct_distr_set(self, COV_FACTOR, all[1]);
	ct_distr_set(self, COV_DIAG, CT_E(select_int, all[2], -1, 0));
	return CT_DONE();
}

static ct_error low_rank_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_LowRankMultivariateNormal_ *a = args;

	CT_TRY(check_shapes(a));
	CT_TRY(low_rank_set(self, a));
	ct_distr_set_shapes(self, ct_sizes_of(self->at[LOC]), 1);
	ct_distr_set(self, FACTOR, a->cov_factor);
	ct_distr_set(self, DIAG, a->cov_diag);
	ct_distr_set(self, CAPACITANCE,
		     factor_with_identity(
			     CT_E(matmul, scaled(a->cov_factor, a->cov_diag), a->cov_factor)));
	return NULL;
}

static void low_rank_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	for (int i = FACTOR; i <= CAPACITANCE; i++)
		ct_distr_set(result, i, self->at[i]);
}

/* --- matrices --------------------------------------------------------------------------------- */

static ct_tensor *low_rank_covariance_matrix(const ct_distribution *self)
{
	const ct_tensor *factor = self->at[FACTOR];
	const ct_tensor *square = CT_E(matmul, factor, CT_E(mT, factor));

	return ct_distr_over_batch(self, CT_E(add, square, CT_E(diag_embed, self->at[DIAG])));
}

static ct_tensor *low_rank_precision_matrix(const ct_distribution *self)
{
	const ct_tensor *a = CT_E(linalg_solve_triangular, self->at[CAPACITANCE],
				  ct_distr_low_rank_scaled(self), .upper = false);
	const ct_tensor *inverse = CT_E(diag_embed, CT_E(reciprocal, self->at[DIAG]));

	return ct_distr_over_batch(self, CT_E(sub, inverse, CT_E(matmul, CT_E(mT, a), a)));
}

/* That of W W^T + D = D^1/2 (I + V V^T) D^1/2, where V = D^-1/2 W: the eigenvalues of the matrix in
 * the middle are at least 1. */
static ct_tensor *low_rank_scale_tril(const ct_distribution *self)
{
	const ct_tensor *root = CT_E(unsqueeze, CT_E(sqrt, self->at[DIAG]), -1);
	const ct_tensor *v = CT_E(div, self->at[FACTOR], root);
	const ct_tensor *factor = factor_with_identity(CT_E(matmul, v, CT_E(mT, v)));

	return ct_distr_over_batch(self, CT_E(mul, root, factor));
}

static const struct ct_distr_attribute attributes[] = {
	{ "covariance_matrix", low_rank_covariance_matrix },
	{ "precision_matrix", low_rank_precision_matrix },
	{ "scale_tril", low_rank_scale_tril },
};

/* --- use -------------------------------------------------------------------------------------- */

static ct_tensor *low_rank_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	struct ct_distr_shape of_factor = shape;
	const ct_tensor *along_factor, *along_diag, *sum;

	if (of_factor.len == 0)
		return NULL; /* after an error */
	of_factor.at[of_factor.len - 1] = ct_size_of(self->at[COV_FACTOR], -1);
	along_factor = CT_E(normal_, ct_distr_new(self->at[LOC], &of_factor));
	along_diag = CT_E(normal_, ct_distr_new(self->at[LOC], &shape));
	sum = CT_E(add, self->at[LOC], ct_distr_batch_mv(self->at[FACTOR], along_factor));
	return CT_E(add, sum, CT_E(mul, CT_E(sqrt, self->at[DIAG]), along_diag));
}

static double low_rank_size(const ct_distribution *self)
{
	return (double)ct_distr_event(self).at[0];
}

static ct_tensor *low_rank_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *distance, *log_det;

	ct_distr_check_value(self, value);
	distance = ct_distr_low_rank_mahalanobis(self, CT_E(sub, value, self->at[LOC]));
	log_det = CT_E(add, ct_distr_low_rank_log_det(self),
		       low_rank_size(self) * log(2 * CT_DISTR_PI));
	return CT_E(mul, CT_E(add, log_det, distance), -0.5);
}

static ct_tensor *low_rank_entropy(const ct_distribution *self)
{
	const double constant = low_rank_size(self) * (1.0 + log(2 * CT_DISTR_PI));
	ct_tensor *entropy = CT_E(mul, CT_E(add, ct_distr_low_rank_log_det(self), constant), 0.5);

	return self->batch_len ? CT_E(expand, entropy, ct_distr_batch(self)) : entropy;
}

static ct_tensor *low_rank_loc(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *low_rank_variance(const ct_distribution *self)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, CT_L());
	const ct_tensor *of_factor = ct_distr_sum_last(CT_E(pow, self->at[FACTOR], 2));

	return CT_E(expand, CT_E(add, of_factor, self->at[DIAG]), ct_distr_ints(&shape));
}

const struct ct_distribution_code ct_distributions_LowRankMultivariateNormal_code = {
	.parameters = parameters,
	.parameters_len = 3,
	.attributes = attributes,
	.attributes_len = 3,
	.setup = low_rank_setup,
	.expand = low_rank_expand,
	.rsample = low_rank_rsample,
	.log_prob = low_rank_log_prob,
	.entropy = low_rank_entropy,
	.mean = low_rank_loc,
	.mode = low_rank_loc,
	.variance = low_rank_variance,
	.support = &ct_distr_real_vector,
};
