/*
 * header_scan.h: reads the declarations of the handwritten public headers.
 *
 * This is not a C parser: it reads the plain declarations used in runtime/include/ctorch/
 * (docs/generator.md lists the rules) and reports everything else. The names prevent operators from
 * colliding with the runtime; the rest goes into ctorch_api.json.
 */
#ifndef CTORCH_GEN_NAME_HEADER_SCAN_H
#define CTORCH_GEN_NAME_HEADER_SCAN_H

#include "model.h"

enum decl_kind { DECL_FUNCTION, DECL_INLINE, DECL_TYPE, DECL_STRUCT, DECL_ENUM, DECL_MACRO };

/* A parameter, a field of a struct or an enumerator. */
struct member {
	const char *type; /* "const ct_tensor *"; NULL for an enumerator */
	const char *name;
	long long value; /* of an enumerator */
};

struct decl {
	enum decl_kind kind;
	const char *name;   /* "ct_error_free"; of an enum: its typedef's, "ct_dtype" */
	const char *header; /* "ctorch/error.h" */
	struct loc loc;
	const char *library; /* "ctorch_image", from a CT_..._LIBRARY; NULL: libctorch */
	/* A function's return type; a typedef's target, "int32_t"; the value of a string macro. */
	const char *type;
	bool is_variadic;
	VEC(struct member) members;
};

struct api {
	VEC(struct decl) decls;
	struct names files; /* the paths of the headers */
};

/* Reads every *.h of the folder, sorted by name. Reports all errors. */
bool header_scan(struct arena *arena, struct diag *diag, const char *folder, struct api *api);

#endif
