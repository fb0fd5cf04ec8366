/*
 * program.h: which operators the files of a program use, which of its names there are not, and what
 * another release does to them, as data.
 */
#ifndef CTORCH_GEN_PROGRAM_H
#define CTORCH_GEN_PROGRAM_H

#include "diff/diff.h"
#include "emit/template.h"
#include "facts/history.h"
#include "name/header_scan.h"
#include "program/mentions.h"
#include "util/hash.h"

struct use {
	const char *file;
	size_t line;  /* of the first; 0: of an object, which tells neither line nor count */
	size_t count; /* 0: of an object */
};

/* A name of the program's, of libctorch's, or both. */
struct program_name {
	const char *name;    /* "ct_add_Tensor" */
	const struct op *op; /* NULL: no operator */
	bool is_method;      /* the name is the operator's method form */
	bool is_runtime;     /* the runtime's headers declare it */
	bool is_own;         /* a file of the program does */
	bool is_linked;      /* an object does */
	bool is_called;
	VEC(struct use) uses; /* one for each file */

	enum change_kind change; /* CHANGE_COUNT: none, or there is no other release */

	/* Of a name that is neither an operator, nor the runtime's, nor the program's own. */
	struct names nearest;
	const char *past; /* "was there up to 2.6.0; 2.8.0 does not have it"; NULL: nothing known */
	bool comes;       /* the other release has it */

	UT_hash_handle hh;
};

struct program {
	struct arena *arena;
	const struct model *model;
	const struct api *api;
	const struct history *history; /* NULL: there is none */
	struct parts parts;

	struct program_name *names; /* by name */
	struct {
		VEC(struct program_name *);
	} operators, unknown; /* sorted */
	size_t functions, methods;

	const struct model *after; /* the other release, or NULL */
	struct diff diff;          /* what of it concerns the operators that are used */
};

/* From the parts to the operators and the names that there are not. */
void program_resolve(struct program *program);

/* What the release does to the operators. */
void program_compare(struct program *program, const struct model *after);

/* Whether all names are in the other release, or in this one when no other is given. */
bool program_compiles(const struct program *program);

void program_free(struct program *program);

/* --- forms; emit.c, emit_json.c ---------------------------------------------------------------- */

/* Of a struct program. docs/program.schema.json describes the JSON; the Markdown is
 * templates/PROGRAM.md, filled. */
format_writer emit_program_text, emit_program_json, emit_program_markdown;

#endif
