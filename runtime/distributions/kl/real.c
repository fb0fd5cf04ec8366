/*
 * The first distribution is a Gumbel, a Laplace or a Normal.
 */
#include <math.h>

#include "distributions/kl/kl.h"

static ct_tensor *kl_gumbel_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *ratio = CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]), *t1, *t2, *t3;

	t1 = CT_E(log, CT_E(div, ratio, sqrt(2 * CT_DISTR_PI)));
	t2 = CT_E(div, CT_E(pow, CT_E(mul, CT_E(mul, ratio, CT_DISTR_PI), 0.5), 2), 3);
	t3 = CT_E(add, p->at[KL_LOC], CT_E(mul, p->at[KL_SCALE], CT_DISTR_EULER));
	t3 = CT_E(div, CT_E(sub, t3, q->at[KL_LOC]), q->at[KL_SCALE]);
	t3 = CT_E(mul, CT_E(pow, t3, 2), 0.5);
	return CT_E(sub, CT_E(add, CT_E(add, CT_E(neg, t1), t2), t3), CT_DISTR_EULER + 1);
}

static ct_tensor *kl_laplace_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *var = CT_E(pow, q->at[KL_SCALE], 2), *t1, *t2;
	const ct_tensor *ratio = CT_E(div, CT_E(pow, p->at[KL_SCALE], 2), var);

	t1 = CT_E(mul, CT_E(log, CT_E(div, CT_E(mul, ratio, 2), CT_DISTR_PI)), 0.5);
	t2 = CT_E(mul, CT_E(pow, p->at[KL_LOC], 2), 0.5);
	t2 = CT_E(sub, t2, CT_E(mul, p->at[KL_LOC], q->at[KL_LOC]));
	t2 = CT_E(add, t2, CT_E(mul, CT_E(pow, q->at[KL_LOC], 2), 0.5));
	return CT_E(sub, CT_E(add, CT_E(add, CT_E(neg, t1), ratio), CT_E(div, t2, var)), 1);
}

static ct_tensor *kl_normal_gumbel(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *mean = CT_E(div, p->at[KL_LOC], q->at[KL_SCALE]), *t1, *t2, *t3;
	const ct_tensor *var = CT_E(pow, CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]), 2);
	const ct_tensor *ratio = CT_E(div, q->at[KL_LOC], q->at[KL_SCALE]);

	t1 = CT_E(mul, CT_E(log, var), 0.5);
	t2 = CT_E(sub, mean, ratio);
	t3 = CT_E(add, CT_E(add, CT_E(neg, mean), CT_E(mul, var, 0.5)), ratio);
	t3 = CT_E(add, CT_E(add, CT_E(neg, t1), t2), CT_E(exp, t3));
	return CT_E(sub, t3, 0.5 * (1 + log(2 * CT_DISTR_PI)));
}

static ct_tensor *kl_normal_laplace(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *off = CT_E(sub, p->at[KL_LOC], q->at[KL_LOC]), *t1, *t2, *t3;
	const ct_tensor *ratio = CT_E(div, off, p->at[KL_SCALE]);

	t1 = CT_E(log, CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]));
	t2 = CT_E(mul, p->at[KL_SCALE], sqrt(2 / CT_DISTR_PI));
	t2 = CT_E(mul, t2, CT_E(exp, CT_E(mul, CT_E(pow, ratio, 2), -0.5)));
	t3 = CT_E(mul, off, CT_E(erf, CT_E(mul, ratio, sqrt(0.5))));
	t2 = CT_E(div, CT_E(add, t2, t3), q->at[KL_SCALE]);
	return CT_E(sub, CT_E(add, CT_E(neg, t1), t2), 0.5 * (1 + log(0.5 * CT_DISTR_PI)));
}

const struct ct_distr_pair ct_distr_real_pairs[] = {
	{ "Gumbel", "Beta", ct_distr_kl_infinity },
	{ "Gumbel", "ContinuousBernoulli", ct_distr_kl_infinity },
	{ "Gumbel", "Exponential", ct_distr_kl_infinity },
	{ "Gumbel", "Gamma", ct_distr_kl_infinity },
	{ "Gumbel", "Pareto", ct_distr_kl_infinity },
	{ "Gumbel", "Uniform", ct_distr_kl_infinity },
	{ "Gumbel", "Normal", kl_gumbel_normal },
	{ "Laplace", "Beta", ct_distr_kl_infinity },
	{ "Laplace", "ContinuousBernoulli", ct_distr_kl_infinity },
	{ "Laplace", "Exponential", ct_distr_kl_infinity },
	{ "Laplace", "Gamma", ct_distr_kl_infinity },
	{ "Laplace", "Pareto", ct_distr_kl_infinity },
	{ "Laplace", "Uniform", ct_distr_kl_infinity },
	{ "Laplace", "Normal", kl_laplace_normal },
	{ "Normal", "Beta", ct_distr_kl_infinity },
	{ "Normal", "ContinuousBernoulli", ct_distr_kl_infinity },
	{ "Normal", "Exponential", ct_distr_kl_infinity },
	{ "Normal", "Gamma", ct_distr_kl_infinity },
	{ "Normal", "Pareto", ct_distr_kl_infinity },
	{ "Normal", "Uniform", ct_distr_kl_infinity },
	{ "Normal", "Gumbel", kl_normal_gumbel },
	{ "Normal", "Laplace", kl_normal_laplace },
	{ NULL, NULL, NULL },
};
