/*
 * program.h: the operators that the files of a program use, the names that do not exist, and how
 * another release changes the operators, as data.
 */
#ifndef CTORCH_GEN_TOOLS_PROGRAM_H
#define CTORCH_GEN_TOOLS_PROGRAM_H

#include "tools/diff/diff.h"
#include "emit/template.h"
#include "facts/history.h"
#include "headers/scan.h"
#include "tools/program/mentions.h"
#include "util/hash.h"

struct use {
	const char *file;
	size_t line;  /* of the first use; 0: an object, which has neither lines nor counts */
	size_t count; /* 0: an object */
};

/* A name of the program, of libctorch, or both. */
struct program_name {
	const char *name;    /* "ct_add_Tensor" */
	const struct op *op; /* NULL: not an operator */
	bool is_method;      /* the operator's method form */
	bool is_runtime;     /* declared in the runtime's headers, or torch.nn's */
	bool is_own;         /* declared or defined in a file of the program */
	bool is_linked;      /* defined in an object */
	bool is_called;
	VEC(struct use) uses; /* one for each file */

	enum change_kind change; /* CHANGE_COUNT: unchanged, or no other release */

	/* For a name that is not an operator, not the runtime's and not the program's own: */
	struct names nearest;
	const char *past; /* "existed up to 2.6.0; 2.8.0 does not have it"; NULL: unknown */
	bool comes;       /* the other release has it */

	UT_hash_handle hh;
};

struct program {
	struct arena *arena;
	const struct model *model;
	const struct api *api;
	const struct history *history; /* NULL: none */
	struct parts parts;

	struct program_name *names; /* by name */
	struct {
		VEC(struct program_name *);
	} operators, unknown; /* sorted */
	size_t functions, methods;

	const struct model *after; /* the other release; NULL: none */
	struct diff diff;          /* its changes to the operators that are used */
};

/* Finds the operators that the parts use, and the names that do not exist. */
void program_resolve(struct program *program);

/* Finds how the release changes the operators. */
void program_compare(struct program *program, const struct model *after);

/* True if all names exist in the other release, or in this one if there is no other. */
bool program_compiles(const struct program *program);

void program_free(struct program *program);

/* --- formats; emit.c, emit_json.c ------------------------------------------------------------- */

/* They take a struct program. docs/program.schema.json describes the JSON. */
format_writer emit_program_text, emit_program_json, emit_program_markdown;

#endif
