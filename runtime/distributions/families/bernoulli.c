/*
 * Bernoulli and Geometric.
 */
#include <float.h>
#include <math.h>

#include "distributions/families/probs.h"

/* --- Bernoulli -------------------------------------------------------------------------------- */

static ct_error bernoulli_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Bernoulli_ *a = args;

	return ct_distr_set_up_probs(self, a->probs, a->logits);
}

static ct_tensor *bernoulli_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return CT_E(bernoulli, CT_E(expand, ct_distr_get_probs(self), ct_distr_ints(&shape)));
}

static ct_tensor *bernoulli_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2];

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *[]){ ct_distr_get_logits(self), value }, both);
	return CT_E(neg, ct_distr_cross_entropy(both[0], both[1]));
}

static ct_tensor *bernoulli_entropy(const ct_distribution *self)
{
	return ct_distr_cross_entropy(ct_distr_get_logits(self), ct_distr_get_probs(self));
}

static ct_tensor *bernoulli_mode(const ct_distribution *self)
{
	const ct_tensor *probs = ct_distr_get_probs(self);
	const ct_tensor *mode = ct_distr_as(CT_E(ge_Scalar, probs, 0.5), probs);

	return ct_distr_filled(mode, CT_E(eq_Scalar, probs, 0.5), NAN);
}

static ct_tensor *bernoulli_variance(const ct_distribution *self)
{
	const ct_tensor *probs = ct_distr_get_probs(self);

	return CT_E(mul, probs, ct_distr_one_minus(probs));
}

static ct_tensor *bernoulli_enumerate_support(const ct_distribution *self, bool expand)
{
	const ct_tensor *like = ct_distr_param(self);

	return ct_distr_along_batch(
		self,
		CT_E(arange, 2, .dtype = ct_tensor_dtype(like), .device = ct_tensor_device(like)),
		expand);
}

/* --- the exponential family ------------------------------------------------------------------- */

static void bernoulli_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = CT_E(logit, ct_distr_get_probs(self));
}

static ct_tensor *bernoulli_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	(void)self;
	return CT_E(log1p, CT_E(exp, natural[0]));
}

static const struct ct_distr_exp_family family = {
	.natural_len = 1,
	.natural_params = bernoulli_natural_params,
	.log_normalizer = bernoulli_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_Bernoulli_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = ct_distr_binary_parameters,
	.parameters_len = 2,
	.setup = bernoulli_setup,
	.sample = bernoulli_sample,
	.log_prob = bernoulli_log_prob,
	.entropy = bernoulli_entropy,
	.mean = ct_distr_get_probs,
	.mode = bernoulli_mode,
	.variance = bernoulli_variance,
	.enumerate_support = bernoulli_enumerate_support,
	.support = &ct_distr_boolean,
};

/* --- Geometric -------------------------------------------------------------------------------- */

static ct_error geometric_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Geometric_ *a = args;

	return ct_distr_set_up_probs(self, a->probs, a->logits);
}

/* The constraint includes 0. */
static ct_error geometric_finish(ct_distribution *self)
{
	const ct_tensor *probs = ct_distr_given(self, CT_DISTR_PROBS), *valid;

	if (!self->validates || probs == NULL)
		return NULL;
	valid = CT_E(gt_Scalar, probs, 0);
	if (CT_ITEM(CT_E(all, valid)) != 0)
		return NULL;
	return ct_distr_refuse(self, "probs", probs, "to be positive but found ",
			       CT_E(masked_select, CT_E(detach, probs), CT_E(logical_not, valid)));
}

static ct_tensor *geometric_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *probs = ct_distr_get_probs(self);
	const double tiny = ct_distr_finfo(ct_tensor_dtype(probs)).tiny;
	const ct_tensor *u = CT_E(uniform_, ct_distr_new(probs, &shape), tiny, 1);

	return CT_E(floor, CT_E(div, CT_E(log, u), CT_E(log1p, CT_E(neg, probs))));
}

static ct_tensor *geometric_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2], *probs = ct_distr_get_probs(self), *is_certain, *failures;

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *[]){ value, probs }, both);
	is_certain = CT_E(bitwise_and_Tensor, CT_E(eq_Scalar, both[1], 1),
			  CT_E(eq_Scalar, both[0], 0));
	failures = CT_E(log1p, CT_E(neg, ct_distr_filled(both[1], is_certain, 0)));
	return CT_E(add, CT_E(mul, both[0], failures), CT_E(log, probs));
}

static ct_tensor *geometric_entropy(const ct_distribution *self)
{
	return CT_E(div, bernoulli_entropy(self), ct_distr_get_probs(self));
}

/* Python's 1.0 / x - 1.0 */
static ct_tensor *geometric_mean(const ct_distribution *self)
{
	return CT_E(sub, CT_E(reciprocal, ct_distr_get_probs(self)), 1.0);
}

static ct_tensor *geometric_mode(const ct_distribution *self)
{
	return CT_E(zeros_like, ct_distr_get_probs(self));
}

static ct_tensor *geometric_variance(const ct_distribution *self)
{
	return CT_E(div, geometric_mean(self), ct_distr_get_probs(self));
}

const struct ct_distribution_code ct_distributions_Geometric_code = {
	.parameters = ct_distr_binary_parameters,
	.parameters_len = 2,
	.setup = geometric_setup,
	.finish = geometric_finish,
	.sample = geometric_sample,
	.log_prob = geometric_log_prob,
	.entropy = geometric_entropy,
	.mean = geometric_mean,
	.mode = geometric_mode,
	.variance = geometric_variance,
	.support = &ct_distr_nonnegative_integer,
};
