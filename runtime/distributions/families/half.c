/*
 * HalfNormal and HalfCauchy: the absolute values of a Normal and a Cauchy around 0.
 */
#include <math.h>

#include "distributions/families/transformed.h"

enum { SCALE = 1 /* of the base */ };

static ct_tensor *half_scale(const ct_distribution *self)
{
	return ct_distr_get(self->parts[0], SCALE);
}

static const struct ct_distr_parameter parameters[] = {
	{ .name = "scale",
	  .constraint = &ct_distr_positive,
	  .compute = half_scale,
	  .is_property = true },
};

static int half_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	(void)self;
	steps[0] = CT_DISTR_TRANSFORM(Abs);
	return 1;
}

/* Twice the density of the base, and 0 below 0. */
static ct_tensor *half_density(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *log_prob = CT_E(add, ct_distr_log_prob(self->parts[0], value), log(2));

	return CT_E(where_ScalarOther, CT_E(ge_Scalar, value, 0), log_prob, -(double)INFINITY);
}

static ct_tensor *half_cdf(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return CT_E(sub, CT_E(mul, ct_distr_cdf(self->parts[0], value), 2), 1);
}

static ct_tensor *half_icdf(const ct_distribution *self, const ct_tensor *prob)
{
	return ct_distr_icdf(self->parts[0], CT_E(div, CT_E(add, prob, 1), 2));
}

static ct_tensor *half_entropy(const ct_distribution *self)
{
	return CT_E(sub, ct_distr_entropy(self->parts[0]), log(2));
}

static ct_tensor *half_mode(const ct_distribution *self)
{
	return CT_E(zeros_like, half_scale(self));
}

/* --- HalfNormal ------------------------------------------------------------------------------- */

static ct_error half_normal_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_HalfNormal_ *a = args;

	ct_distr_set_base(self, CT_DISTRIBUTION(Normal, 0, a->scale, .validate_args = false));
	return NULL;
}

static ct_tensor *half_normal_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return half_density(self, value);
}

static ct_tensor *half_normal_mean(const ct_distribution *self)
{
	return CT_E(mul, half_scale(self), sqrt(2 / CT_DISTR_PI));
}

static ct_tensor *half_normal_variance(const ct_distribution *self)
{
	return CT_E(mul, CT_E(pow, half_scale(self), 2), 1 - 2 / CT_DISTR_PI);
}

const struct ct_distribution_code ct_distributions_HalfNormal_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 1,
	.setup = half_normal_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = half_steps,
	.sample = ct_distr_transformed_sample,
	.rsample = ct_distr_transformed_rsample,
	.log_prob = half_normal_log_prob,
	.cdf = half_cdf,
	.icdf = half_icdf,
	.entropy = half_entropy,
	.mean = half_normal_mean,
	.mode = half_mode,
	.variance = half_normal_variance,
	.support = &ct_distr_nonnegative,
};

/* --- HalfCauchy ------------------------------------------------------------------------------- */

static ct_error half_cauchy_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_HalfCauchy_ *a = args;

	ct_distr_set_base(self, CT_DISTRIBUTION(Cauchy, 0, a->scale, .validate_args = false));
	return NULL;
}

static ct_tensor *half_cauchy_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return half_density(self, ct_distr_as(value, half_scale(self)));
}

static ct_tensor *half_cauchy_mean(const ct_distribution *self)
{
	return ct_distr_full(self, INFINITY, half_scale(self));
}

static ct_tensor *half_cauchy_variance(const ct_distribution *self)
{
	return ct_distr_variance(self->parts[0]);
}

const struct ct_distribution_code ct_distributions_HalfCauchy_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 1,
	.setup = half_cauchy_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = half_steps,
	.sample = ct_distr_transformed_sample,
	.rsample = ct_distr_transformed_rsample,
	.log_prob = half_cauchy_log_prob,
	.cdf = half_cdf,
	.icdf = half_icdf,
	.entropy = half_entropy,
	.mean = half_cauchy_mean,
	.mode = half_mode,
	.variance = half_cauchy_variance,
	.support = &ct_distr_nonnegative,
};
