/*
 * The first distribution is a Uniform.
 */
#include <math.h>

#include "distributions/families/probs.h"
#include "distributions/kl/kl.h"

static ct_tensor *width(const ct_distribution *p)
{
	return CT_E(sub, p->at[KL_HIGH], p->at[KL_LOW]);
}

static ct_tensor *both_ends(const ct_distribution *p)
{
	return CT_E(add, p->at[KL_HIGH], p->at[KL_LOW]);
}

static ct_tensor *x_log_x(const ct_tensor *x)
{
	return CT_E(xlogy_Tensor, x, x);
}

/* Infinite where the support of q does not have the whole interval. */
static ct_tensor *infinite_below(const ct_distribution *p, double bound, const ct_tensor *kl)
{
	return ct_distr_infinite_where(CT_E(lt_Scalar, p->at[KL_LOW], bound), kl);
}

/* (x log x at the upper end - at the lower end - width) / width */
static ct_tensor *mean_log(const ct_distribution *p, const ct_tensor *factor)
{
	const ct_tensor *t = CT_E(sub, x_log_x(p->at[KL_HIGH]), x_log_x(p->at[KL_LOW]));

	t = CT_E(sub, t, width(p));
	return CT_E(div, factor ? CT_E(mul, factor, t) : t, width(p));
}

static ct_tensor *kl_uniform_beta(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *q1 = ct_distr_get(q, KL_CONCENTRATION1), *t2, *t3, *t4, *is_outside;
	const ct_tensor *q0 = ct_distr_get(q, KL_CONCENTRATION0);

	t2 = mean_log(p, CT_E(sub, q1, 1));
	t3 = CT_E(sub, x_log_x(ct_distr_one_minus(p->at[KL_HIGH])),
		  x_log_x(ct_distr_one_minus(p->at[KL_LOW])));
	t3 = CT_E(mul, CT_E(sub, q0, 1), CT_E(add, t3, width(p)));
	t3 = CT_E(div, t3, width(p));
	t4 = CT_E(add, CT_E(lgamma, q1), CT_E(lgamma, q0));
	t4 = CT_E(sub, t4, CT_E(lgamma, CT_E(add, q1, q0)));
	t3 = CT_E(sub, CT_E(sub, CT_E(add, t3, t4), CT_E(log, width(p))), t2);
	is_outside = CT_E(bitwise_or_Tensor, CT_E(gt_Scalar, p->at[KL_HIGH], 1.0),
			  CT_E(lt_Scalar, p->at[KL_LOW], 0.0));
	return ct_distr_infinite_where(is_outside, t3);
}

/* Python's comparison, which is infinite at the bounds, too. */
static ct_tensor *kl_uniform_continuous_bernoulli(const ct_distribution *p,
						  const ct_distribution *q)
{
	const ct_tensor *kl = CT_E(neg, ct_distr_entropy(p)), *is_outside;

	kl = CT_E(sub, kl, CT_E(mul, ct_distr_mean(p), ct_distr_get_logits(q)));
	kl = CT_E(sub, kl, CT_E(log1p, CT_E(neg, ct_distr_get_probs(q))));
	kl = CT_E(sub, kl, ct_distr_log_norm(q));
	is_outside = CT_E(max_other, CT_E(ge_Scalar, p->at[KL_HIGH], 1.0),
			  CT_E(le_Scalar, p->at[KL_LOW], 0.0));
	return CT_E(where_self, is_outside, ct_distr_infinite_like(kl), kl);
}

static ct_tensor *kl_uniform_exponential(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *rate = q->at[KL_ONLY_RATE];
	const ct_tensor *kl = CT_E(div, CT_E(mul, rate, both_ends(p)), 2);

	kl = CT_E(sub, kl, CT_E(log, CT_E(mul, width(p), rate)));
	return infinite_below(p, 0.0, kl);
}

static ct_tensor *kl_uniform_gamma(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *c = q->at[KL_CONCENTRATION], *rate = q->at[KL_RATE], *t1, *t2;

	t1 = CT_E(neg, CT_E(log, width(p)));
	t2 = CT_E(sub, CT_E(lgamma, c), CT_E(mul, c, CT_E(log, rate)));
	t1 = CT_E(add, CT_E(add, t1, t2), mean_log(p, ct_distr_one_minus(c)));
	t1 = CT_E(add, t1, CT_E(div, CT_E(mul, rate, both_ends(p)), 2));
	return infinite_below(p, 0.0, t1);
}

static ct_tensor *kl_uniform_gumbel(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *loc = q->at[KL_LOC], *scale = q->at[KL_SCALE], *high, *low, *t1, *t2;
	const ct_tensor *common = CT_E(div, scale, width(p));

	high = CT_E(div, CT_E(sub, p->at[KL_HIGH], loc), scale);
	low = CT_E(div, CT_E(sub, p->at[KL_LOW], loc), scale);
	t1 = CT_E(add, CT_E(log, common), CT_E(mul, CT_E(add, high, low), 0.5));
	t2 = CT_E(sub, CT_E(exp, CT_E(neg, high)), CT_E(exp, CT_E(neg, low)));
	return CT_E(sub, t1, CT_E(mul, common, t2));
}

static ct_tensor *kl_uniform_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *scale = q->at[KL_SCALE], *t1, *t2, *t3;

	t1 = CT_E(log, CT_E(div, CT_E(mul, scale, sqrt(CT_DISTR_PI * 2)), width(p)));
	t2 = CT_E(div, CT_E(pow, width(p), 2), 12);
	t3 = CT_E(sub, both_ends(p), CT_E(mul, q->at[KL_LOC], 2));
	t3 = CT_E(pow, CT_E(div, t3, 2), 2);
	t2 = CT_E(div, CT_E(mul, CT_E(add, t2, t3), 0.5), CT_E(pow, scale, 2));
	return CT_E(add, t1, t2);
}

static ct_tensor *kl_uniform_pareto(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *alpha = q->at[KL_ALPHA], *scale = q->at[KL_SCALE], *t1, *kl;

	t1 = CT_E(mul, CT_E(mul, alpha, CT_E(pow_Tensor_Tensor, scale, alpha)), width(p));
	kl = CT_E(sub, CT_E(mul, mean_log(p, NULL), CT_E(add, alpha, 1)), CT_E(log, t1));
	return ct_distr_infinite_where(CT_E(lt_Tensor, p->at[KL_LOW], scale), kl);
}

const struct ct_distr_pair ct_distr_uniform_pairs[] = {
	{ "Uniform", "Beta", kl_uniform_beta },
	{ "Uniform", "ContinuousBernoulli", kl_uniform_continuous_bernoulli },
	{ "Uniform", "Exponential", kl_uniform_exponential },
	{ "Uniform", "Gamma", kl_uniform_gamma },
	{ "Uniform", "Gumbel", kl_uniform_gumbel },
	{ "Uniform", "Normal", kl_uniform_normal },
	{ "Uniform", "Pareto", kl_uniform_pareto },
	{ NULL, NULL, NULL },
};
