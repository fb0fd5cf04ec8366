/*
 * A stack of tensor handles, from which any one can be taken out in constant time.
 *
 * What a thread's scopes own is one stack, the innermost scope's handles on top. Giving a handle is
 * a push and closing a scope is pops. A handle that is freed early is mostly one of the newest, and
 * found by looking at the topmost few; the first time that it is not, an index of all handles is
 * made, and from then on kept up for what a search did not find near the top. So who never frees
 * early pays for no index, and who does pays once for each handle.
 *
 * Taking one out leaves a hole, unless it is on top; holes are popped like entries, and closed when
 * they are more than half of the stack.
 */
#ifndef CT_MEMORY_HANDLE_STACK_H
#define CT_MEMORY_HANDLE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/types.h>

/* A position is the number of entries below it. */
#define CT_NOWHERE UINT32_MAX

struct ct_handle_entry {
	ct_tensor *handle; /* NULL: a hole */
	uint32_t older;    /* of the indexed: 1 + position of the next older entry of this handle */
	uint32_t depth;    /* of the scope that owns it; 1: the outermost */
};

/* Of the entries of one handle, a newer one never belongs to a scope farther out than an older one:
 * so the newest is always one of the innermost scope's. */
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

/* There must be room. Inline, since every handle that is given in a scope comes here. */
static inline void ct_handle_stack_push(struct ct_handle_stack *stack, ct_tensor *handle,
					uint32_t depth)
{
	stack->entries[stack->count++] = (struct ct_handle_entry){ handle, 0, depth };
}

/* Position of the handle's newest entry, or CT_NOWHERE. */
uint32_t ct_handle_stack_find(struct ct_handle_stack *stack, const ct_tensor *handle);

/* Of the handle's entries that are as deep as its newest one, of which depth there are `n` entries
 * in all: position of the oldest. */
uint32_t ct_handle_stack_find_oldest(struct ct_handle_stack *stack, uint32_t newest, uint32_t n);

/* Takes out an entry that is its handle's newest one. All positions may change. */
void ct_handle_stack_take(struct ct_handle_stack *stack, uint32_t position);

/* Takes the topmost entry off and returns its handle, NULL for a hole. */
ct_tensor *ct_handle_stack_pop(struct ct_handle_stack *stack);

/* Lets the topmost `n` entries of this depth be the topmost of all, and those of scopes farther out
 * that lie between them come below. */
void ct_handle_stack_sink(struct ct_handle_stack *stack, uint32_t depth, uint32_t n);

/* The topmost `n` entries are going to be popped: if they are most of the stack, the index goes as
 * a whole instead of entry by entry. The next search that needs one makes it again. */
void ct_handle_stack_expect_pops(struct ct_handle_stack *stack, uint32_t n);

/* Releases memory, if the stack holds much more than it needs. */
void ct_handle_stack_trim(struct ct_handle_stack *stack);

void ct_handle_stack_free(struct ct_handle_stack *stack);

#endif
