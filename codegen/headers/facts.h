/*
 * facts.h: direction, nullability, ownership and length of everything that crosses a function of
 * the handwritten headers. Most of it follows from the conventions of the C API; an annotation of
 * ctorch/core/annotations.h states the rest. docs/generator.md, "Facts for bindings", lists both.
 */
#ifndef CTORCH_GEN_HEADERS_FACTS_H
#define CTORCH_GEN_HEADERS_FACTS_H

#include "headers/scan.h"

struct facts {
	const char *direction; /* "in", "out", "inout"; NULL for a return value */
	bool is_pointer;
	bool is_nullable;
	const char *ownership; /* "new", "borrowed", "taken", "kept"; NULL: nothing is owned */
	const char *free;      /* the function that releases what is new */
	bool is_callers;       /* new, but no scope owns it: `free` does not look in scopes */
	const char *length;    /* how many elements: "inputs_len"; NULL: one, or a text */
	const char *unit;      /* of a length of memory: "byte", or what says the elements' type */
	const char *context;   /* of a callback: what it gets, "context" */
	const char *release;   /* of a callback: what releases its context */
	const char *releases;  /* of a function that releases: what that is, "context" */
};

/* Reports declarations whose facts are not known, and public macros without a comment. */
bool facts_check(struct arena *arena, struct diag *diag, const struct api *api);

/* Those of a parameter of a function or a callback, and of what it returns. */
struct facts facts_of_param(struct arena *arena, const struct api *api, const struct decl *decl,
			    size_t i);
struct facts facts_of_return(struct arena *arena, const struct api *api, const struct decl *decl);

/* True if no scope owns what this function releases: it does not look in scopes. */
bool free_is_callers(const struct api *api, const char *free_function);

/* What a C type refers to: "number" (an enumeration, too), "void", "FILE", "error", "handle",
 * "struct", "callback"; "unknown" for anything else. */
const char *facts_class_of(const struct api *api, const struct header_type *type);

/* False for an inline function that is a part of a macro. */
bool facts_exist(const struct decl *decl);

/* True if a parameter or a field has the name. */
bool decl_has_member(const struct decl *decl, const char *name);

/* The unit of the length of a pointer to memory: "byte", or the name of the parameter or field that
 * says what its elements are, "dtype" or "kind". NULL if neither is there. */
const char *unit_of_length(const struct decl *decl, const char *length);

/* False for what ends with _, except PyTorch's names of functions that work in place, and for names
 * that are sentences of the compiler: ct_write_CT_TRY_around_the_call. */
bool decl_is_public(const struct decl *decl);

/* False for guards of headers and for the parts of other macros. */
bool macro_is_public(const struct decl *macro);

#endif
