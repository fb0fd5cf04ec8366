/*
 * diff.h: what changes for a C caller from one release to the next, as data.
 *
 * Functions are matched by their C names. Each one that differs is one change, of the gravest kind
 * that applies; its details tell all that differs.
 */
#ifndef CTORCH_GEN_DIFF_H
#define CTORCH_GEN_DIFF_H

#include "model.h"

/* The gravest first. With one of the first two a program may no longer compile. */
enum change_kind {
	CHANGE_REMOVED,
	CHANGE_SIGNATURE, /* the C type is another */
	CHANGE_MEANING,   /* the C type is the same, and a call may yet mean something else */
	CHANGE_DEFAULT,   /* a default or an alias annotation */
	CHANGE_INVISIBLE, /* "int" to "SymInt", names of arguments: nothing that C sees */
	CHANGE_ADDED,
	CHANGE_COUNT
};

enum detail_kind {
	DETAIL_NEW,      /* an argument or result that was not there */
	DETAIL_GONE,     /* one that is no longer there */
	DETAIL_POSITION, /* "1", "2": in front of one that it was behind, or the other way round */
	DETAIL_PASSED,   /* "positional", "keyword-only" */
	DETAIL_TYPE,     /* "int[]", "SymInt[]" */
	DETAIL_DEFAULT,  /* "1", "2" */
	DETAIL_ALIAS,    /* "(a!)" */
	DETAIL_NAME      /* "mat2", "other"; of the operator: "add.x", "add_x" */
};

struct detail {
	enum detail_kind kind;
	bool is_result;
	const char *of;             /* the new name, the old one of what is gone: "alpha" */
	const char *before, *after; /* NULL: there is none */
};

/* What to call instead of a removed function. */
enum successor_kind {
	SUCCESSOR_NONE,
	SUCCESSOR_FUNCTION,       /* of a method form that is gone alone: the function */
	SUCCESSOR_SAME_ARGUMENTS, /* new, and but for overload or underscores the same schema */
	SUCCESSOR_SAME_NAME       /* new, of the same name and kind, with other arguments */
};

struct change {
	const struct op *before, *after; /* NULL: not in that release */
	bool is_method;                  /* the method form alone */
	bool converts; /* SIGNATURE: calls compile yet; C converts what they pass */
	enum successor_kind successor_kind;
	const struct op *successor;
	VEC(struct detail) details;
};

struct diff {
	const struct model *before, *after;
	struct {
		VEC(struct change);
		size_t functions, methods; /* how many C functions that is */
	} of[CHANGE_COUNT];
};

/* Both models are named. */
void diff_models(struct arena *arena, const struct model *before, const struct model *after,
		 struct diff *diff);

/* Whether every program that compiled against the old release does so against the new one. */
bool diff_compiles(const struct diff *diff);

/* The C function that a change is about, and its method form where that changes along, or NULL. */
const char *change_symbol(const struct change *change);
const char *change_method(const struct change *change);

const char *change_kind_name(enum change_kind kind);       /* "signature" */
const char *detail_kind_name(enum detail_kind kind);       /* "default" */
const char *successor_kind_name(enum successor_kind kind); /* "same arguments" */

#endif
