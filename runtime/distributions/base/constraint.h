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
	CT_DISTR_INDEPENDENT,
	CT_DISTR_LOWER_TRIANGULAR,
	CT_DISTR_CORR_CHOLESKY,
	CT_DISTR_SQUARE,
	CT_DISTR_SYMMETRIC,
	CT_DISTR_POSITIVE_SEMIDEFINITE,
	CT_DISTR_MIXTURE,
	CT_DISTR_CAT,
	CT_DISTR_STACK,
	CT_DISTR_DEPENDENT,
	CT_DISTR_CONSTRAINT_KINDS
};

/* A bound: a tensor, or else a number. */
struct ct_distr_bound {
	const ct_tensor *tensor;
	ct_scalar number;
};

/* That of an argument, which must live as long: a number of the program's is a number again. A part
 * of an expression. */
struct ct_distr_bound ct_distr_bound_of(const ct_tensor *given);

/* The value of one that is a number. */
static inline double ct_distr_number_of(const struct ct_distr_bound *bound)
{
	return bound->number.kind == CT_SCALAR_FLOAT ? bound->number.re : (double)bound->number.i;
}

struct ct_distr_constraint {
	enum ct_distr_constraint_kind kind;
	struct ct_distr_bound lower, upper;
	const struct ct_distr_constraint *base; /* of an independent one, and of a mixture's */
	/* That it takes from the batch; of parts, the dimension that they divide; event_dim of one
	 * that depends, -1: unknown. */
	int64_t dims;
	const struct ct_distr_constraint *parts; /* of CAT and STACK */
	int64_t parts_len;
	ct_ints lengths;  /* of CAT; without any, all are 1 */
	bool is_discrete; /* of one that depends */
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

/* Over `base`, which must live as long. */
static inline struct ct_distr_constraint ct_distr_independent(
	const struct ct_distr_constraint *base, int64_t dims)
{
	return (struct ct_distr_constraint){ .kind = CT_DISTR_INDEPENDENT,
					     .base = base,
					     .dims = dims };
}

/* Takes `dims` dimensions more from the batch: the one before belongs to the scope then. */
void ct_distr_wrap(struct ct_distr_constraint *constraint, int64_t dims);

/* The same, so that an event has `event_dim` dimensions; nothing if it has as many. */
void ct_distr_widen(struct ct_distr_constraint *constraint, int64_t event_dim);

/* Whether each event satisfies it: a part of an expression. */
ct_tensor *ct_distr_satisfies(const struct ct_distr_constraint *constraint, const ct_tensor *value);

/* The dimensions of an event; -1: unknown. */
int64_t ct_distr_event_dim(const struct ct_distr_constraint *constraint);

/* "GreaterThan" */
const char *ct_distr_constraint_name(const struct ct_distr_constraint *constraint);

bool ct_distr_is_discrete(const struct ct_distr_constraint *constraint);

/* "GreaterThan(lower_bound=0.0)". An error waits if a bound cannot be printed. */
void ct_distr_constraint_add(const struct ct_distr_constraint *constraint, struct ct_text *text);

/* A tensor in an f-string of Python: one without dimensions is its number. */
void ct_distr_add_tensor(struct ct_text *text, const ct_tensor *x);

/* A handle on a copy, with references to the bounds; it belongs to the innermost scope. */
ct_error ct_distr_constraint_give(const struct ct_distr_constraint *constraint,
				  const char *function, ct_constraint **result) CT_WARN_UNUSED;

ct_error ct_distr_constraint_check(const ct_constraint *self, const char *function, int position,
				   const char *name) CT_WARN_UNUSED;

/* The same for each of a list. */
ct_error ct_distr_constraints_check(ct_constraints list, const char *function, int position,
				    const char *name) CT_WARN_UNUSED;

/* What a handle is of. */
const struct ct_distr_constraint *ct_distr_constraint_of(const ct_constraint *self);

#endif
