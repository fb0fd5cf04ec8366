/*
 * kl_divergence(): finds the formula of two classes, or of their base classes in Python.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "distributions/families/transformed.h"
#include "distributions/kl/kl.h"
#include "nn/functional/raise.h"

/* --- of distributions that consist of another one --------------------------------------------- */

static ct_tensor *kl_independent(const ct_distribution *p, const ct_distribution *q)
{
	if (p->number != q->number)
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "kl_divergence() of two Independent with different "
			       "reinterpreted_batch_ndims: %lld and %lld",
			       (long long)p->number, (long long)q->number);
	return ct_distr_sum_rightmost(ct_distr_divergence(p->parts[0], q->parts[0]), p->number);
}

/* With equal transforms, it is that of the distributions that are transformed. */
static ct_tensor *kl_transformed(const ct_distribution *p, const ct_distribution *q)
{
	if (!ct_distr_same_steps(p, q) || !ct_nn_same_ints(ct_distr_event(p), ct_distr_event(q)))
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "kl_divergence() of %s and %s, whose transforms differ",
			       p->klass->of.name, q->klass->of.name);
	return ct_distr_divergence(p->parts[0], q->parts[0]);
}

static const struct ct_distr_pair recursive_pairs[] = {
	{ "Independent", "Independent", kl_independent },
	{ "TransformedDistribution", "TransformedDistribution", kl_transformed },
	{ NULL, NULL, NULL },
};

/* --- finding the formula ---------------------------------------------------------------------- */

static const struct ct_distr_pair *const lists[] = {
	ct_distr_same_pairs,   ct_distr_bounded_pairs, ct_distr_positive_pairs, ct_distr_real_pairs,
	ct_distr_pareto_pairs, ct_distr_uniform_pairs, ct_distr_vector_pairs,   recursive_pairs,
};

static ct_distr_kl *find_pair(const char *p, const char *q)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct ct_distr_pair *pair = lists[i]; pair->p; pair++)
			if (!strcmp(pair->p, p) && !strcmp(pair->q, q))
				return pair->kl;
	return NULL;
}

/* The base class; NULL: Distribution. */
static const char *parent_of(const char *name)
{
	const struct ct_distribution_class *klass = ct_distr_class(name);

	return klass ? klass->code->parent : NULL;
}

/* The most specific one: first by the class of p, then by that of q. */
static ct_distr_kl *find_formula(const ct_distribution *p, const ct_distribution *q)
{
	ct_distr_kl *found = NULL;

	for (const char *a = p->klass->of.name; a && !found; a = parent_of(a))
		for (const char *b = q->klass->of.name; b && !found; b = parent_of(b))
			found = find_pair(a, b);
	return found;
}

ct_tensor *ct_distr_divergence(const ct_distribution *p, const ct_distribution *q)
{
	ct_distr_kl *kl = find_formula(p, q);

	if (kl)
		return kl(p, q);
	return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
		       "No KL(p || q) is implemented for p type %s and q type %s",
		       p->klass->of.name, q->klass->of.name);
}

ct_error ct_distribution_kl_divergence(const ct_distribution *self, const ct_distribution *other,
				       ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	CT_TRY(ct_distr_check(other, __func__, 2, "other"));
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(ct_distr_divergence(self, other), result);
}
