/*
 * Beta, which is a Dirichlet of two.
 */
#include "distributions/base/class.h"

static ct_tensor *beta_select(const ct_distribution *self, int64_t index)
{
	return CT_E(select_int, ct_distr_get(self->parts[0], 0), -1, index);
}

static ct_tensor *beta_concentration1(const ct_distribution *self)
{
	return beta_select(self, 0);
}

static ct_tensor *beta_concentration0(const ct_distribution *self)
{
	return beta_select(self, 1);
}

static const struct ct_distr_parameter parameters[] = {
	{ .name = "concentration1",
	  .constraint = &ct_distr_positive,
	  .compute = beta_concentration1,
	  .is_property = true },
	{ .name = "concentration0",
	  .constraint = &ct_distr_positive,
	  .compute = beta_concentration0,
	  .is_property = true },
};

static ct_error beta_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Beta_ *a = args;
	const ct_tensor *both[2];
	const ct_distribution *dirichlet;

	ct_distr_broadcast(2, (const ct_tensor *[]){ a->concentration1, a->concentration0 }, both);
	dirichlet = CT_DISTRIBUTION(Dirichlet, CT_E(stack, CT_TENSORS_OF(both, 2), -1),
				    .validate_args = self->validates);
	CT_TRY(CT_DONE());
	ct_distr_set_part(self, 0, dirichlet);
	ct_distr_set_shapes(self, ct_distr_batch(dirichlet), 0);
	return NULL;
}

static void beta_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

static ct_tensor *beta_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	return CT_E(select_int, ct_distr_rsample(self->parts[0], sample_shape), -1, 0);
}

static ct_tensor *beta_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_distr_check_value(self, value);
	return ct_distr_log_prob(self->parts[0],
				 CT_E(stack, CT_TENSORS(value, CT_E(rsub_Scalar, value, 1.0)), -1));
}

static ct_tensor *beta_entropy(const ct_distribution *self)
{
	return ct_distr_entropy(self->parts[0]);
}

static ct_tensor *beta_mean(const ct_distribution *self)
{
	const ct_tensor *a = beta_concentration1(self), *b = beta_concentration0(self);

	return CT_E(div, a, CT_E(add, a, b));
}

static ct_tensor *beta_mode(const ct_distribution *self)
{
	return CT_E(select_int, ct_distr_mode(self->parts[0]), -1, 0);
}

static ct_tensor *beta_variance(const ct_distribution *self)
{
	const ct_tensor *a = beta_concentration1(self), *b = beta_concentration0(self);
	const ct_tensor *total = CT_E(add, a, b);

	return CT_E(div, CT_E(mul, a, b), CT_E(mul, CT_E(pow, total, 2), CT_E(add, total, 1)));
}

/* --- the exponential family ------------------------------------------------------------------- */

static void beta_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = beta_concentration1(self);
	result[1] = beta_concentration0(self);
}

static ct_tensor *beta_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const ct_tensor *sum, *of_sum;

	(void)self;
	sum = CT_E(lgamma, natural[0]);
	sum = CT_E(add, sum, CT_E(lgamma, natural[1]));
	of_sum = CT_E(lgamma, CT_E(add, natural[0], natural[1]));
	return CT_E(sub, sum, of_sum);
}

static const struct ct_distr_exp_family family = {
	.natural_len = 2,
	.natural_params = beta_natural_params,
	.log_normalizer = beta_log_normalizer,
};

const struct ct_distribution_code ct_distributions_Beta_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 2,
	.setup = beta_setup,
	.expand = beta_expand,
	.rsample = beta_rsample,
	.log_prob = beta_log_prob,
	.entropy = beta_entropy,
	.mean = beta_mean,
	.mode = beta_mode,
	.variance = beta_variance,
	.support = &ct_distr_unit_interval,
};
