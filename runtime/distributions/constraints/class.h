/*
 * Inside the library: the names of constraints. What each is called and takes comes from
 * runtime/distributions/constraints.yaml, from which ctorch-gen writes classes/constraint.c; names.c
 * says which value of base/constraint.h each is.
 */
#ifndef CT_DISTRIBUTIONS_CONSTRAINTS_CLASS_H
#define CT_DISTRIBUTIONS_CONSTRAINTS_CLASS_H

#include <ctorch/classes/constraint.h>

#include "classes/class.h"
#include "distributions/base/constraint.h"

struct ct_constraint_code {
	const struct ct_distr_constraint *constant; /* NULL: it has arguments */
	enum ct_distr_constraint_kind kind;
};

struct ct_constraint_class {
	struct ct_class of;
	const struct ct_constraint_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_constraint_class ct_constraint_classes[];
extern const size_t ct_constraint_classes_len;

#endif
