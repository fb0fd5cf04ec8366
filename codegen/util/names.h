/* names.h: a growing list of strings, which it does not copy. */
#ifndef CTORCH_GEN_UTIL_NAMES_H
#define CTORCH_GEN_UTIL_NAMES_H

#include <stdbool.h>

#include "util/vec.h"

struct names {
	VEC(const char *);
};

bool names_has(const struct names *names, const char *name);

/* The same for names that names_sort() has sorted: a binary search. */
bool names_sorted_have(const struct names *names, const char *name);

/* Sorts by bytes, independently of the locale. */
void names_sort(struct names *names);

#endif
