/* type.h: the C types of declarations. */
#ifndef CTORCH_GEN_HEADERS_TYPE_H
#define CTORCH_GEN_HEADERS_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* The types that have a meaning in every header, by their names. */
enum known_type {
	KNOWN_NONE, /* what a header declares */
	KNOWN_TAG,  /* "struct ct_tensor" */
	KNOWN_VOID,
	KNOWN_FILE,
	/* Numbers. */
	KNOWN_BOOL,
	KNOWN_FLOAT, /* and double */
	/* Integers. */
	KNOWN_CHAR,
	KNOWN_INT32,
	KNOWN_INT64,
	KNOWN_SIZED, /* uint8_t and the like */
	KNOWN_INT,
	KNOWN_SIZE,
	/* Not in public headers. */
	KNOWN_UNSIZED, /* C's other integers: "unsigned long" */
	/* The library's. */
	KNOWN_ERROR,
	KNOWN_TENSOR,
	KNOWN_GENERATOR,
	KNOWN_VALUE,
	KNOWN_RELEASE, /* ct_release_function */
	KNOWN_DELETER
};

/* "const ct_tensor *" is a const ct_tensor with one star. */
struct header_type {
	const char *text; /* with the usual spacing */
	const char *name; /* "ct_tensor", "struct ct_tensor" */
	enum known_type known;
	size_t stars;
	bool is_const;      /* begins with const */
	bool is_const_list; /* "T *const *" */
	bool is_options;    /* a struct of options, by its name */
};

/* Types by their text. Most declarations share theirs. */
struct header_types {
	struct kept_type *kept;
};

/* Takes a type apart, unless it is there. */
const struct header_type *header_type_of(struct arena *arena, struct header_types *types,
					 const char *text);

/* Forgets which types there are; they live as long as the arena. */
void header_types_clear(struct header_types *types);

/* True for the known type with so many stars, and without const. */
bool header_type_is(const struct header_type *type, enum known_type known, size_t stars);

/* What the stars point to, or the type without stars. */
bool header_type_is_number(const struct header_type *type);
bool header_type_is_integer(const struct header_type *type);

#endif
