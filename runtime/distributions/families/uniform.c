/*
 * Uniform.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOW, HIGH };

static void uniform_low_constraint(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_LESS_THAN,
						.upper = { .tensor = self->at[HIGH] } };
}

static void uniform_high_constraint(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_GREATER_THAN,
						.lower = { .tensor = self->at[LOW] } };
}

static const struct ct_distr_parameter parameters[] = {
	[LOW] = { .name = "low", .find = uniform_low_constraint },
	[HIGH] = { .name = "high", .find = uniform_high_constraint },
};

static ct_error uniform_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_INTERVAL,
						.lower = { .tensor = self->at[LOW] },
						.upper = { .tensor = self->at[HIGH] } };
	return NULL;
}

static ct_tensor *width(const ct_distribution *self)
{
	return CT_E(sub, self->at[HIGH], self->at[LOW]);
}

static ct_tensor *uniform_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *rand = CT_E(rand, ct_distr_ints(&shape),
				     .dtype = ct_tensor_dtype(self->at[LOW]),
				     .device = ct_tensor_device(self->at[LOW]));

	return CT_E(add, self->at[LOW], CT_E(mul, rand, width(self)));
}

static ct_tensor *uniform_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *above, *below;

	ct_distr_check_value(self, value);
	above = ct_distr_as(CT_E(le_Tensor, self->at[LOW], value), self->at[LOW]);
	below = ct_distr_as(CT_E(gt_Tensor, self->at[HIGH], value), self->at[LOW]);
	return CT_E(sub, CT_E(log, CT_E(mul, above, below)), CT_E(log, width(self)));
}

static ct_tensor *uniform_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return CT_E(clamp, CT_E(div, CT_E(sub, value, self->at[LOW]), width(self)), .min = CT_S(0),
		    .max = CT_S(1));
}

static ct_tensor *uniform_icdf(const ct_distribution *self, const ct_tensor *value)
{
	return CT_E(add, CT_E(mul, value, width(self)), self->at[LOW]);
}

static ct_tensor *uniform_entropy(const ct_distribution *self)
{
	return CT_E(log, width(self));
}

static ct_tensor *uniform_mean(const ct_distribution *self)
{
	return CT_E(div, CT_E(add, self->at[HIGH], self->at[LOW]), 2);
}

static ct_tensor *uniform_mode(const ct_distribution *self)
{
	return CT_E(mul, self->at[HIGH], (double)NAN);
}

static ct_tensor *uniform_stddev(const ct_distribution *self)
{
	return CT_E(div, width(self), pow(12, 0.5));
}

static ct_tensor *uniform_variance(const ct_distribution *self)
{
	return CT_E(div, CT_E(pow, width(self), 2), 12);
}

const struct ct_distribution_code ct_distributions_Uniform_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.rsample = uniform_rsample,
	.log_prob = uniform_log_prob,
	.cdf = uniform_cdf,
	.icdf = uniform_icdf,
	.entropy = uniform_entropy,
	.mean = uniform_mean,
	.mode = uniform_mode,
	.variance = uniform_variance,
	.stddev = uniform_stddev,
	.find_support = uniform_support,
};
