/*
 * The first distribution is an Exponential, a Gamma or a Poisson.
 */
#include "distributions/kl/kl.h"

/* Of x * 2 * pi, half the logarithm: Python's 0.5 * log(x * 2 * math.pi). */
static ct_tensor *half_log(const ct_tensor *x)
{
	return CT_E(mul, CT_E(log, CT_E(mul, CT_E(mul, x, 2), CT_DISTR_PI)), 0.5);
}

/* --- Exponential ------------------------------------------------------------------------------ */

static ct_tensor *kl_exponential_gamma(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *c = q->at[KL_CONCENTRATION], *t1;
	const ct_tensor *ratio = CT_E(div, q->at[KL_RATE], p->at[KL_ONLY_RATE]);

	t1 = CT_E(add, CT_E(mul, CT_E(neg, c), CT_E(log, ratio)), ratio);
	t1 = CT_E(add, CT_E(add, t1, CT_E(lgamma, c)), CT_E(mul, c, CT_DISTR_EULER));
	return CT_E(sub, t1, 1 + CT_DISTR_EULER);
}

static ct_tensor *kl_exponential_gumbel(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *product = CT_E(mul, p->at[KL_ONLY_RATE], q->at[KL_SCALE]), *t1, *t2;
	const ct_tensor *ratio = CT_E(div, q->at[KL_LOC], q->at[KL_SCALE]);

	t1 = CT_E(sub, CT_E(log, product), 1);
	t2 = CT_E(div, CT_E(mul, CT_E(exp, ratio), product), CT_E(add, product, 1));
	return CT_E(add, CT_E(add, CT_E(sub, t1, ratio), t2), CT_E(reciprocal, product));
}

static ct_tensor *kl_exponential_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *var = CT_E(pow, q->at[KL_SCALE], 2), *t1, *t2;
	const ct_tensor *square = CT_E(pow, p->at[KL_ONLY_RATE], 2);

	t1 = half_log(CT_E(mul, square, var));
	t2 = CT_E(sub, CT_E(reciprocal, square), CT_E(div, q->at[KL_LOC], p->at[KL_ONLY_RATE]));
	t2 = CT_E(add, t2, CT_E(mul, CT_E(pow, q->at[KL_LOC], 2), 0.5));
	return CT_E(add, CT_E(sub, t1, 1), CT_E(div, t2, var));
}

/* --- Gamma ------------------------------------------------------------------------------------ */

static ct_tensor *kl_gamma_exponential(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *rate = q->at[KL_ONLY_RATE], *t = CT_E(neg, ct_distr_entropy(p));
	const ct_tensor *product = CT_E(mul, rate, p->at[KL_CONCENTRATION]);

	return CT_E(add, CT_E(sub, t, CT_E(log, rate)), CT_E(div, product, p->at[KL_RATE]));
}

/* (c - 1) * digamma(c) */
static ct_tensor *times_digamma(const ct_tensor *c)
{
	return CT_E(mul, CT_E(sub, c, 1), CT_E(digamma, c));
}

static ct_tensor *kl_gamma_gumbel(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *product = CT_E(mul, p->at[KL_RATE], q->at[KL_SCALE]), *t1, *t2, *t3;
	const ct_tensor *ratio = CT_E(div, q->at[KL_LOC], q->at[KL_SCALE]);
	const ct_tensor *c = p->at[KL_CONCENTRATION];

	t1 = CT_E(sub, CT_E(sub, times_digamma(c), CT_E(lgamma, c)), c);
	t2 = CT_E(add, CT_E(log, product), CT_E(div, c, product));
	t3 = CT_E(pow_Tensor_Tensor, CT_E(add, CT_E(reciprocal, product), 1), CT_E(neg, c));
	t3 = CT_E(sub, CT_E(mul, CT_E(exp, ratio), t3), ratio);
	return CT_E(add, CT_E(add, t1, t2), t3);
}

static ct_tensor *kl_gamma_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *var = CT_E(pow, q->at[KL_SCALE], 2), *c = p->at[KL_CONCENTRATION], *t1,
			*t2;
	const ct_tensor *square = CT_E(pow, p->at[KL_RATE], 2), *t3;

	t1 = half_log(CT_E(mul, square, var));
	t1 = CT_E(sub, CT_E(sub, t1, c), CT_E(lgamma, c));
	t2 = CT_E(div, CT_E(mul, CT_E(add, CT_E(pow, c, 2), c), 0.5), square);
	t3 = CT_E(div, CT_E(mul, q->at[KL_LOC], c), p->at[KL_RATE]);
	t2 = CT_E(add, CT_E(sub, t2, t3), CT_E(mul, CT_E(pow, q->at[KL_LOC], 2), 0.5));
	return CT_E(add, CT_E(add, t1, times_digamma(c)), CT_E(div, t2, var));
}

const struct ct_distr_pair ct_distr_positive_pairs[] = {
	{ "Exponential", "Beta", ct_distr_kl_infinity },
	{ "Exponential", "ContinuousBernoulli", ct_distr_kl_infinity },
	{ "Exponential", "Pareto", ct_distr_kl_infinity },
	{ "Exponential", "Uniform", ct_distr_kl_infinity },
	{ "Exponential", "Gamma", kl_exponential_gamma },
	{ "Exponential", "Gumbel", kl_exponential_gumbel },
	{ "Exponential", "Normal", kl_exponential_normal },
	{ "Gamma", "Beta", ct_distr_kl_infinity },
	{ "Gamma", "ContinuousBernoulli", ct_distr_kl_infinity },
	{ "Gamma", "Pareto", ct_distr_kl_infinity },
	{ "Gamma", "Uniform", ct_distr_kl_infinity },
	{ "Gamma", "Exponential", kl_gamma_exponential },
	{ "Gamma", "Gumbel", kl_gamma_gumbel },
	{ "Gamma", "Normal", kl_gamma_normal },
	{ "Poisson", "Bernoulli", ct_distr_kl_infinity },
	{ "Poisson", "Binomial", ct_distr_kl_infinity },
	{ NULL, NULL, NULL },
};
