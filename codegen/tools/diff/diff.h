/*
 * diff.h: what changes for a C caller between two releases, as data.
 *
 * Functions are matched by their C names. Each function that differs is one change, of the gravest
 * kind that applies; its details list all differences.
 */
#ifndef CTORCH_GEN_TOOLS_DIFF_H
#define CTORCH_GEN_TOOLS_DIFF_H

#include "model.h"

/* Gravest first. With the first two, a program may no longer compile. */
enum change_kind {
	CHANGE_REMOVED,
	CHANGE_SIGNATURE, /* another C type */
	CHANGE_MEANING,   /* the same C type, but a call may mean something else */
	CHANGE_DEFAULT,   /* a default or an alias annotation */
	CHANGE_INVISIBLE, /* "int" to "SymInt", argument names: invisible to C */
	CHANGE_ADDED,
	CHANGE_COUNT
};

enum detail_kind {
	DETAIL_NEW,      /* a new argument or result */
	DETAIL_GONE,     /* a removed one */
	DETAIL_POSITION, /* "1", "2": it changed places with another one */
	DETAIL_PASSED,   /* "positional", "keyword-only" */
	DETAIL_TYPE,     /* "int[]", "SymInt[]" */
	DETAIL_DEFAULT,  /* "1", "2" */
	DETAIL_ALIAS,    /* "(a!)" */
	DETAIL_NAME      /* "mat2", "other"; of the operator: "add.x", "add_x" */
};

struct detail {
	enum detail_kind kind;
	bool is_result;
	const char *of;             /* the new name, or the old name if it was removed: "alpha" */
	const char *before, *after; /* NULL: none */
};

/* How to replace a removed function. */
enum successor_kind {
	SUCCESSOR_NONE,
	SUCCESSOR_FUNCTION,       /* only the method form was removed: the function */
	SUCCESSOR_SAME_ARGUMENTS, /* new; the schema differs only in overload or underscores */
	SUCCESSOR_SAME_NAME       /* new, of the same name and kind, with other arguments */
};

struct change {
	const struct op *before, *after; /* NULL: not in that release */
	bool is_method;                  /* only the method form */
	bool converts; /* CHANGE_SIGNATURE: calls still compile; C converts their arguments */
	enum successor_kind successor_kind;
	const struct op *successor;
	VEC(struct detail) details;
};

struct diff {
	const struct model *before, *after;
	struct {
		VEC(struct change);
		size_t functions, methods; /* the number of C functions */
	} of[CHANGE_COUNT];
};

/* Both models must have their C names. */
void diff_models(struct arena *arena, const struct model *before, const struct model *after,
		 struct diff *diff);

/* True if every program that compiled with the old release compiles with the new one. */
bool diff_compiles(const struct diff *diff);

/* The C function that changed, and its method form, or NULL if that did not change with it. */
const char *change_symbol(const struct change *change);
const char *change_method(const struct change *change);

const char *change_kind_name(enum change_kind kind);       /* "signature" */
const char *detail_kind_name(enum detail_kind kind);       /* "default" */
const char *successor_kind_name(enum successor_kind kind); /* "same arguments" */

#endif
