/*
 * Inside the library: what a thread's scopes own besides tensors and memory: generators and the
 * like, and what ct_scope_defer() was given.
 */
#ifndef CT_CORE_MEMORY_DEFERRED_H
#define CT_CORE_MEMORY_DEFERRED_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/types.h>

struct ct_deferred {
	ct_release_function release;
	void *object;
	uint32_t depth; /* of the scope that owns it; 1: the outermost */
};

/* In the order in which they were added. */
struct ct_deferred_list {
	struct ct_deferred *entries;
	int64_t room;
	uint32_t count;
	uint32_t deepest; /* no entry has a greater depth, so most scopes need not look */
};

/* False: no memory. */
bool ct_deferred_add(struct ct_deferred_list *list, struct ct_deferred entry);

/* The object's entry in the innermost scope that has one, the newest there; NULL if none has. */
struct ct_deferred *ct_deferred_find(struct ct_deferred_list *list, const void *object);

/* Removes the newest entry of a scope. False: it has none. */
bool ct_deferred_pop(struct ct_deferred_list *list, uint32_t depth, struct ct_deferred *result);

void ct_deferred_remove(struct ct_deferred_list *list, struct ct_deferred *entry);
void ct_deferred_free(struct ct_deferred_list *list);

#endif
