/*
 * Exponential.
 */
#include "distributions/base/class.h"

enum { RATE };

static const struct ct_distr_parameter parameters[] = {
	[RATE] = { .name = "rate", .constraint = &ct_distr_positive },
};

static ct_tensor *exponential_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return CT_E(div, CT_E(exponential_, ct_distr_new(self->at[RATE], &shape)), self->at[RATE]);
}

static ct_tensor *exponential_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return CT_E(sub, CT_E(log, self->at[RATE]), CT_E(mul, self->at[RATE], value));
}

static ct_tensor *exponential_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return ct_distr_one_minus(CT_E(exp, CT_E(mul, CT_E(neg, self->at[RATE]), value)));
}

static ct_tensor *exponential_icdf(const ct_distribution *self, const ct_tensor *value)
{
	return CT_E(div, CT_E(neg, CT_E(log1p, CT_E(neg, value))), self->at[RATE]);
}

static ct_tensor *exponential_entropy(const ct_distribution *self)
{
	return ct_distr_one_minus(CT_E(log, self->at[RATE]));
}

static ct_tensor *exponential_mean(const ct_distribution *self)
{
	return CT_E(reciprocal, self->at[RATE]);
}

static ct_tensor *exponential_mode(const ct_distribution *self)
{
	return CT_E(zeros_like, self->at[RATE]);
}

static ct_tensor *exponential_variance(const ct_distribution *self)
{
	return CT_E(pow, self->at[RATE], -2);
}

/* --- the exponential family ------------------------------------------------------------------- */

static void exponential_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = CT_E(neg, self->at[RATE]);
}

static ct_tensor *exponential_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	(void)self;
	return CT_E(neg, CT_E(log, CT_E(neg, natural[0])));
}

static const struct ct_distr_exp_family family = {
	.natural_len = 1,
	.natural_params = exponential_natural_params,
	.log_normalizer = exponential_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_Exponential_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 1,
	.rsample = exponential_rsample,
	.log_prob = exponential_log_prob,
	.cdf = exponential_cdf,
	.icdf = exponential_icdf,
	.entropy = exponential_entropy,
	.mean = exponential_mean,
	.mode = exponential_mode,
	.variance = exponential_variance,
	.stddev = exponential_mean,
	.support = &ct_distr_nonnegative,
};
