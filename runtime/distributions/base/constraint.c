/*
 * Constraints: what they check, and what they print.
 */
#include <math.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/blocks.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/print.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "distributions/base/class.h"
#include "distributions/base/constraint.h"
#include "nn/functional/give.h"
#include "tensor/tensor/facts.h"
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

struct ct_distr_bound ct_distr_bound_of(const ct_tensor *given)
{
	struct ct_distr_bound bound = { .tensor = given };

	if (given == NULL || !ct_is_wrapped_number(given))
		return bound;
	CT_DO(ct_tensor_item(given, &bound.number));
	bound.tensor = NULL;
	return bound;
}

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
	return both(CT_E(all_dim, boolean(c, x), -1), CT_E(eq_Scalar, ct_distr_sum_last(x), 1));
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

/* The lower bound comes first, as in Python: it is what an error of shapes is about. */
static ct_tensor *interval(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *is_not_below = not_below(&c->lower, x);

	return both(is_not_below, not_above(&c->upper, x));
}

static ct_tensor *half_open_interval(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *is_not_below = not_below(&c->lower, x);

	return both(is_not_below, below(&c->upper, x));
}

static ct_tensor *integer_interval(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *is_not_below = both(is_integer(x), not_below(&c->lower, x));

	return both(is_not_below, not_above(&c->upper, x));
}

static ct_tensor *integer_greater_than(const constraint *c, const ct_tensor *x)
{
	return both(is_integer(x), not_below(&c->lower, x));
}

static ct_tensor *simplex(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *off = CT_E(abs, CT_E(sub, ct_distr_sum_last(x), 1));

	(void)c;
	return both(CT_E(all_dim, CT_E(ge_Scalar, x, 0), -1), CT_E(lt_Scalar, off, 1e-6));
}

static ct_tensor *multinomial(const constraint *c, const ct_tensor *x)
{
	return both(CT_E(all_dim, CT_E(ge_Scalar, x, 0), -1),
		    not_above(&c->upper, ct_distr_sum_last(x)));
}

/* The smallest element over the last dimensions of a matrix of bools. */
static ct_tensor *all_of_matrix(const ct_tensor *x)
{
	return CT_E(all_dim, CT_E(flatten, x, -2, -1), -1);
}

static ct_tensor *lower_triangular(const constraint *c, const ct_tensor *x)
{
	(void)c;
	return all_of_matrix(CT_E(eq_Tensor, CT_E(tril, x), x));
}

static ct_tensor *lower_cholesky(const constraint *c, const ct_tensor *x)
{
	const ct_tensor *diagonal = CT_E(diagonal, x, .dim1 = -2, .dim2 = -1);

	return both(lower_triangular(c, x), CT_E(all_dim, CT_E(gt_Scalar, diagonal, 0), -1));
}

/* Python's tolerance for the length of a row. */
static ct_tensor *corr_cholesky(const constraint *c, const ct_tensor *x)
{
	const double eps = ct_distr_finfo(ct_tensor_dtype(x)).eps;
	const double tolerance = eps * (double)ct_size_of(x, -1) * 10;
	const ct_tensor *length = CT_E(linalg_norm, CT_E(detach, x), .dim = CT_L(-1));
	const ct_tensor *off = CT_E(abs, CT_E(sub, length, 1.0));

	return both(lower_cholesky(c, x), CT_E(all_dim, CT_E(le_Scalar, off, tolerance), -1));
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

static ct_tensor *square(const constraint *c, const ct_tensor *x)
{
	(void)c;
	if (!ct_distr_has_dims(x, 2))
		return NULL;
	return all_matrices(x, ct_size_of(x, -2) == ct_size_of(x, -1));
}

static ct_tensor *symmetric(const constraint *c, const ct_tensor *x)
{
	ct_tensor *good;

	if (ct_tensor_dim(x) < 2 || ct_size_of(x, -2) != ct_size_of(x, -1))
		return square(c, x);
	good = CT_E(isclose, x, CT_E(mT, x), .atol = 1e-6);
	return CT_E(all_dim, CT_E(all_dim, good, -2), -1);
}

static ct_tensor *positive_definite(const constraint *c, const ct_tensor *x)
{
	ct_tensor *good = symmetric(c, x), *factor = NULL, *info = NULL;

	if (!is_true(good))
		return good;
	CT_DO(CT(linalg_cholesky_ex, &factor, &info, x));
	return CT_E(eq_Scalar, info, 0);
}

static ct_tensor *positive_semidefinite(const constraint *c, const ct_tensor *x)
{
	ct_tensor *good = symmetric(c, x);

	if (!is_true(good))
		return good;
	return CT_E(all_dim, CT_E(ge_Scalar, CT_E(linalg_eigvalsh, x), 0), -1);
}

static ct_tensor *too_few_dims(const constraint *c, const ct_tensor *x)
{
	return CT_FAIL(CT_ERROR_VALUE, "Expected value.dim() >= %lld but got %lld",
		       (long long)ct_distr_event_dim(c), (long long)ct_tensor_dim(x));
}

static ct_tensor *independent(const constraint *c, const ct_tensor *x)
{
	ct_tensor *result = ct_distr_satisfies(c->base, x);
	const ct_ints shape = ct_sizes_of(result);

	if (shape.len >= c->dims)
		return c->dims == 0 ? CT_E(all_dim, CT_E(unsqueeze, result, -1), -1)
				    : CT_E(all_dim, CT_E(flatten, result, -c->dims, -1), -1);
	return too_few_dims(c, x);
}

/* Adds the dimension of the components, and requires all of an event. */
static ct_tensor *mixture(const constraint *c, const ct_tensor *x)
{
	const int64_t dims = ct_tensor_dim(x), event_dim = ct_distr_event_dim(c);
	const ct_tensor *result = ct_distr_satisfies(c->base, CT_E(unsqueeze, x, -1 - event_dim));
	const ct_ints shape = ct_sizes_of(result);
	struct ct_distr_shape flat;

	if (dims < event_dim)
		return too_few_dims(c, x);
	flat = ct_distr_joined(CT_INTS_OF(shape.at, dims - event_dim), CT_L(-1));
	return CT_E(all_dim, CT_E(reshape, result, ct_distr_ints(&flat)), -1);
}

static bool has_dim(const constraint *c, const ct_tensor *x)
{
	const int64_t dims = ct_tensor_dim(x);

	if (c->dims >= -dims && c->dims < dims)
		return true;
	CT_FAIL(CT_ERROR_ASSERTION, "dim %lld out of range for value with %lld dimensions",
		(long long)c->dims, (long long)dims);
	return false;
}

static const ct_tensor **room_for(int64_t len)
{
	const ct_tensor **room = ct_given_array(len, sizeof *room);

	if (room == NULL)
		CT_DO(ct_no_memory(NULL, "for a list"));
	return room;
}

static ct_tensor *of_cat(const constraint *c, const ct_tensor *x)
{
	const ct_tensor **checks = room_for(c->parts_len);
	int64_t start = 0;

	if (checks == NULL || !has_dim(c, x))
		return NULL;
	for (int64_t i = 0; i < c->parts_len; i++) {
		const int64_t length = c->lengths.len ? c->lengths.at[i] : 1;

		checks[i] = ct_distr_satisfies(&c->parts[i],
					       CT_E(narrow, x, c->dims, start, length));
		start += length;
	}
	return CT_E(cat, CT_TENSORS_OF(checks, c->parts_len), c->dims);
}

/* As many slices as there are parts, or as the tensor has, as in Python. */
static ct_tensor *of_stack(const constraint *c, const ct_tensor *x)
{
	const ct_tensor **checks = room_for(c->parts_len);
	int64_t len;

	if (checks == NULL || !has_dim(c, x))
		return NULL;
	len = ct_size_of(x, c->dims) < c->parts_len ? ct_size_of(x, c->dims) : c->parts_len;
	for (int64_t i = 0; i < len; i++)
		checks[i] = ct_distr_satisfies(&c->parts[i], CT_E(select_int, x, c->dims, i));
	return CT_E(stack, CT_TENSORS_OF(checks, len), c->dims);
}

static ct_tensor *dependent(const constraint *c, const ct_tensor *x)
{
	(void)c;
	(void)x;
	return CT_FAIL(CT_ERROR_VALUE, "Cannot determine validity of dependent constraint");
}

/* --- what is known of each -------------------------------------------------------------------- */

enum shown { SHOWS_NOTHING, SHOWS_LOWER, SHOWS_UPPER, SHOWS_BOTH, SHOWS_BASE, SHOWS_INDEPENDENT };

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
	[CT_DISTR_INDEPENDENT] = { "IndependentConstraint", independent, 0, false,
				   SHOWS_INDEPENDENT },
	[CT_DISTR_LOWER_TRIANGULAR] = { "LowerTriangular", lower_triangular, 2, false,
					SHOWS_NOTHING },
	[CT_DISTR_CORR_CHOLESKY] = { "CorrCholesky", corr_cholesky, 2, false, SHOWS_NOTHING },
	[CT_DISTR_SQUARE] = { "Square", square, 2, false, SHOWS_NOTHING },
	[CT_DISTR_SYMMETRIC] = { "Symmetric", symmetric, 2, false, SHOWS_NOTHING },
	[CT_DISTR_POSITIVE_SEMIDEFINITE] = { "PositiveSemidefinite", positive_semidefinite, 2,
					     false, SHOWS_NOTHING },
	[CT_DISTR_MIXTURE] = { "MixtureSameFamilyConstraint", mixture, 0, false, SHOWS_BASE },
	[CT_DISTR_CAT] = { "Cat", of_cat, 0, false, SHOWS_NOTHING },
	[CT_DISTR_STACK] = { "Stack", of_stack, 0, false, SHOWS_NOTHING },
	[CT_DISTR_DEPENDENT] = { "Dependent", dependent, 0, false, SHOWS_NOTHING },
};

ct_tensor *ct_distr_satisfies(const struct ct_distr_constraint *c, const ct_tensor *value)
{
	return kinds[c->kind].check(c, value);
}

const char *ct_distr_constraint_name(const struct ct_distr_constraint *c)
{
	return kinds[c->kind].name;
}

/* The most dimensions of any part. */
static int64_t parts_event_dim(const constraint *c)
{
	int64_t most = 0;

	for (int64_t i = 0; i < c->parts_len; i++) {
		const int64_t dims = ct_distr_event_dim(&c->parts[i]);

		most = dims > most ? dims : most;
	}
	return most;
}

int64_t ct_distr_event_dim(const struct ct_distr_constraint *c)
{
	const int64_t of_parts = parts_event_dim(c);

	switch (c->kind) {
	case CT_DISTR_INDEPENDENT:
		return ct_distr_event_dim(c->base) + c->dims;
	case CT_DISTR_MIXTURE:
		return ct_distr_event_dim(c->base);
	case CT_DISTR_CAT:
		return of_parts;
	case CT_DISTR_STACK:
		return of_parts + (c->dims + of_parts < 0);
	case CT_DISTR_DEPENDENT:
		return c->dims;
	default:
		return kinds[c->kind].event_dim;
	}
}

bool ct_distr_is_discrete(const struct ct_distr_constraint *c)
{
	bool any = c->is_discrete || kinds[c->kind].is_discrete;

	for (int64_t i = 0; i < c->parts_len; i++)
		any = any || ct_distr_is_discrete(&c->parts[i]);
	return c->base ? ct_distr_is_discrete(c->base) : any;
}

/* --- more dimensions -------------------------------------------------------------------------- */

void ct_distr_wrap(struct ct_distr_constraint *c, int64_t dims)
{
	struct ct_distr_constraint *base = ct_given_new(sizeof *base);

	if (base == NULL) {
		CT_DO(ct_no_memory(NULL, "for a constraint"));
		return;
	}
	*base = *c;
	*c = ct_distr_independent(base, dims);
}

void ct_distr_widen(struct ct_distr_constraint *c, int64_t event_dim)
{
	const int64_t more = event_dim - ct_distr_event_dim(c);

	if (more > 0)
		ct_distr_wrap(c, more);
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

	ct_text_addf(text, "%s(", ct_distr_constraint_name(c));
	if (shown == SHOWS_LOWER || shown == SHOWS_BOTH) {
		ct_text_add(text, "lower_bound=");
		add_bound(&c->lower, text);
	}
	if (shown == SHOWS_UPPER || shown == SHOWS_BOTH) {
		ct_text_add(text, shown == SHOWS_BOTH ? ", upper_bound=" : "upper_bound=");
		add_bound(&c->upper, text);
	}
	if (shown == SHOWS_BASE || shown == SHOWS_INDEPENDENT)
		ct_distr_constraint_add(c->base, text);
	if (shown == SHOWS_INDEPENDENT)
		ct_text_addf(text, ", %lld", (long long)c->dims);
	ct_text_add(text, ")");
}
