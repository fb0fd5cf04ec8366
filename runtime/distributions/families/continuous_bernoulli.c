/*
 * ContinuousBernoulli. `limits` are Python's lims: between them the formulas are not stable, and a
 * Taylor series around 0.5 replaces them.
 */
#include <math.h>
#include <string.h>

#include "core/base/name_of.h"
#include "distributions/families/probs.h"

static ct_tensor *clamped_probs(const ct_distribution *self)
{
	return ct_distr_clamped(ct_distr_binary_probs(self));
}

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_unit_interval,
			     .compute = clamped_probs },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real,
			      .compute = ct_distr_binary_logits },
};

/* Python looks at probabilities before it clamps them, if the call says `validate_args`. */
static ct_error clamp_given(ct_distribution *self, bool is_checked)
{
	const ct_tensor *probs = ct_distr_given(self, CT_DISTR_PROBS);

	if (is_checked &&
	    CT_ITEM(CT_E(all, ct_distr_satisfies(&ct_distr_unit_interval, probs))) == 0)
		return CT_RAISED(CT_ERROR_VALUE, "The parameter probs has invalid values");
	ct_distr_replace(self, CT_DISTR_PROBS, ct_distr_clamped(probs));
	return NULL;
}

static ct_error continuous_bernoulli_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_ContinuousBernoulli_ *a = args;

	if (a->lims.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "lims must have 2 elements, not %lld",
				 (long long)a->lims.len);
	memcpy(self->limits, a->lims.at, sizeof self->limits);
	CT_TRY(ct_distr_set_up_probs(self, a->probs, a->logits));
	return a->probs ? clamp_given(self, a->validate_args != CT_NO_BOOL) : NULL;
}

/* --- where the formulas are stable ------------------------------------------------------------ */

static ct_tensor *is_stable(const ct_distribution *self)
{
	const ct_tensor *probs = ct_distr_get_probs(self);

	return CT_E(max_other, CT_E(le_Scalar, probs, self->limits[0]),
		    CT_E(gt_Scalar, probs, self->limits[1]));
}

/* The probabilities, and the lower limit where they are not stable. */
static ct_tensor *cut_probs(const ct_distribution *self)
{
	const ct_tensor *stable = is_stable(self), *probs = ct_distr_get_probs(self);

	return CT_E(where_self, stable, probs, CT_E(mul, CT_E(ones_like, probs), self->limits[0]));
}

/* log1p(-x) - log(x) */
static ct_tensor *log_odds_against(const ct_tensor *x)
{
	const ct_tensor *first = CT_E(log1p, CT_E(neg, x));

	return CT_E(sub, first, CT_E(log, x));
}

/* 2 * x - 1 */
static ct_tensor *twice_minus_one(const ct_tensor *x)
{
	return CT_E(sub, CT_E(mul, x, 2.0), 1.0);
}

ct_tensor *ct_distr_log_norm(const ct_distribution *self)
{
	const ct_tensor *cut = cut_probs(self), *below, *above, *norm, *x, *taylor;

	below = CT_E(where_self, CT_E(le_Scalar, cut, 0.5), cut, CT_E(zeros_like, cut));
	above = CT_E(where_self, CT_E(ge_Scalar, cut, 0.5), cut, CT_E(ones_like, cut));
	norm = CT_E(log, CT_E(abs, log_odds_against(cut)));
	below = CT_E(log1p, CT_E(mul, below, -2.0));
	above = CT_E(log, twice_minus_one(above));
	norm = CT_E(sub, norm, CT_E(where_self, CT_E(le_Scalar, cut, 0.5), below, above));
	x = CT_E(pow, CT_E(sub, ct_distr_get_probs(self), 0.5), 2);
	taylor = CT_E(add, CT_E(mul, x, 104.0 / 45.0), 4.0 / 3.0);
	taylor = CT_E(add, CT_E(mul, taylor, x), log(2.0));
	return CT_E(where_self, is_stable(self), norm, taylor);
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_tensor *continuous_bernoulli_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2], *log_prob;

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *[]){ ct_distr_get_logits(self), value }, both);
	log_prob = CT_E(neg, ct_distr_cross_entropy(both[0], both[1]));
	return CT_E(add, log_prob, ct_distr_log_norm(self));
}

static ct_tensor *continuous_bernoulli_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *cut, *cdf;

	ct_distr_check_value(self, value);
	cut = cut_probs(self);
	cdf = CT_E(pow_Tensor_Tensor, cut, value);
	cdf = CT_E(mul, cdf,
		   CT_E(pow_Tensor_Tensor, ct_distr_one_minus(cut), CT_E(rsub_Scalar, value, 1.0)));
	cdf = CT_E(div, CT_E(sub, CT_E(add, cdf, cut), 1.0), twice_minus_one(cut));
	cdf = CT_E(where_self, is_stable(self), cdf, value);
	cdf = CT_E(where_self, CT_E(ge_Scalar, value, 1.0), CT_E(ones_like, value), cdf);
	return CT_E(where_self, CT_E(le_Scalar, value, 0.0), CT_E(zeros_like, value), cdf);
}

static ct_tensor *continuous_bernoulli_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *cut = cut_probs(self), *stable = is_stable(self), *above, *below;

	above = CT_E(add, CT_E(neg, cut), CT_E(mul, value, twice_minus_one(cut)));
	above = CT_E(sub, CT_E(log1p, above), CT_E(log1p, CT_E(neg, cut)));
	below = CT_E(sub, CT_E(log, cut), CT_E(log1p, CT_E(neg, cut)));
	return CT_E(where_self, stable, CT_E(div, above, below), value);
}

/* Without gradients for sample(). */
static ct_tensor *continuous_bernoulli_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *probs = ct_distr_get_probs(self);

	return continuous_bernoulli_icdf(self, CT_E(rand, ct_distr_ints(&shape),
						    .dtype = ct_tensor_dtype(probs),
						    .device = ct_tensor_device(probs)));
}

/* --- moments ---------------------------------------------------------------------------------- */

static ct_tensor *continuous_bernoulli_mean(const ct_distribution *self)
{
	const ct_tensor *cut = cut_probs(self), *mean, *x, *taylor;

	mean = CT_E(div, cut, twice_minus_one(cut));
	mean = CT_E(add, mean, CT_E(reciprocal, log_odds_against(cut)));
	x = CT_E(sub, ct_distr_get_probs(self), 0.5);
	taylor = CT_E(add, CT_E(mul, CT_E(pow, x, 2), 16.0 / 45.0), 1.0 / 3.0);
	taylor = CT_E(add, CT_E(mul, taylor, x), 0.5);
	return CT_E(where_self, is_stable(self), mean, taylor);
}

static ct_tensor *continuous_bernoulli_variance(const ct_distribution *self)
{
	const ct_tensor *cut = cut_probs(self), *variance, *x, *taylor;

	variance = CT_E(mul, cut, CT_E(sub, cut, 1.0));
	x = CT_E(rsub_Scalar, CT_E(mul, cut, 2.0), 1.0);
	variance = CT_E(div, variance, CT_E(pow, x, 2));
	x = CT_E(reciprocal, CT_E(pow, log_odds_against(cut), 2));
	variance = CT_E(add, variance, x);
	x = CT_E(pow, CT_E(sub, ct_distr_get_probs(self), 0.5), 2);
	taylor = CT_E(rsub_Scalar, CT_E(mul, x, 128.0 / 945.0), 1.0 / 15.0);
	taylor = CT_E(rsub_Scalar, CT_E(mul, taylor, x), 1.0 / 12.0);
	return CT_E(where_self, is_stable(self), variance, taylor);
}

static ct_tensor *continuous_bernoulli_entropy(const ct_distribution *self)
{
	const ct_tensor *probs = ct_distr_get_probs(self);
	const ct_tensor *zero = CT_E(log1p, CT_E(neg, probs)), *one = CT_E(log, probs), *entropy;

	entropy = continuous_bernoulli_mean(self);
	entropy = CT_E(mul, entropy, CT_E(sub, zero, one));
	return CT_E(sub, CT_E(sub, entropy, ct_distr_log_norm(self)), zero);
}

/* --- the exponential family ------------------------------------------------------------------- */

static void continuous_bernoulli_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = ct_distr_get_logits(self);
}

static ct_tensor *continuous_bernoulli_log_normalizer(const ct_distribution *self,
						      ct_tensor *const *natural)
{
	const double low = self->limits[0] - 0.5, high = self->limits[1] - 0.5;
	const ct_tensor *x = natural[0], *stable, *cut, *norm, *taylor;

	stable = CT_E(max_other, CT_E(le_Scalar, x, low), CT_E(gt_Scalar, x, high));
	cut = CT_E(where_self, stable, x, CT_E(mul, CT_E(ones_like, x), low));
	norm = CT_E(log, CT_E(abs, CT_E(special_expm1, cut)));
	norm = CT_E(sub, norm, CT_E(log, CT_E(abs, cut)));
	taylor = CT_E(mul, x, 0.5);
	taylor = CT_E(add, taylor, CT_E(div, CT_E(pow, x, 2), 24.0));
	taylor = CT_E(sub, taylor, CT_E(div, CT_E(pow, x, 4), 2880.0));
	return CT_E(where_self, stable, norm, taylor);
}

static const struct ct_distr_exp_family family = {
	.natural_len = 1,
	.natural_params = continuous_bernoulli_natural_params,
	.log_normalizer = continuous_bernoulli_log_normalizer,
	.mean_carrier_measure = ct_distr_no_carrier,
};

const struct ct_distribution_code ct_distributions_ContinuousBernoulli_code = {
	.parent = "ExponentialFamily",
	.python = "torch.distributions.continuous_bernoulli.ContinuousBernoulli",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 2,
	.setup = continuous_bernoulli_setup,
	.rsample = continuous_bernoulli_rsample,
	.log_prob = continuous_bernoulli_log_prob,
	.cdf = continuous_bernoulli_cdf,
	.icdf = continuous_bernoulli_icdf,
	.entropy = continuous_bernoulli_entropy,
	.mean = continuous_bernoulli_mean,
	.variance = continuous_bernoulli_variance,
	.support = &ct_distr_unit_interval,
};
