/*
 * The tensors of an archive: on the file's own bytes, or read.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/no_memory.h"
#include "core/base/swap.h"
#include "core/memory/own_scope.h"
#include "export/archive/object.h"
#include "export/archive/payload.h"
#include "export/graph/json.h"
#include "files/io/error.h"
#include "files/io/memory.h"
#include "files/torch/loader.h"

typedef struct ct_payload payload;

/* libtorch reads any number by instructions that fault unless it is aligned, and vectors by some
 * that are slow. */
enum { ALIGNMENT = 16 };

/* The arguments of a call that failed are those of the file. Takes the error. */
static ct_error wrong_because(const struct ct_archive *self, const struct ct_zip_entry *entry,
			      const payload *one, const char *what, ct_error error)
{
	ct_error wrong;

	if (ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	wrong = ct_archive_wrong(self, entry, "'%s' %s: %s", one->name, what,
				 ct_error_without_class(error));
	ct_error_free(error);
	return wrong;
}

/* --- Pickles ---------------------------------------------------------------------------------- */

/* Takes the source's descriptor. */
static ct_error unpickle(const char *function, const struct ct_load_source *source,
			 ct_device device, ct_value *result)
{
	/* Inputs may be objects of classes that only the program that exported it has. */
	const ct_load_options options = { .skip_unknown = true,
					  .map_location = device,
					  .mmap = source->map != NULL };

	return ct_load_opened(function, source, &options, result);
}

ct_error ct_archive_unpickle_bytes(const char *function, const char *name, ct_device device,
				   const void *bytes, size_t nbytes, ct_value *result)
{
	struct ct_load_source source = { .name = name, .size = (int64_t)nbytes };

	CT_TRY(ct_file_of_bytes(function, name, bytes, nbytes, &source.fd));
	return unpickle(function, &source, device, result);
}

/* An archive in the archive: its bytes are mapped with the whole file. */
static ct_error unpickle_stored(const struct ct_archive *self, const struct ct_zip_entry *entry,
				const char *name, ct_value *result)
{
	const struct ct_load_source source = { .name = name,
					       .fd = fcntl(self->fd, F_DUPFD_CLOEXEC, 0),
					       .begin = (int64_t)entry->data,
					       .size = (int64_t)entry->size,
					       .map = self->map };

	if (source.fd < 0)
		return ct_file_error(self->function, self->path, "opening it");
	return unpickle(self->function, &source, self->device, result);
}

static ct_error unpickle_compressed(const struct ct_archive *self, const struct ct_zip_entry *entry,
				    const char *name, ct_value *result)
{
	ct_error error;
	char *bytes;

	CT_TRY(ct_archive_read_text(self, entry, &bytes));
	error = ct_archive_unpickle_bytes(self->function, name, self->device, bytes,
					  (size_t)entry->size, result);
	free(bytes);
	return error;
}

ct_error ct_archive_object_state(const char *function, const char *class_name, const void *bytes,
				 size_t nbytes, ct_value *result)
{
	static const ct_load_options options = { 0 };
	struct ct_load_source source = { .name = class_name,
					 .size = (int64_t)nbytes,
					 .object_class = class_name };

	CT_TRY(ct_file_of_bytes(function, class_name, bytes, nbytes, &source.fd));
	return ct_load_opened(function, &source, &options, result);
}

ct_error ct_archive_unpickle(const struct ct_archive *self, const struct ct_zip_entry *entry,
			     ct_value *result)
{
	struct ct_text name = { 0 };
	ct_error error;

	ct_text_addf(&name, "%s: %s", self->path, entry->name + self->root_len);
	error = (entry->method == CT_ZIP_STORED ? unpickle_stored : unpickle_compressed)(
		self, entry, name.data ? name.data : self->path, result);
	ct_text_release(&name);
	return error;
}

/* --- Storages --------------------------------------------------------------------------------- */

static bool can_be_mapped(const struct ct_archive *self, const struct ct_zip_entry *entry)
{
	return self->map && entry->method == CT_ZIP_STORED && entry->size > 0 &&
	       entry->data % ALIGNMENT == 0;
}

static ct_error map_bytes(const struct ct_archive *self, const struct ct_zip_entry *entry,
			  ct_storage **result)
{
	struct ct_shared_map *map = ct_shared_map_keep(self->map);
	const ct_error error = ct_storage_from_blob(ct_shared_map_data(map) + entry->data,
						    (int64_t)entry->size, CT_DEVICE_CPU,
						    ct_shared_map_release, map, result);

	if (error)
		ct_shared_map_close(map);
	return error;
}

/* The bytes of one number; a complex number is two. */
static int64_t number_size(ct_dtype dtype)
{
	return ct_dtype_size(dtype) / (ct_dtype_is_complex(dtype) ? 2 : 1);
}

static ct_error read_bytes(const struct ct_archive *self, const struct ct_zip_entry *entry,
			   ct_dtype dtype, ct_storage **result)
{
	const int64_t nbytes = (int64_t)entry->size;
	void *bytes;

	CT_TRY(ct_storage_new(nbytes, CT_DEVICE_CPU, result));
	if (nbytes == 0)
		return NULL;
	bytes = ct_storage_mutable_data(*result);
	CT_TRY(ct_zip_read(&self->zip, entry, bytes));
	if (self->swap)
		ct_swap_bytes(bytes, nbytes, number_size(dtype));
	return NULL;
}

/* Any other byte in a bool is undefined behavior in libtorch. */
static ct_error check_bools(const struct ct_archive *self, const struct ct_zip_entry *entry,
			    ct_dtype dtype, const ct_storage *storage)
{
	const unsigned char *bytes = ct_storage_data(storage);

	for (uint64_t i = 0; dtype == CT_BOOL && i < entry->size; i++)
		if (bytes[i] > 1)
			return ct_archive_wrong(self, entry,
						"element %llu is %d, a bool must be 0 or 1",
						(unsigned long long)i, bytes[i]);
	return NULL;
}

/* On the CPU. */
static ct_error open_storage(const struct ct_archive *self, const struct ct_zip_entry *entry,
			     ct_dtype dtype, ct_storage **result)
{
	if (entry->size > (uint64_t)CT_LENGTH_MAX)
		return ct_archive_wrong(self, entry, "it is too large");
	if (can_be_mapped(self, entry))
		CT_TRY(map_bytes(self, entry, result));
	else
		CT_TRY(read_bytes(self, entry, dtype, result));
	return NULL;
}

static ct_error place_of(const struct ct_archive *self, const payload *one, ct_device *result)
{
	ct_error error;

	*result = self->device;
	if (result->type != CT_DEVICE_TYPE_NONE)
		return NULL;
	error = ct_archive_find_device(one->tensor->device.type, one->tensor->device.index, result);
	if (error)
		return wrong_because(self, NULL, one, "is on an unknown device", error);
	if (result->type == CT_DEVICE_TYPE_META || ct_device_is_available(*result))
		return NULL;
	return ct_archive_wrong(self, NULL,
				"'%s' was saved on %s, which is not available here; .device = "
				"CT_DEVICE_CPU loads the program to the CPU",
				one->name, one->tensor->device.type);
}

static ct_error place_storage(const struct ct_archive *self, const payload *one,
			      const struct ct_zip_entry *entry, ct_storage **result)
{
	ct_storage *opened;
	ct_device device;

	CT_TRY(place_of(self, one, &device));
	CT_TRY(open_storage(self, entry, one->tensor->dtype, &opened));
	CT_TRY(check_bools(self, entry, one->tensor->dtype, opened));
	if (device.type == CT_DEVICE_TYPE_CPU) {
		*result = opened;
		return NULL;
	}
	CT_TRY(ct_storage_new((int64_t)entry->size, device, result));
	return device.type == CT_DEVICE_TYPE_META ? NULL : ct_storage_copy(*result, opened);
}

/* --- Tensors ---------------------------------------------------------------------------------- */

/* The storage on an entry, which several tensors may share. */
struct opened {
	ct_storage *storage; /* NULL: not opened yet */
	ct_dtype dtype;      /* of the first tensor on it */
	bool has_bools;      /* it was checked */
};

/* The tensors of one list, and the storages that they share. */
struct weights {
	const struct ct_archive *archive;
	const char *folder; /* "data/weights" */
	const payload *payloads;
	int64_t len;
	struct opened *opened; /* for each entry of the archive */
};

/* Another tensor on a storage, whose bytes were checked, and swapped, as what the first one is. */
static ct_error check_again(const struct weights *self, const payload *one,
			    const struct ct_zip_entry *entry, struct opened *opened)
{
	const ct_dtype dtype = one->tensor->dtype;

	if (self->archive->swap && number_size(dtype) != number_size(opened->dtype))
		return ct_archive_wrong(self->archive, entry,
					"'%s' shares it with another dtype, which cannot be read "
					"from a file of the other byte order",
					one->name);
	if (dtype != CT_BOOL || opened->has_bools ||
	    ct_storage_device(opened->storage).type != CT_DEVICE_TYPE_CPU)
		return NULL;
	opened->has_bools = true;
	return check_bools(self->archive, entry, dtype, opened->storage);
}

static ct_error storage_of(const struct weights *self, const payload *one,
			   const struct ct_zip_entry *entry, ct_storage **result)
{
	struct opened *opened = &self->opened[entry - self->archive->zip.entries];

	if (opened->storage) {
		CT_TRY(check_again(self, one, entry, opened));
	} else {
		CT_TRY(place_storage(self->archive, one, entry, &opened->storage));
		opened->dtype = one->tensor->dtype;
		opened->has_bools = opened->dtype == CT_BOOL;
	}
	*result = opened->storage;
	return NULL;
}

/* Sizes or strides that are numbers. */
static ct_error numbers_of(const struct weights *self, const payload *one,
			   const struct ct_graph_size *sizes, int64_t numbers[64])
{
	for (int64_t i = 0; i < one->tensor->dim; i++) {
		if (sizes[i].expression)
			return ct_archive_wrong(self->archive, NULL,
						"the size of '%s' is not a number", one->name);
		numbers[i] = sizes[i].i;
	}
	return NULL;
}

static ct_error check_payload(const struct weights *self, const payload *one)
{
	const struct ct_graph_tensor *tensor = one->tensor;

	if (tensor->dtype == 0 || ct_dtype_size(tensor->dtype) <= 0)
		return ct_archive_wrong(self->archive, NULL, "the dtype of '%s' is unknown",
					one->name);
	if (tensor->layout != CT_STRIDED)
		return ct_archive_wrong(self->archive, NULL,
					"'%s' is sparse, which a file of bytes cannot be",
					one->name);
	if (tensor->dim > 64 || tensor->offset.expression)
		return ct_archive_wrong(self->archive, NULL, "the shape of '%s' is impossible",
					one->name);
	return NULL;
}

/* An empty storage may have a shape without elements. */
static ct_error raw_tensor(const struct weights *self, int64_t i, const struct ct_zip_entry *entry,
			   ct_tensor **result)
{
	const payload *one = &self->payloads[i];
	int64_t sizes[64], strides[64];
	ct_storage *storage;
	ct_error error;

	CT_TRY(check_payload(self, one));
	CT_TRY(numbers_of(self, one, one->tensor->sizes, sizes));
	CT_TRY(numbers_of(self, one, one->tensor->strides, strides));
	CT_TRY(storage_of(self, one, entry, &storage));
	error = ct_tensor_from_storage(storage, one->tensor->dtype, one->tensor->offset.i,
				       CT_INTS_OF(sizes, one->tensor->dim),
				       CT_INTS_OF(strides, one->tensor->dim), result);
	return error ? wrong_because(self->archive, entry, one, "does not fit", error) : NULL;
}

static ct_error set_requires_grad(const payload *one, ct_tensor *tensor)
{
	return one->is_parameter && one->tensor && one->tensor->requires_grad
		       ? ct_tensor_set_requires_grad(tensor, true)
		       : NULL;
}

/* Those of Python's own classes are "opaque_obj_0". */
static bool is_registered_object(const payload *one)
{
	return one->tensor == NULL && strncmp(one->path, "custom_obj_", 11) == 0;
}

static ct_error load_object(const struct weights *self, const struct ct_zip_entry *entry,
			    ct_value *result)
{
	char *bytes;
	ct_value borrowed;
	ct_error error;

	CT_TRY(ct_archive_read_text(self->archive, entry, &bytes));
	borrowed = ct_value_bytes(bytes, (int64_t)entry->size);
	error = ct_value_copy(&borrowed, result);
	free(bytes);
	return error;
}

/* A tensor, or an object. */
static ct_error load_payload(const struct weights *self, int64_t i, ct_value *result)
{
	const payload *one = &self->payloads[i];
	const struct ct_zip_entry *entry = ct_archive_find(self->archive, "%s/%s", self->folder,
							   one->path);
	ct_tensor *tensor;
	ct_value borrowed;

	*result = ct_value_none();
	if (entry == NULL)
		return ct_archive_wrong(self->archive, NULL,
					"the bytes of '%s' are missing: there is no %s/%s",
					one->name, self->folder, one->path);
	if (is_registered_object(one))
		return load_object(self, entry, result);
	if (one->tensor == NULL)
		return NULL;
	if (one->is_pickled)
		return ct_archive_unpickle(self->archive, entry, result);
	CT_TRY(raw_tensor(self, i, entry, &tensor));
	CT_TRY(set_requires_grad(one, tensor));
	borrowed = ct_value_tensor(tensor);
	return ct_value_copy(&borrowed, result);
}

static ct_error load_all(const struct weights *self, ct_value *dict)
{
	ct_value value;

	CT_OWN_SCOPE(self->archive->function);
	for (int64_t i = 0; i < self->len; i++) {
		CT_TRY(load_payload(self, i, &value));
		CT_TRY(ct_value_dict_move(dict, ct_value_string(self->payloads[i].name), &value));
	}
	return NULL;
}

static ct_error load_list(const struct ct_archive *archive, const struct ct_zip_entry *entry,
			  const char *folder, ct_value *result)
{
	struct ct_arena arena = { .left = ct_json_memory((size_t)entry->size) };
	struct weights self = { .archive = archive, .folder = folder };
	ct_value dict = ct_value_dict_new();
	ct_error error = ct_payloads_read(archive, entry, &arena, &self.payloads, &self.len);

	self.opened = error ? NULL : ct_array_new((int64_t)archive->zip.len, sizeof *self.opened);
	if (error == NULL && self.opened == NULL)
		error = ct_no_memory(archive->function, "for a list of tensors");
	if (error == NULL)
		error = load_all(&self, &dict);
	free(self.opened);
	ct_arena_free(&arena);
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

/* --- The three kinds -------------------------------------------------------------------------- */

/* One of the two dicts: as a list of files, as a pickle, or, in plain archives, as `plain`. */
static ct_error load_dict(const struct ct_archive *self, const char *model, const char *folder,
			  const char *kind, const char *plain, ct_value *result)
{
	const struct ct_zip_entry *pickle = self->is_plain ? ct_archive_find(self, "%s", plain)
							   : ct_archive_find(self, "%s/%s.pt",
									     folder, model);
	const struct ct_zip_entry *list = self->is_plain
						  ? NULL
						  : ct_archive_find(self, "%s/%s_%s_config.json",
								    folder, model, kind);

	if (list)
		return load_list(self, list, folder, result);
	if (pickle && pickle->size > 0)
		return ct_archive_unpickle(self, pickle, result);
	if (pickle == NULL)
		return ct_archive_wrong(self, NULL, "the %s of the model '%s' are missing", kind,
					model);
	*result = ct_value_dict_new();
	return NULL;
}

ct_error ct_archive_weights(const struct ct_archive *self, const char *model, ct_value *state,
			    ct_value *constants)
{
	ct_value weights;
	ct_error error;

	CT_TRY(load_dict(self, model, "data/weights", "weights", "serialized_state_dict.pt",
			 &weights));
	error = load_dict(self, model, "data/constants", "constants", "serialized_constants.pt",
			  constants);
	if (error)
		ct_value_free(&weights);
	else
		*state = weights;
	return error;
}

ct_error ct_archive_sample_inputs(const struct ct_archive *self, const char *model, char **result,
				  size_t *nbytes)
{
	const struct ct_zip_entry *entry =
		self->is_plain ? ct_archive_find(self, "serialized_example_inputs.pt")
			       : ct_archive_find(self, "data/sample_inputs/%s.pt", model);

	*result = NULL;
	*nbytes = entry ? (size_t)entry->size : 0;
	return *nbytes > 0 ? ct_archive_read_text(self, entry, result) : NULL;
}

/* --- Other files ------------------------------------------------------------------------------ */

static ct_error add_extra(const struct ct_archive *self, const struct ct_zip_entry *entry,
			  const char *name, ct_value *dict)
{
	char *bytes;
	ct_error error;

	CT_TRY(ct_archive_read_text(self, entry, &bytes));
	error = ct_value_dict_set(dict, ct_value_string(name),
				  ct_value_bytes(bytes, (int64_t)entry->size));
	free(bytes);
	return error;
}

ct_error ct_archive_extra_files(const struct ct_archive *self, ct_value *result)
{
	const char *folder = self->is_plain ? "extra_files/" : "extra/";
	const size_t n = strlen(folder);
	ct_value dict = ct_value_dict_new();
	ct_error error = NULL;

	for (size_t i = 0; i < self->zip.len && error == NULL; i++) {
		const struct ct_zip_entry *entry = &self->zip.entries[i];
		const char *name = entry->name + self->root_len;

		if (strlen(entry->name) > self->root_len + n && strncmp(name, folder, n) == 0)
			error = add_extra(self, entry, name + n, &dict);
	}
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}
