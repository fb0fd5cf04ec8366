/*
 * Inside the library: the arguments of a constructor from Python's, which are a list and a dict of
 * values. Errors are Python's: a TypeError for an argument that is missing, unknown, given twice or
 * of another type.
 */
#ifndef CT_CLASSES_FILL_H
#define CT_CLASSES_FILL_H

#include <ctorch/operators/value.h>

#include "classes/class.h"

struct ct_class_call {
	const char *function; /* named in errors: "ct_nn_new" */
	size_t given;         /* how many of the first arguments the caller fills in itself */
	bool refuses_bools;   /* for an int, as torch.nn's operators do; elsewhere True is 1 */
	/* Makes the module that a value describes; NULL if no class has such an argument. */
	ct_error (*make_module)(const struct ct_class_call *call, const ct_value *value,
				ct_module **result);
	/* Makes a list of transforms, a ct_transforms, from a list of values; NULL likewise. */
	ct_error (*make_transforms)(const struct ct_class_call *call, const ct_value *value,
				    void *result);
	/* Makes the distribution that a value describes; NULL likewise. */
	ct_error (*make_distribution)(const struct ct_class_call *call, const ct_value *value,
				      void *result);
	/* Makes the transform of distributions, or the constraint, that a value describes; and a
	 * list of them. NULL likewise. */
	ct_error (*make_part)(const struct ct_class_call *call, const ct_value *value,
			      void *result);
	ct_error (*make_parts)(const struct ct_class_call *call, const ct_value *value,
			       void *result);
	bool takes_numbers; /* in place of tensors: they become wrapped numbers */
	/* What ct_class_new() does with a class, within a scope, instead of filling in a struct of
	 * arguments and calling the table's make(); NULL: just that. */
	ct_error (*make)(const void *klass, const struct ct_class_call *call, const ct_value *args,
			 const ct_value *kwargs, void **result);
	const void *context; /* for make(), make_module() and make_transforms() */
	int64_t objects; /* how many objects the caller has: their indices are descriptions, too */
	/* The error for a class that the table does not have; NULL: ct_class_unknown(). */
	ct_error (*unknown)(const char *name);
};

/* True for the index of an object of the caller's, if it has any. */
bool ct_class_is_index(int64_t objects, const ct_value *value);

/* Reads one. An IndexError if it is out of range. */
ct_error ct_class_read_index(const char *function, int64_t objects, const ct_value *value,
			     int64_t *result) CT_WARN_UNUSED;

/* A struct of arguments with Python's defaults where nothing was given. It belongs to the innermost
 * scope, and so does what it points to. `args` and `kwargs` may be NULL or None. */
ct_error ct_class_fill(const struct ct_class *klass, const struct ct_class_call *call,
		       const ct_value *args, const ct_value *kwargs, void **result) CT_WARN_UNUSED;

/* make.c: a new object by the name of its class and Python's arguments, which belongs to the
 * innermost scope. */
ct_error ct_class_new(const struct ct_class_table *table, const struct ct_class_call *call,
		      const char *name, const ct_value *args, const ct_value *kwargs,
		      void **result) CT_WARN_UNUSED;

#endif
