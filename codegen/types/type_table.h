/* type_table.h: the C form of each schema type, and its conversion to and from C++. */
#ifndef CTORCH_GEN_TYPES_TYPE_TABLE_H
#define CTORCH_GEN_TYPES_TYPE_TABLE_H

#include "model.h"
#include "types/c_type.h"
#include "util/names.h"
#include "util/strbuf.h"

/*
 * One way to pass a type. `convert` is the C++ expression that converts the C parameter:
 * %x the parameter, %l its length, %i the argument's position from 1, %n its name in quotes,
 * %d the size of a fixed-size list. A form with %l has a second C parameter, the length.
 */
struct type_form {
	const struct c_type *c_type; /* NULL: this form does not exist */
	const char *convert;         /* "ct::tensor(%x, %i, %n)"; NULL for results: ct::give */
	bool has_length;             /* for results: a list, returned as pointer and length */
};

/* Binds every argument and return to its form. Reports those that have none. */
bool type_table_bind(struct diag *diag, struct model *model);
bool type_table_bind_op(struct diag *diag, struct op *op);
bool type_table_bind_arg(struct diag *diag, const struct op *op, struct arg *arg);

/* The words in the C types of all parameters and results: "const", "ct_tensor", "int64_t". */
struct names type_table_words(struct arena *arena);

/* True for base types with the same C type: int and SymInt. */
bool type_bases_equal_in_c(const struct type *a, const struct type *b);

/* Writes `convert`, or another such text, with the argument filled in. */
void arg_convert(struct strbuf *out, const struct arg *arg, size_t position);
void arg_fill_in(struct strbuf *out, const char *text, const struct arg *arg, size_t position);

#endif
