/*
 * Loading NumPy's archives.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/npz.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/utf8.h"
#include "core/memory/expression.h"
#include "files/io/keys.h"
#include "files/io/map.h"
#include "files/io/place.h"
#include "files/io/shared_map.h"
#include "files/io/signature.h"
#include "files/npy/array.h"
#include "files/zip/stream.h"

/* An archive that is being loaded. */
struct loading {
	const char *function, *path;
	ct_load_options options;
	struct ct_keys keys;
	int fd;
	struct ct_zip zip;
	struct ct_shared_map *map; /* of the whole file, or NULL */
	ct_value arrays;           /* a dict, by name */
	ct_value skipped;          /* a list of names */
};

/* An entry that is being read. */
struct entry {
	struct loading *loading;
	const struct ct_zip_entry *zip;
	char *name;  /* without ".npy" */
	char *label; /* "PATH: 'a.npy'" */
	struct ct_zip_stream stream;
	/* What was read of it. */
	unsigned char begin[CT_NPY_PREFIX + CT_NPY_MAX_HEADER];
	size_t n;
};

/* --- Names ----------------------------------------------------------------------------------- */

static ct_error wrong(const struct entry *entry, const char *what)
{
	return ct_error_new(CT_ERROR_VALUE, entry->loading->function, "%s: %s", entry->label, what);
}

/* The entry's name without ".npy", new; NULL without memory. */
static char *name_of(const struct ct_zip_entry *entry)
{
	const size_t n = strlen(entry->name);
	const bool is_npy = n >= 4 && strcmp(entry->name + n - 4, ".npy") == 0;

	return strndup(entry->name, is_npy ? n - 4 : n);
}

static ct_error load_check_name(const struct entry *entry)
{
	if (!ct_is_utf8(entry->zip->name, strlen(entry->zip->name)))
		return wrong(entry, "its name is not UTF-8");
	if (ct_value_dict_has(&entry->loading->arrays, ct_value_string(entry->name)))
		return wrong(entry, "another entry has the same name (with or without .npy)");
	return NULL;
}

/* --- An array -------------------------------------------------------------------------------- */

/* Reads up to `n` bytes of the entry's beginning. */
static ct_error read_begin(struct entry *entry, size_t n)
{
	const size_t more = n - entry->n;

	entry->n = n;
	return ct_zip_stream_read(&entry->stream, entry->begin + n - more, more);
}

/* After an error `*foreign` says whether only the type is wrong. */
static ct_error read_header(struct entry *entry, struct ct_npy_header *header, bool *foreign)
{
	const char *function = entry->loading->function;
	int64_t begin;

	*foreign = false;
	CT_TRY(ct_npy_header_size(function, entry->label, entry->begin, entry->n, &begin));
	if ((uint64_t)begin > entry->zip->size)
		return wrong(entry, "it ends inside its header");
	if ((size_t)begin > entry->n)
		CT_TRY(read_begin(entry, (size_t)begin));
	CT_TRY(ct_npy_header_read(function, entry->label, entry->begin, begin, header, foreign));
	return ct_npy_check_length(function, entry->label, header, (int64_t)entry->zip->size);
}

/* A header is longer than the prefix that was read first, so no element was. */
static ct_error read_elements(struct entry *entry, const struct ct_npy_header *header, void *bytes)
{
	CT_TRY(ct_zip_stream_read(&entry->stream, bytes, (size_t)header->nbytes));
	CT_TRY(ct_zip_stream_check(&entry->stream));
	return ct_npy_convert(entry->loading->function, entry->label, header, bytes);
}

static ct_error copy_array(struct entry *entry, const struct ct_npy_header *header,
			   ct_tensor **result)
{
	ct_tensor *tensor;
	ct_error error;

	CT_TRY(ct_npy_empty(header, CT_DEVICE_CPU, &tensor));
	error = read_elements(entry, header, ct_tensor_mutable_data(tensor));
	if (error)
		ct_tensor_free(tensor);
	else
		*result = tensor;
	return error;
}

static ct_error map_array(struct entry *entry, const struct ct_npy_header *header,
			  ct_tensor **result)
{
	struct ct_shared_map *map = ct_shared_map_keep(entry->loading->map);
	char *data = ct_shared_map_data(map) + entry->zip->data + header->begin;
	int64_t strides[CT_NPY_MAX_DIM];
	ct_error error = NULL;

	ct_npy_strides(header, strides);
	if (header->dtype == CT_BOOL)
		error = ct_npy_check_bools(entry->loading->function, entry->label,
					   (unsigned char *)data, header->nbytes);
	if (error == NULL)
		error = ct_tensor_from_blob(
			data, header->dtype, CT_INTS_OF(header->shape, header->ndim),
			CT_INTS_OF(strides, header->ndim), ct_shared_map_release, map, result);
	if (error)
		ct_shared_map_close(map);
	return error;
}

/* Only elements that need no change. */
static bool is_mappable(const struct entry *entry, const struct ct_npy_header *header)
{
	return entry->loading->map && entry->zip->method == CT_ZIP_STORED && header->swap == 1 &&
	       header->nbytes > 0 &&
	       ct_npy_is_aligned(header, (int64_t)entry->zip->data + header->begin);
}

static ct_error make_tensor(struct entry *entry, const struct ct_npy_header *header,
			    ct_tensor **result)
{
	const ct_device device = ct_place_next(&entry->loading->options);
	ct_tensor *here;

	if (device.type == CT_DEVICE_TYPE_META)
		return ct_npy_empty(header, device, result);
	CT_TRY((is_mappable(entry, header) ? map_array : copy_array)(entry, header, &here));
	return ct_place_move(here, device, result);
}

static ct_error skip(const struct entry *entry)
{
	const ct_value name = ct_value_string(entry->name);

	CT_TRY(ct_value_list_append(&entry->loading->skipped, name));
	return ct_value_dict_set(&entry->loading->arrays, name, ct_value_none());
}

static ct_error add_array(struct entry *entry)
{
	struct loading *loading = entry->loading;
	struct ct_npy_header header;
	ct_tensor *tensor;
	bool foreign;
	ct_error error = read_header(entry, &header, &foreign);

	if (error && foreign && loading->options.skip_unknown) {
		ct_error_free(error);
		return skip(entry);
	}
	if (error == NULL)
		error = make_tensor(entry, &header, &tensor);
	if (error)
		return error;
	error = ct_value_dict_set(&loading->arrays, ct_value_string(entry->name),
				  ct_value_tensor(tensor));
	ct_tensor_free(tensor);
	return error;
}

/* --- Other entries --------------------------------------------------------------------------- */

static ct_error add_bytes(struct entry *entry)
{
	const size_t n = (size_t)entry->zip->size;
	char *bytes = malloc(n + 1);
	ct_error error;

	if (bytes == NULL)
		return ct_no_memory(entry->loading->function, "for an entry of %s",
				    entry->loading->path);
	memcpy(bytes, entry->begin, entry->n);
	error = ct_zip_stream_read(&entry->stream, bytes + entry->n, n - entry->n);
	if (error == NULL)
		error = ct_zip_stream_check(&entry->stream);
	if (error == NULL)
		error = ct_value_dict_set(&entry->loading->arrays, ct_value_string(entry->name),
					  ct_value_bytes(bytes, (int64_t)n));
	free(bytes);
	return error;
}

/* --- All entries ----------------------------------------------------------------------------- */

static ct_error read_entry(struct entry *entry)
{
	const uint64_t size = entry->zip->size;
	ct_error error;

	CT_TRY(load_check_name(entry));
	CT_TRY(ct_zip_stream_open(&entry->loading->zip, entry->zip, &entry->stream));
	error = read_begin(entry, size < CT_NPY_PREFIX ? (size_t)size : CT_NPY_PREFIX);
	if (error == NULL)
		error = (ct_npy_has_magic(entry->begin, entry->n) ? add_array : add_bytes)(entry);
	ct_zip_stream_close(&entry->stream);
	return error;
}

static ct_error load_entry(struct loading *loading, const struct ct_zip_entry *zip,
			   struct entry *entry)
{
	char shown[CT_SHOWN];
	ct_error error = NULL;

	entry->loading = loading;
	entry->zip = zip;
	entry->n = 0;
	entry->name = name_of(zip);
	if (asprintf(&entry->label, "%s: '%s'", loading->path, ct_shown(zip->name, shown)) < 0)
		entry->label = NULL;
	if (entry->name == NULL || entry->label == NULL)
		error = ct_no_memory(loading->function, "for an entry of %s", loading->path);
	else if (ct_keys_has(&loading->keys, entry->name, strlen(entry->name)))
		error = read_entry(entry);
	free(entry->label);
	free(entry->name);
	return error;
}

static ct_error load_entries(struct loading *loading)
{
	struct entry *entry = malloc(sizeof *entry);
	ct_error error = NULL;

	if (entry == NULL)
		return ct_no_memory(loading->function, "for an entry of %s", loading->path);
	for (size_t i = 0; i < loading->zip.len && error == NULL; i++)
		error = load_entry(loading, &loading->zip.entries[i], entry);
	free(entry);
	return error;
}

/* --- The call -------------------------------------------------------------------------------- */

static ct_error load_file(struct loading *loading, int64_t size)
{
	CT_TRY(ct_zip_open(loading->function, loading->path, loading->fd, size, &loading->zip));
	if (loading->options.mmap)
		CT_TRY(ct_shared_map_open(loading->function, loading->path, loading->fd, size,
					  &loading->map));
	CT_TRY(load_entries(loading));
	return ct_keys_check(&loading->keys, loading->function, loading->path);
}

static ct_error open_and_load(struct loading *loading)
{
	ct_error error;
	int64_t size;

	CT_TRY(ct_file_open(loading->function, loading->path, O_RDONLY, &loading->fd, &size));
	error = ct_signature_explain(loading->function, loading->path, loading->fd,
				     "an .npz archive", CT_OWN_ZIP, load_file(loading, size));
	ct_zip_close(&loading->zip);
	ct_shared_map_close(loading->map);
	close(loading->fd);
	return error;
}

/* Gives a result to the caller, who may not want it, or frees it. */
static void hand_over(ct_error error, ct_value *value, ct_value *result)
{
	if (error == NULL && result)
		*result = *value;
	else
		ct_value_free(value);
}

ct_error ct_npz_load(const char *path, const ct_load_options *options, ct_value *result)
{
	struct loading loading = { .function = __func__, .path = path };
	ct_error error;

	if (path == NULL || result == NULL)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	if (options)
		loading.options = *options;
	CT_TRY(ct_place_check(__func__, 2, &loading.options));
	CT_TRY(ct_keys_read(__func__, 2, &loading.options, &loading.keys));
	loading.arrays = ct_value_dict_new();
	loading.skipped = ct_value_list_new();
	error = open_and_load(&loading);
	ct_keys_release(&loading.keys);
	hand_over(error, &loading.arrays, result);
	hand_over(error, &loading.skipped, loading.options.skipped);
	return error;
}
