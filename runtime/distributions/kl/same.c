/*
 * Two distributions of one class, and of exponential families.
 */
#include "core/base/name_of.h"
#include "distributions/families/probs.h"
#include "distributions/families/counts.h"
#include "distributions/kl/kl.h"
#include "nn/functional/raise.h"

static ct_tensor *lgamma_of(const ct_tensor *x)
{
	return CT_E(lgamma, x);
}

/* --- of two or more outcomes ------------------------------------------------------------------ */

/* softplus(sign * q.logits) - softplus(sign * p.logits) */
static ct_tensor *softplus_off(const ct_tensor *p, const ct_tensor *q)
{
	const ct_tensor *of_q = CT_E(softplus, q);

	return CT_E(sub, of_q, CT_E(softplus, p));
}

static ct_tensor *kl_bernoulli(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *of_p = ct_distr_get_probs(p), *of_q = ct_distr_get_probs(q), *t1, *t2;
	const ct_tensor *logits_p = ct_distr_get_logits(p), *logits_q = ct_distr_get_logits(q);

	t1 = CT_E(mul, of_p, softplus_off(CT_E(neg, logits_p), CT_E(neg, logits_q)));
	t1 = ct_distr_infinite_where(CT_E(eq_Scalar, of_q, 0), t1);
	t1 = ct_distr_filled(t1, CT_E(eq_Scalar, of_p, 0), 0);
	t2 = CT_E(mul, ct_distr_one_minus(of_p), softplus_off(logits_p, logits_q));
	t2 = ct_distr_infinite_where(CT_E(eq_Scalar, of_q, 1), t2);
	t2 = ct_distr_filled(t2, CT_E(eq_Scalar, of_p, 1), 0);
	return CT_E(add, t1, t2);
}

static ct_tensor *kl_binomial(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *n = p->at[CT_DISTR_TOTAL_COUNT], *of_q = q->at[CT_DISTR_TOTAL_COUNT];
	const ct_tensor *probs = ct_distr_get(p, CT_DISTR_COUNT_PROBS), *kl;

	if (CT_ITEM(CT_E(any, CT_E(lt_Tensor, n, of_q))) != 0)
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "KL between Binomials where q.total_count > p.total_count is not "
			       "implemented");
	kl = CT_E(sub, ct_distr_get(p, CT_DISTR_COUNT_LOGITS),
		  ct_distr_get(q, CT_DISTR_COUNT_LOGITS));
	kl = CT_E(add, CT_E(mul, probs, kl), CT_E(log1p, CT_E(neg, probs)));
	kl = CT_E(sub, kl, CT_E(log1p, CT_E(neg, ct_distr_get(q, CT_DISTR_COUNT_PROBS))));
	return ct_distr_infinite_where(CT_E(gt_Tensor, n, of_q), CT_E(mul, n, kl));
}

static ct_tensor *kl_categorical(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *off = CT_E(sub, ct_distr_get_logits(p), ct_distr_get_logits(q));
	const ct_tensor *t = CT_E(mul, ct_distr_get_probs(p), off);

	t = ct_distr_infinite_where(CT_E(eq_Scalar, ct_distr_get_probs(q), 0), t);
	t = ct_distr_filled(t, CT_E(eq_Scalar, ct_distr_get_probs(p), 0), 0);
	return ct_distr_sum_last(t);
}

static ct_tensor *kl_one_hot_categorical(const ct_distribution *p, const ct_distribution *q)
{
	return kl_categorical(p->parts[0], q->parts[0]);
}

static ct_tensor *kl_geometric(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *kl = CT_E(neg, ct_distr_entropy(p));
	const ct_tensor *off = CT_E(log1p, CT_E(neg, ct_distr_get_probs(q)));

	kl = CT_E(sub, kl, CT_E(div, off, ct_distr_get_probs(p)));
	return CT_E(sub, kl, ct_distr_get_logits(q));
}

/* --- of probabilities ------------------------------------------------------------------------- */

static ct_tensor *kl_beta(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *p1 = ct_distr_get(p, KL_CONCENTRATION1);
	const ct_tensor *p0 = ct_distr_get(p, KL_CONCENTRATION0);
	const ct_tensor *q1 = ct_distr_get(q, KL_CONCENTRATION1);
	const ct_tensor *q0 = ct_distr_get(q, KL_CONCENTRATION0);
	const ct_tensor *sum_p = CT_E(add, p1, p0), *sum_q = CT_E(add, q1, q0), *t1, *t2, *t3;

	t1 = CT_E(add, CT_E(add, lgamma_of(q1), lgamma_of(q0)), lgamma_of(sum_p));
	t2 = CT_E(add, CT_E(add, lgamma_of(p1), lgamma_of(p0)), lgamma_of(sum_q));
	t3 = CT_E(mul, CT_E(sub, p1, q1), CT_E(digamma, p1));
	t1 = CT_E(add, CT_E(sub, t1, t2), t3);
	t1 = CT_E(add, t1, CT_E(mul, CT_E(sub, p0, q0), CT_E(digamma, p0)));
	return CT_E(add, t1, CT_E(mul, CT_E(sub, sum_q, sum_p), CT_E(digamma, sum_p)));
}

static ct_tensor *kl_continuous_bernoulli(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *t1, *t2, *t3;

	t1 = CT_E(mul, ct_distr_mean(p), CT_E(sub, ct_distr_get_logits(p), ct_distr_get_logits(q)));
	t2 = CT_E(add, ct_distr_log_norm(p), CT_E(log1p, CT_E(neg, ct_distr_get_probs(p))));
	t3 = CT_E(sub, CT_E(neg, ct_distr_log_norm(q)),
		  CT_E(log1p, CT_E(neg, ct_distr_get_probs(q))));
	return CT_E(add, CT_E(add, t1, t2), t3);
}

static ct_tensor *kl_dirichlet(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *of_p = p->at[KL_CONCENTRATION], *of_q = q->at[KL_CONCENTRATION];
	const ct_tensor *sum_p = ct_distr_sum_last(of_p), *sum_q = ct_distr_sum_last(of_q);
	const ct_tensor *t1 = CT_E(sub, lgamma_of(sum_p), lgamma_of(sum_q)), *t2, *t4;

	t2 = ct_distr_sum_last(CT_E(sub, lgamma_of(of_p), lgamma_of(of_q)));
	t4 = CT_E(sub, CT_E(digamma, of_p), CT_E(unsqueeze, CT_E(digamma, sum_p), -1));
	t4 = CT_E(mul, CT_E(sub, of_p, of_q), t4);
	return CT_E(add, CT_E(sub, t1, t2), ct_distr_sum_last(t4));
}

/* --- of positive numbers ---------------------------------------------------------------------- */

static ct_tensor *kl_exponential(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *ratio = CT_E(div, q->at[KL_ONLY_RATE], p->at[KL_ONLY_RATE]);

	return CT_E(sub, CT_E(add, CT_E(neg, CT_E(log, ratio)), ratio), 1);
}

static ct_tensor *kl_gamma(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *a = p->at[KL_CONCENTRATION], *b = q->at[KL_CONCENTRATION], *t1, *t2, *t3;

	t1 = CT_E(mul, b, CT_E(log, CT_E(div, p->at[KL_RATE], q->at[KL_RATE])));
	t2 = CT_E(sub, lgamma_of(b), lgamma_of(a));
	t3 = CT_E(mul, CT_E(sub, a, b), CT_E(digamma, a));
	t1 = CT_E(add, CT_E(add, t1, t2), t3);
	t2 = CT_E(mul, CT_E(sub, q->at[KL_RATE], p->at[KL_RATE]), CT_E(div, a, p->at[KL_RATE]));
	return CT_E(add, t1, t2);
}

static ct_tensor *kl_pareto(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *scales = CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]);
	const ct_tensor *alphas = CT_E(div, q->at[KL_ALPHA], p->at[KL_ALPHA]), *t1;

	t1 = CT_E(mul, q->at[KL_ALPHA], CT_E(log, scales));
	t1 = CT_E(add, CT_E(add, t1, CT_E(neg, CT_E(log, alphas))), alphas);
	return ct_distr_infinite_where(CT_E(lt_Tensor, p->at[KL_SCALE], q->at[KL_SCALE]),
				       CT_E(sub, t1, 1));
}

static ct_tensor *kl_poisson(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *a = p->at[KL_ONLY_RATE], *b = q->at[KL_ONLY_RATE];
	const ct_tensor *t = CT_E(mul, a, CT_E(sub, CT_E(log, a), CT_E(log, b)));

	return CT_E(sub, t, CT_E(sub, a, b));
}

/* --- of numbers ------------------------------------------------------------------------------- */

static ct_tensor *kl_cauchy(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *sum = CT_E(pow, CT_E(add, p->at[KL_SCALE], q->at[KL_SCALE]), 2), *t2;

	sum = CT_E(add, sum, CT_E(pow, CT_E(sub, p->at[KL_LOC], q->at[KL_LOC]), 2));
	t2 = CT_E(mul, CT_E(mul, p->at[KL_SCALE], 4), q->at[KL_SCALE]);
	return CT_E(sub, CT_E(log, sum), CT_E(log, t2));
}

static ct_tensor *kl_gumbel(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *ct1 = CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]);
	const ct_tensor *ct2 = CT_E(div, q->at[KL_LOC], q->at[KL_SCALE]);
	const ct_tensor *ct3 = CT_E(div, p->at[KL_LOC], q->at[KL_SCALE]), *t1, *t3;

	t1 = CT_E(add, CT_E(sub, CT_E(neg, CT_E(log, ct1)), ct2), ct3);
	t1 = CT_E(add, t1, CT_E(mul, ct1, CT_DISTR_EULER));
	t3 = CT_E(add, ct2, lgamma_of(CT_E(add, ct1, 1)));
	t1 = CT_E(add, t1, CT_E(exp, CT_E(sub, t3, ct3)));
	return CT_E(sub, t1, 1 + CT_DISTR_EULER);
}

static ct_tensor *kl_laplace(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *ratio = CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]);
	const ct_tensor *off = CT_E(abs, CT_E(sub, p->at[KL_LOC], q->at[KL_LOC])), *t1, *t3;

	t1 = CT_E(add, CT_E(neg, CT_E(log, ratio)), CT_E(div, off, q->at[KL_SCALE]));
	t3 = CT_E(mul, ratio, CT_E(exp, CT_E(div, CT_E(neg, off), p->at[KL_SCALE])));
	return CT_E(sub, CT_E(add, t1, t3), 1);
}

static ct_tensor *kl_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *ratio = CT_E(pow, CT_E(div, p->at[KL_SCALE], q->at[KL_SCALE]), 2), *t1;

	t1 = CT_E(div, CT_E(sub, p->at[KL_LOC], q->at[KL_LOC]), q->at[KL_SCALE]);
	t1 = CT_E(sub, CT_E(add, ratio, CT_E(pow, t1, 2)), 1);
	return CT_E(mul, CT_E(sub, t1, CT_E(log, ratio)), 0.5);
}

static ct_tensor *kl_half_normal(const ct_distribution *p, const ct_distribution *q)
{
	return kl_normal(p->parts[0], q->parts[0]);
}

static ct_tensor *kl_uniform(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *of_q = CT_E(sub, q->at[KL_HIGH], q->at[KL_LOW]);
	const ct_tensor *kl = CT_E(log, CT_E(div, of_q, CT_E(sub, p->at[KL_HIGH], p->at[KL_LOW])));
	const ct_tensor *is_outside = CT_E(bitwise_or_Tensor,
					   CT_E(gt_Tensor, q->at[KL_LOW], p->at[KL_LOW]),
					   CT_E(lt_Tensor, q->at[KL_HIGH], p->at[KL_HIGH]));

	return ct_distr_infinite_where(is_outside, kl);
}

/* --- exponential families --------------------------------------------------------------------- */

static ct_tensor *kl_exponential_families(const ct_distribution *p, const ct_distribution *q)
{
	if (p->klass != q->klass)
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "The cross KL-divergence between different exponential families "
			       "cannot "
			       "                            be computed using Bregman divergences");
	if (p->klass->code->exp_family == NULL)
		return ct_distr_lacks(p, "_natural_params");
	return ct_distr_bregman_divergence(p, q);
}

const struct ct_distr_pair ct_distr_same_pairs[] = {
	{ "Bernoulli", "Bernoulli", kl_bernoulli },
	{ "Beta", "Beta", kl_beta },
	{ "Binomial", "Binomial", kl_binomial },
	{ "Categorical", "Categorical", kl_categorical },
	{ "Cauchy", "Cauchy", kl_cauchy },
	{ "ContinuousBernoulli", "ContinuousBernoulli", kl_continuous_bernoulli },
	{ "Dirichlet", "Dirichlet", kl_dirichlet },
	{ "Exponential", "Exponential", kl_exponential },
	{ "ExponentialFamily", "ExponentialFamily", kl_exponential_families },
	{ "Gamma", "Gamma", kl_gamma },
	{ "Geometric", "Geometric", kl_geometric },
	{ "Gumbel", "Gumbel", kl_gumbel },
	{ "HalfNormal", "HalfNormal", kl_half_normal },
	{ "Laplace", "Laplace", kl_laplace },
	{ "Normal", "Normal", kl_normal },
	{ "OneHotCategorical", "OneHotCategorical", kl_one_hot_categorical },
	{ "Pareto", "Pareto", kl_pareto },
	{ "Poisson", "Poisson", kl_poisson },
	{ "Uniform", "Uniform", kl_uniform },
	{ NULL, NULL, NULL },
};
