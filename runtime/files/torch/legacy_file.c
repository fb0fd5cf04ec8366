/*
 * Loading: PyTorch's form of files before 1.6. Pickles follow each other:
 *
 *     a magic number, a version, a dict about the machine
 *     the object itself
 *     a list of the keys of storages
 *
 * and then, for each of these, the number of its elements (8 bytes) and their bytes.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>

#include "files/torch/loader.h"
#include "files/zip/bytes.h"

enum { VERSION = 1001 };

/* 0x1950a86a20f9469cfc6c. */
static const char magic[] = "119547037146038801333356";

/* Where the next pickle begins. */
struct reading {
	struct ct_loader *loader;
	size_t at;
	bool is_big_endian; /* the machine that wrote it */
};

static ct_error read_next(struct reading *reading, struct ct_node **result)
{
	struct ct_loader *loader = reading->loader;
	size_t used;

	CT_TRY(ct_unpickle(&loader->reader, loader->pickle + reading->at,
			   (size_t)loader->file_size - reading->at, &used, result));
	reading->at += used;
	return NULL;
}

/* --- Before the object -------------------------------------------------------------------------- */

static ct_error check_magic(struct reading *reading)
{
	const struct ct_unpickler *reader = &reading->loader->reader;
	struct ct_node *node;

	CT_TRY(read_next(reading, &node));
	if (node->kind != CT_NODE_BIG_INT || node->n != strlen(magic) ||
	    memcmp(node->bytes, magic, node->n) != 0)
		return ct_unpickle_wrong(reader, "it does not begin with PyTorch's magic number");
	CT_TRY(read_next(reading, &node));
	if (node->kind != CT_NODE_INT || node->i != VERSION)
		return ct_unpickle_wrong(reader, "its format is not version %d", VERSION);
	return NULL;
}

static ct_error read_machine(struct reading *reading)
{
	struct ct_node *info;

	CT_TRY(read_next(reading, &info));
	if (info->kind != CT_NODE_DICT)
		return ct_unpickle_wrong(&reading->loader->reader,
					 "its description of the machine that wrote it is missing");
	for (size_t i = 0; i + 1 < info->len; i += 2)
		if (ct_node_is_text(info->items[i], "little_endian"))
			reading->is_big_endian = info->items[i + 1]->kind == CT_NODE_BOOL &&
						 info->items[i + 1]->i == 0;
	return NULL;
}

/* --- Storages ---------------------------------------------------------------------------------- */

/* The elements are little-endian on all machines, and so is their number, which before 1.8 big-endian
 * ones wrote in their own order. */
static bool is_count(const struct reading *reading, const unsigned char *at, int64_t count)
{
	const uint64_t found = ct_read_u64(at);

	return found == (uint64_t)count ||
	       (reading->is_big_endian && __builtin_bswap64(found) == (uint64_t)count);
}

/* The number of elements and their bytes are next in the file. */
static ct_error check_bytes(const struct reading *reading, const struct ct_saved_storage *storage)
{
	const struct ct_loader *loader = reading->loader;
	const size_t left = (size_t)loader->file_size - reading->at;
	const unsigned char *at = loader->pickle + reading->at;

	if (left >= 8 && !is_count(reading, at, storage->numel))
		return ct_unpickle_wrong(&loader->reader,
					 "the storage '%.*s' has %lld elements, expected %lld",
					 (int)storage->key_len, storage->key,
					 (long long)ct_read_u64(at), (long long)storage->numel);
	if (left < 8 || left - 8 < (uint64_t)storage->nbytes)
		return ct_unpickle_wrong(&loader->reader,
					 "it ends in the storage '%.*s'; the file is incomplete",
					 (int)storage->key_len, storage->key);
	return NULL;
}

static ct_error legacy_file_place_storage(struct reading *reading, const struct ct_node *key)
{
	struct ct_loader *loader = reading->loader;
	struct ct_saved_storage *storage = NULL;

	if (key->kind != CT_NODE_STRING)
		return ct_unpickle_wrong(&loader->reader, "the key of a storage is not a string");
	HASH_FIND(hh, loader->storages, key->bytes, key->n, storage);
	if (storage == NULL || storage->position >= 0)
		return ct_unpickle_wrong(&loader->reader, "the storage '%.*s' %s",
					 (int)(key->n > 100 ? 100 : key->n), key->bytes,
					 storage ? "appears twice" : "belongs to no tensor");
	CT_TRY(check_bytes(reading, storage));
	storage->position = (int64_t)reading->at + 8;
	reading->at += 8 + (size_t)storage->nbytes;
	return NULL;
}

static ct_error place_storages(struct reading *reading)
{
	struct ct_node *keys;

	CT_TRY(read_next(reading, &keys));
	if (keys->kind != CT_NODE_LIST)
		return ct_unpickle_wrong(&reading->loader->reader, "it has no list of storages");
	for (size_t i = 0; i < keys->len; i++)
		CT_TRY(legacy_file_place_storage(reading, keys->items[i]));
	return NULL;
}

static ct_error legacy_file_find(struct ct_loader *self, const struct ct_saved_storage *storage,
				 int64_t *position)
{
	if (storage->position < 0)
		return ct_loader_wrong(self, "its bytes are missing: there is no storage %.*s",
				       (int)storage->key_len, storage->key);
	*position = storage->position;
	return NULL;
}

static ct_error legacy_file_read(struct ct_loader *self, const struct ct_saved_storage *storage,
				 void *bytes)
{
	memcpy(bytes, self->pickle + storage->position, (size_t)storage->nbytes);
	return NULL;
}

/* --- The whole --------------------------------------------------------------------------------- */

/* The length of a pickle is known when it was read, so the whole file is mapped, even if the storages
 * are to be copied. */
ct_error ct_load_legacy_file(struct ct_loader *self, struct ct_node **result)
{
	struct reading reading = { .loader = self };

	self->swap = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
	self->find = legacy_file_find;
	self->read = legacy_file_read;
	if (self->map == NULL)
		CT_TRY(ct_shared_map_open(self->reader.function, self->reader.path, self->fd,
					  self->file_size, &self->map));
	self->pickle = (const unsigned char *)ct_shared_map_data(self->map);
	self->reader.persistent = NULL;
	ct_unpickle_limit(&self->reader, (size_t)self->file_size);
	CT_TRY(check_magic(&reading));
	CT_TRY(read_machine(&reading));
	self->reader.persistent = ct_loader_storage;
	CT_TRY(read_next(&reading, result));
	self->values_left = CT_VALUES_PER_BYTE * reading.at + CT_VALUES_AT_LEAST;
	self->reader.persistent = NULL;
	return place_storages(&reading);
}
