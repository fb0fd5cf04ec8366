/*
 * language.h: what a binding of one language looks like, read from the tables in
 * templates/bind/LANGUAGE/. docs/bindings-languages.md describes them.
 */
#ifndef CTORCH_GEN_BIND_LANGUAGE_H
#define CTORCH_GEN_BIND_LANGUAGE_H

#include "bind/model.h"
#include "emit/template.h"

/* types.tsv: a row for each key; its cells are in the order of the columns. */
struct type_row {
	const char *key; /* "int64_t[]?", "handle", ".text": a field of a struct; sorted by it */
	struct names cells;
};

enum over {
	OVER_ARGS,  /* the host function's arguments */
	OVER_SELF,  /* the first of them, if the function is a method of it */
	OVER_REST,  /* the others */
	OVER_GIVEN, /* those of the first two lists that are not among the options */
	OVER_GIVEN_REST,
	OVER_POSITIONAL,   /* those of `rest` that may be given by position */
	OVER_OPTIONS,      /* the arguments that a struct of options has */
	OVER_REST_OPTIONS, /* the same; a comma before them is left out if nothing is given before */
	OVER_RESULTS,      /* what the host function returns */
	OVER_OUT_RESULTS,  /* without the one that C returns */
	OVER_PARAMS,       /* C's parameters; for a length, the column `length` */
	OVER_DECLARED,     /* C's parameters or fields as C declares them: the row `c` */
	OVER_FIELDS,       /* of a struct */
	OVER_REQUIRED,     /* the arguments of a class without a default */
	OVER_OPTIONAL      /* and the others */
};

/* marks.tsv: a mark of the templates that is filled in for each argument, result, ... */
struct mark_row {
	const char *name; /* "go_args": ${go_args} */
	enum over over;
	const char *column;  /* of types.tsv */
	const char *join;    /* between them: ", " */
	const char *one;     /* around a single one: "%s" */
	const char *several; /* around two and more: "(%s)" */
	const char *none;    /* instead of none: "" */
};

/* files.tsv: what is written, and with which templates. */
struct file_row {
	const char *what;  /* "operators" */
	const char *file;  /* "ops_%h.go": %h is the header's name */
	const char *frame; /* the template of the file */
	const char *item;  /* the template of each of its items */
};

struct setting {
	const char *name, *value;
};

/* A name that the rules would not give: "CT_INDEX_TENSOR", "IndexKindTensor". */
struct own_name {
	const char *symbol, *name;
};

struct left_out {
	const char *symbol, *reason;
	bool is_used;
};

struct language {
	struct arena *arena;
	struct diag *diag;
	const char *name; /* "go" */
	struct templates templates;
	struct names columns;
	VEC(struct type_row) rows;
	VEC(struct mark_row) marks;
	VEC(struct file_row) files;
	VEC(struct setting) settings; /* sorted by name */
	VEC(struct own_name) names;
	VEC(struct left_out) left_out;
};

/* Reads the tables of templates/bind/NAME. Reports all errors, and which languages there are if
 * this is none. */
bool language_read(struct arena *arena, struct diag *diag, const char *folder, const char *name,
		   struct language *language);

/* A setting of language.tsv; "" if there is none. */
const char *language_setting(const struct language *language, const char *name);

/* True for a function that only the prelude calls. */
bool language_is_private(const struct language *language, const char *symbol);

/* The row of the key, or of the general key; of a result that may be NULL, without a row, that of
 * one that is not. NULL: the language cannot express it. */
const struct type_row *language_row(const struct language *language, const char *key,
				    const char *general);

/* A cell of a row; "" if it is empty. The column exists, or is what all rows have: "%s". */
const char *language_cell(const struct language *language, const struct type_row *row,
			  const char *column);

/* --- names: names.c --------------------------------------------------------------------------- */

/* The name that names.tsv gives to something of C; NULL: none. */
const char *host_own_name(const struct language *language, const char *symbol);

/* "max_dim" as a function of the host: "MaxDim". */
const char *host_function_name(const struct language *language, const char *name);

/* The same as a type, in every style: "MaxDim". */
const char *host_camel_name(const struct language *language, const char *name);

/* The same for one that only the prelude calls: "maxDim". */
const char *host_private_name(const struct language *language, const char *name);

/* "max_dim" as an argument or a variable: "maxDim"; no word of the language. */
const char *host_variable_name(const struct language *language, const char *name);

/* "ct_data_loader" as a type: "DataLoader"; "CT_FLOAT32" as a constant: "Float32". */
const char *host_type_name(const struct language *language, const char *name);

#endif
