/* shape.h: what the C types of parameters and fields refer to among the declarations of all headers. */
#ifndef CTORCH_GEN_HEADERS_SHAPE_H
#define CTORCH_GEN_HEADERS_SHAPE_H

#include "headers/scan.h"

/* What a C type refers to. ORDER BASE: also facts_class_of(). */
enum base {
	BASE_NUMBER, /* int64_t, ct_dtype, char */
	BASE_VOID,
	BASE_FILE,
	BASE_ERROR,
	BASE_HANDLE, /* an incomplete struct */
	BASE_STRUCT,
	BASE_CALLBACK,
	BASE_UNKNOWN
};

/* A type among the declarations of all headers. */
struct shape {
	const struct header_type *type;
	const struct decl *decl; /* of a struct, a callback or a typedef; NULL for C's own types */
	enum base base;
	bool is_const; /* what the last star points to is: "T *const *" is, too */
};

struct shape shape_of(const struct api *api, const struct header_type *type);

/* True for what may be NULL in C. */
bool shape_is_pointer(const struct shape *shape);

/* "const char *". */
bool type_is_text(const struct header_type *type);

/* True for a struct with pointers in it. */
bool struct_has_pointers(const struct decl *decl);

/* True for a list that is passed by value: a struct with the fields `at` and `len`. */
bool shape_is_list(const struct shape *shape);

/* True for a pointer to memory, not to one object of an unknown type. */
bool shape_is_memory(const struct shape *shape, const char *length);

/* True for the type of a function that releases what is passed with it. */
bool type_is_releaser(const struct header_type *type);

#endif
