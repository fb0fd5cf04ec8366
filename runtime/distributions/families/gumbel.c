/*
 * Gumbel.
 */
#include <math.h>

#include "distributions/families/transformed.h"

/* Python's last transform has the loc of before it was broadcast: a number stays one. */
enum { LOC, SCALE, GIVEN_LOC };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

static ct_error gumbel_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Gumbel_ *a = args;
	struct ct_distr_finfo finfo;
	const ct_tensor *loc;

	CT_TRY(ct_distr_set_up_batch(self, args));
	loc = self->at[LOC];
	ct_distr_set(self, GIVEN_LOC, a->loc);
	finfo = ct_distr_finfo(ct_tensor_dtype(loc));
	ct_distr_set_base(self, CT_DISTRIBUTION(Uniform, CT_E(full_like, loc, finfo.tiny),
						CT_E(full_like, loc, 1 - finfo.eps),
						.validate_args = self->validates));
	return NULL;
}

static void gumbel_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_with_base(self, result);
	ct_distr_set(result, GIVEN_LOC, self->at[GIVEN_LOC]);
}

/* loc - scale * log(-log(x)) */
static int gumbel_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	const ct_tensor *minus = CT_E(neg, CT_E(ones_like, self->at[SCALE]));

	steps[0] = steps[2] = CT_DISTR_TRANSFORM(Exp, .is_inverse = true);
	steps[1] = CT_DISTR_TRANSFORM(Affine, .a = ct_distr_number(0), .b = ct_distr_tensor(minus));
	steps[3] = CT_DISTR_TRANSFORM(Affine, .a = ct_distr_tensor(self->at[GIVEN_LOC]),
				      .b = ct_distr_tensor(CT_E(neg, self->at[SCALE])));
	return 4;
}

static ct_tensor *gumbel_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *y;

	ct_distr_check_value(self, value);
	y = CT_E(div, CT_E(sub, self->at[LOC], value), self->at[SCALE]);
	return CT_E(sub, CT_E(sub, y, CT_E(exp, y)), CT_E(log, self->at[SCALE]));
}

static ct_tensor *gumbel_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, self->at[SCALE]), 1 + CT_DISTR_EULER);
}

static ct_tensor *gumbel_mean(const ct_distribution *self)
{
	return CT_E(add, self->at[LOC], CT_E(mul, self->at[SCALE], CT_DISTR_EULER));
}

static ct_tensor *gumbel_mode(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *gumbel_stddev(const ct_distribution *self)
{
	return CT_E(mul, self->at[SCALE], CT_DISTR_PI / sqrt(6));
}

static ct_tensor *gumbel_variance(const ct_distribution *self)
{
	return CT_E(pow, gumbel_stddev(self), 2);
}

const struct ct_distribution_code ct_distributions_Gumbel_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = gumbel_setup,
	.expand = gumbel_expand,
	.has_base = true,
	.steps = gumbel_steps,
	.sample = ct_distr_transformed_sample,
	.rsample = ct_distr_transformed_rsample,
	.log_prob = gumbel_log_prob,
	.cdf = ct_distr_transformed_cdf,
	.icdf = ct_distr_transformed_icdf,
	.entropy = gumbel_entropy,
	.mean = gumbel_mean,
	.mode = gumbel_mode,
	.variance = gumbel_variance,
	.stddev = gumbel_stddev,
	.support = &ct_distr_real,
};
