/*
 * Inside the library: families of classes that a table describes: modules, optimizers, schedulers,
 * transforms, distributions, constraints. ctorch-gen writes the tables from the lists in
 * runtime/nn/, runtime/optim/, runtime/vision/ and runtime/distributions/. Each family has a struct
 * of its own for its classes, which begins with a struct ct_class. docs/generator.md, "A family of
 * classes", explains how one more is added.
 */
#ifndef CT_CLASSES_CLASS_H
#define CT_CLASSES_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/error.h>

/* ORDER HELD: codegen/classes/classes.c. How a struct of arguments holds one, in the types of
 * ctorch/calls/call.h. */
enum ct_held {
	CT_HELD_INT,             /* int64_t */
	CT_HELD_FLOAT,           /* double */
	CT_HELD_BOOL,            /* bool */
	CT_HELD_STRING,          /* const char *; NULL: None */
	CT_HELD_OPTIONAL_INT,    /* int64_t, CT_NO_INT: None */
	CT_HELD_OPTIONAL_FLOAT,  /* double, CT_NO_FLOAT: None */
	CT_HELD_OPTIONAL_BOOL,   /* signed char, CT_NO_BOOL: None */
	CT_HELD_INTS,            /* ct_ints; { NULL, 0 }: None where the type is optional */
	CT_HELD_OPTIONAL_INTS,   /* ct_ints whose elements may be CT_NO_INT: "int?[2]" */
	CT_HELD_FLOATS,          /* ct_floats */
	CT_HELD_OPTIONAL_FLOATS, /* ct_floats whose elements may be CT_NO_FLOAT */
	CT_HELD_PADDING,         /* ct_ints, CT_PADDING_SAME or CT_PADDING_VALID */
	CT_HELD_TENSOR,          /* const ct_tensor *; NULL: None */
	CT_HELD_MODULE,          /* const ct_module *; NULL: None */
	CT_HELD_REDUCTION,       /* ct_reduction */
	CT_HELD_DEVICE,          /* ct_device */
	CT_HELD_DTYPE,           /* ct_dtype */
	/* Those that have no value of their own (ct_value), so that a caller by name passes them
	 * apart. */
	CT_HELD_OPTIMIZER,               /* const ct_optimizer *; NULL: None */
	CT_HELD_PARAMETERS,              /* ct_parameters */
	CT_HELD_SCHEDULERS,              /* ct_lr_schedulers */
	CT_HELD_LAMBDAS,                 /* ct_lr_lambdas */
	CT_HELD_TRANSFORMS,              /* ct_transforms */
	CT_HELD_DISTRIBUTION,            /* const ct_distribution *; NULL: None */
	CT_HELD_DISTRIBUTION_TRANSFORM,  /* const ct_distribution_transform *; NULL: None */
	CT_HELD_DISTRIBUTION_TRANSFORMS, /* ct_distribution_transforms */
	CT_HELD_CONSTRAINT,              /* const ct_constraint *; NULL: None */
	CT_HELD_CONSTRAINTS,             /* ct_constraints */
	/* Not in the tables. */
	CT_HELD_VALUE /* ct_value, which borrows what was given */
};

/* A set of them: CT_HELD_SET(INT) | CT_HELD_SET(FLOAT). */
#define CT_HELD_SET(kind) (1U << CT_HELD_##kind)

static inline bool ct_held_is_in(enum ct_held held, uint32_t set)
{
	return set >> held & 1;
}

/* Objects that are reference counted (core/memory/counted.h), and lists of them. */
#define CT_HELD_COUNTED \
	(CT_HELD_SET(DISTRIBUTION) | CT_HELD_SET(DISTRIBUTION_TRANSFORM) | CT_HELD_SET(CONSTRAINT))
#define CT_HELD_COUNTED_LISTS \
	(CT_HELD_SET(TRANSFORMS) | CT_HELD_SET(DISTRIBUTION_TRANSFORMS) | CT_HELD_SET(CONSTRAINTS))

/* Lists of numbers, whose elements all have 8 bytes. */
#define CT_HELD_NUMBERS                                                         \
	(CT_HELD_SET(INTS) | CT_HELD_SET(OPTIONAL_INTS) | CT_HELD_SET(FLOATS) | \
	 CT_HELD_SET(OPTIONAL_FLOATS) | CT_HELD_SET(PADDING))

struct ct_argument {
	const char *name;         /* "stride" */
	const char *type;         /* "int[2]?" */
	const char *default_text; /* "None"; NULL: required */
	enum ct_held held;
	size_t offset;    /* in the struct of arguments */
	int64_t size;     /* of a list of a fixed size: 2 for "int[2]"; else 0 */
	bool is_optional; /* None is accepted */
	bool is_keyword_only;
};

/* One of a struct ct_args_nn_Linear_, in the tables. */
#define CT_ARGUMENT(class_name, member, name, type, text, held, size, is_optional,           \
		    is_keyword_only)                                                         \
	{                                                                                    \
		name, type, text, CT_HELD_##held,                                            \
			offsetof(struct ct_args_##class_name##_, member), size, is_optional, \
			is_keyword_only                                                      \
	}

struct ct_class {
	const char *name;   /* "Linear" */
	const char *init;   /* "_BatchNorm": whose __init__() Python's errors name; NULL: its own */
	const char *schema; /* "Linear(int in_features, ...)" */
	const struct ct_argument *arguments;
	size_t arguments_len;
	const void *defaults; /* a struct ct_args_nn_Linear_ with the defaults */
	size_t size;          /* of that struct */
};

/* A text of a family's struct that the list of its classes shows. */
struct ct_class_text {
	const char *name; /* "forward" */
	size_t offset;    /* in the struct that begins with a struct ct_class */
};

/* All classes of a family: one for each family, with static lifetime. */
struct ct_class_table {
	const char *module;  /* "torch.optim" */
	const char *lister;  /* "ct_optimizer_list_classes": the public function that lists them */
	const void *classes; /* structs that begin with a struct ct_class, sorted as by strcmp() */
	const size_t *len;
	size_t size;                       /* of such a struct */
	const struct ct_class_text *texts; /* the last one without a name; NULL: none */
	/* A new object of a class, from its struct of arguments. */
	ct_error (*make)(const void *klass, const void *args, void **result);
};

/* --- find.c ----------------------------------------------------------------------------------- */

/* The class of this name; NULL: there is none. */
const void *ct_class_find(const struct ct_class_table *table, const char *name);

/* The KeyError for a class that does not exist. */
ct_error ct_class_unknown(const struct ct_class_table *table, const char *name,
			  const char *function);

/* The same where there are other classes besides the table's. `more` goes on with the sentence:
 * ", and none was registered". Releases the names; NULL: there was no memory for them. */
ct_error ct_class_unknown_among(const struct ct_class_table *table, const char *name,
				const char *function, const char **names, size_t len,
				const char *more);

/* The names of the table's classes, and room for others; NULL: no memory. */
const char **ct_class_names(const struct ct_class_table *table, size_t others);

/* The argument of this name, which need not end there; NULL: there is none. */
const struct ct_argument *ct_class_argument(const struct ct_class *klass, const char *name,
					    size_t length);

/* --- own.c ------------------------------------------------------------------------------------ */

/* A copy of a struct of arguments with the lists and texts that it points to, in which each list of
 * numbers has room for `room` elements or more, and with references to tensors, modules and
 * transforms. Several objects may share it. NULL: no memory. */
void *ct_class_own(const struct ct_class *klass, const void *args, int64_t room);

/* One more owner; and one less, where NULL is accepted. */
void ct_class_own_again(const void *own);
void ct_class_disown(const struct ct_class *klass, const void *own);

/* --- objects.c -------------------------------------------------------------------------------- */

/* Checks one object, which may be NULL in a list: that it was not released. */
typedef ct_error ct_class_object_check(enum ct_held held, const void *object, const char *function,
				       int position, const char *name);

/* Checks the tensors and the counted objects among the arguments: none that is required is missing,
 * and `check` accepts each. */
ct_error ct_class_check_objects(const struct ct_class *klass, const void *args,
				ct_class_object_check *check) CT_WARN_UNUSED;

/* --- make.c ----------------------------------------------------------------------------------- */

/* A new object of a typed call, whose struct of arguments has `size` bytes. */
ct_error ct_class_make(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, void **result);

/* The same in an expression: NULL after an error, which waits. */
void *ct_class_make_at(const struct ct_class_table *table, const char *name, const void *args,
		       size_t size, const char *file, int line, const char *function);

#endif
