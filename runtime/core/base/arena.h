/*
 * Inside the library: memory that is released all at once.
 */
#ifndef CT_CORE_BASE_ARENA_H
#define CT_CORE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ct_arena_block;

struct ct_arena {
	struct ct_arena_block *blocks;
	size_t used; /* of the newest one */
	size_t left; /* bytes that may still be taken */
	bool is_exhausted;
};

/* Memory of zeros, aligned for any type; NULL if there is none, or the limit is reached. */
void *ct_arena_new(struct ct_arena *arena, size_t n);
/* Counts memory that is not the arena's own; false if the limit is reached. */
bool ct_arena_count(struct ct_arena *arena, size_t n);
void ct_arena_free(struct ct_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
