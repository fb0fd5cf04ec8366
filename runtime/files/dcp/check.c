/*
 * A distributed checkpoint: whether its chunks cover the tensors, and whether its files have them.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>

#include "core/base/lengths.h"
#include "files/dcp/folder.h"
#include "files/io/map.h"
#include "files/safetensors/open.h"

/* --- Chunks ------------------------------------------------------------------------------------ */

static ct_error check_inside(const struct ct_dcp_folder *self, const struct ct_dcp_entry *entry,
			     const struct ct_dcp_chunk *chunk)
{
	for (int64_t i = 0; i < entry->dim; i++)
		if (chunk->offsets[i] > entry->size[i] ||
		    chunk->size[i] > entry->size[i] - chunk->offsets[i])
			return ct_unpickle_wrong(
				&self->reader,
				"a chunk of '%s' has rows %lld to %lld of "
				"dimension %lld, which has only %lld",
				entry->key, (long long)chunk->offsets[i],
				(long long)ct_size_plus(chunk->offsets[i], chunk->size[i]),
				(long long)i, (long long)entry->size[i]);
	return NULL;
}

static bool is_empty(const struct ct_dcp_entry *entry, const struct ct_dcp_chunk *chunk)
{
	return ct_dcp_numel(chunk->size, entry->dim) == 0;
}

static bool overlap(const struct ct_dcp_entry *entry, const struct ct_dcp_chunk *a,
		    const struct ct_dcp_chunk *b)
{
	if (is_empty(entry, a) || is_empty(entry, b))
		return false;
	for (int64_t i = 0; i < entry->dim; i++)
		if (a->offsets[i] >= b->offsets[i] + b->size[i] ||
		    b->offsets[i] >= a->offsets[i] + a->size[i])
			return false;
	return true;
}

static ct_error check_overlap(struct ct_dcp_folder *self, const struct ct_dcp_entry *entry)
{
	for (int64_t i = 0; i < entry->chunks_len; i++)
		for (int64_t j = 0; j < i; j++) {
			if (self->work_left-- <= 0)
				return ct_unpickle_wrong(&self->reader, "'%s' has too many chunks",
							 entry->key);
			if (overlap(entry, &entry->chunks[i], &entry->chunks[j]))
				return ct_unpickle_wrong(&self->reader,
							 "two chunks of '%s' overlap", entry->key);
		}
	return NULL;
}

static ct_error check_tensor(struct ct_dcp_folder *self, const struct ct_dcp_entry *entry)
{
	const int64_t numel = ct_dcp_numel(entry->size, entry->dim);
	int64_t covered = 0;

	if (ct_size_times(numel, ct_dtype_size(entry->dtype)) == INT64_MAX)
		return ct_unpickle_wrong(&self->reader, "'%s' is too large", entry->key);
	for (int64_t i = 0; i < entry->chunks_len; i++) {
		CT_TRY(check_inside(self, entry, &entry->chunks[i]));
		covered = ct_size_plus(covered, ct_dcp_numel(entry->chunks[i].size, entry->dim));
	}
	CT_TRY(check_overlap(self, entry));
	if (covered != numel)
		return ct_unpickle_wrong(&self->reader,
					 "the chunks of '%s' have %lld of its %lld elements",
					 entry->key, (long long)covered, (long long)numel);
	return NULL;
}

ct_error ct_dcp_check_chunks(struct ct_dcp_folder *self)
{
	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		if (entry->is_tensor)
			CT_TRY(check_tensor(self, entry));
	return NULL;
}

/* --- Files ------------------------------------------------------------------------------------- */

/* A chunk and whose it is. */
struct item {
	const struct ct_dcp_entry *entry;
	const struct ct_dcp_chunk *chunk;
};

static int compare(const void *left, const void *right)
{
	const struct ct_dcp_chunk *a = ((const struct item *)left)->chunk,
				  *b = ((const struct item *)right)->chunk;
	const int order = strcmp(a->file, b->file);

	return order ? order : (a->begin > b->begin) - (a->begin < b->begin);
}

/* A chunk is saved with its own elements, so that its item has at least as many bytes. */
static ct_error check_item(const struct ct_dcp_folder *self, const struct item *item)
{
	const struct ct_dcp_entry *entry = item->entry;
	int64_t nbytes = 0;

	if (item->chunk->file == NULL)
		return ct_unpickle_wrong(&self->reader, "it does not say in which file '%s' is",
					 entry->key);
	if (entry->is_tensor)
		nbytes = ct_size_times(ct_dcp_numel(item->chunk->size, entry->dim),
				       ct_dtype_size(entry->dtype));
	if (nbytes > item->chunk->length)
		return ct_unpickle_wrong(
			&self->reader, "a chunk of '%s' has %lld bytes, but its item only %lld",
			entry->key, (long long)nbytes, (long long)item->chunk->length);
	return NULL;
}

static ct_error collect(const struct ct_dcp_folder *self, struct item *items)
{
	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		for (int64_t i = 0; i < entry->chunks_len; i++) {
			*items = (struct item){ entry, &entry->chunks[i] };
			CT_TRY(check_item(self, items++));
		}
	return NULL;
}

static ct_error check_size(const struct ct_dcp_folder *self, const struct item *item,
			   int64_t *file_size)
{
	char *path = NULL;
	ct_error error;
	int fd;

	CT_TRY(ct_st_join(self->function, self->path, item->chunk->file, &path));
	error = ct_file_open(self->function, path, O_RDONLY, &fd, file_size);
	if (error == NULL)
		close(fd);
	free(path);
	return error;
}

static ct_error check_sorted(const struct ct_dcp_folder *self, const struct item *items,
			     int64_t len)
{
	const struct item *before = NULL;
	int64_t size = 0;

	for (const struct item *item = items; item < items + len; before = item++) {
		const struct ct_dcp_chunk *chunk = item->chunk;

		if (before == NULL || strcmp(before->chunk->file, chunk->file) != 0)
			CT_TRY(check_size(self, item, &size));
		else if (ct_size_plus(before->chunk->begin, before->chunk->length) > chunk->begin)
			return ct_unpickle_wrong(&self->reader,
						 "'%s' and '%s' overlap in the file %s",
						 before->entry->key, item->entry->key, chunk->file);
		if (ct_size_plus(chunk->begin, chunk->length) > size)
			return ct_unpickle_wrong(
				&self->reader,
				"'%s' ends at byte %lld of %s, which has only "
				"%lld: the file was cut off",
				item->entry->key,
				(long long)ct_size_plus(chunk->begin, chunk->length), chunk->file,
				(long long)size);
	}
	return NULL;
}

ct_error ct_dcp_check_files(struct ct_dcp_folder *self)
{
	int64_t len = 0;
	struct item *items;
	ct_error error;

	for (const struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		len += entry->chunks_len;
	items = ct_array_new(len, sizeof *items);
	if (items == NULL)
		return ct_dcp_no_memory(self);
	error = collect(self, items);
	if (error == NULL) {
		qsort(items, (size_t)len, sizeof *items, compare);
		error = check_sorted(self, items, len);
	}
	free(items);
	return error;
}
