/*
 * Kumaraswamy.
 */
#include <math.h>

#include "distributions/families/transformed.h"

enum { CONCENTRATION1, CONCENTRATION0 };

static const struct ct_distr_parameter parameters[] = {
	[CONCENTRATION1] = { .name = "concentration1", .constraint = &ct_distr_positive },
	[CONCENTRATION0] = { .name = "concentration0", .constraint = &ct_distr_positive },
};

static ct_error kumaraswamy_setup(ct_distribution *self, const void *args)
{
	const ct_tensor *like;

	CT_TRY(ct_distr_set_up_batch(self, args));
	like = self->at[CONCENTRATION0];
	ct_distr_set_base(self, CT_DISTRIBUTION(Uniform, CT_E(full_like, like, 0),
						CT_E(full_like, like, 1),
						.validate_args = self->validates));
	return NULL;
}

static struct ct_distr_transform power_of(const ct_tensor *concentration)
{
	return CT_DISTR_TRANSFORM(Power, .a = ct_distr_tensor(CT_E(reciprocal, concentration)));
}

/* (1 - x ** (1 / c0)) ** (1 / c1) */
static int kumaraswamy_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	steps[0] = power_of(self->at[CONCENTRATION0]);
	steps[1] = CT_DISTR_TRANSFORM(Affine, .a = ct_distr_number(1), .b = ct_distr_number(-1));
	steps[2] = power_of(self->at[CONCENTRATION1]);
	return 3;
}

static ct_tensor *kumaraswamy_entropy(const ct_distribution *self)
{
	const ct_tensor *a = self->at[CONCENTRATION1], *b = self->at[CONCENTRATION0], *t1, *t0, *h0;

	t1 = ct_distr_one_minus(CT_E(reciprocal, a));
	t0 = ct_distr_one_minus(CT_E(reciprocal, b));
	h0 = CT_E(add, CT_E(digamma, CT_E(add, b, 1)), CT_DISTR_EULER);
	t0 = CT_E(add, t0, CT_E(mul, t1, h0));
	return CT_E(sub, CT_E(sub, t0, CT_E(log, a)), CT_E(log, b));
}

/* The mean of the n-th powers. */
static ct_tensor *kumaraswamy_moment(const ct_distribution *self, int n)
{
	const ct_tensor *a = self->at[CONCENTRATION1], *b = self->at[CONCENTRATION0];
	const ct_tensor *arg1 = CT_E(add, CT_E(mul, CT_E(reciprocal, a), n), 1);
	const ct_tensor *sum = CT_E(add, CT_E(lgamma, arg1), CT_E(lgamma, b));

	return CT_E(mul, b, CT_E(exp, CT_E(sub, sum, CT_E(lgamma, CT_E(add, arg1, b)))));
}

static ct_tensor *kumaraswamy_mean(const ct_distribution *self)
{
	return kumaraswamy_moment(self, 1);
}

static ct_tensor *kumaraswamy_variance(const ct_distribution *self)
{
	const ct_tensor *second = kumaraswamy_moment(self, 2);

	return CT_E(sub, second, CT_E(pow, kumaraswamy_mean(self), 2));
}

/* By logarithms, which are more exact. */
static ct_tensor *kumaraswamy_mode(const ct_distribution *self)
{
	const ct_tensor *a = self->at[CONCENTRATION1], *b = self->at[CONCENTRATION0], *mode, *mask;

	mode = CT_E(mul, CT_E(reciprocal, b), CT_E(log1p, CT_E(neg, b)));
	mode = CT_E(sub, mode, CT_E(log1p, CT_E(mul, CT_E(neg, b), a)));
	mask = CT_E(bitwise_or_Tensor, CT_E(lt_Scalar, b, 1), CT_E(lt_Scalar, a, 1));
	return CT_E(exp, ct_distr_filled(mode, mask, NAN));
}

const struct ct_distribution_code ct_distributions_Kumaraswamy_code = {
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = kumaraswamy_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = kumaraswamy_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.entropy = kumaraswamy_entropy,
	.mean = kumaraswamy_mean,
	.mode = kumaraswamy_mode,
	.variance = kumaraswamy_variance,
	.support = &ct_distr_unit_interval,
};
