/*
 * Pareto.
 */
#include "distributions/families/transformed.h"

enum { ALPHA, SCALE }; /* in the order of Python's dict, which is not that of the arguments */

static const struct ct_distr_parameter parameters[] = {
	[ALPHA] = { .name = "alpha", .constraint = &ct_distr_positive },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

static ct_error pareto_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Pareto_ *a = args;
	const ct_tensor *both[2];

	ct_distr_broadcast(2, (const ct_tensor *[]){ a->scale, a->alpha }, both);
	ct_distr_set(self, SCALE, both[0]);
	ct_distr_set(self, ALPHA, both[1]);
	ct_distr_set_base(self,
			  CT_DISTRIBUTION(Exponential, both[1], .validate_args = self->validates));
	return NULL;
}

static int pareto_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	steps[0] = CT_DISTR_TRANSFORM(Exp);
	steps[1] = CT_DISTR_TRANSFORM(Affine, .a = ct_distr_number(0),
				      .b = ct_distr_tensor(self->at[SCALE]));
	return 2;
}

static ct_error pareto_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_GREATER_THAN_EQ,
						.lower = { .tensor = self->at[SCALE] } };
	return NULL;
}

static ct_tensor *pareto_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, CT_E(div, self->at[SCALE], self->at[ALPHA])),
		    CT_E(add, CT_E(reciprocal, self->at[ALPHA]), 1));
}

/* Infinite unless alpha is above 1, as the variance is unless it is above 2. */
static ct_tensor *pareto_mean(const ct_distribution *self)
{
	const ct_tensor *a = CT_E(clamp, self->at[ALPHA], .min = CT_S(1));

	return CT_E(div, CT_E(mul, a, self->at[SCALE]), CT_E(sub, a, 1));
}

static ct_tensor *pareto_mode(const ct_distribution *self)
{
	return self->at[SCALE];
}

static ct_tensor *pareto_variance(const ct_distribution *self)
{
	const ct_tensor *a = CT_E(clamp, self->at[ALPHA], .min = CT_S(2));
	const ct_tensor *above = CT_E(mul, CT_E(pow, self->at[SCALE], 2), a);
	const ct_tensor *below = CT_E(pow, CT_E(sub, a, 1), 2);

	return CT_E(div, above, CT_E(mul, below, CT_E(sub, a, 2)));
}

const struct ct_distribution_code ct_distributions_Pareto_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = pareto_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.find_support = pareto_support,
	.steps = pareto_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.entropy = pareto_entropy,
	.mean = pareto_mean,
	.mode = pareto_mode,
	.variance = pareto_variance,
};
