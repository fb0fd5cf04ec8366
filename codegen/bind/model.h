/*
 * model.h: every function as a binding of another language sees it.
 *
 * C passes a list as two parameters and returns results through pointers; the function of a binding
 * has one argument for a list, and returns its results. The keys say what each argument and result
 * is, so that a language needs one row for each key and no code (templates/bind/):
 *
 *     key                what C has
 *     int64_t            a number, an enumeration, a struct or a scalar by value
 *     ct_dtype?          the same, where a value means None
 *     int64_t*?          a pointer to one, or NULL for None
 *     int64_t[]          a list of numbers, structs or handles, or bytes (void[])
 *     int64_t[]?         such a list, or NULL for None
 *     double[fixed]      a list whose number of elements is not passed: the schema or header says it
 *     text[shared]       the same, where it is the number of elements of another list
 *     void[computed]     the same, where it follows from other arguments
 *     void[elements]     memory whose length C has in elements of the argument `dtype`
 *     ct_tensor          a handle; ct_tensor? where NULL means None
 *     ct_options*?       a struct that is only read; NULL: its defaults
 *     text, text?        a C string, which may be None; text[]: several
 *     =ct_value*         a struct that is changed
 *     ->int64_t          a result; ->ct_tensor: a new handle; ->text: a new string
 *     ->&ct_tensor       a result that belongs to another object
 *     ->&ct_tensor?      the same, if C returns it and it may be NULL; without a row as above
 *     ->int64_t[]        a list in one block of memory; ->&int64_t[]: one that is lent
 *     ->into ct_value[]  the caller's own list, which is filled in
 *     ct_tensor_hook     a function of the host; what C gives along with it belongs to it
 *
 * A key names its C type. If a language has no row for that, its general form is looked for, in
 * which the name is the class of the type: number, enum, struct, handle, callback, void, FILE.
 */
#ifndef CTORCH_GEN_BIND_MODEL_H
#define CTORCH_GEN_BIND_MODEL_H

#include "headers/scan.h"
#include "model.h"
#include "types/default_value.h"

struct bind_value {
	const char *name;         /* of the schema, else of the header: "self", "lambda" */
	const char *c_name;       /* of the parameter: "lambd"; NULL: what the function returns */
	const char *c_type;       /* "const int64_t *" */
	const char *of;           /* "int64_t", "ct_tensor" */
	const char *key;          /* "int64_t[]?" */
	const char *general;      /* "number[]?" */
	const char *length;       /* a parameter, a number or an expression; NULL: not a list */
	const char *unit;         /* of the length of memory, as in headers/facts.h; NULL: none */
	const char *shares; /* of a list "[shared]": the name of the list that has its length */
	bool has_length_param;    /* the length is a parameter of its own, which has no argument */
	bool is_optional;         /* None; of what C returns: it may be NULL */
	bool is_receiver;         /* the object that a method is called for */
	bool is_in_options;       /* one of dtype, layout, device and pin_memory in a row */
	bool is_keyword_only;     /* in Python */
	bool is_first_keyword;    /* of those, with none of which any number is before them */
	bool takes_any_number;    /* x.view(2, 3) is x.view((2, 3)) */
	bool may_be_omitted;      /* it has a default, or None is one; so have those after it */
	bool is_written;          /* the function changes it */
	const char *argument;     /* of a result that is an argument, `-> Tensor(a!)`: its name */
	const char *ownership;    /* "new", "borrowed", "taken", "kept"; NULL: nothing is owned */
	const char *free;         /* releases what is new; NULL: nothing */
	const char *context;      /* of a callback: the parameter that it gets; NULL: none */
	const char *release;      /* of a callback: the parameter that releases it; NULL: none */
	const struct type *type;  /* of an operator; NULL: none */
	/* Of the schema; of a field whose 0 is a value. DEFAULT_ABSENT: it must be given, or is 0. */
	struct default_value default_value;
	const char *filled; /* of such a field, as C writes it: "\"ReLU\"" */
};

/* A parameter in C, in C's order. */
struct bind_param {
	const char *c_name, *c_type; /* "size_len", "int64_t" */
	const struct bind_value *value;
	const char *
		column; /* of types.tsv, if it belongs to the value: "length", "context", "release" */
	bool is_result;
};

struct bind_function {
	const char *symbol;  /* "ct_max_dim" */
	const char *header;  /* "ctorch/ops/m.h" */
	const char *library; /* "ctorch_image"; NULL: libctorch */
	const char *doc;     /* NULL: none */
	const struct op *op; /* an operator, or a function of torch.nn; NULL: a handwritten one */
	const struct nn_function *nn;
	const struct decl *decl; /* a handwritten one */
	VEC(struct bind_value *) args, results;
	VEC(struct bind_param) params;
	const char *returns; /* the type in C: "ct_error", "void", "bool" */
	bool returns_error;
	struct bind_value *returned; /* is the first of the results; NULL: void, or an error */
	const char *left_out; /* why no binding has it; NULL: each has it whose language has rows */
};

struct bind_model {
	VEC(struct bind_function *) functions; /* operators, torch.nn's, handwritten ones */
	size_t operators, nn_functions;        /* how many of them come first */
};

/* The class of a C type in keys that are valid for all types of a class: "number", "enum", "handle". */
const char *bind_class_of(const struct api *api, const struct header_type *type);

/* All functions of the release, and of the headers. */
void bind_model_fill(struct arena *arena, const struct model *model, const struct api *api,
		     struct bind_model *bind);

#endif
