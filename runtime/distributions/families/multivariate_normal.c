/*
 * MultivariateNormal.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "distributions/base/class.h"
#include "distributions/families/matrices.h"

enum { LOC, COVARIANCE_MATRIX, PRECISION_MATRIX, SCALE_TRIL, FACTOR /* without the batch */ };

static ct_tensor *scale_tril(const ct_distribution *self)
{
	return ct_distr_over_batch(self, self->at[FACTOR]);
}

static ct_tensor *covariance_matrix(const ct_distribution *self)
{
	return ct_distr_over_batch(self,
				   CT_E(matmul, self->at[FACTOR], CT_E(mT, self->at[FACTOR])));
}

static ct_tensor *precision_matrix(const ct_distribution *self)
{
	return ct_distr_over_batch(self, CT_E(cholesky_inverse, self->at[FACTOR]));
}

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real_vector, .dims = 1 },
	[COVARIANCE_MATRIX] = { .name = "covariance_matrix",
				.constraint = &ct_distr_positive_definite,
				.compute = covariance_matrix,
				.dims = 2 },
	[PRECISION_MATRIX] = { .name = "precision_matrix",
			       .constraint = &ct_distr_positive_definite,
			       .compute = precision_matrix,
			       .dims = 2 },
	[SCALE_TRIL] = { .name = "scale_tril",
			 .constraint = &ct_distr_lower_cholesky,
			 .compute = scale_tril,
			 .dims = 2 },
};

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_dims(const ct_tensor *matrix, int param)
{
	if (ct_tensor_dim(matrix) >= 2)
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "%s%s must be at least two-dimensional, with optional leading batch "
			 "dimensions",
			 parameters[param].name, param == SCALE_TRIL ? " matrix" : "");
}

/* Their batch dimensions are broadcast; the others stay. */
static ct_error set_parameters(ct_distribution *self, const ct_tensor *loc, const ct_tensor *matrix)
{
	const ct_ints of_loc = ct_sizes_of(loc), of_matrix = ct_sizes_of(matrix);
	struct ct_distr_shape batch = { 0 }, shape;
	ct_tensor *expanded;

	CT_TRY(ct_distr_broadcast_shapes(CT_INTS_OF(of_matrix.at, of_matrix.len - 2),
					 CT_INTS_OF(of_loc.at, of_loc.len - 1), &batch));
	shape = ct_distr_joined(ct_distr_ints(&batch), CT_L(-1, -1));
	ct_distr_set(self, self->param, CT_E(expand, matrix, ct_distr_ints(&shape)));
	shape = ct_distr_joined(ct_distr_ints(&batch), CT_L(-1));
	expanded = CT_E(expand, loc, ct_distr_ints(&shape));
	ct_distr_set(self, LOC, expanded);
	ct_distr_set_shapes(self, ct_sizes_of(expanded), 1);
	ct_distr_set(self, FACTOR, matrix); /* until it is computed */
	return NULL;
}

static ct_error multivariate_normal_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_MultivariateNormal_ *a = args;
	const ct_tensor *matrices[] = { [COVARIANCE_MATRIX] = a->covariance_matrix,
					[PRECISION_MATRIX] = a->precision_matrix,
					[SCALE_TRIL] = a->scale_tril };
	int given = 0;

	if (ct_tensor_dim(a->loc) < 1)
		return CT_RAISED(CT_ERROR_VALUE, "loc must be at least one-dimensional.");
	for (int i = COVARIANCE_MATRIX; i <= SCALE_TRIL; i++) {
		given += matrices[i] != NULL;
		if (matrices[i])
			self->param = i;
	}
	if (given != 1)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Exactly one of covariance_matrix or precision_matrix or "
				 "scale_tril may be specified.");
	CT_TRY(check_dims(matrices[self->param], self->param));
	return set_parameters(self, a->loc, matrices[self->param]);
}

/* After the checks: a matrix that is not positive definite has no factor. */
static ct_error multivariate_normal_finish(ct_distribution *self)
{
	const ct_tensor *matrix = self->at[FACTOR];

	if (self->param == SCALE_TRIL)
		return NULL;
	ct_distr_replace(self, FACTOR,
			 self->param == COVARIANCE_MATRIX ? CT_E(linalg_cholesky, matrix)
							  : ct_distr_precision_to_factor(matrix));
	return NULL;
}

static void multivariate_normal_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_set(result, FACTOR, self->at[FACTOR]);
}

/* --- use -------------------------------------------------------------------------------------- */

static ct_tensor *multivariate_normal_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *eps = CT_E(normal_, ct_distr_new(self->at[LOC], &shape));

	return CT_E(add, self->at[LOC], ct_distr_batch_mv(self->at[FACTOR], eps));
}

static int64_t size_of(const ct_distribution *self)
{
	return ct_distr_event(self).at[0];
}

static ct_tensor *multivariate_normal_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *distance;

	ct_distr_check_value(self, value);
	distance = ct_distr_batch_mahalanobis(self->at[FACTOR], CT_E(sub, value, self->at[LOC]));
	distance = CT_E(add, distance, (double)size_of(self) * log(2 * CT_DISTR_PI));
	return CT_E(sub, CT_E(mul, distance, -0.5), ct_distr_log_diagonal(self->at[FACTOR]));
}

static ct_tensor *multivariate_normal_entropy(const ct_distribution *self)
{
	const double constant = 0.5 * (double)size_of(self) * (1.0 + log(2 * CT_DISTR_PI));
	ct_tensor *entropy = CT_E(add, ct_distr_log_diagonal(self->at[FACTOR]), constant);

	return self->batch_len ? CT_E(expand, entropy, ct_distr_batch(self)) : entropy;
}

static ct_tensor *multivariate_normal_loc(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *multivariate_normal_variance(const ct_distribution *self)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, CT_L());

	return CT_E(expand, ct_distr_sum_last(CT_E(pow, self->at[FACTOR], 2)),
		    ct_distr_ints(&shape));
}

const struct ct_distribution_code ct_distributions_MultivariateNormal_code = {
	.parameters = parameters,
	.parameters_len = 4,
	.setup = multivariate_normal_setup,
	.finish = multivariate_normal_finish,
	.expand = multivariate_normal_expand,
	.rsample = multivariate_normal_rsample,
	.log_prob = multivariate_normal_log_prob,
	.entropy = multivariate_normal_entropy,
	.mean = multivariate_normal_loc,
	.mode = multivariate_normal_loc,
	.variance = multivariate_normal_variance,
	.support = &ct_distr_real_vector,
};
