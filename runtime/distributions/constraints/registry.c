/*
 * biject_to() and transform_to(): transforms from unconstrained values to those of a constraint.
 */
#include <ctorch/distributions/distributions.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"
#include "distributions/constraints/class.h"

typedef ct_distribution_transform transform;

/* Both registries differ for few kinds. */
static transform *find(const struct ct_distr_constraint *c, bool bijective);

/* A bound as an argument. */
static const ct_tensor *argument_of(const struct ct_distr_bound *bound)
{
	return bound->tensor ? bound->tensor : CT_F(ct_tensor_new_wrapped_number, bound->number);
}

static transform *after(transform *first, const ct_tensor *loc, const ct_tensor *scale)
{
	return CT_DISTRIBUTION_TRANSFORM(
		ComposeTransform,
		CT_DISTRIBUTION_TRANSFORMS(first,
					   CT_DISTRIBUTION_TRANSFORM(AffineTransform, loc, scale)));
}

/* Python's constraints of `positive` and of `greater_than(0.0)` are one class, and so on: the last
 * registration of the class is for all of them. */
static transform *beyond(const struct ct_distr_bound *bound, int64_t direction)
{
	return after(CT_DISTRIBUTION_TRANSFORM(ExpTransform), argument_of(bound),
		     CT_NUMBER(direction));
}

static bool is_number(const struct ct_distr_bound *bound, double number)
{
	return bound->tensor == NULL && ct_distr_number_of(bound) == number;
}

/* The upper bound less the lower one, as Python's numbers are subtracted, or tensors. */
static const ct_tensor *width_of(const struct ct_distr_constraint *c)
{
	const bool are_ints = c->upper.number.kind == CT_SCALAR_INT &&
			      c->lower.number.kind == CT_SCALAR_INT;

	if (c->upper.tensor || c->lower.tensor)
		return CT_E(sub, argument_of(&c->upper), argument_of(&c->lower));
	return are_ints ? CT_NUMBER(c->upper.number.i - c->lower.number.i)
			: CT_NUMBER(ct_distr_number_of(&c->upper) - ct_distr_number_of(&c->lower));
}

static transform *between(const struct ct_distr_constraint *c)
{
	if (is_number(&c->lower, 0) && is_number(&c->upper, 1))
		return CT_DISTRIBUTION_TRANSFORM(SigmoidTransform);
	return after(CT_DISTRIBUTION_TRANSFORM(SigmoidTransform), argument_of(&c->lower),
		     width_of(c));
}

/* Transforms for the parts of one constraint, in the scope. */
static ct_distribution_transforms find_all(const struct ct_distr_constraint *c, bool bijective)
{
	transform **all = ct_given_array(c->parts_len, sizeof *all);

	if (all == NULL) {
		CT_DO(ct_no_memory(NULL, "for a list"));
		return CT_NO_DISTRIBUTION_TRANSFORMS;
	}
	for (int64_t i = 0; i < c->parts_len; i++)
		all[i] = find(&c->parts[i], bijective);
	return (ct_distribution_transforms){ all, c->parts_len };
}

static transform *lacks(const struct ct_distr_constraint *c)
{
	CT_FAIL(CT_ERROR_NOT_IMPLEMENTED, "Cannot transform %s%s constraints",
		c->kind == CT_DISTR_MIXTURE ? "" : "_", ct_distr_constraint_name(c));
	return NULL;
}

static transform *find(const struct ct_distr_constraint *c, bool bijective)
{
	switch (c->kind) {
	case CT_DISTR_REAL:
		return CT_DISTRIBUTION_TRANSFORM(ComposeTransform, CT_NO_DISTRIBUTION_TRANSFORMS);
	case CT_DISTR_INDEPENDENT:
		return CT_DISTRIBUTION_TRANSFORM(IndependentTransform, find(c->base, bijective),
						 c->dims);
	case CT_DISTR_GREATER_THAN:
	case CT_DISTR_GREATER_THAN_EQ:
		return beyond(&c->lower, 1);
	case CT_DISTR_LESS_THAN:
		return beyond(&c->upper, -1);
	case CT_DISTR_INTERVAL:
	case CT_DISTR_HALF_OPEN_INTERVAL:
		return between(c);
	case CT_DISTR_SIMPLEX:
		return bijective ? CT_DISTRIBUTION_TRANSFORM(StickBreakingTransform)
				 : CT_DISTRIBUTION_TRANSFORM(SoftmaxTransform);
	case CT_DISTR_LOWER_CHOLESKY:
		return bijective ? lacks(c) : CT_DISTRIBUTION_TRANSFORM(LowerCholeskyTransform);
	case CT_DISTR_POSITIVE_DEFINITE:
	case CT_DISTR_POSITIVE_SEMIDEFINITE:
		return bijective ? lacks(c) : CT_DISTRIBUTION_TRANSFORM(PositiveDefiniteTransform);
	case CT_DISTR_CORR_CHOLESKY:
		return CT_DISTRIBUTION_TRANSFORM(CorrCholeskyTransform);
	case CT_DISTR_CAT:
		return CT_DISTRIBUTION_TRANSFORM(CatTransform, find_all(c, bijective), c->dims,
						 c->lengths);
	case CT_DISTR_STACK:
		return CT_DISTRIBUTION_TRANSFORM(StackTransform, find_all(c, bijective), c->dims);
	default:
		return lacks(c);
	}
}

static ct_error give(const ct_constraint *self, bool bijective, const char *function,
		     transform **result)
{
	transform *made;

	CT_TRY(ct_distr_constraint_check(self, function, 1, "self"));
	if (result == NULL)
		return ct_missing_argument(function, 2, "result");
	CT_OWN_SCOPE(function);
	made = find(ct_distr_constraint_of(self), bijective);
	CT_TRY(CT_DONE());
	ct_scope_move_object_up(made);
	*result = made;
	return NULL;
}

ct_error ct_constraint_biject_to(const ct_constraint *self, transform **result)
{
	return give(self, true, __func__, result);
}

ct_error ct_constraint_transform_to(const ct_constraint *self, transform **result)
{
	return give(self, false, __func__, result);
}
