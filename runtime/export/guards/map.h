/*
 * Inside this room: a map from texts to places in an array, in an arena.
 */
#ifndef CT_EXPORT_GUARDS_MAP_H
#define CT_EXPORT_GUARDS_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"

struct ct_guard_map_entry;

struct ct_guard_map {
	struct ct_arena *arena;
	struct ct_guard_map_entry *entries;
	int64_t count, room; /* `room` is a power of two, or 0 */
};

/* -1: the key is missing. */
int64_t ct_guard_map_get(const struct ct_guard_map *self, const char *key);
/* A new key, which is borrowed; false: there is no memory. */
bool ct_guard_map_add(struct ct_guard_map *self, const char *key, int64_t place);

#endif
