/*
 * The stack of handles beside a model that only counts, which handle belongs how often to which
 * scope; and an allocator (--wrap) that fails when told to.
 */
#ifndef MEMORY_HANDLE_STACK_MODEL_H
#define MEMORY_HANDLE_STACK_MODEL_H

#include <check.h>

#include "core/memory/handle_stack.h"

/* In what runs a million times; Check's own writes each line it comes to into a file. */
#define MUST(condition)                                      \
	do {                                                 \
		if (!(condition))                            \
			ck_abort_msg("not: %s", #condition); \
	} while (0)

extern bool calloc_fails, realloc_fails; /* the index's memory; the entries' */
extern int calls_failed;
extern size_t size_refused;

enum { HANDLES = 700 }; /* that the model knows */

/* As far apart as small tensors are. Never dereferenced. */
ct_tensor *handle_of(int64_t i);

/* Random operations on a stack and on a model, which must agree after each. `pool`: of how many
 * handles; `fail`: with allocations that fail. */
void run_seed(uint64_t seed, int steps, uint32_t pool, bool fail);

#endif
