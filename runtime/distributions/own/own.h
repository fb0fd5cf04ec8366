/*
 * Inside the library: classes of the program's own. The first object of a class, or
 * ct_distribution_register_class(), makes what the library knows of it, in the form of PyTorch's
 * classes; it is kept until the process ends.
 */
#ifndef CT_DISTRIBUTIONS_OWN_OWN_H
#define CT_DISTRIBUTIONS_OWN_OWN_H

#include <ctorch/distributions/distribution_class.h>

#include "distributions/base/class.h"

/* A constraint that a class wrote as a text. */
struct ct_distr_term {
	struct ct_distr_constraint of; /* its `base` is that of the next */
	int lower, upper;              /* the parameters that are its bounds; -1: none is */
	struct ct_distr_term *base;    /* of an independent one; owned */
};

struct ct_distr_own_class {
	struct ct_distr_class klass; /* what objects point to */
	struct ct_distribution_code code;
	const ct_distribution_class *given;
	ct_distribution_class functions;         /* with those of the parent, if it is own, too */
	const struct ct_distr_own_class *parent; /* NULL: not one of the program's */
	const struct ct_distr_class *inherited;  /* the class of PyTorch's below it; NULL: none */
	struct ct_distr_parameter parameters[CT_DISTR_PARAMETERS];
	struct ct_distr_term constraints[CT_DISTR_PARAMETERS], support;
	char *names; /* of the parameters: their texts */
	struct ct_distr_exp_family family; /* if it has natural parameters */
	struct ct_distr_own_class *next;
};

static inline const ct_distribution_class *ct_distr_functions_of(const ct_distribution *self)
{
	return &self->klass->own->functions;
}

/* --- terms.c ---------------------------------------------------------------------------------- */

/* Reads the parameters and the support of `self->functions`. */
ct_error ct_distr_own_read(struct ct_distr_own_class *self) CT_WARN_UNUSED;

/* Releases what ct_distr_own_read() has made, also after an error. */
void ct_distr_own_forget(struct ct_distr_own_class *self);

/* Its bounds are numbers. */
bool ct_distr_term_is_fixed(const struct ct_distr_term *term);

/* The constraint with the bounds of an object: within an expression. */
void ct_distr_term_find(const ct_distribution *self, const struct ct_distr_term *term,
			struct ct_distr_constraint *result);

/* --- class.c ---------------------------------------------------------------------------------- */

/* The class in the library's form, made by the first call. */
ct_error ct_distr_own_find(const ct_distribution_class *given, const char *function,
			   const struct ct_distr_own_class **result) CT_WARN_UNUSED;

/* Whether a class has this name, or PyTorch's base classes have it. A KeyError otherwise. */
ct_error ct_distr_check_name(const char *name, const char *function) CT_WARN_UNUSED;

/* --- calls.c ---------------------------------------------------------------------------------- */

/* Sets the functions that call those of the class. */
void ct_distr_own_set_calls(struct ct_distr_own_class *self);

/* --- results.c -------------------------------------------------------------------------------- */

/* The TypeError, which waits; NULL. */
ct_tensor *ct_distr_returns_null(const ct_distribution *self, const char *name);

/* Another handle on what a function has returned, if it has this shape. */
ct_tensor *ct_distr_own_checked(const ct_distribution *self, const ct_tensor *made,
				const struct ct_distr_shape *wanted, const char *name);

/* --- natural.c -------------------------------------------------------------------------------- */

/* Makes it an exponential family, if it has natural parameters. */
void ct_distr_own_set_family(struct ct_distr_own_class *self);

#endif
