/*
 * LogNormal: the exponential of a Normal.
 */
#include "distributions/families/transformed.h"

enum { LOC, SCALE }; /* of the base, too */

static ct_tensor *log_normal_loc(const ct_distribution *self)
{
	return ct_distr_get(self->parts[0], LOC);
}

static ct_tensor *log_normal_scale(const ct_distribution *self)
{
	return ct_distr_get(self->parts[0], SCALE);
}

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc",
		  .constraint = &ct_distr_real,
		  .compute = log_normal_loc,
		  .is_property = true },
	[SCALE] = { .name = "scale",
		    .constraint = &ct_distr_positive,
		    .compute = log_normal_scale,
		    .is_property = true },
};

static ct_error log_normal_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_LogNormal_ *a = args;

	ct_distr_set_base(
		self, CT_DISTRIBUTION(Normal, a->loc, a->scale, .validate_args = self->validates));
	return NULL;
}

static int log_normal_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	(void)self;
	steps[0] = CT_DISTR_TRANSFORM(Exp);
	return 1;
}

static ct_tensor *log_normal_entropy(const ct_distribution *self)
{
	return CT_E(add, ct_distr_entropy(self->parts[0]), log_normal_loc(self));
}

static ct_tensor *log_normal_mean(const ct_distribution *self)
{
	const ct_tensor *half = CT_E(div, CT_E(pow, log_normal_scale(self), 2), 2);

	return CT_E(exp, CT_E(add, log_normal_loc(self), half));
}

static ct_tensor *log_normal_mode(const ct_distribution *self)
{
	return CT_E(exp, CT_E(sub, log_normal_loc(self), CT_E(square, log_normal_scale(self))));
}

static ct_tensor *log_normal_variance(const ct_distribution *self)
{
	const ct_tensor *square = CT_E(pow, log_normal_scale(self), 2);
	const ct_tensor *factor = CT_E(expm1, square);

	return CT_E(mul, factor, CT_E(exp, CT_E(add, CT_E(mul, log_normal_loc(self), 2), square)));
}

const struct ct_distribution_code ct_distributions_LogNormal_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = log_normal_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = log_normal_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.entropy = log_normal_entropy,
	.mean = log_normal_mean,
	.mode = log_normal_mode,
	.variance = log_normal_variance,
	.support = &ct_distr_positive,
};
