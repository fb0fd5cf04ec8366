/*
 * Inside the library: classes and their arguments as values: what bindings list, what an object made
 * by name keeps, and the dicts that describe objects.
 */
#ifndef CT_CLASSES_VALUES_H
#define CT_CLASSES_VALUES_H

#include <ctorch/operators/value.h>

#include "classes/class.h"

/* --- values.c --------------------------------------------------------------------------------- */

/* An argument as a value; `at` is its place in a struct of arguments. Integers are a list, floats a
 * tuple. */
ct_error ct_class_value(const struct ct_argument *argument, const void *at,
			ct_value *result) CT_WARN_UNUSED;

/* A number that Python's default has as an int is an int. */
ct_value ct_class_float_value(const struct ct_argument *argument, double value);

/* Values in `dict`, by the names of arguments, become those of Python's arguments, as a caller gave
 * them: an int, a tensor. `first` is the place of the first one by position. */
ct_error ct_class_keep_given(const struct ct_class *klass, size_t first, const ct_value *args,
			     const ct_value *kwargs, ct_value *dict) CT_WARN_UNUSED;

/* --- described.c ------------------------------------------------------------------------------ */

/* What describes an object where values stand for it: {"class": "Resize", "args": [256]}. */
struct ct_described {
	const char *name;
	ct_value args, kwargs; /* None: not there */
};

/* Whether the value is a dict that names a class. */
bool ct_class_is_described(const ct_value *value);

/* Reads such a dict, from which the result borrows. */
ct_error ct_class_read_described(const ct_value *value, struct ct_described *result) CT_WARN_UNUSED;

/* The same for a value that may be something else, an error of the function: "a transform is described
 * by a dict ...". */
ct_error ct_class_require_described(const ct_value *value, ct_error_class error_class,
				    const char *function, const char *what,
				    struct ct_described *result) CT_WARN_UNUSED;

/* --- list.c ----------------------------------------------------------------------------------- */

/* A list of all classes, each a dict with its name, schema and the table's texts. `function` is the
 * public one, whose first argument `result` is. */
ct_error ct_class_list(const struct ct_class_table *table, const char *function,
		       ct_value *result) CT_WARN_UNUSED;

#endif
