/*
 * Both distributions are a MultivariateNormal or one of low rank.
 */
#include "core/base/name_of.h"
#include "distributions/families/low_rank.h"
#include "distributions/families/matrices.h"
#include "distributions/kl/kl.h"
#include "nn/functional/raise.h"

static bool same_events(const ct_distribution *p, const ct_distribution *q, const char *kind)
{
	if (ct_nn_same_ints(ct_distr_event(p), ct_distr_event(q)))
		return true;
	CT_FAIL(CT_ERROR_VALUE,
		"KL-divergence between two %sMultivariate Normals with                          "
		"different event shapes cannot be computed",
		kind);
	return false;
}

static ct_tensor *off_loc(const ct_distribution *p, const ct_distribution *q)
{
	return CT_E(sub, q->at[KL_LOC], p->at[KL_LOC]);
}

/* 0.5 * (term1 + term2 + term3 - n) */
static ct_tensor *half_of(const ct_distribution *p, const ct_tensor *term1, const ct_tensor *term2,
			  const ct_tensor *term3)
{
	const ct_tensor *sum = CT_E(add, CT_E(add, term1, term2), term3);

	return CT_E(mul, CT_E(sub, sum, ct_distr_event(p).at[0]), 0.5);
}

/* The squares of inverse(factor) @ x, summed. */
static ct_tensor *solved_trace(const ct_tensor *factor, const ct_tensor *x)
{
	return ct_distr_trace_of_square(CT_E(linalg_solve_triangular, factor, x, .upper = false));
}

/* --- the second one has a factor -------------------------------------------------------------- */

static ct_tensor *kl_multivariate_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *of_p = p->at[KL_FACTOR], *of_q = q->at[KL_FACTOR], *half, *term2, *term3;
	const int64_t n = ct_distr_event(p).at[0];

	if (!same_events(p, q, ""))
		return NULL;
	half = CT_E(sub, ct_distr_log_diagonal(of_q), ct_distr_log_diagonal(of_p));
	term2 = solved_trace(of_q, of_p);
	term3 = ct_distr_batch_mahalanobis(of_q, off_loc(p, q));
	term2 = CT_E(mul, CT_E(sub, CT_E(add, term2, term3), n), 0.5);
	return CT_E(add, half, term2);
}

static ct_tensor *kl_low_rank_normal(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *factor = q->at[KL_FACTOR], *diag, *term1, *term2, *term3;

	if (!same_events(p, q, "(Low Rank) "))
		return NULL;
	term1 = CT_E(mul, ct_distr_log_diagonal(factor), 2);
	term1 = CT_E(sub, term1, ct_distr_low_rank_log_det(p));
	term3 = ct_distr_batch_mahalanobis(factor, off_loc(p, q));
	diag = CT_E(diag_embed, CT_E(sqrt, p->at[CT_DISTR_LOW_RANK_DIAG]));
	term2 = solved_trace(factor, p->at[CT_DISTR_LOW_RANK_FACTOR]);
	term2 = CT_E(add, term2, solved_trace(factor, diag));
	return half_of(p, term1, term2, term3);
}

/* --- the second one is of low rank: its inverse is D^-1 - A^T A ------------------------------- */

static ct_tensor *find_a(const ct_distribution *q)
{
	return CT_E(linalg_solve_triangular, q->at[CT_DISTR_LOW_RANK_CAPACITANCE],
		    ct_distr_low_rank_scaled(q), .upper = false);
}

/* The squares of D^-1/2 @ x, summed. */
static ct_tensor *scaled_trace(const ct_distribution *q, const ct_tensor *x)
{
	const ct_tensor *root = CT_E(rsqrt, q->at[CT_DISTR_LOW_RANK_DIAG]);

	return ct_distr_trace_of_square(CT_E(mul, x, CT_E(unsqueeze, root, -1)));
}

static ct_tensor *kl_normal_low_rank(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *factor = p->at[KL_FACTOR], *a, *term1, *term2, *term3;

	if (!same_events(p, q, "(Low Rank) "))
		return NULL;
	term1 = ct_distr_low_rank_log_det(q);
	term1 = CT_E(sub, term1, CT_E(mul, ct_distr_log_diagonal(factor), 2));
	term3 = ct_distr_low_rank_mahalanobis(q, off_loc(p, q));
	a = find_a(q);
	term2 = scaled_trace(q, factor);
	term2 = CT_E(sub, term2, ct_distr_trace_of_square(CT_E(matmul, a, factor)));
	return half_of(p, term1, term2, term3);
}

static ct_tensor *kl_low_rank(const ct_distribution *p, const ct_distribution *q)
{
	const ct_tensor *factor = p->at[CT_DISTR_LOW_RANK_FACTOR];
	const ct_tensor *diag = p->at[CT_DISTR_LOW_RANK_DIAG], *a, *term1, *term2, *term3, *root;

	if (!same_events(p, q, "Low Rank "))
		return NULL;
	term1 = ct_distr_low_rank_log_det(q);
	term1 = CT_E(sub, term1, ct_distr_low_rank_log_det(p));
	term3 = ct_distr_low_rank_mahalanobis(q, off_loc(p, q));
	a = find_a(q);
	term2 = ct_distr_sum_last(CT_E(div, diag, q->at[CT_DISTR_LOW_RANK_DIAG]));
	term2 = CT_E(add, term2, scaled_trace(q, factor));
	root = CT_E(unsqueeze, CT_E(sqrt, diag), -2);
	term2 = CT_E(sub, term2, ct_distr_trace_of_square(CT_E(mul, a, root)));
	term2 = CT_E(sub, term2, ct_distr_trace_of_square(CT_E(matmul, a, factor)));
	return half_of(p, term1, term2, term3);
}

const struct ct_distr_pair ct_distr_vector_pairs[] = {
	{ "LowRankMultivariateNormal", "LowRankMultivariateNormal", kl_low_rank },
	{ "LowRankMultivariateNormal", "MultivariateNormal", kl_low_rank_normal },
	{ "MultivariateNormal", "LowRankMultivariateNormal", kl_normal_low_rank },
	{ "MultivariateNormal", "MultivariateNormal", kl_multivariate_normal },
	{ NULL, NULL, NULL },
};
