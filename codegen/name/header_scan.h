/*
 * header_scan.h: what the handwritten public headers declare.
 *
 * Not a C parser: it reads the plain declarations that runtime/include/ctorch/ is written in
 * (docs/generator.md has the rules) and reports what it does not understand. The names guard
 * against operators that would collide; the rest goes into ctorch_api.json.
 */
#ifndef CTORCH_GEN_NAME_HEADER_SCAN_H
#define CTORCH_GEN_NAME_HEADER_SCAN_H

#include "model.h"

enum decl_kind { DECL_FUNCTION, DECL_INLINE, DECL_TYPE, DECL_STRUCT, DECL_ENUM, DECL_MACRO };

/* A parameter, a struct's field or an enumerator. */
struct member {
	const char *type; /* "const ct_tensor *"; NULL for an enumerator */
	const char *name;
	long long value; /* of an enumerator */
};

struct decl {
	enum decl_kind kind;
	const char *name;   /* "ct_error_free"; an enum's is its typedef's: "ct_dtype" */
	const char *header; /* "ctorch/error.h" */
	struct loc loc;
	const char *library; /* "ctorch_image", when its header says so with a CT_..._LIBRARY;
			      * NULL: libctorch */
	/* A function's return type; a typedef's target: "int32_t"; the text of a macro that is one. */
	const char *type;
	bool is_variadic;
	VEC(struct member) members;
};

struct api {
	VEC(struct decl) decls;
	struct names files; /* the paths that were read */
};

/* Every *.h of the folder, in the order of their names. False after reporting what is wrong. */
bool header_scan(struct arena *arena, struct diag *diag, const char *folder, struct api *api);

#endif
