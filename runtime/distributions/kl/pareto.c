/*
 * The first distribution is a Pareto.
 */
#include <math.h>

#include "distributions/kl/kl.h"

static ct_tensor *kl_pareto_infinity(const ct_distribution *p, const ct_distribution *q)
{
	(void)q;
	return ct_distr_infinite_like(p->at[KL_SCALE]);
}

/* Infinite where alpha is not above the limit. */
static ct_tensor *finite_above(const ct_distribution *p, int limit, const ct_tensor *kl)
{
	return ct_distr_infinite_where(CT_E(le_Scalar, p->at[KL_ALPHA], limit), kl);
}

static ct_tensor *kl_pareto_exponential(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *alpha = p->at[KL_ALPHA], *t1, *t3;
	const ct_tensor *product = CT_E(mul, p->at[KL_SCALE], q->at[KL_ONLY_RATE]);

	t1 = CT_E(log, CT_E(div, alpha, product));
	t1 = CT_E(sub, t1, CT_E(reciprocal, alpha));
	t3 = CT_E(div, CT_E(mul, alpha, product), CT_E(sub, alpha, 1));
	return finite_above(p, 1, CT_E(sub, CT_E(add, t1, t3), 1));
}

static ct_tensor *kl_pareto_gamma(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *alpha = p->at[KL_ALPHA], *c = q->at[KL_CONCENTRATION], *common, *t1, *t2;

	common = CT_E(add, CT_E(log, p->at[KL_SCALE]), CT_E(reciprocal, alpha));
	t1 = CT_E(sub, CT_E(log, alpha), common);
	t2 = CT_E(sub, CT_E(lgamma, c), CT_E(mul, c, CT_E(log, q->at[KL_RATE])));
	t1 = CT_E(add, CT_E(add, t1, t2), CT_E(mul, ct_distr_one_minus(c), common));
	t2 = CT_E(mul, CT_E(mul, q->at[KL_RATE], alpha), p->at[KL_SCALE]);
	t2 = CT_E(div, t2, CT_E(sub, alpha, 1));
	return finite_above(p, 1, CT_E(sub, CT_E(add, t1, t2), 1));
}

static ct_tensor *kl_pareto_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *alpha = p->at[KL_ALPHA], *var, *common, *t1, *t3, *t4;

	var = CT_E(mul, CT_E(pow, q->at[KL_SCALE], 2), 2);
	common = CT_E(div, p->at[KL_SCALE], CT_E(sub, alpha, 1));
	t1 = CT_E(mul, CT_E(mul, q->at[KL_SCALE], sqrt(2 * CT_DISTR_PI)), alpha);
	t1 = CT_E(log, CT_E(div, t1, p->at[KL_SCALE]));
	t1 = CT_E(sub, t1, CT_E(reciprocal, alpha));
	t3 = CT_E(div, CT_E(mul, alpha, CT_E(pow, common, 2)), CT_E(sub, alpha, 2));
	t4 = CT_E(pow, CT_E(sub, CT_E(mul, alpha, common), q->at[KL_LOC]), 2);
	t1 = CT_E(add, t1, CT_E(div, CT_E(add, t3, t4), var));
	return finite_above(p, 2, CT_E(sub, t1, 1));
}

const struct ct_distr_pair ct_distr_pareto_pairs[] = {
	{ "Pareto", "Beta", kl_pareto_infinity },
	{ "Pareto", "ContinuousBernoulli", kl_pareto_infinity },
	{ "Pareto", "Uniform", kl_pareto_infinity },
	{ "Pareto", "Exponential", kl_pareto_exponential },
	{ "Pareto", "Gamma", kl_pareto_gamma },
	{ "Pareto", "Normal", kl_pareto_normal },
	{ NULL, NULL, NULL },
};
