/* reserved.h: names for other languages. */
#ifndef CTORCH_GEN_NAME_RESERVED_H
#define CTORCH_GEN_NAME_RESERVED_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* A language and the words that it keeps for itself, divided by blanks. */
struct reserved_language {
	const char *name;  /* "go" */
	const char *words; /* "break case chan ..." */
};

extern const struct reserved_language reserved_languages[];
extern const size_t reserved_languages_len;

/* True for a word of any of these languages. */
bool reserved_has(const char *name);

/*
 * "AddTensor" for ct_add_Tensor. An underscore goes if a letter follows it, which becomes a capital;
 * other underscores stay, and so does the first character. So different symbols have different
 * names: "Add_Tensor" for ct_add__Tensor, "RangeOut_" for ct_range_out_.
 */
const char *camel_name(struct arena *arena, const char *symbol);

#endif
