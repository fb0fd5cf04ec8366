/*
 * Memory that is released all at once.
 */
#include <stdlib.h>

#include "core/base/arena.h"

enum { BLOCK = 1 << 14 };

struct ct_arena_block {
	struct ct_arena_block *next;
	size_t size;
	max_align_t bytes[];
};

static size_t rounded(size_t n)
{
	const size_t unit = sizeof(max_align_t);

	return (n + unit - 1) / unit * unit;
}

bool ct_arena_count(struct ct_arena *arena, size_t n)
{
	if (n > arena->left) {
		arena->is_exhausted = true;
		return false;
	}
	arena->left -= n;
	return true;
}

void *ct_arena_new(struct ct_arena *arena, size_t n)
{
	struct ct_arena_block *block = arena->blocks;

	n = rounded(n);
	if (!ct_arena_count(arena, n))
		return NULL;
	if (block == NULL || n > block->size - arena->used) {
		const size_t size = n > BLOCK ? n : BLOCK;

		block = calloc(1, sizeof *block + size);
		if (block == NULL)
			return NULL;
		*block = (struct ct_arena_block){ arena->blocks, size };
		arena->blocks = block;
		arena->used = 0;
	}
	arena->used += n;
	return (char *)block->bytes + arena->used - n;
}

void ct_arena_free(struct ct_arena *arena)
{
	while (arena->blocks) {
		struct ct_arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
}
