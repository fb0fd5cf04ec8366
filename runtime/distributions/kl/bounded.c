/*
 * The first distribution is a Bernoulli, a Beta or a ContinuousBernoulli.
 */
#include <math.h>

#include "distributions/families/probs.h"
#include "distributions/kl/kl.h"

static ct_tensor *minus_entropy(const ct_distribution *p)
{
	return CT_E(neg, ct_distr_entropy(p));
}

/* -entropy - q.rate.log(), where the rate is that of an Exponential */
static ct_tensor *less_log_rate(const ct_distribution *p, const ct_distribution *q)
{
	return CT_E(sub, minus_entropy(p), CT_E(log, q->at[KL_ONLY_RATE]));
}

static ct_tensor *kl_bernoulli_poisson(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *rate = q->at[KL_ONLY_RATE], *entropy = minus_entropy(p);
	const ct_tensor *t = CT_E(mul, ct_distr_get_probs(p), CT_E(log, rate));

	return CT_E(sub, entropy, CT_E(sub, t, rate));
}

/* --- Beta ------------------------------------------------------------------------------------- */

static ct_tensor *beta1(const ct_distribution *p)
{
	return ct_distr_get(p, KL_CONCENTRATION1);
}

static ct_tensor *beta_sum(const ct_distribution *p)
{
	return CT_E(add, beta1(p), ct_distr_get(p, KL_CONCENTRATION0));
}

static ct_tensor *kl_beta_infinity(const ct_distribution *p, const ct_distribution *q)
{
	(void)q;
	return ct_distr_infinite_like(beta1(p));
}

static ct_tensor *kl_beta_continuous_bernoulli(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *t = minus_entropy(p);

	t = CT_E(sub, t, CT_E(mul, ct_distr_mean(p), ct_distr_get_logits(q)));
	t = CT_E(sub, t, CT_E(log1p, CT_E(neg, ct_distr_get_probs(q))));
	return CT_E(sub, t, ct_distr_log_norm(q));
}

static ct_tensor *kl_beta_exponential(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *mean = CT_E(div, beta1(p), beta_sum(p));

	return CT_E(add, less_log_rate(p, q), CT_E(mul, q->at[KL_ONLY_RATE], mean));
}

static ct_tensor *kl_beta_gamma(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *c = q->at[KL_CONCENTRATION], *rate = q->at[KL_RATE], *t2, *t3, *t4, *sum;

	t2 = CT_E(sub, CT_E(lgamma, c), CT_E(mul, c, CT_E(log, rate)));
	sum = CT_E(add, minus_entropy(p), t2);
	t3 = CT_E(sub, CT_E(digamma, beta1(p)), CT_E(digamma, beta_sum(p)));
	t3 = CT_E(mul, CT_E(sub, c, 1), t3);
	t4 = CT_E(div, CT_E(mul, rate, beta1(p)), beta_sum(p));
	return CT_E(add, CT_E(sub, sum, t3), t4);
}

static ct_tensor *kl_beta_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *mean = CT_E(div, beta1(p), beta_sum(p)), *var, *t2, *t3, *sum;

	var = CT_E(pow, q->at[KL_SCALE], 2);
	t2 = CT_E(mul, CT_E(log, CT_E(mul, CT_E(mul, var, 2), CT_DISTR_PI)), 0.5);
	sum = CT_E(add, minus_entropy(p), t2);
	t3 = CT_E(mul, mean, ct_distr_one_minus(mean));
	t3 = CT_E(div, t3, CT_E(add, beta_sum(p), 1));
	t3 = CT_E(mul, CT_E(add, t3, CT_E(pow, mean, 2)), 0.5);
	t3 = CT_E(sub, t3, CT_E(mul, q->at[KL_LOC], mean));
	t3 = CT_E(add, t3, CT_E(mul, CT_E(pow, q->at[KL_LOC], 2), 0.5));
	return CT_E(add, sum, CT_E(div, t3, var));
}

/* -entropy + log of the width */
static ct_tensor *of_width(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *t = minus_entropy(p);

	return CT_E(add, t, CT_E(log, CT_E(sub, q->at[KL_HIGH], q->at[KL_LOW])));
}

static ct_tensor *kl_beta_uniform(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *is_outside = CT_E(bitwise_or_Tensor, CT_E(gt_Scalar, q->at[KL_LOW], 0.0),
					   CT_E(lt_Scalar, q->at[KL_HIGH], 1.0));

	return ct_distr_infinite_where(is_outside, of_width(p, q));
}

/* --- ContinuousBernoulli ---------------------------------------------------------------------- */

static ct_tensor *kl_continuous_bernoulli_infinity(const ct_distribution *p,
						   const ct_distribution *q)
{
	(void)q;
	return ct_distr_infinite_like(ct_distr_get_probs(p));
}

static ct_tensor *kl_continuous_bernoulli_exponential(const ct_distribution *p,
						      const ct_distribution *q)
{
	return CT_E(add, less_log_rate(p, q), CT_E(mul, q->at[KL_ONLY_RATE], ct_distr_mean(p)));
}

static ct_tensor *kl_continuous_bernoulli_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *loc = q->at[KL_LOC], *scale = q->at[KL_SCALE], *t1, *t2, *t3;

	t1 = minus_entropy(p);
	t2 = CT_E(add, CT_E(square, CT_E(div, loc, scale)), log(2.0 * CT_DISTR_PI));
	t2 = CT_E(add, CT_E(mul, t2, 0.5), CT_E(log, scale));
	t3 = CT_E(add, ct_distr_variance(p), CT_E(square, ct_distr_mean(p)));
	t3 = CT_E(sub, t3, CT_E(mul, CT_E(mul, loc, 2.0), ct_distr_mean(p)));
	t3 = CT_E(div, t3, CT_E(mul, CT_E(square, scale), 2.0));
	return CT_E(add, CT_E(add, t1, t2), t3);
}

/* Python's comparison, which is infinite inside of the bounds. */
static ct_tensor *kl_continuous_bernoulli_uniform(const ct_distribution *p,
						  const ct_distribution *q)
{
	const ct_tensor *kl = of_width(p, q);
	const ct_tensor *is_infinite = CT_E(max_other, CT_E(ge_Scalar, q->at[KL_LOW], 0.0),
					    CT_E(le_Scalar, q->at[KL_HIGH], 1.0));

	return CT_E(where_self, is_infinite, ct_distr_infinite_like(kl), kl);
}

const struct ct_distr_pair ct_distr_bounded_pairs[] = {
	{ "Bernoulli", "Poisson", kl_bernoulli_poisson },
	{ "Beta", "ContinuousBernoulli", kl_beta_continuous_bernoulli },
	{ "Beta", "Pareto", kl_beta_infinity },
	{ "Beta", "Exponential", kl_beta_exponential },
	{ "Beta", "Gamma", kl_beta_gamma },
	{ "Beta", "Normal", kl_beta_normal },
	{ "Beta", "Uniform", kl_beta_uniform },
	{ "ContinuousBernoulli", "Pareto", kl_continuous_bernoulli_infinity },
	{ "ContinuousBernoulli", "Exponential", kl_continuous_bernoulli_exponential },
	{ "ContinuousBernoulli", "Normal", kl_continuous_bernoulli_normal },
	{ "ContinuousBernoulli", "Uniform", kl_continuous_bernoulli_uniform },
	{ NULL, NULL, NULL },
};
