/*
 * Poisson.
 */
#include "distributions/base/class.h"

enum { RATE };

static const struct ct_distr_parameter parameters[] = {
	[RATE] = { .name = "rate", .constraint = &ct_distr_nonnegative },
};

static ct_tensor *poisson_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return CT_E(poisson, CT_E(expand, self->at[RATE], ct_distr_ints(&shape)));
}

static ct_tensor *poisson_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2], *density;

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *[]){ self->at[RATE], value }, both);
	density = CT_E(sub, CT_E(xlogy_Tensor, both[1], both[0]), both[0]);
	return CT_E(sub, density, CT_E(lgamma, CT_E(add, both[1], 1)));
}

static ct_tensor *poisson_rate(const ct_distribution *self)
{
	return self->at[RATE];
}

static ct_tensor *poisson_mode(const ct_distribution *self)
{
	return CT_E(floor, self->at[RATE]);
}

/* --- the exponential family ------------------------------------------------------------------- */

static void poisson_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = CT_E(log, self->at[RATE]);
}

static ct_tensor *poisson_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	(void)self;
	return CT_E(exp, natural[0]);
}

static const struct ct_distr_exp_family family = {
	.natural_len = 1,
	.natural_params = poisson_natural_params,
	.log_normalizer = poisson_log_normalizer,
};

const struct ct_distribution_code ct_distributions_Poisson_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 1,
	.sample = poisson_sample,
	.log_prob = poisson_log_prob,
	.mean = poisson_rate,
	.mode = poisson_mode,
	.variance = poisson_rate,
	.support = &ct_distr_nonnegative_integer,
};
