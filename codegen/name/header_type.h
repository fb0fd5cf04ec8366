/* header_type.h: the C types of declarations. */
#ifndef CTORCH_GEN_NAME_HEADER_TYPE_H
#define CTORCH_GEN_NAME_HEADER_TYPE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* "const ct_tensor *" is a const ct_tensor with one star. */
struct header_type {
	const char *text; /* with the usual spacing */
	const char *name; /* "ct_tensor", "struct ct_tensor" */
	size_t stars;
	bool is_const;      /* begins with const */
	bool is_const_list; /* "T *const *" */
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

#endif
