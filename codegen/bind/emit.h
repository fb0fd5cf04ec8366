/* emit.h: writes a binding from the functions of bind/model.h and the tables of a language. */
#ifndef CTORCH_GEN_BIND_EMIT_H
#define CTORCH_GEN_BIND_EMIT_H

#include "emit/output.h"
#include "bind/language.h"

/* A function, a field or an argument of a class that the binding does not have, and why. */
struct unbound {
	const char *symbol, *reason; /* "ct_aoti_free", "ct_csv_options.separator" */
};

/* A struct whose fields are values; what the language has no rows for, such as callbacks, is left
 * out and is zero in C. */
struct bind_struct {
	const struct decl *decl;
	VEC(struct bind_value *) fields;
	VEC(struct unbound) skipped; /* its other fields */
	bool is_plain; /* numbers alone: host and C may share its memory */
};

/* A class of one of the lists. Its constructor can be expressed by the language. */
struct bind_class {
	const struct class_def *def;
	VEC(struct bind_value *) required, optional;
};

struct binding {
	struct language *language;
	const struct model *model;
	const struct api *api;
	struct bind_model functions;
	VEC(struct bind_struct *) structs; /* those that the bound functions use */
	struct names seen_structs;         /* while they are filled in */
	VEC(struct bind_class *) classes;  /* likewise */
	VEC(struct bind_function *) bound; /* in the order of their numbers */
	VEC(struct unbound) unbound;
	VEC(const struct bind_function *) by_symbol; /* the bound ones, sorted */
	struct names tensor_methods; /* handwritten ones, in the language's names; sorted */
	struct names holders;        /* handles whose objects hold functions of the program */
};

/* contents.c: decides what the binding has. Reports left_out.tsv's names that are none. */
bool binding_fill(struct binding *binding);

/* True for a handle that the language has a type for: it is freed by a function of its name, or
 * language.tsv says that the type is written by hand. */
bool binding_loads(const struct binding *binding, const char *library);
bool binding_has_handle(const struct binding *binding, const char *name);

/* True for a handle whose type is written by hand, as language.tsv says. */
bool binding_writes_by_hand(const struct binding *binding, const char *handle);

/* Why left_out.tsv leaves out a function, a field ("ct_csv_options.separator"), or a class by its name
 * in Python; NULL: it does not. Names with "*" mean no operators. */
const char *binding_left_out(struct binding *binding, const char *name, bool is_operator);

/* Why a field, or an argument of a class, is left out; NULL: it is not. */
const char *binding_why_no_value(struct binding *binding, const char *name,
				 const struct bind_value *value);

/* options.c: true for an argument that the language has in a struct of options: it has a default,
 * and its row has the column `option`. */
bool binding_is_option(const struct binding *binding, const struct bind_function *function,
		       const struct bind_value *value);

/* The column for an option: "take", or "take*" if the default is not what the struct has when
 * nothing was written. */
const char *option_column(const struct binding *binding, const struct bind_value *value,
			  const char *column);

/* Adds all files to the output. */
bool binding_emit(struct binding *binding, struct output *output);

/* structs.c: all structs that the language can express; binding_fill() keeps those that are used. */
void binding_fill_structs(struct binding *binding);
const struct bind_struct *binding_find_struct(const struct binding *binding, const char *name);

/* classes.c: all classes whose arguments the language can express. Their keys are the kinds of
 * arguments: "class:ints", "class:module". */
void binding_fill_classes(struct binding *binding);

#endif
