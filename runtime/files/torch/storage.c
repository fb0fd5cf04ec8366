/*
 * Loading: the storages that tensors are on.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/swap.h"
#include "files/torch/loader.h"

/* --- From persistent ids ---------------------------------------------------------------------- */

/* Python 2 wrote its texts as bytes. */
static bool is_short_text(const struct ct_node *node)
{
	return node->kind == CT_NODE_STRING && node->n < 256 &&
	       memchr(node->bytes, '\0', node->n) == NULL;
}

static ct_error wrong_id(const struct ct_unpickler *self)
{
	return ct_unpickle_wrong_here(self, "the description of a storage differs from the one "
					    "that PyTorch writes");
}

/* "cpu", "cuda:0". A device that this libtorch does not know is CT_DEVICE_NONE, which is an error
 * only without a map_location. */
static ct_error read_location(const struct ct_node *location, ct_device *result)
{
	char name[256];
	ct_error error;
	ct_value text;

	memcpy(name, location->bytes, location->n);
	name[location->n] = '\0';
	text = ct_value_string(name);
	*result = CT_DEVICE_NONE;
	error = ct_value_as_device(&text, result);
	if (error == NULL && result->index < -1) /* "cuda:999" */
		*result = CT_DEVICE_NONE;
	if (error == NULL || ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	ct_error_free(error);
	return NULL;
}

/* ("storage", class, key, location, numel), in legacy files with a view or None at the end. */
static ct_error check_id(const struct ct_unpickler *self, const struct ct_node *id)
{
	const bool is_zip = ((const struct ct_loader *)self)->zip.len > 0;
	struct ct_node *const *item = id->items;

	if (id->kind != CT_NODE_TUPLE || id->len < 5 || id->len > (is_zip ? 5 : 6) ||
	    !ct_node_is_text(item[0], "storage") || item[1]->kind != CT_NODE_GLOBAL ||
	    item[1]->global->value.kind != CT_VALUE_DTYPE || !is_short_text(item[2]) ||
	    !is_short_text(item[3]) || item[4]->kind != CT_NODE_INT || item[4]->i < 0)
		return wrong_id(self);
	return NULL;
}

/* Legacy files: ("module", class, file, source) for classes of modules. */
static bool is_class(const struct ct_node *id)
{
	return id->kind == CT_NODE_TUPLE && id->len == 4 && ct_node_is_text(id->items[0], "module");
}

static ct_error keep_storage(struct ct_unpickler *self, const struct ct_node *id,
			     struct ct_saved_storage **result)
{
	struct ct_loader *loader = (struct ct_loader *)self;
	struct ct_node *const *item = id->items;
	struct ct_saved_storage *storage = ct_arena_new(&self->arena, sizeof *storage);

	if (storage == NULL)
		return ct_unpickle_no_memory(self);
	storage->key = item[2]->bytes;
	storage->key_len = item[2]->n;
	storage->dtype = (ct_dtype)item[1]->global->value.i;
	storage->numel = item[4]->i;
	storage->position = -1;
	CT_TRY(read_location(item[3], &storage->device));
	if (__builtin_mul_overflow(storage->numel, ct_dtype_size(storage->dtype), &storage->nbytes))
		return wrong_id(self);
	HASH_ADD_KEYPTR(hh, loader->storages, storage->key, storage->key_len, storage);
	*result = storage;
	return storage->hh.tbl ? NULL : ct_unpickle_no_memory(self);
}

/* Legacy files: a part of a storage, (key, offset, numel), which has a key of its own. */
static ct_error add_part(struct ct_unpickler *self, const struct ct_node *view,
			 struct ct_saved_storage *base, struct ct_saved_storage **result)
{
	struct ct_saved_storage *part = ct_arena_new(&self->arena, sizeof *part);
	struct ct_node *const *item = view->items;

	if (part == NULL)
		return ct_unpickle_no_memory(self);
	if (view->kind != CT_NODE_TUPLE || view->len != 3 || item[1]->kind != CT_NODE_INT ||
	    item[2]->kind != CT_NODE_INT || item[1]->i < 0 || item[2]->i < 0 ||
	    item[1]->i > base->numel || item[2]->i > base->numel - item[1]->i)
		return wrong_id(self);
	*part = *base;
	part->base = base;
	part->offset = item[1]->i;
	part->numel = item[2]->i;
	part->nbytes = part->numel * ct_dtype_size(part->dtype);
	*result = part;
	return NULL;
}

/* A storage that the file has named before. PyTorch saves one under two dtypes only if it is
 * empty. */
static ct_error check_again(struct ct_unpickler *self, const struct ct_saved_storage *storage,
			    const struct ct_node *id)
{
	const ct_dtype dtype = (ct_dtype)id->items[1]->global->value.i;

	if (storage->numel != id->items[4]->i)
		return ct_unpickle_wrong_here(self, "the storage '%.*s' has two sizes",
					      (int)storage->key_len, storage->key);
	if (storage->numel && storage->dtype != dtype)
		return ct_unpickle_wrong_here(self, "the storage '%.*s' has two dtypes",
					      (int)storage->key_len, storage->key);
	return NULL;
}

ct_error ct_loader_storage(struct ct_unpickler *self, const struct ct_node *id,
			   struct ct_node **result)
{
	struct ct_loader *loader = (struct ct_loader *)self;
	struct ct_saved_storage *storage;

	if (is_class(id)) {
		*result = id->items[1];
		return NULL;
	}
	CT_TRY(check_id(self, id));
	HASH_FIND(hh, loader->storages, id->items[2]->bytes, id->items[2]->n, storage);
	if (storage == NULL)
		CT_TRY(keep_storage(self, id, &storage));
	else
		CT_TRY(check_again(self, storage, id));
	if (id->len == 6 && id->items[5]->kind != CT_NODE_NONE)
		CT_TRY(add_part(self, id->items[5], storage, &storage));
	CT_TRY(ct_node_new(self, CT_NODE_STORAGE, result));
	(*result)->storage = storage;
	return NULL;
}

/* --- Devices ---------------------------------------------------------------------------------- */

static bool is_here(ct_device device)
{
	return device.type == CT_DEVICE_TYPE_META ||
	       (device.type != CT_DEVICE_TYPE_NONE && ct_device_is_available(device));
}

static ct_error refuse_device(const struct ct_loader *self, ct_device device, bool saved)
{
	ct_error error;
	char *name;

	if (device.type == CT_DEVICE_TYPE_NONE)
		return ct_loader_wrong(self, "it was saved on a device unknown to libtorch; "
					     ".map_location = CT_DEVICE_CPU loads it to the CPU");
	CT_TRY(ct_device_to_string(device, &name));
	if (saved)
		error = ct_loader_wrong(self,
					"it was saved on %s, which is not available here; "
					".map_location = CT_DEVICE_CPU loads it to the CPU",
					name);
	else
		error = ct_loader_wrong(self, "its map_location, %s, is not available here", name);
	ct_free(name);
	return error;
}

ct_error ct_loader_place(const struct ct_loader *self, ct_device saved, ct_device *result)
{
	const ct_load_options *options = self->options;
	bool is_saved;

	*result = options->map ? options->map(saved, options->context) : options->map_location;
	is_saved = result->type == CT_DEVICE_TYPE_NONE;
	if (is_saved)
		*result = saved;
	return is_here(*result) ? NULL : refuse_device(self, *result, is_saved);
}

/* --- Bytes ------------------------------------------------------------------------------------ */

/* Complex numbers are two. */
static int64_t number_size(ct_dtype dtype)
{
	return ct_dtype_size(dtype) / (ct_dtype_is_complex(dtype) ? 2 : 1);
}

ct_error ct_loader_check_bools(const struct ct_loader *self, ct_dtype dtype,
			       const unsigned char *bytes, int64_t n)
{
	for (int64_t i = 0; i < n && dtype == CT_BOOL; i++)
		if (bytes[i] > 1)
			return ct_loader_wrong(self, "element %lld is %d, a bool must be 0 or 1",
					       (long long)i, bytes[i]);
	return NULL;
}

static ct_error read_bytes(struct ct_loader *self, const struct ct_saved_storage *storage,
			   void *bytes)
{
	CT_TRY(self->read(self, storage, bytes));
	if (self->swap)
		ct_swap_bytes(bytes, storage->nbytes, number_size(storage->dtype));
	return ct_loader_check_bools(self, storage->dtype, bytes, storage->nbytes);
}

static ct_error read_storage(struct ct_loader *self, const struct ct_saved_storage *storage,
			     ct_storage **result)
{
	CT_TRY(ct_storage_new(storage->nbytes, CT_DEVICE_CPU, result));
	return storage->nbytes ? read_bytes(self, storage, ct_storage_mutable_data(*result)) : NULL;
}

/* Only bytes that need no change. */
static ct_error map_storage(struct ct_loader *self, const struct ct_saved_storage *storage,
			    int64_t position, ct_storage **result)
{
	struct ct_shared_map *map = ct_shared_map_keep(self->map);
	const ct_error error = ct_storage_from_blob(ct_shared_map_data(map) + position,
						    storage->nbytes, CT_DEVICE_CPU,
						    ct_shared_map_release, map, result);

	if (error)
		ct_shared_map_close(map);
	return error ? error
		     : ct_loader_check_bools(self, storage->dtype, ct_storage_data(*result),
					     storage->nbytes);
}

/* Bytes may be those of a tensor of any dtype. */
enum { MAX_ALIGNMENT = 16 };

/* libtorch reads a complex number by instructions that fault if it is not aligned as a whole. */
static bool is_aligned(const struct ct_saved_storage *storage, int64_t position)
{
	const int64_t alignment = storage->dtype == CT_UINT8 ? MAX_ALIGNMENT
							     : ct_dtype_size(storage->dtype);

	return position % alignment == 0;
}

/* On the CPU. */
static ct_error open_storage(struct ct_loader *self, const struct ct_saved_storage *storage,
			     ct_storage **result)
{
	int64_t position;

	CT_TRY(self->find(self, storage, &position));
	if (self->options->mmap && !self->swap && storage->nbytes && position >= 0 &&
	    is_aligned(storage, position))
		return map_storage(self, storage, position, result);
	return read_storage(self, storage, result);
}

static ct_error storage_place_storage(struct ct_loader *self,
				      const struct ct_saved_storage *storage, ct_storage **result)
{
	ct_storage *opened;
	ct_device device;

	CT_TRY(ct_loader_place(self, storage->device, &device));
	if (device.type == CT_DEVICE_TYPE_META)
		return ct_storage_new(storage->nbytes, device, result);
	CT_TRY(open_storage(self, storage, &opened));
	if (device.type == CT_DEVICE_TYPE_CPU) {
		*result = opened;
		return NULL;
	}
	CT_TRY(ct_storage_new(storage->nbytes, device, result));
	return ct_storage_copy(*result, opened);
}

ct_error ct_loader_make_storage(struct ct_loader *self, struct ct_saved_storage *storage,
				ct_storage **result)
{
	struct ct_saved_storage *whole = storage->base ? storage->base : storage;

	if (whole->made == NULL)
		CT_TRY(storage_place_storage(self, whole, &whole->made));
	*result = whole->made;
	return NULL;
}
