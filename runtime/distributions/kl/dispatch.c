/*
 * kl_divergence(): finds the formula of two classes, or of their base classes in Python.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "core/base/warn.h"
#include "core/memory/own_scope.h"
#include "distributions/families/transformed.h"
#include "distributions/kl/kl.h"
#include "distributions/kl/registry.h"
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

/* A formula of a pair: PyTorch's, or one of the program's own, with a reference. */
struct found {
	const char *p, *q;
	ct_distr_kl *kl;
	struct ct_distr_formula *own;
};

static ct_distr_kl *find_pytorch_s(const char *p, const char *q)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct ct_distr_pair *pair = lists[i]; pair->p; pair++)
			if (!strcmp(pair->p, p) && !strcmp(pair->q, q))
				return pair->kl;
	return NULL;
}

static bool find_pair(const char *p, const char *q, struct found *result)
{
	struct ct_distr_formula *own = ct_distr_has_formulas() ? ct_distr_find_formula(p, q) : NULL;

	*result = (struct found){ p, q, own ? NULL : find_pytorch_s(p, q), own };
	return result->kl || own;
}

/* A class or one of those below it, which may be one of Python's that has no objects. */
struct ancestor {
	const char *name;                   /* NULL: there are no more */
	const struct ct_distr_class *klass; /* NULL: it has no objects */
};

static struct ancestor first_of(const ct_distribution *self)
{
	return (struct ancestor){ self->klass->of.name, self->klass };
}

static struct ancestor parent_of(struct ancestor a)
{
	const struct ct_distr_class *parent = a.klass ? ct_distr_parent(a.klass) : NULL;

	if (parent)
		return (struct ancestor){ parent->of.name, parent };
	if (a.klass && a.klass->code->parent)
		return (struct ancestor){ a.klass->code->parent, NULL };
	return (struct ancestor){ strcmp(a.name, "Distribution") ? "Distribution" : NULL, NULL };
}

/* The most specific one: first by the class of p, then by that of q. */
static bool find_by_first(const ct_distribution *p, const ct_distribution *q, struct found *result)
{
	for (struct ancestor a = first_of(p); a.name; a = parent_of(a))
		for (struct ancestor b = first_of(q); b.name; b = parent_of(b))
			if (find_pair(a.name, b.name, result))
				return true;
	return false;
}

/* The other order. */
static bool find_by_second(const ct_distribution *p, const ct_distribution *q, struct found *result)
{
	for (struct ancestor b = first_of(q); b.name; b = parent_of(b))
		for (struct ancestor a = first_of(p); a.name; a = parent_of(a))
			if (find_pair(a.name, b.name, result))
				return true;
	return false;
}

static bool is_same_formula(const struct found *a, const struct found *b)
{
	if (a->own && b->own)
		return a->own->function == b->own->function && a->own->context == b->own->context;
	return a->own == b->own && a->kl == b->kl;
}

/* Python warns when it looks the pair up first. Its own pairs are not ambiguous. */
static void warn_if_ambiguous(const ct_distribution *p, const ct_distribution *q,
			      const struct found *left)
{
	struct ct_text text = { 0 };
	struct found right;

	if (!ct_distr_has_formulas() || !find_by_second(p, q, &right))
		return;
	if (!is_same_formula(left, &right)) {
		ct_text_addf(&text, "Ambiguous kl_divergence(%s, %s). Please register_kl(%s, %s)",
			     p->klass->of.name, q->klass->of.name, left->p, right.q);
		if (text.data && !ct_warned_before(text.data))
			ct_warn_of("%s", text.data);
	}
	ct_text_release(&text);
	ct_counted_drop(right.own);
}

/* --- computing -------------------------------------------------------------------------------- */

static ct_error call_own(const struct ct_distr_formula *own, const ct_distribution *p,
			 const ct_distribution *q, ct_tensor **result)
{
	ct_tensor *made = NULL;

	CT_TRY(own->function(p, q, own->context, &made));
	if (made == NULL)
		return CT_RAISED(CT_ERROR_TYPE, "kl_divergence(%s, %s) returned NULL", own->first,
				 own->second);
	return ct_nn_again(made, result);
}

static ct_tensor *call(const struct found *found, const ct_distribution *p,
		       const ct_distribution *q)
{
	ct_tensor *result = NULL;

	if (found->kl)
		return found->kl(p, q);
	CT_DO(call_own(found->own, p, q, &result));
	return result;
}

ct_tensor *ct_distr_divergence(const ct_distribution *p, const ct_distribution *q)
{
	struct found found;
	ct_tensor *result;

	if (!find_by_first(p, q, &found))
		return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			       "No KL(p || q) is implemented for p type %s and q type %s",
			       p->klass->of.name, q->klass->of.name);
	warn_if_ambiguous(p, q, &found);
	result = call(&found, p, q);
	ct_counted_drop(found.own);
	return result;
}

ct_error ct_distribution_kl_divergence(const ct_distribution *self, const ct_distribution *other,
				       ct_tensor **result)
{
	CT_TRY(ct_distr_check(self, __func__, 1, "self"));
	CT_TRY(ct_distr_check(other, __func__, 2, "other"));
	CT_HOLD(ct_distr_has_formulas() ? self : NULL);
	CT_HOLD(ct_distr_has_formulas() ? other : NULL);
	CT_OWN_SCOPE(__func__);
	return ct_nn_give(ct_distr_divergence(self, other), result);
}
