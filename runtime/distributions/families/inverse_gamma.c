/*
 * InverseGamma: the reciprocal of a Gamma.
 */
#include <math.h>

#include "distributions/families/transformed.h"

enum { CONCENTRATION, RATE }; /* of the base, too */

static ct_tensor *inverse_gamma_concentration(const ct_distribution *self)
{
	return ct_distr_get(self->parts[0], CONCENTRATION);
}

static ct_tensor *inverse_gamma_rate(const ct_distribution *self)
{
	return ct_distr_get(self->parts[0], RATE);
}

static const struct ct_distr_parameter parameters[] = {
	[CONCENTRATION] = { .name = "concentration",
			    .constraint = &ct_distr_positive,
			    .compute = inverse_gamma_concentration,
			    .is_property = true },
	[RATE] = { .name = "rate",
		   .constraint = &ct_distr_positive,
		   .compute = inverse_gamma_rate,
		   .is_property = true },
};

static ct_error inverse_gamma_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_InverseGamma_ *a = args;

	ct_distr_set_base(self, CT_DISTRIBUTION(Gamma, a->concentration, a->rate,
						.validate_args = self->validates));
	return NULL;
}

static int inverse_gamma_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	const ct_tensor *rate = inverse_gamma_rate(self);
	const ct_tensor *minus = CT_E(full, CT_L(), -1, .dtype = ct_tensor_dtype(rate),
				      .device = ct_tensor_device(rate));

	steps[0] = CT_DISTR_TRANSFORM(Power, .a = ct_distr_tensor(minus));
	return 1;
}

static ct_tensor *inverse_gamma_entropy(const ct_distribution *self)
{
	const ct_tensor *c = inverse_gamma_concentration(self), *sum;

	sum = CT_E(add, CT_E(add, c, CT_E(log, inverse_gamma_rate(self))), CT_E(lgamma, c));
	return CT_E(sub, sum, CT_E(mul, CT_E(add, c, 1), CT_E(digamma, c)));
}

static ct_tensor *finite_above(const ct_tensor *concentration, int limit, const ct_tensor *value)
{
	return CT_E(where_ScalarOther, CT_E(gt_Scalar, concentration, limit), value,
		    (double)INFINITY);
}

static ct_tensor *inverse_gamma_mean(const ct_distribution *self)
{
	const ct_tensor *c = inverse_gamma_concentration(self);

	return finite_above(c, 1, CT_E(div, inverse_gamma_rate(self), CT_E(sub, c, 1)));
}

static ct_tensor *inverse_gamma_mode(const ct_distribution *self)
{
	return CT_E(div, inverse_gamma_rate(self), CT_E(add, inverse_gamma_concentration(self), 1));
}

static ct_tensor *inverse_gamma_variance(const ct_distribution *self)
{
	const ct_tensor *c = inverse_gamma_concentration(self);
	const ct_tensor *below = CT_E(mul, CT_E(square, CT_E(sub, c, 1)), CT_E(sub, c, 2));

	return finite_above(c, 2, CT_E(div, CT_E(square, inverse_gamma_rate(self)), below));
}

const struct ct_distribution_code ct_distributions_InverseGamma_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = inverse_gamma_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = inverse_gamma_steps,
	.sample = ct_distr_transformed_sample,
	.rsample = ct_distr_transformed_rsample,
	.log_prob = ct_distr_transformed_log_prob,
	.cdf = ct_distr_transformed_cdf,
	.entropy = inverse_gamma_entropy,
	.mean = inverse_gamma_mean,
	.mode = inverse_gamma_mode,
	.variance = inverse_gamma_variance,
	.support = &ct_distr_positive,
};
