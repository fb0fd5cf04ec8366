/*
 * Constraints: what they check, what they print, and the program's handles on them.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/print.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/stream.h"
#include "core/memory/counted.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "distributions/base/class.h"
#include "nn/functional/give.h"
#include "tensor/tensor/sizes.h"

#define FLOAT(x)                                       \
	{                                              \
		.number = { CT_SCALAR_FLOAT, 0, x, 0 } \
	}
#define INT(x)                                       \
	{                                            \
		.number = { CT_SCALAR_INT, x, 0, 0 } \
	}

const struct ct_distr_constraint ct_distr_real = { .kind = CT_DISTR_REAL };
const struct ct_distr_constraint ct_distr_real_vector = { .kind = CT_DISTR_INDEPENDENT,
							  .base = &ct_distr_real,
							  .dims = 1 };
const struct ct_distr_constraint ct_distr_positive = { .kind = CT_DISTR_GREATER_THAN,
						       .lower = FLOAT(0) };
const struct ct_distr_constraint ct_distr_nonnegative = { .kind = CT_DISTR_GREATER_THAN_EQ,
							  .lower = FLOAT(0) };
const struct ct_distr_constraint ct_distr_unit_interval = { .kind = CT_DISTR_INTERVAL,
							    .lower = FLOAT(0),
							    .upper = FLOAT(1) };
const struct ct_distr_constraint ct_distr_half_open_unit_interval = {
	.kind = CT_DISTR_HALF_OPEN_INTERVAL, .lower = FLOAT(0), .upper = FLOAT(1)
};
const struct ct_distr_constraint ct_distr_boolean = { .kind = CT_DISTR_BOOLEAN };
const struct ct_distr_constraint ct_distr_one_hot = { .kind = CT_DISTR_ONE_HOT };
const struct ct_distr_constraint ct_distr_nonnegative_integer = {
	.kind = CT_DISTR_INTEGER_GREATER_THAN, .lower = INT(0)
};
const struct ct_distr_constraint ct_distr_simplex = { .kind = CT_DISTR_SIMPLEX };
const struct ct_distr_constraint ct_distr_lower_cholesky = { .kind = CT_DISTR_LOWER_CHOLESKY };
const struct ct_distr_constraint ct_distr_positive_definite = {
	.kind = CT_DISTR_POSITIVE_DEFINITE
};
const struct ct_distr_constraint ct_distr_corr_cholesky = { .kind = CT_DISTR_CORR_CHOLESKY };
const struct ct_distr_constraint ct_distr_not_below_zero = { .kind = CT_DISTR_GREATER_THAN_EQ,
							     .lower = INT(0) };

/* --- what each checks ------------------------------------------------------------------------- */

typedef struct ct_distr_constraint constraint;
typedef ct_tensor *check_function(const constraint *c, const ct_tensor *x);

/* In Python's order of the operands: a number in front is the same comparison turned around. */
static ct_tensor *above(const struct ct_distr_bound *bound, const ct_tensor *x)
{
	return bound->tensor ? CT_E(lt_Tensor, bound->tensor, x)
			     : CT_E(gt_Scalar, x, bound->number);
}

static ct_tensor *not_below(const struct ct_distr_bound *bound, const ct_tensor *x)
{
	return bound->tensor ? CT_E(le_Tensor, bound->tensor, x)
			     : CT_E(ge_Scalar, x, bound->number);
}

static ct_tensor *below(const struct ct_distr_bound *bound, const ct_tensor *x)
{
	return bound->tensor ? CT_E(lt_Tensor, x, bound->tensor)
			     : CT_E(lt_Scalar, x, bound->number);
}

static ct_tensor *not_above(const struct ct_distr_bound *bound, const ct_tensor *x)
{
	return bound->tensor ? CT_E(le_Tensor, x, bound->tensor)
			     : CT_E(le_Scalar, x, bound->number);
}

static ct_tensor *both(const ct_tensor *a, const ct_tensor *b)
{
	return CT_E(bitwise_and_Tensor, a, b);
}

static ct_tensor *is_integer(const ct_tensor *x)
{
	return CT_E(eq_Scalar, CT_E(remainder_Scalar, x, 1), 0);
}

static ct_tensor *sum_last(const ct_tensor *x)
{
	return CT_E(sum_dim_IntList, x, CT_L(-1));
}

static ct_tensor *real(const constraint *c, const ct_tensor *x)
{
	(void)c;
	return CT_E(eq_Tensor, x, x); /* false for NaN */
}

static ct_tensor *boolean(const constraint *c, const ct_tensor *x)
{
	(void)c;
	return CT_E(bitwise_or_Tensor, CT_E(eq_Scalar, x, 0), CT_E(eq_Scalar, x, 1));
}

static ct_tensor *one_hot(const constraint *c, const ct_tensor *x)
{
	return both(CT_E(all_dim, boolean(c, x), -1), CT_E(eq_Scalar, sum_last(x), 1));
}

static ct_tensor *greater_than(const constraint *c, const ct_tensor *x)
{
	return above(&c->lower, x);
}

static ct_tensor *greater_than_eq(const constraint *c, const ct_tensor *x)
{
	return not_below(&c->lower, x);
}

static ct_tensor *less_than(const constraint *c, const ct_tensor *x)
{
	return below(&c->upper, x);
}

static ct_tensor *interval(const constraint *c, const ct_tensor *x)
{
	return both(not_below(&c->lower, x), not_above(&c->upper, x));
}

static ct_tensor *half_open_interval(const constraint *c, const ct_tensor *x)
{
	return both(not_below(&c->lower, x), below(&c->upper, x));
}

static ct_tensor *integer_interval(const constraint *c, const ct_tensor *x)
{
	return both(both(is_integer(x), not_below(&c->lower, x)), not_above(&c->upper, x));
}

static ct_tensor *integer_greater_than(const constraint *c, const ct_tensor *x)
{
	return both(is_integer(x), not_below(&c->lower, x));
}

static ct_tensor *simplex(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *off = CT_E(abs, CT_E(sub, sum_last(x), 1));

	(void)c;
	return both(CT_E(all_dim, CT_E(ge_Scalar, x, 0), -1), CT_E(lt_Scalar, off, 1e-6));
}

static ct_tensor *multinomial(const constraint *c, const ct_tensor *x)
{
	return both(CT_E(all_dim, CT_E(ge_Scalar, x, 0), -1), not_above(&c->upper, sum_last(x)));
}

/* The smallest element over the last dimensions of a matrix of bools. */
static ct_tensor *all_of_matrix(const ct_tensor *x)
{
	return CT_E(all_dim, CT_E(flatten, x, -2, -1), -1);
}

static ct_tensor *lower_cholesky(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *is_lower = all_of_matrix(CT_E(eq_Tensor, CT_E(tril, x), x));
	const ct_tensor *diagonal = CT_E(diagonal, x, .dim1 = -2, .dim2 = -1);

	(void)c;
	return both(is_lower, CT_E(all_dim, CT_E(gt_Scalar, diagonal, 0), -1));
}

/* A bool for each matrix. */
static ct_tensor *all_matrices(const ct_tensor *x, bool value)
{
	const ct_ints shape = ct_sizes_of(x);

	return CT_E(full, CT_INTS_OF(shape.at, shape.len - 2), value, .dtype = CT_BOOL,
		    .device = ct_tensor_device(x));
}

static bool is_true(const ct_tensor *x)
{
	return CT_ITEM(CT_E(all, x)) != 0;
}

static ct_tensor *positive_definite(const constraint *c, const ct_tensor *x)
{
	ct_tensor *good, *factor = NULL, *info = NULL;

	(void)c;
	if (ct_size_of(x, -2) != ct_size_of(x, -1))
		return all_matrices(x, false);
	good = CT_E(isclose, x, CT_E(mT, x), .atol = 1e-6);
	good = CT_E(all_dim, CT_E(all_dim, good, -2), -1);
	if (!is_true(good))
		return good;
	CT_DO(CT(linalg_cholesky_ex, &factor, &info, x));
	return CT_E(eq_Scalar, info, 0);
}

/* 10 is Python's factor of the rounding errors of a row. */
static ct_tensor *corr_cholesky(const constraint *c, const ct_tensor *x)
{
	const double eps = ct_distr_finfo(ct_tensor_dtype(x)).eps;
	const double tolerance = eps * (double)ct_size_of(x, -1) * 10;
	const ct_tensor *length = CT_E(linalg_vector_norm, CT_E(detach, x), .dim = CT_L(-1));
	const ct_tensor *off = CT_E(abs, CT_E(sub, length, 1.0));

	return both(lower_cholesky(c, x), CT_E(all_dim, CT_E(le_Scalar, off, tolerance), -1));
}

static ct_error too_few_dims(const constraint *c, const ct_tensor *x)
{
	return CT_RAISED(CT_ERROR_VALUE, "Expected value.dim() >= %lld but got %lld",
			 (long long)ct_distr_event_dim(c), (long long)ct_tensor_dim(x));
}

/* An event of a mixture must be one of all components, whose dimension is before the event's. */
static ct_tensor *mixture(const constraint *c, const ct_tensor *x)
{
	const int64_t dims = ct_distr_event_dim(c);
	const ct_tensor *valid = ct_distr_satisfies(c->base, CT_E(unsqueeze, x, -1 - dims));

	if (ct_tensor_dim(x) < dims) {
		CT_DO(too_few_dims(c, x));
		return NULL;
	}
	return CT_E(all_dim, CT_E(flatten, valid, ct_tensor_dim(x) - dims, -1), -1);
}

static ct_tensor *independent(const constraint *c, const ct_tensor *x)
{
	ct_tensor *result = ct_distr_satisfies(c->base, x);
	const ct_ints shape = ct_sizes_of(result);

	if (shape.len >= c->dims)
		return c->dims == 0 ? CT_E(all_dim, CT_E(unsqueeze, result, -1), -1)
				    : CT_E(all_dim, CT_E(flatten, result, -c->dims, -1), -1);
	CT_DO(too_few_dims(c, x));
	return NULL;
}

/* --- what is known of each -------------------------------------------------------------------- */

enum shown { SHOWS_NOTHING, SHOWS_LOWER, SHOWS_UPPER, SHOWS_BOTH, SHOWS_DIMS };

static const struct {
	const char *name;
	check_function *check;
	int64_t event_dim;
	bool is_discrete;
	enum shown shown;
} kinds[CT_DISTR_CONSTRAINT_KINDS] = {
	/* ORDER CONSTRAINT: the enumeration. */
	[CT_DISTR_REAL] = { "Real", real, 0, false, SHOWS_NOTHING },
	[CT_DISTR_BOOLEAN] = { "Boolean", boolean, 0, true, SHOWS_NOTHING },
	[CT_DISTR_ONE_HOT] = { "OneHot", one_hot, 1, true, SHOWS_NOTHING },
	[CT_DISTR_GREATER_THAN] = { "GreaterThan", greater_than, 0, false, SHOWS_LOWER },
	[CT_DISTR_GREATER_THAN_EQ] = { "GreaterThanEq", greater_than_eq, 0, false, SHOWS_LOWER },
	[CT_DISTR_LESS_THAN] = { "LessThan", less_than, 0, false, SHOWS_UPPER },
	[CT_DISTR_INTERVAL] = { "Interval", interval, 0, false, SHOWS_BOTH },
	[CT_DISTR_HALF_OPEN_INTERVAL] = { "HalfOpenInterval", half_open_interval, 0, false,
					  SHOWS_BOTH },
	[CT_DISTR_INTEGER_INTERVAL] = { "IntegerInterval", integer_interval, 0, true, SHOWS_BOTH },
	[CT_DISTR_INTEGER_GREATER_THAN] = { "IntegerGreaterThan", integer_greater_than, 0, true,
					    SHOWS_LOWER },
	[CT_DISTR_SIMPLEX] = { "Simplex", simplex, 1, false, SHOWS_NOTHING },
	[CT_DISTR_MULTINOMIAL] = { "Multinomial", multinomial, 1, true, SHOWS_NOTHING },
	[CT_DISTR_LOWER_CHOLESKY] = { "LowerCholesky", lower_cholesky, 2, false, SHOWS_NOTHING },
	[CT_DISTR_POSITIVE_DEFINITE] = { "PositiveDefinite", positive_definite, 2, false,
					 SHOWS_NOTHING },
	[CT_DISTR_CORR_CHOLESKY] = { "CorrCholesky", corr_cholesky, 2, false, SHOWS_NOTHING },
	[CT_DISTR_MIXTURE] = { "MixtureSameFamilyConstraint", mixture, 0, false, SHOWS_NOTHING },
	[CT_DISTR_INDEPENDENT] = { "IndependentConstraint", independent, 0, false, SHOWS_DIMS },
};

ct_tensor *ct_distr_satisfies(const struct ct_distr_constraint *c, const ct_tensor *value)
{
	return kinds[c->kind].check(c, value);
}

int64_t ct_distr_event_dim(const struct ct_distr_constraint *c)
{
	return c->base ? ct_distr_event_dim(c->base) + c->dims : kinds[c->kind].event_dim;
}

static bool is_discrete(const constraint *c)
{
	return c->base ? is_discrete(c->base) : kinds[c->kind].is_discrete;
}

/* --- print ------------------------------------------------------------------------------------ */

void ct_distr_add_tensor(struct ct_text *text, const ct_tensor *x)
{
	ct_scalar number = { 0 };
	char *shown = NULL;

	if (ct_tensor_dim(x) == 0) {
		CT_DO(ct_tensor_item(x, &number));
		ct_text_add_number(text, number);
		return;
	}
	CT_DO(ct_tensor_to_string(x, &shown));
	if (shown)
		ct_text_add(text, shown);
}

static void add_bound(const struct ct_distr_bound *bound, struct ct_text *text)
{
	if (bound->tensor)
		ct_distr_add_tensor(text, bound->tensor);
	else
		ct_text_add_number(text, bound->number);
}

void ct_distr_constraint_add(const struct ct_distr_constraint *c, struct ct_text *text)
{
	const enum shown shown = kinds[c->kind].shown;

	ct_text_addf(text, "%s(", kinds[c->kind].name);
	if (shown == SHOWS_LOWER || shown == SHOWS_BOTH) {
		ct_text_add(text, "lower_bound=");
		add_bound(&c->lower, text);
	}
	if (shown == SHOWS_UPPER || shown == SHOWS_BOTH) {
		ct_text_add(text, shown == SHOWS_BOTH ? ", upper_bound=" : "upper_bound=");
		add_bound(&c->upper, text);
	}
	if (c->base)
		ct_distr_constraint_add(c->base, text);
	if (shown == SHOWS_DIMS)
		ct_text_addf(text, ", %lld", (long long)c->dims);
	ct_text_add(text, ")");
}

/* --- handles ---------------------------------------------------------------------------------- */

struct ct_constraint {
	struct ct_counted counted;
	struct ct_distr_constraint of; /* with references to its bounds and to its base */
	ct_constraint *base;           /* NULL: it has none */
};

static void destroy_constraint(void *object)
{
	ct_constraint *self = object;

	ct_tensor_free_unscoped((ct_tensor *)self->of.lower.tensor);
	ct_tensor_free_unscoped((ct_tensor *)self->of.upper.tensor);
	ct_counted_drop(self->base);
	free(self);
}

static const struct ct_counted_class counted = { "a constraint", destroy_constraint };

/* False: no memory for a reference, which is NULL then. */
static bool keep_bound(struct ct_distr_bound *bound)
{
	ct_tensor *kept;

	if (bound->tensor == NULL)
		return true;
	kept = ct_tensor_retain(bound->tensor);
	ct_scope_disown(kept);
	bound->tensor = kept;
	return kept != NULL;
}

/* It belongs to no scope; NULL: no memory. */
static ct_constraint *copy(const struct ct_distr_constraint *c)
{
	ct_constraint *self = ct_counted_alloc(&counted, sizeof *self);
	bool fine;

	if (self == NULL)
		return NULL;
	self->of = *c;
	fine = keep_bound(&self->of.lower);
	fine = keep_bound(&self->of.upper) && fine;
	if (c->base) {
		self->base = copy(c->base);
		fine = fine && self->base;
		self->of.base = self->base ? &self->base->of : NULL;
	}
	if (fine)
		return self;
	ct_counted_drop(self);
	return NULL;
}

ct_error ct_distr_constraint_give(const struct ct_distr_constraint *c, const char *function,
				  ct_constraint **result)
{
	ct_constraint *self = copy(c);

	CT_TRY(ct_counted_give(self, &counted, function));
	*result = self;
	return NULL;
}

const struct ct_distr_constraint *ct_distr_constraint_in(const ct_constraint *self)
{
	return &self->of;
}

ct_constraint *ct_constraint_retain(const ct_constraint *self)
{
	return ct_counted_keep(self);
}

void ct_constraint_free(ct_constraint *self)
{
	ct_counted_free(self);
}

int64_t ct_constraint_event_dim(const ct_constraint *self)
{
	return self ? ct_distr_event_dim(&self->of) : 0;
}

bool ct_constraint_is_discrete(const ct_constraint *self)
{
	return self && is_discrete(&self->of);
}

ct_error ct_constraint_check(const ct_constraint *self, const ct_tensor *value, ct_tensor **result)
{
	ct_tensor *made;

	CT_TRY(ct_counted_check(self, &counted, __func__, 1, "self"));
	if (value == NULL)
		return ct_missing_argument(__func__, 2, "value");
	CT_OWN_SCOPE(__func__);
	made = ct_distr_satisfies(&self->of, value);
	return ct_nn_give(made, result);
}

static ct_error add_line(const ct_constraint *self, const char *end, const char *function,
			 struct ct_text *text)
{
	CT_TRY(ct_counted_check(self, &counted, function, 1, "self"));
	CT_OWN_SCOPE(function);
	ct_distr_constraint_add(&self->of, text);
	ct_text_add(text, end);
	return CT_DONE();
}

ct_error ct_constraint_to_string(const ct_constraint *self, char **result)
{
	struct ct_text text = { 0 };
	ct_error error = add_line(self, "", __func__, &text);

	if (error == NULL)
		return ct_text_give(&text, __func__, result);
	ct_text_release(&text);
	return error;
}

ct_error ct_constraint_print(const ct_constraint *self, FILE *stream)
{
	struct ct_text line = { 0 };
	const ct_error error = add_line(self, "\n", __func__, &line);

	return ct_text_write(&line, stream, error, __func__);
}
