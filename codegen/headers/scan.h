/*
 * scan.h: reads the declarations of the handwritten public headers.
 *
 * This is not a C parser: it reads the plain declarations used in runtime/include/ctorch/
 * (docs/generator.md lists the rules) and reports everything else. The names prevent operators from
 * colliding with the runtime; the rest goes into ctorch_api.json.
 */
#ifndef CTORCH_GEN_HEADERS_SCAN_H
#define CTORCH_GEN_HEADERS_SCAN_H

#include "model.h"
#include "headers/type.h"

enum decl_kind {
	DECL_FUNCTION,
	DECL_INLINE,
	DECL_CALLBACK, /* typedef ct_error (*ct_tensor_hook)(...) */
	DECL_TYPE,
	DECL_STRUCT,
	DECL_ENUM,
	DECL_MACRO
};

/* What the macros of ctorch/core/annotations.h say about a parameter, a field, a return value or a
 * whole function. */
struct notes {
	bool is_nullable, is_not_null;
	bool is_out, is_inout;
	bool is_new, is_borrowed, is_taken, is_kept;
	bool is_thread_state, looks_in_scopes, may_block, is_brief, calls_back;
	const char *free;        /* CT_NEW(ct_tensor_free) */
	const char *length;      /* CT_LENGTH(inputs_len) */
	const char *context;     /* CT_CONTEXT(data) */
	const char *releases;    /* CT_RELEASES(data) */
	const char *zero_is;     /* CT_DEFAULT(1e-6), CT_DEFAULT("mean") */
	const char *filled;      /* CT_FILLED(1000) */
	const char *text;        /* CT_TEXT(ct_graph_dot_to_string) */
	const char *same_thread; /* CT_SAME_THREAD(ct_scope_open) */
	const char *scopes;      /* CT_SCOPES(opens) */
	const char *waits_for;   /* CT_WAITS_FOR(files, threads) */
};

/* A parameter, a field of a struct or an enumerator. */
struct member {
	const struct header_type *type; /* NULL for an enumerator and for a macro */
	const char *name;
	long long value;           /* of an enumerator */
	const struct notes *notes; /* NULL: no annotation */
	const char *doc; /* of a field or an enumerator: the comment's lines; NULL: none */
	const char *at;  /* its name in the header */
};

/* There may be many: fields are in an order without gaps. */
struct decl {
	enum decl_kind kind;
	unsigned name_from; /* where its name is, from `begin` */
	const char *name;   /* "ct_error_free"; of an enum: its typedef's, "ct_dtype" */
	const char *header; /* "ctorch/core/error.h" */
	struct loc loc;
	const char *library;            /* "ctorch_image", from a CT_..._LIBRARY; NULL: libctorch */
	const struct header_type *type; /* what a function returns; a typedef's target */
	const char *value;              /* of a string macro */
	VEC(struct member) members;
	const struct notes *notes; /* about what a function returns; NULL: no annotation */

	/* Of a macro the first paragraph, else the lines of its comment; NULL: none. */
	const char *comment;
	const char *begin; /* in the header */
	unsigned length;   /* from there to its end */
	bool is_variadic : 1;
	bool is_call : 1;       /* a macro with parameters, its members */
	bool is_number : 1;     /* a macro with this value */
	bool is_noexcept : 1;   /* a function that is CT_NOEXCEPT */
	bool returns_error : 1; /* a function that is CT_RETURNS_ERROR */
	long long number;
};

struct include {
	const char *name; /* "<ctorch/core/types.h>" */
	const char *at;   /* in the header */
};

struct header {
	const char *name; /* "ctorch/core/error.h" */
	const struct source *source;
	const char *guard; /* the name in its first directive, an #ifndef; NULL: none */
	VEC(struct include) includes;
};

struct api {
	VEC(struct decl) decls;
	const struct decl **by_name; /* sorted; set when all headers are read */
	struct names files;          /* the paths of the headers */
	VEC(struct header) headers;
};

/* Where its name is in the header. */
const char *decl_name_at(const struct decl *decl);

/* The place of `at`, a pointer into the header of the declaration. */
struct loc decl_loc_at(const struct decl *decl, const char *at);

/* True for a function that returns a ct_error. */
bool decl_returns_error(const struct decl *decl);

/* True for the type of an incomplete struct: typedef struct ct_tensor ct_tensor. */
bool decl_is_handle(const struct decl *decl);

/* True for `void *context`, what a program gives along with its callbacks. */
bool member_is_context(const struct member *member);

/* Where its comment begins in the header; NULL if it has none. */
const char *decl_comment(const struct decl *decl);

/* The first declaration of a name, of any kind; NULL if there is none. */
const struct decl *api_find_any(const struct api *api, const char *name);

/* The first declaration of a name, of one kind; NULL if there is none. */
const struct decl *api_find(const struct api *api, enum decl_kind kind, const char *name);

/* Reads every *.h of the folder, sorted by name. Reports all errors. */
bool header_scan(struct arena *arena, struct diag *diag, const char *folder, struct api *api);

/* The same for headers that are named one by one. */
bool header_scan_files(struct arena *arena, struct diag *diag, char *const *paths, size_t count,
		       struct api *api);

/* Reads one header in memory, "ctorch/core/release.h". */
bool header_scan_text(struct arena *arena, struct diag *diag, const char *header, const char *text,
		      struct api *api);

#endif
