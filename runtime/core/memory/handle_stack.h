/*
 * A stack of tensor handles, from which any handle can be removed in constant time.
 *
 * The handles of a thread's scopes are one stack, with the innermost scope's on top. Giving a
 * handle is a push, and closing a scope is pops. A handle that is freed early is usually one of the
 * newest, and a search of the topmost few finds it; the first time that it does not, an index of
 * all handles is made, which is then updated whenever a search fails near the top. So a program
 * that never frees early has no index, and one that does pays once for each handle.
 *
 * Removing a handle leaves a hole, unless it is on top; holes are popped like entries, and closed
 * when they are more than half of the stack.
 */
#ifndef CT_CORE_MEMORY_HANDLE_STACK_H
#define CT_CORE_MEMORY_HANDLE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/types.h>

/* A position is the number of entries below it. */
#define CT_NOWHERE UINT32_MAX

struct ct_handle_entry {
	ct_tensor *handle; /* NULL: a hole; with bit 0 set: memory (scope.c) */
	uint32_t older;    /* of the indexed: 1 + position of the next older entry of this handle */
	uint32_t depth;    /* of the scope that owns it; 1: the outermost */
};

/* A newer entry of a handle never belongs to a scope farther out than an older one, so the newest
 * is always in the innermost scope that has any. */
struct ct_handle_stack {
	struct ct_handle_entry *entries;
	uint32_t count, room;
	uint32_t holes;

	uint32_t *slots;     /* 1 + position of the newest indexed entry of a handle; 0: free */
	uint32_t slot_count; /* a power of two, or 0 without an index */
	uint32_t slots_used; /* not free */
	uint32_t indexed;    /* the entries below this are in the index */
};

/* Room for `n` pushes. False: no memory, or more than 2^32 - 2 handles. The second returns how many
 * bytes that takes. */
bool ct_handle_stack_reserve(struct ct_handle_stack *stack, int64_t n);
size_t ct_handle_stack_size_for(const struct ct_handle_stack *stack, int64_t n);

/* There must be room. Inline, since every handle that is given in a scope is pushed. */
static inline void ct_handle_stack_push(struct ct_handle_stack *stack, ct_tensor *handle,
					uint32_t depth)
{
	stack->entries[stack->count++] = (struct ct_handle_entry){ handle, 0, depth };
}

/* Position of the handle's newest entry, or CT_NOWHERE. */
uint32_t ct_handle_stack_find(struct ct_handle_stack *stack, const ct_tensor *handle);

/* Position of the oldest of the handle's entries with the depth of its newest one; `n` entries in
 * all have this depth. */
uint32_t ct_handle_stack_find_oldest(struct ct_handle_stack *stack, uint32_t newest, uint32_t n);

/* Removes an entry that is its handle's newest one. All positions may change. */
void ct_handle_stack_take(struct ct_handle_stack *stack, uint32_t position);

/* Pops the topmost entry and returns its handle, NULL for a hole. */
ct_tensor *ct_handle_stack_pop(struct ct_handle_stack *stack);

/* Moves the topmost `n` entries of this depth above those of scopes farther out that lie between
 * them. */
void ct_handle_stack_sink(struct ct_handle_stack *stack, uint32_t depth, uint32_t n);

/* Call it before popping the topmost `n` entries: if they are most of the stack, it drops the whole
 * index instead of entry by entry. The next search that needs one makes it again. */
void ct_handle_stack_expect_pops(struct ct_handle_stack *stack, uint32_t n);

/* Releases memory, if the stack holds much more than it needs. */
void ct_handle_stack_trim(struct ct_handle_stack *stack);

void ct_handle_stack_free(struct ct_handle_stack *stack);

#endif
