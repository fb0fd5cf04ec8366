/*
 * kl_divergence(): finds the formula of two classes, or of their base classes in Python.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "distributions/kl/kl.h"

static const struct ct_distr_pair *const lists[] = {
	ct_distr_same_pairs, ct_distr_bounded_pairs, ct_distr_positive_pairs,
	ct_distr_real_pairs, ct_distr_pareto_pairs,  ct_distr_uniform_pairs,
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
