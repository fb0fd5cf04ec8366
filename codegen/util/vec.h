/*
 * vec.h: a typed growing array in an arena.
 *
 *     VEC(const char *) names = { 0 };
 *     vec_push(arena, &names, "add");
 *     for (size_t i = 0; i < names.len; i++)
 *             puts(names.at[i]);
 */
#ifndef CTORCH_GEN_UTIL_VEC_H
#define CTORCH_GEN_UTIL_VEC_H

#include <string.h>

#include "util/arena.h"

/* Without a name it adds the three fields to the enclosing struct. */
#define VEC(type)                \
	struct {                 \
		type *at;        \
		size_t len, cap; \
	}

#define vec_push(arena, v, ...)                                                           \
	do {                                                                              \
		if ((v)->len == (v)->cap)                                                 \
			(v)->at = vec_grow((arena), (v)->at, &(v)->cap, sizeof *(v)->at); \
		(v)->at[(v)->len++] = (__VA_ARGS__);                                      \
	} while (0)

static inline void *vec_grow(struct arena *arena, const void *old, size_t *cap, size_t size)
{
	size_t bigger = *cap ? *cap * 2 : 4;
	void *at = arena_alloc(arena, bigger * size);

	if (*cap)
		memcpy(at, old, *cap * size);
	*cap = bigger;
	return at;
}

#endif
