/*
 * Weibull.
 */
#include "distributions/families/transformed.h"

enum { SCALE, CONCENTRATION };

static const struct ct_distr_parameter parameters[] = {
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
	[CONCENTRATION] = { .name = "concentration", .constraint = &ct_distr_positive },
};

static ct_error weibull_setup(ct_distribution *self, const void *args)
{
	CT_TRY(ct_distr_set_up_batch(self, args));
	ct_distr_set_base(self, CT_DISTRIBUTION(Exponential, CT_E(ones_like, self->at[SCALE]),
						.validate_args = self->validates));
	return NULL;
}

static ct_tensor *inverse_concentration(const ct_distribution *self)
{
	return CT_E(reciprocal, self->at[CONCENTRATION]);
}

static int weibull_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	steps[0] = CT_DISTR_TRANSFORM(Power, .a = ct_distr_tensor(inverse_concentration(self)));
	steps[1] = CT_DISTR_TRANSFORM(Affine, .a = ct_distr_number(0),
				      .b = ct_distr_tensor(self->at[SCALE]));
	return 2;
}

static ct_tensor *weibull_entropy(const ct_distribution *self)
{
	const ct_tensor *inverse = inverse_concentration(self);
	const ct_tensor *sum = CT_E(mul, ct_distr_one_minus(inverse), CT_DISTR_EULER);

	return CT_E(add, CT_E(add, sum, CT_E(log, CT_E(mul, self->at[SCALE], inverse))), 1);
}

static ct_tensor *weibull_mean(const ct_distribution *self)
{
	const ct_tensor *factor = CT_E(lgamma, CT_E(add, inverse_concentration(self), 1));

	return CT_E(mul, self->at[SCALE], CT_E(exp, factor));
}

static ct_tensor *weibull_mode(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *base = CT_E(div, CT_E(sub, concentration, 1), concentration);

	return CT_E(mul, self->at[SCALE],
		    CT_E(pow_Tensor_Tensor, base, CT_E(reciprocal, concentration)));
}

static ct_tensor *weibull_variance(const ct_distribution *self)
{
	const ct_tensor *inverse = inverse_concentration(self), *square, *second;

	square = CT_E(exp, CT_E(lgamma, CT_E(add, CT_E(mul, inverse, 2), 1)));
	second = CT_E(exp, CT_E(mul, CT_E(lgamma, CT_E(add, inverse, 1)), 2));
	return CT_E(mul, CT_E(pow, self->at[SCALE], 2), CT_E(sub, square, second));
}

const struct ct_distribution_code ct_distributions_Weibull_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = weibull_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = weibull_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.entropy = weibull_entropy,
	.mean = weibull_mean,
	.mode = weibull_mode,
	.variance = weibull_variance,
	.support = &ct_distr_positive,
};
