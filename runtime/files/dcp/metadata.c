/*
 * The metadata of a distributed checkpoint: a pickle of Python's class Metadata, of which nothing is
 * executed. Objects are nodes with their attributes:
 *
 *     Metadata        state_dict_metadata: by key, a TensorStorageMetadata or a BytesStorageMetadata
 *                     planner_data: by key, its path
 *                     storage_data: by MetadataIndex (key, offsets, index of the chunk), a
 *                     _StorageInfo (file, offset, length)
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/dcp/folder.h"
#include "files/io/map.h"
#include "files/safetensors/open.h"

enum { MAX_DIM = 64 };

/* Comparisons of chunks: a second. */
enum { WORK = 1 << 28 };

/* --- Nodes ------------------------------------------------------------------------------------- */

static bool is_object(const struct ct_node *node, const char *class_name)
{
	return node && node->kind == CT_NODE_OBJECT && strcmp(node->global->name, class_name) == 0;
}

static bool is_kind(const struct ct_node *node, enum ct_node_kind kind)
{
	return node && node->kind == kind;
}

/* An attribute of an object; NULL if it has none of that name. */
static const struct ct_node *attribute(const struct ct_node *object, const char *name)
{
	const struct ct_node *state = object->state;

	if (!is_kind(state, CT_NODE_DICT))
		return NULL;
	for (size_t i = 0; i < state->len; i += 2)
		if (ct_node_is_text(state->items[i], name))
			return state->items[i + 1];
	return NULL;
}

/* A text in the arena; NULL if the node is none, or if it has a NUL. */
static ct_error text_of(struct ct_dcp_folder *self, const struct ct_node *node, const char *what,
			const char **result)
{
	if (!is_kind(node, CT_NODE_STRING) || memchr(node->bytes, '\0', node->n))
		return ct_unpickle_wrong(&self->reader, "%s is not a text", what);
	*result = ct_dcp_text(self, node->bytes, node->n);
	return *result ? NULL : ct_dcp_no_memory(self);
}

/* Sizes or offsets, in the arena. */
static ct_error sizes_of(struct ct_dcp_folder *self, const struct ct_node *node, const char *key,
			 const int64_t **result, int64_t *len)
{
	int64_t *sizes;

	if (!is_kind(node, CT_NODE_TUPLE) || node->len > MAX_DIM)
		return ct_unpickle_wrong(&self->reader, "'%s' has no proper sizes", key);
	sizes = ct_arena_new(&self->reader.arena, (node->len + 1) * sizeof *sizes);
	if (sizes == NULL)
		return ct_dcp_no_memory(self);
	for (size_t i = 0; i < node->len; i++) {
		if (node->items[i]->kind != CT_NODE_INT || node->items[i]->i < 0)
			return ct_unpickle_wrong(&self->reader, "'%s' has no proper sizes", key);
		sizes[i] = node->items[i]->i;
	}
	*result = sizes;
	*len = (int64_t)node->len;
	return NULL;
}

/* --- Tensors ----------------------------------------------------------------------------------- */

static ct_error read_chunk(struct ct_dcp_folder *self, struct ct_dcp_entry *entry,
			   const struct ct_node *node)
{
	struct ct_dcp_chunk *chunk = ct_dcp_add_chunk(self, entry);
	int64_t offsets_dim, size_dim;

	if (chunk == NULL)
		return ct_dcp_no_memory(self);
	if (!is_object(node, "ChunkStorageMetadata"))
		return ct_unpickle_wrong(&self->reader, "'%s' has a chunk that is none",
					 entry->key);
	CT_TRY(sizes_of(self, attribute(node, "offsets"), entry->key, &chunk->offsets,
			&offsets_dim));
	CT_TRY(sizes_of(self, attribute(node, "sizes"), entry->key, &chunk->size, &size_dim));
	if (offsets_dim != entry->dim || size_dim != entry->dim)
		return ct_unpickle_wrong(&self->reader,
					 "'%s' has a chunk of %lld dimensions, expected %lld",
					 entry->key, (long long)size_dim, (long long)entry->dim);
	return NULL;
}

/* TensorProperties: (dtype, layout, ...). */
static ct_error read_properties(struct ct_dcp_folder *self, struct ct_dcp_entry *entry,
				const struct ct_node *node)
{
	const struct ct_node *state = is_object(node, "TensorProperties") ? node->state : NULL;

	if (!is_kind(state, CT_NODE_TUPLE) || state->len < 2 ||
	    state->items[0]->kind != CT_NODE_CONSTANT ||
	    state->items[0]->value.kind != CT_VALUE_DTYPE)
		return ct_unpickle_wrong(&self->reader, "'%s' has no dtype", entry->key);
	entry->dtype = (ct_dtype)state->items[0]->value.i;
	return NULL;
}

static ct_error read_tensor(struct ct_dcp_folder *self, struct ct_dcp_entry *entry,
			    const struct ct_node *node)
{
	const struct ct_node *chunks = attribute(node, "chunks");

	entry->is_tensor = true;
	CT_TRY(sizes_of(self, attribute(node, "size"), entry->key, &entry->size, &entry->dim));
	CT_TRY(read_properties(self, entry, attribute(node, "properties")));
	if (!is_kind(chunks, CT_NODE_LIST))
		return ct_unpickle_wrong(&self->reader, "'%s' has no chunks", entry->key);
	for (size_t i = 0; i < chunks->len; i++)
		CT_TRY(read_chunk(self, entry, chunks->items[i]));
	return NULL;
}

static ct_error read_entry(struct ct_dcp_folder *self, const struct ct_node *key,
			   const struct ct_node *node)
{
	struct ct_dcp_entry *entry;
	const char *name;

	CT_TRY(text_of(self, key, "a key", &name));
	if (ct_dcp_find_entry(self, name))
		return ct_unpickle_wrong(&self->reader, "it has '%s' twice", name);
	CT_TRY(ct_dcp_add_entry(self, name, &entry));
	if (is_object(node, "TensorStorageMetadata"))
		return read_tensor(self, entry, node);
	if (!is_object(node, "BytesStorageMetadata"))
		return ct_unpickle_wrong(&self->reader,
					 "'%s' is neither a tensor nor another value", name);
	return ct_dcp_add_chunk(self, entry) ? NULL : ct_dcp_no_memory(self);
}

/* --- Where items are --------------------------------------------------------------------------- */

static ct_error read_info(struct ct_dcp_folder *self, const char *key, const struct ct_node *node,
			  struct ct_dcp_chunk *chunk)
{
	const struct ct_node *begin, *length, *transforms;

	if (!is_object(node, "_StorageInfo"))
		return ct_unpickle_wrong(&self->reader, "'%s' has no place in a file", key);
	begin = attribute(node, "offset");
	length = attribute(node, "length");
	transforms = attribute(node, "transform_descriptors");
	if (!is_kind(begin, CT_NODE_INT) || !is_kind(length, CT_NODE_INT) || begin->i < 0 ||
	    length->i < 0)
		return ct_unpickle_wrong(&self->reader, "'%s' has no proper place in a file", key);
	if (transforms && transforms->kind != CT_NODE_NONE)
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->function,
				    "%s: '%s' is compressed or changed by an extension of Python: "
				    "save the checkpoint without extensions",
				    self->path, key);
	CT_TRY(text_of(self, attribute(node, "relative_path"), "the name of a file", &chunk->file));
	if (*chunk->file == '\0' || strchr(chunk->file, '/') || strcmp(chunk->file, ".") == 0 ||
	    strcmp(chunk->file, "..") == 0)
		return ct_unpickle_wrong(&self->reader,
					 "'%s' is in '%s', which is not a file of "
					 "the folder",
					 key, chunk->file);
	chunk->begin = begin->i;
	chunk->length = length->i;
	return NULL;
}

/* The chunk of a MetadataIndex, or the only part of a value. */
static ct_error chunk_of(struct ct_dcp_folder *self, const struct ct_node *index,
			 struct ct_dcp_entry *entry, int64_t *result)
{
	const struct ct_node *offset = attribute(index, "offset"),
			     *hint = attribute(index, "index");
	const int64_t *offsets;
	int64_t dim;

	*result = 0;
	if (!entry->is_tensor)
		return NULL;
	CT_TRY(sizes_of(self, offset, entry->key, &offsets, &dim));
	*result = dim == entry->dim ? ct_dcp_find_chunk(self, entry, offsets,
							is_kind(hint, CT_NODE_INT) ? hint->i : -1)
				    : -1;
	if (*result < 0)
		return ct_unpickle_wrong(&self->reader, "an item is for no chunk of '%s'",
					 entry->key);
	return NULL;
}

static ct_error read_place(struct ct_dcp_folder *self, const struct ct_node *index,
			   const struct ct_node *info)
{
	struct ct_dcp_entry *entry;
	const char *key;
	int64_t chunk;

	if (!is_object(index, "MetadataIndex"))
		return ct_unpickle_wrong(&self->reader, "an item is not for a MetadataIndex");
	CT_TRY(text_of(self, attribute(index, "fqn"), "a key", &key));
	entry = ct_dcp_find_entry(self, key);
	if (entry == NULL)
		return ct_unpickle_wrong(&self->reader,
					 "an item is for '%s', which it does not "
					 "describe",
					 key);
	CT_TRY(chunk_of(self, index, entry, &chunk));
	if (entry->chunks[chunk].file)
		return ct_unpickle_wrong(&self->reader, "'%s' has two items for one chunk", key);
	return read_info(self, key, info, &entry->chunks[chunk]);
}

/* --- Paths ------------------------------------------------------------------------------------- */

static ct_error read_step(struct ct_dcp_folder *self, const struct ct_node *node,
			  struct ct_dcp_step *result)
{
	if (node->kind == CT_NODE_INT && node->i >= 0) {
		result->index = node->i;
		return NULL;
	}
	return text_of(self, node, "a step of a path", &result->key);
}

/* The path of planner_data, or the key itself. */
static ct_error read_path(struct ct_dcp_folder *self, struct ct_dcp_entry *entry,
			  const struct ct_node *path)
{
	const size_t n = path ? path->len : 1;
	struct ct_dcp_step *steps = ct_arena_new(&self->reader.arena, n * sizeof *steps);

	if (steps == NULL)
		return ct_dcp_no_memory(self);
	if (path == NULL)
		steps->key = entry->key;
	for (size_t i = 0; path && i < n; i++)
		CT_TRY(read_step(self, path->items[i], &steps[i]));
	if (steps->key == NULL)
		return ct_unpickle_wrong(&self->reader, "the path of '%s' begins with an index",
					 entry->key);
	entry->path = steps;
	entry->path_len = (int64_t)n;
	return NULL;
}

static ct_error read_paths(struct ct_dcp_folder *self, const struct ct_node *planner_data)
{
	const bool is_dict = is_kind(planner_data, CT_NODE_DICT);

	for (size_t i = 0; is_dict && i < planner_data->len; i += 2) {
		const struct ct_node *path = planner_data->items[i + 1];
		struct ct_dcp_entry *entry;
		const char *key;

		CT_TRY(text_of(self, planner_data->items[i], "a key", &key));
		entry = ct_dcp_find_entry(self, key);
		if (entry == NULL)
			continue;
		if (path->kind != CT_NODE_TUPLE || path->len == 0 || path->len > CT_VALUE_MAX_DEPTH)
			return ct_unpickle_wrong(&self->reader, "'%s' has no proper path", key);
		CT_TRY(read_path(self, entry, path));
	}
	for (struct ct_dcp_entry *entry = self->entries; entry; entry = entry->hh.next)
		if (entry->path == NULL)
			CT_TRY(read_path(self, entry, NULL));
	return NULL;
}

/* --- The whole --------------------------------------------------------------------------------- */

static ct_error read_all(struct ct_dcp_folder *self, const struct ct_node *root)
{
	const struct ct_node *entries, *places;

	if (!is_object(root, "Metadata"))
		return ct_unpickle_wrong(&self->reader, "it is not of the class Metadata");
	entries = attribute(root, "state_dict_metadata");
	places = attribute(root, "storage_data");
	if (!is_kind(entries, CT_NODE_DICT) || !is_kind(places, CT_NODE_DICT))
		return ct_unpickle_wrong(&self->reader,
					 "it has no state_dict_metadata or storage_data");
	for (size_t i = 0; i < entries->len; i += 2)
		CT_TRY(read_entry(self, entries->items[i], entries->items[i + 1]));
	CT_TRY(ct_dcp_check_chunks(self));
	for (size_t i = 0; i < places->len; i += 2)
		CT_TRY(read_place(self, places->items[i], places->items[i + 1]));
	CT_TRY(read_paths(self, attribute(root, "planner_data")));
	return ct_dcp_check_files(self);
}

static ct_error read_pickle(struct ct_dcp_folder *self, const unsigned char *bytes, size_t n)
{
	struct ct_node *root;
	size_t used;

	self->work_left = WORK;
	self->reader.function = self->function;
	self->reader.is_distributed = true;
	ct_unpickle_limit(&self->reader, n);
	CT_TRY(ct_unpickle(&self->reader, bytes, n, &used, &root));
	if (used < n)
		return ct_unpickle_wrong(&self->reader, "bytes follow its pickle");
	return read_all(self, root);
}

static ct_error read_file(struct ct_dcp_folder *self, const char *path, int fd, int64_t size)
{
	unsigned char *bytes = malloc((size_t)size + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_no_memory(self->function, "to read %s", path);
	error = ct_file_read(self->function, path, fd, bytes, (size_t)size);
	if (error == NULL)
		error = read_pickle(self, bytes, (size_t)size);
	free(bytes);
	return error;
}

static ct_error open_metadata(struct ct_dcp_folder *self, const char *path, int *fd, int64_t *size)
{
	if (access(path, F_OK) && errno == ENOENT)
		return ct_error_new(CT_ERROR_VALUE, self->function,
				    "%s: it has no %s, which is written last: the checkpoint was "
				    "not finished, or the path is not that of its folder",
				    self->path, CT_DCP_METADATA);
	return ct_file_open(self->function, path, O_RDONLY, fd, size);
}

ct_error ct_dcp_read_metadata(struct ct_dcp_folder *self)
{
	char *path = NULL;
	ct_error error;
	int64_t size;
	int fd;

	CT_TRY(ct_st_join(self->function, self->path, CT_DCP_METADATA, &path));
	self->reader.path = self->path;
	error = open_metadata(self, path, &fd, &size);
	if (error == NULL) {
		error = read_file(self, path, fd, size);
		close(fd);
	}
	free(path);
	return error;
}
