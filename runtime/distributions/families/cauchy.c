/*
 * Cauchy.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOC, SCALE };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

/* (value - loc) / scale */
static ct_tensor *cauchy_standard(const ct_distribution *self, const ct_tensor *value)
{
	return CT_E(div, CT_E(sub, value, self->at[LOC]), self->at[SCALE]);
}

static ct_tensor *cauchy_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *eps = CT_E(cauchy_, ct_distr_new(self->at[LOC], &shape));

	return CT_E(add, self->at[LOC], CT_E(mul, eps, self->at[SCALE]));
}

static ct_tensor *cauchy_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *off;

	ct_distr_check_value(self, value);
	off = CT_E(log1p, CT_E(pow, cauchy_standard(self, value), 2));
	return CT_E(sub, CT_E(rsub_Scalar, CT_E(log, self->at[SCALE]), -log(CT_DISTR_PI)), off);
}

static ct_tensor *cauchy_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return CT_E(add, CT_E(div, CT_E(atan, cauchy_standard(self, value)), CT_DISTR_PI), 0.5);
}

static ct_tensor *cauchy_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *standard = CT_E(tan, CT_E(mul, CT_E(sub, value, 0.5), CT_DISTR_PI));

	return CT_E(add, CT_E(mul, standard, self->at[SCALE]), self->at[LOC]);
}

static ct_tensor *cauchy_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, self->at[SCALE]), log(4 * CT_DISTR_PI));
}

static ct_tensor *cauchy_mean(const ct_distribution *self)
{
	return ct_distr_full(self, NAN, self->at[LOC]);
}

static ct_tensor *cauchy_mode(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *cauchy_variance(const ct_distribution *self)
{
	return ct_distr_full(self, INFINITY, self->at[LOC]);
}

const struct ct_distribution_code ct_distributions_Cauchy_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.rsample = cauchy_rsample,
	.log_prob = cauchy_log_prob,
	.cdf = cauchy_cdf,
	.icdf = cauchy_icdf,
	.entropy = cauchy_entropy,
	.mean = cauchy_mean,
	.mode = cauchy_mode,
	.variance = cauchy_variance,
	.support = &ct_distr_real,
};
