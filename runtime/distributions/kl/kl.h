/*
 * Inside the library: the formulas of kl_divergence(), in files by the class of the first
 * distribution. They compute in Python's order.
 */
#ifndef CT_DISTRIBUTIONS_KL_KL_H
#define CT_DISTRIBUTIONS_KL_KL_H

#include "distributions/base/class.h"

/* Where the classes keep their parameters. */
enum {
	KL_LOC = 0,           /* Cauchy, Gumbel, Laplace, Normal */
	KL_SCALE = 1,         /* the same, and Pareto */
	KL_ALPHA = 0,         /* Pareto */
	KL_CONCENTRATION = 0, /* Dirichlet, Gamma */
	KL_RATE = 1,          /* Gamma */
	KL_ONLY_RATE = 0,     /* Exponential, Poisson */
	KL_LOW = 0,
	KL_HIGH = 1, /* Uniform */
	KL_CONCENTRATION1 = 0,
	KL_CONCENTRATION0 = 1, /* Beta, of which they are computed */
	KL_FACTOR = 4          /* MultivariateNormal */
};

typedef ct_tensor *ct_distr_kl(const ct_distribution *p, const ct_distribution *q);

/* A pair of classes, by Python's names. */
struct ct_distr_pair {
	const char *p, *q;
	ct_distr_kl *kl;
};

/* The last one of each has no names. */
extern const struct ct_distr_pair ct_distr_same_pairs[];
extern const struct ct_distr_pair ct_distr_bounded_pairs[];  /* Bernoulli, Beta, ... */
extern const struct ct_distr_pair ct_distr_positive_pairs[]; /* Exponential, Gamma, Poisson */
extern const struct ct_distr_pair ct_distr_real_pairs[];     /* Gumbel, Laplace, Normal */
extern const struct ct_distr_pair ct_distr_pareto_pairs[];
extern const struct ct_distr_pair ct_distr_uniform_pairs[];
extern const struct ct_distr_pair ct_distr_vector_pairs[]; /* MultivariateNormal, of low rank too */

/* dispatch.c: that of two distributions, as a part of an expression. */
ct_tensor *ct_distr_divergence(const ct_distribution *p, const ct_distribution *q);

static inline ct_tensor *ct_distr_infinite_like(const ct_tensor *x)
{
	return CT_E(full_like, x, __builtin_inf());
}

/* Where the second distribution cannot have all samples of the first one, whose first parameter has
 * the shape of the batch. */
static inline ct_tensor *ct_distr_kl_infinity(const ct_distribution *p, const ct_distribution *q)
{
	(void)q;
	return ct_distr_infinite_like(p->at[0]);
}

/* `x[mask] = inf` */
static inline ct_tensor *ct_distr_infinite_where(const ct_tensor *mask, const ct_tensor *x)
{
	return ct_distr_filled(x, mask, __builtin_inf());
}

#endif
