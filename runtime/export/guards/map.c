/*
 * A hash table with open addressing.
 */
#include "export/guards/map.h"

#include <string.h>

struct ct_guard_map_entry {
	const char *key; /* NULL: it is free */
	uint64_t hash;
	int64_t place;
};

static uint64_t hash_of_key(const char *key)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * UINT64_C(1099511628211);
	return hash ^ hash >> 32;
}

/* The entry of the key, or the free one where it belongs. */
static struct ct_guard_map_entry *find_entry(const struct ct_guard_map *self, const char *key,
					     uint64_t hash)
{
	const uint64_t mask = (uint64_t)self->room - 1;
	uint64_t at = hash & mask;

	while (self->entries[at].key &&
	       (self->entries[at].hash != hash || strcmp(self->entries[at].key, key) != 0))
		at = (at + 1) & mask;
	return &self->entries[at];
}

int64_t ct_guard_map_get(const struct ct_guard_map *self, const char *key)
{
	const struct ct_guard_map_entry *entry = self->room
							 ? find_entry(self, key, hash_of_key(key))
							 : NULL;

	return entry && entry->key ? entry->place : -1;
}

/* At most half of it is used. */
static bool grow_map(struct ct_guard_map *self)
{
	struct ct_guard_map larger = *self;

	larger.room = self->room ? 2 * self->room : 16;
	larger.entries = ct_arena_new(self->arena, (size_t)larger.room * sizeof *larger.entries);
	if (larger.entries == NULL)
		return false;
	for (int64_t i = 0; i < self->room; i++) {
		if (self->entries[i].key)
			*find_entry(&larger, self->entries[i].key,
				    self->entries[i].hash) = self->entries[i];
	}
	*self = larger;
	return true;
}

bool ct_guard_map_add(struct ct_guard_map *self, const char *key, int64_t place)
{
	const uint64_t hash = hash_of_key(key);

	if (2 * (self->count + 1) > self->room && !grow_map(self))
		return false;
	*find_entry(self, key, hash) = (struct ct_guard_map_entry){ key, hash, place };
	self->count++;
	return true;
}
