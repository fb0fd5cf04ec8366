/*
 * What a thread's scopes own besides tensors and memory. A scope has few of them at a time, so that
 * a search from the newest on is fast enough.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/lengths.h"
#include "core/memory/deferred.h"

bool ct_deferred_add(struct ct_deferred_list *list, struct ct_deferred entry)
{
	struct ct_deferred *entries = ct_array_grow(list->entries, &list->room,
						    (int64_t)list->count + 1, sizeof *entries);

	if (entries == NULL)
		return false;
	list->entries = entries;
	list->entries[list->count++] = entry;
	if (entry.depth > list->deepest)
		list->deepest = entry.depth;
	return true;
}

struct ct_deferred *ct_deferred_find(struct ct_deferred_list *list, const void *object)
{
	struct ct_deferred *found = NULL;

	/* One that was moved up may be newer than one of an inner scope. */
	for (uint32_t i = list->count; i > 0; i--) {
		struct ct_deferred *entry = &list->entries[i - 1];

		if (entry->object == object && (found == NULL || entry->depth > found->depth))
			found = entry;
		if (found && found->depth == list->deepest)
			break;
	}
	return found;
}

bool ct_deferred_pop(struct ct_deferred_list *list, uint32_t depth, struct ct_deferred *result)
{
	/* The last entry may be one of a scope farther out. */
	for (uint32_t i = list->count; i > 0 && list->deepest >= depth; i--) {
		if (list->entries[i - 1].depth != depth)
			continue;
		*result = list->entries[i - 1];
		ct_deferred_remove(list, &list->entries[i - 1]);
		return true;
	}
	if (list->deepest >= depth)
		list->deepest = depth - 1;
	return false;
}

void ct_deferred_remove(struct ct_deferred_list *list, struct ct_deferred *entry)
{
	const struct ct_deferred *end = list->entries + list->count--;

	memmove(entry, entry + 1, (size_t)(end - entry - 1) * sizeof *entry);
}

void ct_deferred_free(struct ct_deferred_list *list)
{
	free(list->entries);
	*list = (struct ct_deferred_list){ 0 };
}
