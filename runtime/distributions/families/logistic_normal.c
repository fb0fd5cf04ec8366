/*
 * LogisticNormal: probabilities made of a Normal.
 */
#include "distributions/families/transformed.h"

enum { LOC, SCALE }; /* of the Normal, too */

/* It is Independent: that is the base of this one. */
static const ct_distribution *normal_of(const ct_distribution *self)
{
	return self->parts[0]->parts[0];
}

static ct_tensor *logistic_loc(const ct_distribution *self)
{
	return ct_distr_get(normal_of(self), LOC);
}

static ct_tensor *logistic_scale(const ct_distribution *self)
{
	return ct_distr_get(normal_of(self), SCALE);
}

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc",
		  .constraint = &ct_distr_real,
		  .compute = logistic_loc,
		  .is_property = true },
	[SCALE] = { .name = "scale",
		    .constraint = &ct_distr_positive,
		    .compute = logistic_scale,
		    .is_property = true },
};

static ct_error logistic_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_LogisticNormal_ *a = args;
	const ct_distribution *base = CT_DISTRIBUTION(Normal, a->loc, a->scale,
						      .validate_args = self->validates);

	if (base && base->batch_len == 0)
		base = ct_distr_expand(base, CT_L(1));
	return ct_distr_set_up_transformed(self, base);
}

static int logistic_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	(void)self;
	steps[0] = CT_DISTR_TRANSFORM(StickBreaking);
	return 1;
}

const struct ct_distribution_code ct_distributions_LogisticNormal_code = {
	.python = "torch.distributions.logistic_normal.LogisticNormal",
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = logistic_setup,
	.expand = ct_distr_transformed_expand,
	.has_base = true,
	.steps = logistic_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.support = &ct_distr_simplex,
};
