/* type_table.h: how each type of a schema looks in C and how it gets to C++ and back. */
#ifndef CTORCH_GEN_NAME_TYPE_TABLE_H
#define CTORCH_GEN_NAME_TYPE_TABLE_H

#include "model.h"
#include "name/c_type.h"
#include "util/names.h"
#include "util/strbuf.h"

/*
 * One way a type is passed. `convert` is the C++ expression that takes the C parameter:
 * %x the parameter, %l its length, %i the argument's position from 1, %n its name in quotes,
 * %d the size of a fixed-size list. A form with %l takes a second C parameter, the length.
 */
struct type_form {
	const struct c_type *c_type; /* NULL: this form does not exist */
	const char *convert;         /* "ct::tensor(%x, %i, %n)"; NULL: ct::give gives a result */
	bool has_length;             /* results: a list, given as pointer and length */
};

/* Ties every argument and return to its form; false after reporting those that have none. */
bool type_table_bind(struct diag *diag, struct model *model);

/* The words of all C types that parameters and results have: "const", "ct_tensor", "int64_t". */
struct names type_table_words(struct arena *arena);

/* The base type that is the same in C: "int" for "SymInt". */
const char *type_base_in_c(const char *base);

/* `convert` with the argument filled in. */
void arg_convert(struct strbuf *out, const struct arg *arg, size_t position);

#endif
