/*
 * Normal.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOC, SCALE };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

static ct_tensor *normal_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return CT_E(normal_Tensor_Tensor, CT_E(expand, self->at[LOC], ct_distr_ints(&shape)),
		    CT_E(expand, self->at[SCALE], ct_distr_ints(&shape)));
}

static ct_tensor *normal_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	ct_tensor *eps = CT_E(normal_, ct_distr_new(self->at[LOC], &shape));

	return ct_distr_plus(ct_distr_times(eps, self->at[SCALE]), self->at[LOC]);
}

/* Python's -(off ** 2) / (2 * var) is off ** 2 / (-2 * var). */
static ct_tensor *normal_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *log_scale;
	ct_tensor *var, *result;

	ct_distr_check_value(self, value);
	var = CT_E(pow, self->at[SCALE], 2);
	log_scale = CT_E(log, self->at[SCALE]);
	result = CT_E(pow, CT_E(sub, value, self->at[LOC]), 2);
	result = ct_distr_over(result, ct_distr_times(var, CT_DISTR_BESIDE(var, -2)));
	result = ct_distr_minus(result, log_scale);
	return ct_distr_minus(result, CT_DISTR_BESIDE(result, log(sqrt(2 * CT_DISTR_PI))));
}

static ct_tensor *normal_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *off;

	ct_distr_check_value(self, value);
	off = CT_E(mul, CT_E(sub, value, self->at[LOC]), CT_E(reciprocal, self->at[SCALE]));
	return CT_E(mul, CT_E(add, CT_E(erf, CT_E(div, off, sqrt(2))), 1), 0.5);
}

static ct_tensor *normal_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *root = CT_E(erfinv, CT_E(sub, CT_E(mul, value, 2), 1));

	return CT_E(add, self->at[LOC], CT_E(mul, CT_E(mul, self->at[SCALE], root), sqrt(2)));
}

static ct_tensor *normal_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, self->at[SCALE]), 0.5 + 0.5 * log(2 * CT_DISTR_PI));
}

static ct_tensor *normal_loc(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *normal_stddev(const ct_distribution *self)
{
	return self->at[SCALE];
}

static ct_tensor *normal_variance(const ct_distribution *self)
{
	return CT_E(pow, self->at[SCALE], 2);
}

/* --- the exponential family ------------------------------------------------------------------- */

static void normal_natural_params(const ct_distribution *self, ct_tensor **result)
{
	const ct_tensor *precision;

	result[0] = CT_E(div, self->at[LOC], CT_E(pow, self->at[SCALE], 2));
	precision = CT_E(reciprocal, CT_E(pow, self->at[SCALE], 2));
	result[1] = CT_E(mul, precision, -0.5);
}

static ct_tensor *normal_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const ct_tensor *x = natural[0], *y = natural[1], *square;

	(void)self;
	square = CT_E(div, CT_E(mul, CT_E(pow, x, 2), -0.25), y);
	y = CT_E(mul, CT_E(log, CT_E(mul, CT_E(reciprocal, y), -CT_DISTR_PI)), 0.5);
	return CT_E(add, square, y);
}

static const struct ct_distr_exp_family family = {
	.natural_len = 2,
	.natural_params = normal_natural_params,
	.log_normalizer = normal_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_Normal_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 2,
	.sample = normal_sample,
	.rsample = normal_rsample,
	.log_prob = normal_log_prob,
	.cdf = normal_cdf,
	.icdf = normal_icdf,
	.entropy = normal_entropy,
	.mean = normal_loc,
	.mode = normal_loc,
	.variance = normal_variance,
	.stddev = normal_stddev,
	.support = &ct_distr_real,
};
