/*
 * Inside the library: constraints, of which most are constants.
 */
#ifndef CT_DISTRIBUTIONS_BASE_CONSTRAINT_H
#define CT_DISTRIBUTIONS_BASE_CONSTRAINT_H

#include <ctorch/core/scalar.h>
#include <ctorch/distributions/constraint.h>

#include "core/base/text.h"

/* ORDER CONSTRAINT: the table in constraint.c. */
enum ct_distr_constraint_kind {
	CT_DISTR_REAL,
	CT_DISTR_BOOLEAN,
	CT_DISTR_ONE_HOT,
	CT_DISTR_GREATER_THAN,
	CT_DISTR_GREATER_THAN_EQ,
	CT_DISTR_LESS_THAN,
	CT_DISTR_INTERVAL,
	CT_DISTR_HALF_OPEN_INTERVAL,
	CT_DISTR_INTEGER_INTERVAL,
	CT_DISTR_INTEGER_GREATER_THAN,
	CT_DISTR_SIMPLEX,
	CT_DISTR_MULTINOMIAL,
	CT_DISTR_LOWER_CHOLESKY,
	CT_DISTR_POSITIVE_DEFINITE,
	CT_DISTR_CORR_CHOLESKY,
	CT_DISTR_MIXTURE,
	CT_DISTR_INDEPENDENT,
	CT_DISTR_CONSTRAINT_KINDS
};

/* A bound: a tensor, or else a number. */
struct ct_distr_bound {
	const ct_tensor *tensor;
	ct_scalar number;
};

struct ct_distr_constraint {
	enum ct_distr_constraint_kind kind;
	struct ct_distr_bound lower, upper;
	const struct ct_distr_constraint *base; /* of an independent one, of a mixture */
	int64_t dims;                           /* that it takes from the batch */
};

/* Python's names. */
extern const struct ct_distr_constraint ct_distr_real;
extern const struct ct_distr_constraint ct_distr_real_vector;
extern const struct ct_distr_constraint ct_distr_positive;
extern const struct ct_distr_constraint ct_distr_nonnegative;
extern const struct ct_distr_constraint ct_distr_unit_interval;
extern const struct ct_distr_constraint ct_distr_half_open_unit_interval;
extern const struct ct_distr_constraint ct_distr_boolean;
extern const struct ct_distr_constraint ct_distr_one_hot;
extern const struct ct_distr_constraint ct_distr_nonnegative_integer;
extern const struct ct_distr_constraint ct_distr_simplex;
extern const struct ct_distr_constraint ct_distr_lower_cholesky;
extern const struct ct_distr_constraint ct_distr_positive_definite;
extern const struct ct_distr_constraint ct_distr_corr_cholesky;
/* greater_than_eq(0) and integer_interval(0, ...): a number without a point prints without one. */
extern const struct ct_distr_constraint ct_distr_not_below_zero;

/* Whether each event satisfies it: a part of an expression. */
ct_tensor *ct_distr_satisfies(const struct ct_distr_constraint *constraint, const ct_tensor *value);

/* The dimensions of an event. */
int64_t ct_distr_event_dim(const struct ct_distr_constraint *constraint);

/* "GreaterThan(lower_bound=0.0)". An error waits if a bound cannot be printed. */
void ct_distr_constraint_add(const struct ct_distr_constraint *constraint, struct ct_text *text);

/* A tensor in an f-string of Python: one without dimensions is its number. */
void ct_distr_add_tensor(struct ct_text *text, const ct_tensor *x);

/* That of a handle, borrowed. */
const struct ct_distr_constraint *ct_distr_constraint_in(const ct_constraint *self);

/* A handle on a copy, with references to the bounds; it belongs to the innermost scope. */
ct_error ct_distr_constraint_give(const struct ct_distr_constraint *constraint,
				  const char *function, ct_constraint **result) CT_WARN_UNUSED;

#endif
