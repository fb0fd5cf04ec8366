/*
 * Gamma.
 */
#include "distributions/families/gamma.h"

enum { CONCENTRATION = CT_DISTR_CONCENTRATION, RATE = CT_DISTR_RATE };

static const struct ct_distr_parameter parameters[] = {
	[CONCENTRATION] = { .name = "concentration", .constraint = &ct_distr_positive },
	[RATE] = { .name = "rate", .constraint = &ct_distr_positive },
};

ct_tensor *ct_distr_gamma_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_ints sizes = ct_distr_ints(&shape);
	ct_tensor *value = CT_E(_standard_gamma, CT_E(expand, self->at[CONCENTRATION], sizes));

	value = CT_E(div, value, CT_E(expand, self->at[RATE], sizes));
	/* Not recorded in the graph. */
	CT_E(clamp_, CT_E(detach, value), .min = CT_S(ct_distr_finfo(ct_tensor_dtype(value)).tiny));
	return value;
}

ct_tensor *ct_distr_gamma_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *concentration = self->at[CONCENTRATION], *rate = self->at[RATE], *sum;

	value = ct_distr_as(value, rate);
	ct_distr_check_value(self, value);
	sum = CT_E(add, CT_E(xlogy_Tensor, concentration, rate),
		   CT_E(xlogy_Tensor, CT_E(sub, concentration, 1), value));
	return CT_E(sub, CT_E(sub, sum, CT_E(mul, rate, value)), CT_E(lgamma, concentration));
}

ct_tensor *ct_distr_gamma_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return CT_E(special_gammainc, self->at[CONCENTRATION], CT_E(mul, self->at[RATE], value));
}

ct_tensor *ct_distr_gamma_entropy(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *sum = CT_E(add, CT_E(sub, concentration, CT_E(log, self->at[RATE])),
				    CT_E(lgamma, concentration));

	return CT_E(add, sum,
		    CT_E(mul, ct_distr_one_minus(concentration), CT_E(digamma, concentration)));
}

ct_tensor *ct_distr_gamma_mean(const ct_distribution *self)
{
	return CT_E(div, self->at[CONCENTRATION], self->at[RATE]);
}

ct_tensor *ct_distr_gamma_mode(const ct_distribution *self)
{
	const ct_tensor *mode = CT_E(div, CT_E(sub, self->at[CONCENTRATION], 1), self->at[RATE]);

	return CT_E(clamp, mode, .min = CT_S(0));
}

ct_tensor *ct_distr_gamma_variance(const ct_distribution *self)
{
	return CT_E(div, self->at[CONCENTRATION], CT_E(pow, self->at[RATE], 2));
}

/* --- the exponential family ------------------------------------------------------------------- */

static void gamma_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = CT_E(sub, self->at[CONCENTRATION], 1);
	result[1] = CT_E(neg, self->at[RATE]);
}

static ct_tensor *gamma_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const ct_tensor *x, *y;

	(void)self;
	x = CT_E(lgamma, CT_E(add, natural[0], 1));
	y = CT_E(add, natural[0], 1);
	y = CT_E(mul, y, CT_E(log, CT_E(neg, CT_E(reciprocal, natural[1]))));
	return CT_E(add, x, y);
}

const struct ct_distr_exp_family ct_distr_gamma_family = {
	.natural_len = 2,
	.natural_params = gamma_natural_params,
	.log_normalizer = gamma_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_Gamma_code = {
	.parent = "ExponentialFamily",
	.exp_family = &ct_distr_gamma_family,
	.parameters = parameters,
	.parameters_len = 2,
	.rsample = ct_distr_gamma_rsample,
	.log_prob = ct_distr_gamma_log_prob,
	.cdf = ct_distr_gamma_cdf,
	.entropy = ct_distr_gamma_entropy,
	.mean = ct_distr_gamma_mean,
	.mode = ct_distr_gamma_mode,
	.variance = ct_distr_gamma_variance,
	.support = &ct_distr_nonnegative,
};
