/*
 * The entries of a distributed checkpoint.
 */
#include <string.h>

#include "core/base/lengths.h"
#include "files/dcp/folder.h"

ct_error ct_dcp_no_memory(const struct ct_dcp_folder *self)
{
	return ct_unpickle_no_memory(&self->reader);
}

const char *ct_dcp_text(struct ct_dcp_folder *self, const char *text, size_t n)
{
	char *copy = ct_arena_new(&self->reader.arena, n + 1);

	if (copy)
		memcpy(copy, text, n);
	return copy;
}

ct_error ct_dcp_add_entry(struct ct_dcp_folder *self, const char *key, struct ct_dcp_entry **result)
{
	struct ct_dcp_entry *entry = ct_arena_new(&self->reader.arena, sizeof *entry);

	if (entry) {
		entry->key = key;
		HASH_ADD_KEYPTR(hh, self->entries, entry->key, strlen(key), entry);
	}
	if (entry == NULL || entry->hh.tbl == NULL)
		return ct_dcp_no_memory(self);
	*result = entry;
	return NULL;
}

struct ct_dcp_entry *ct_dcp_find_entry(const struct ct_dcp_folder *self, const char *key)
{
	struct ct_dcp_entry *found;

	HASH_FIND(hh, self->entries, key, strlen(key), found);
	return found;
}

struct ct_dcp_chunk *ct_dcp_add_chunk(struct ct_dcp_folder *self, struct ct_dcp_entry *entry)
{
	const int64_t room = entry->chunks_room;

	if (entry->chunks_len == room) {
		const int64_t more = room ? 2 * room : 1;
		struct ct_dcp_chunk *grown = ct_arena_new(&self->reader.arena,
							  (size_t)more * sizeof *grown);

		if (grown == NULL)
			return NULL;
		if (room)
			memcpy(grown, entry->chunks, (size_t)room * sizeof *grown);
		entry->chunks = grown;
		entry->chunks_room = more;
	}
	return &entry->chunks[entry->chunks_len++];
}

static bool is_at(const struct ct_dcp_entry *entry, int64_t index, const int64_t *offsets)
{
	return memcmp(entry->chunks[index].offsets, offsets,
		      (size_t)entry->dim * sizeof *offsets) == 0;
}

int64_t ct_dcp_find_chunk(struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			  const int64_t *offsets, int64_t hint)
{
	if (entry->dim == 0)
		return entry->chunks_len ? 0 : -1;
	if (hint >= 0 && hint < entry->chunks_len && is_at(entry, hint, offsets))
		return hint;
	for (int64_t i = 0; i < entry->chunks_len && self->work_left > 0; i++, self->work_left--)
		if (is_at(entry, i, offsets))
			return i;
	return -1;
}

int64_t ct_dcp_numel(const int64_t *size, int64_t dim)
{
	int64_t numel = 1;

	for (int64_t i = 0; i < dim; i++)
		if (size[i] == 0)
			return 0;
	for (int64_t i = 0; i < dim; i++)
		numel = ct_size_times(numel, size[i]);
	return numel;
}

void ct_dcp_folder_release(struct ct_dcp_folder *self)
{
	HASH_CLEAR(hh, self->entries);
	ct_skipped_clear(&self->reader);
	ct_arena_free(&self->reader.arena);
}
