/**
 * @file Constraints: the sets in which parameters and samples lie, Python's
 * torch.distributions.constraints. Distributions return them (ctorch/distributions/distribution.h),
 * and ctorch/distributions/distributions.h creates them:
 *
 *     ct_constraint *above = CT_CONSTRAINT(greater_than, 1.5);
 *     ct_tensor *fits = CT_F(ct_constraint_check, above, x);
 *
 * Constraints are reference counted, as distributions are, and never change.
 */
#ifndef CTORCH_DISTRIBUTIONS_CONSTRAINT_H
#define CTORCH_DISTRIBUTIONS_CONSTRAINT_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A set of tensors, such as the positive numbers, reference counted. */
typedef struct ct_constraint ct_constraint;

/** Constraints on the parts of a tensor; who takes the list holds a reference to each. */
typedef struct ct_constraints {
	ct_constraint *const *at;
	int64_t len;
} ct_constraints;

/** Makes a ct_constraints: `CT_CONSTRAINTS(real, positive)`. */
#define CT_CONSTRAINTS(...)                                                            \
	((ct_constraints){ (ct_constraint *const[]){ __VA_ARGS__ },                    \
			   (int64_t)(sizeof((ct_constraint *const[]){ __VA_ARGS__ }) / \
				     sizeof(ct_constraint *)) })

/** Returns another handle on the same constraint, new; NULL for NULL, and if there is no memory. */
CT_API ct_constraint *ct_constraint_retain(const ct_constraint *self) CT_NOEXCEPT
	CT_NEW(ct_constraint_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_constraint_free(ct_constraint *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Computes for each event of a value whether it satisfies the constraint: a tensor of bools
 * without the event dimensions, new. A ValueError of a `dependent` constraint. */
CT_API ct_error ct_constraint_check(const ct_constraint *self, const ct_tensor *value,
				    ct_tensor **result) CT_RETURNS_ERROR;

/** Returns the number of dimensions of an event: 1 for a simplex, 2 for positive definite
 * matrices; 0 for NULL; -1 for a `dependent` constraint that does not say it, where Python raises a
 * NotImplementedError. */
CT_API int64_t ct_constraint_event_dim(const ct_constraint *self) CT_NOEXCEPT;
/** Returns whether its values are integers; false for a `dependent` constraint that does not say
 * it, where Python raises a NotImplementedError. */
CT_API bool ct_constraint_is_discrete(const ct_constraint *self) CT_NOEXCEPT;
/** Returns whether it is a `dependent` constraint, which cannot be checked: Python's
 * `is_dependent(self)`. */
CT_API bool ct_constraint_is_dependent(const ct_constraint *self) CT_NOEXCEPT;

/** Returns the text that Python's print() shows, new: "GreaterThan(lower_bound=0.0)". */
CT_API ct_error ct_constraint_to_string(const ct_constraint *self, char **result) CT_RETURNS_ERROR;
/** Prints it and a newline; a NULL `stream` is stdout. */
CT_API ct_error ct_constraint_print(const ct_constraint *self, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_constraint_to_string) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
