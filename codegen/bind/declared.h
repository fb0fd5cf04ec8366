/* declared.h: the declarations of C themselves, for languages that call C without a shim. */
#ifndef CTORCH_GEN_BIND_DECLARED_H
#define CTORCH_GEN_BIND_DECLARED_H

#include "bind/emit.h"

enum declared {
	DECLARED_HANDLES,   /* the types of incomplete structs */
	DECLARED_ALIASES,   /* other names of types: ct_error */
	DECLARED_CALLBACKS, /* types of functions */
	DECLARED_STRUCTS    /* with all their fields; one is before those that contain it */
};

struct decls {
	VEC(const struct decl *);
};

/* Those of libctorch and of the libraries that the language loads. */
struct decls declared_list(const struct binding *binding, enum declared what);

/* How large a struct is where pointers have 64 bits. */
struct extent {
	size_t size, alignment;
};

struct extent declared_extent(const struct api *api, const struct decl *decl);

/* A type of C as the language writes it, by the settings `pointer` and `pointer_to_const`:
 * "const ct_tensor *" is "*const ct_tensor". */
const char *declared_type(const struct language *language, const char *c_type);

#endif
