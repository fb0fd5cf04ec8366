/*
 * Wishart: samples by Bartlett's decomposition, for which the first part is a Chi2 of each row.
 */
#include <math.h>

#include <ctorch/tensor/settings.h>

#include "core/base/name_of.h"
#include "distributions/base/class.h"
#include "distributions/families/matrices.h"
#include "tensor/tensor/facts.h"

/* In the order of Python's dict; the last one is without the batch. */
enum { COVARIANCE_MATRIX, PRECISION_MATRIX, SCALE_TRIL, DF, FACTOR };

enum { TRIES = 10 }; /* to replace singular samples */

static const double log_2 = 0.6931471805599453;

static int64_t wishart_size(const ct_distribution *self)
{
	return ct_distr_event(self).at[0];
}

/* [batch_shape, n, n] */
static ct_tensor *over_batch(const ct_distribution *self, const ct_tensor *matrix)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, CT_L());

	return CT_E(expand, matrix, ct_distr_ints(&shape));
}

static ct_tensor *wishart_scale_tril(const ct_distribution *self)
{
	return over_batch(self, self->at[FACTOR]);
}

static ct_tensor *wishart_covariance_matrix(const ct_distribution *self)
{
	const ct_tensor *factor = self->at[FACTOR];

	return over_batch(self, CT_E(matmul, factor, CT_E(mT, factor)));
}

static ct_tensor *wishart_precision_matrix(const ct_distribution *self)
{
	const ct_tensor *factor = self->at[FACTOR];
	const ct_tensor *identity = CT_E(eye, wishart_size(self), .dtype = ct_tensor_dtype(factor),
					 .device = ct_tensor_device(factor));

	return over_batch(self, CT_E(cholesky_solve, identity, factor));
}

static void wishart_df_constraint(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_GREATER_THAN,
						.lower = { .number = ct_scalar_int(
								   wishart_size(self) - 1) } };
}

static const struct ct_distr_parameter parameters[] = {
	[COVARIANCE_MATRIX] = { .name = "covariance_matrix",
				.constraint = &ct_distr_positive_definite,
				.compute = wishart_covariance_matrix,
				.dims = 2 },
	[PRECISION_MATRIX] = { .name = "precision_matrix",
			       .constraint = &ct_distr_positive_definite,
			       .compute = wishart_precision_matrix,
			       .dims = 2 },
	[SCALE_TRIL] = { .name = "scale_tril",
			 .constraint = &ct_distr_lower_cholesky,
			 .compute = wishart_scale_tril,
			 .dims = 2 },
	[DF] = { .name = "df", .find = wishart_df_constraint },
};

/* --- making ----------------------------------------------------------------------------------- */

static bool is_any(const ct_tensor *x)
{
	return CT_ITEM(CT_E(any, x)) != 0;
}

/* `df` as it was given: the text of a number is Python's. */
static ct_error refuse_df(const ct_tensor *df, int64_t n)
{
	struct ct_text text = { 0 };
	ct_error error;

	ct_distr_add_tensor(&text, df);
	error = CT_RAISED(CT_ERROR_VALUE,
			  "Value of df=%s expected to be greater than ndim - 1 = %lld.",
			  text.data ? text.data : "", (long long)n - 1);
	ct_text_release(&text);
	return error;
}

/* Sets `df` and the matrix, whose batch dimensions are broadcast. A number stays one without
 * dimensions. */
static ct_error wishart_set(ct_distribution *self, const ct_tensor *df, const ct_tensor *matrix)
{
	const ct_ints sizes = ct_sizes_of(matrix);
	struct ct_distr_shape batch = ct_distr_joined(CT_INTS_OF(sizes.at, sizes.len - 2), CT_L());
	struct ct_distr_shape shape;

	if (ct_is_wrapped_number(df)) {
		df = CT_E(_to_copy, df, .dtype = ct_tensor_dtype(matrix),
			  .device = ct_tensor_device(matrix));
	} else {
		CT_TRY(ct_distr_broadcast_shapes(ct_distr_ints(&batch), ct_sizes_of(df), &batch));
		df = CT_E(expand, df, ct_distr_ints(&batch));
	}
	shape = ct_distr_joined(ct_distr_ints(&batch), CT_INTS_OF(sizes.at + sizes.len - 2, 2));
	ct_distr_set_shapes(self, ct_distr_ints(&shape), 2);
	ct_distr_set(self, DF, df);
	ct_distr_set(self, self->param, CT_E(expand, matrix, ct_distr_ints(&shape)));
	ct_distr_set(self, FACTOR, matrix); /* until it is computed */
	return CT_DONE();
}

static ct_error check_df(const ct_distribution *self, const ct_tensor *given)
{
	const int64_t n = ct_distr_event(self).at[1];

	if (is_any(CT_E(le_Scalar, self->at[DF], n - 1)))
		return refuse_df(given, n);
	if (is_any(CT_E(lt_Scalar, self->at[DF], n)))
		ct_warn("Low df values detected. Singular samples are highly likely to occur for "
			"ndim - 1 < df < ndim.");
	return NULL;
}

static ct_error wishart_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Wishart_ *a = args;
	const ct_tensor *matrices[] = { [COVARIANCE_MATRIX] = a->covariance_matrix,
					[PRECISION_MATRIX] = a->precision_matrix,
					[SCALE_TRIL] = a->scale_tril };
	int given = 0;

	for (int i = COVARIANCE_MATRIX; i <= SCALE_TRIL; i++) {
		given += matrices[i] != NULL;
		if (matrices[i])
			self->param = i;
	}
	if (given != 1)
		return CT_RAISED(CT_ERROR_ASSERTION,
				 "Exactly one of covariance_matrix or precision_matrix or "
				 "scale_tril may be specified.");
	if (ct_tensor_dim(matrices[self->param]) < 2)
		return CT_RAISED(CT_ERROR_VALUE,
				 "scale_tril must be at least two-dimensional, with "
				 "optional leading batch dimensions");
	CT_TRY(wishart_set(self, a->df, matrices[self->param]));
	return check_df(self, a->df);
}

/* The degrees of freedom, over the batch. */
static ct_tensor *df_of_batch(const ct_distribution *self)
{
	return CT_E(expand, self->at[DF], ct_distr_batch(self));
}

/* A Chi2 for each row has one degree of freedom less than that of the row before. */
static void set_chi2(ct_distribution *self)
{
	const ct_tensor *factor = self->at[FACTOR];
	const struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(self), CT_L(-1));
	const ct_tensor *rows = CT_E(arange, wishart_size(self), .dtype = ct_tensor_dtype(factor),
				     .device = ct_tensor_device(factor));
	const ct_distribution *chi2;

	rows = CT_E(expand, rows, ct_distr_ints(&shape));
	chi2 = CT_DISTRIBUTION(Chi2, CT_E(sub, CT_E(unsqueeze, self->at[DF], -1), rows));
	if (chi2)
		ct_distr_set_part(self, 0, chi2);
}

static ct_error wishart_finish(ct_distribution *self)
{
	const ct_tensor *matrix = self->at[FACTOR];

	if (self->param != SCALE_TRIL)
		ct_distr_replace(self, FACTOR,
				 self->param == COVARIANCE_MATRIX
					 ? CT_E(linalg_cholesky, matrix)
					 : ct_distr_precision_to_factor(matrix));
	CT_TRY(CT_DONE());
	set_chi2(self);
	return CT_DONE();
}

static void wishart_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_expand_parameter(self, result, FACTOR, 2);
	set_chi2(result);
}

/* --- samples ---------------------------------------------------------------------------------- */

/* The factor of a sample of the standard distribution: roots of Chi2 variables on the diagonal and
 * normal variables below. */
static ct_tensor *standard_factor(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const int64_t n = wishart_size(self), below = n * (n - 1) / 2;
	const ct_tensor *roots = CT_E(sqrt, ct_distr_rsample(self->parts[0], sample_shape));
	struct ct_distr_shape of_normal = ct_distr_joined(sample_shape, ct_distr_batch(self));
	const ct_tensor *places, *normal, *lower;

	roots = CT_E(clamp, roots, .min = CT_S(ct_distr_finfo(ct_tensor_dtype(roots)).eps));
	of_normal = ct_distr_joined(ct_distr_ints(&of_normal), CT_L(below));
	normal = CT_E(normal_, ct_distr_new(roots, &of_normal));
	places = CT_E(tril_indices, n, n, .offset = -1, .dtype = CT_INT64,
		      .device = ct_tensor_device(roots));
	places = CT_E(add, CT_E(mul, CT_E(select_int, places, 0, 0), n),
		      CT_E(select_int, places, 0, 1));
	lower = CT_E(flatten, CT_E(zeros_like, CT_E(diag_embed, roots)), -2, -1);
	lower = CT_E(view, CT_E(index_copy, lower, -1, places, normal), ct_distr_ints(&shape));
	return CT_E(add, CT_E(diag_embed, roots), lower);
}

static ct_tensor *bartlett(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_tensor *factor = CT_E(matmul, self->at[FACTOR],
				       standard_factor(self, sample_shape));

	return CT_E(matmul, factor, CT_E(mT, factor));
}

/* Whether all, or some, matrices of the batch are in the support: a bool for each sample. */
static ct_tensor *some_of_batch(const ct_distribution *self, const ct_tensor *x)
{
	int64_t dims[CT_DISTR_DIMS];

	for (int64_t i = 0; i < self->batch_len; i++)
		dims[i] = -1 - i;
	return self->batch_len ? CT_E(amax, x, CT_INTS_OF(dims, self->batch_len)) : (ct_tensor *)x;
}

static ct_tensor *is_in_support(const ct_tensor *samples)
{
	return ct_distr_satisfies(&ct_distr_positive_definite, samples);
}

/* Python draws every sample twice: it first takes the valid ones for singular. Then it repeats those
 * that are singular. `samples` and the mask have a dimension of samples. */
static ct_tensor *corrected(const ct_distribution *self, ct_tensor *samples, ct_tensor *again)
{
	for (int i = 0; i < TRIES && is_any(again); i++) {
		const int64_t count = (int64_t)CT_ITEM(CT_E(sum, again));
		const ct_tensor *new = bartlett(self, CT_L(count)), *singular;

		samples = CT_E(index_put, samples, CT_TENSORS(again), new);
		singular = CT_E(logical_not, is_in_support(new));
		again = CT_E(masked_scatter, again, again, some_of_batch(self, singular));
	}
	return samples;
}

static ct_tensor *wishart_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	ct_tensor *samples = bartlett(self, sample_shape);
	ct_tensor *again = some_of_batch(self, is_in_support(samples));

	if (sample_shape.len)
		return corrected(self, samples, again);
	samples = corrected(self, CT_E(unsqueeze, samples, 0), CT_E(unsqueeze, again, 0));
	return CT_E(squeeze_dim, samples, 0);
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_tensor *log_det_of(const ct_tensor *matrix)
{
	ct_tensor *sign = NULL, *log_det = NULL;

	CT_DO(CT(linalg_slogdet, &sign, &log_det, matrix));
	return log_det;
}

/* n * log(2) / 2 and half the logarithm of the determinant of the covariance matrix. */
static ct_tensor *half_log_det(const ct_distribution *self)
{
	return CT_E(add, ct_distr_log_diagonal(self->at[FACTOR]),
		    (double)wishart_size(self) * log_2 / 2);
}

/* mvlgamma(df / 2) */
static ct_tensor *log_gamma(const ct_distribution *self)
{
	return CT_E(mvlgamma, CT_E(div, self->at[DF], 2), wishart_size(self));
}

/* (df - n - 1) / 2 */
static ct_tensor *power_of_det(const ct_distribution *self)
{
	return CT_E(div, CT_E(sub, CT_E(sub, self->at[DF], wishart_size(self)), 1), 2);
}

static ct_tensor *wishart_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *log_prob, *trace;

	ct_distr_check_value(self, value);
	log_prob = CT_E(neg, self->at[DF]);
	log_prob = CT_E(mul, log_prob, half_log_det(self));
	log_prob = CT_E(sub, log_prob, log_gamma(self));
	trace = power_of_det(self);
	log_prob = CT_E(add, log_prob, CT_E(mul, trace, log_det_of(value)));
	trace = CT_E(diagonal, CT_E(cholesky_solve, value, self->at[FACTOR]), .dim1 = -2,
		     .dim2 = -1);
	return CT_E(sub, log_prob, CT_E(div, ct_distr_sum_last(trace), 2));
}

/* The derivative of mvlgamma(). */
static ct_tensor *mvdigamma(const ct_tensor *x, int64_t n)
{
	const ct_tensor *rows;

	if (CT_ITEM(CT_E(all, CT_E(gt_Scalar, x, (double)(n - 1) / 2))) == 0)
		return CT_FAIL(CT_ERROR_ASSERTION,
			       "Wrong domain for multivariate digamma function.");
	rows = CT_E(arange, n, .dtype = ct_tensor_dtype(x), .device = ct_tensor_device(x));
	return ct_distr_sum_last(
		CT_E(digamma, CT_E(sub, CT_E(unsqueeze, x, -1), CT_E(div, rows, 2))));
}

static ct_tensor *wishart_entropy(const ct_distribution *self)
{
	const int64_t n = wishart_size(self);
	const ct_tensor *entropy = CT_E(mul, half_log_det(self), n + 1), *power;

	entropy = CT_E(add, entropy, log_gamma(self));
	power = power_of_det(self);
	power = CT_E(mul, power, mvdigamma(CT_E(div, self->at[DF], 2), n));
	entropy = CT_E(sub, entropy, power);
	return CT_E(add, entropy, CT_E(div, CT_E(mul, self->at[DF], n), 2));
}

/* --- moments ---------------------------------------------------------------------------------- */

static ct_tensor *times_covariance(const ct_distribution *self, const ct_tensor *x)
{
	return CT_E(mul, CT_E(unsqueeze, CT_E(unsqueeze, x, -1), -1),
		    ct_distr_get(self, COVARIANCE_MATRIX));
}

static ct_tensor *wishart_mean(const ct_distribution *self)
{
	return times_covariance(self, df_of_batch(self));
}

static ct_tensor *wishart_mode(const ct_distribution *self)
{
	const ct_tensor *factor = CT_E(sub, CT_E(sub, df_of_batch(self), wishart_size(self)), 1);

	factor = ct_distr_filled(factor, CT_E(le_Scalar, factor, 0), NAN);
	return times_covariance(self, factor);
}

static ct_tensor *wishart_variance(const ct_distribution *self)
{
	const ct_tensor *covariance = ct_distr_get(self, COVARIANCE_MATRIX), *df;
	const ct_tensor *diagonal = CT_E(diagonal, covariance, .dim1 = -2, .dim2 = -1), *products;

	df = CT_E(unsqueeze, CT_E(unsqueeze, df_of_batch(self), -1), -1);
	products = CT_E(mul, CT_E(unsqueeze, diagonal, -1), CT_E(unsqueeze, diagonal, -2));
	return CT_E(mul, df, CT_E(add, CT_E(pow, covariance, 2), products));
}

/* --- the exponential family ------------------------------------------------------------------- */

static void wishart_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = CT_E(div, CT_E(neg, ct_distr_get(self, PRECISION_MATRIX)), 2);
	result[1] = power_of_det(self);
}

static ct_tensor *wishart_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const int64_t n = wishart_size(self);
	const ct_tensor *y = CT_E(add, natural[1], (double)(n + 1) / 2), *product;

	product = CT_E(neg, log_det_of(CT_E(mul, natural[0], -2)));
	product = CT_E(mul, y, CT_E(add, product, log_2 * (double)n));
	y = CT_E(add, natural[1], (double)(n + 1) / 2);
	return CT_E(add, product, CT_E(mvlgamma, y, n));
}

static const struct ct_distr_exp_family family = {
	.natural_len = 2,
	.natural_params = wishart_natural_params,
	.log_normalizer = wishart_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_Wishart_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 4,
	.setup = wishart_setup,
	.finish = wishart_finish,
	.expand = wishart_expand,
	.rsample = wishart_rsample,
	.log_prob = wishart_log_prob,
	.entropy = wishart_entropy,
	.mean = wishart_mean,
	.mode = wishart_mode,
	.variance = wishart_variance,
	.support = &ct_distr_positive_definite,
};
