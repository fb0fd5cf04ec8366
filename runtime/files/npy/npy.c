/*
 * NumPy's files.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/files/npy.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/signature.h"
#include "files/io/write.h"
#include "files/npy/array.h"
#include "tensor/tensor/shared_memory.h"

/* --- Reading --------------------------------------------------------------------------------- */

/* Returns the tensor, or drops it if it is not wanted or after an error. */
static ct_error npy_hand_over(ct_error error, ct_tensor *tensor, ct_tensor **result)
{
	if (error == NULL && result)
		*result = tensor;
	else
		ct_tensor_free(tensor);
	return error;
}

ct_error ct_npy_decode(const void *bytes, int64_t nbytes, int64_t *used, ct_tensor **result)
{
	static const char file[] = "argument 1 (bytes)";
	struct ct_npy_header header;
	ct_tensor *tensor;
	ct_error error;
	int64_t begin;

	if (nbytes < 0 || (bytes == NULL && nbytes))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    nbytes < 0 ? "argument 2 (nbytes) must not be negative"
					       : "argument 1 (bytes) must not be NULL");
	CT_TRY(ct_npy_header_size(__func__, file, bytes, (size_t)nbytes, &begin));
	if (begin > nbytes)
		return ct_error_new(CT_ERROR_VALUE, __func__, "%s: it ends inside its header",
				    file);
	CT_TRY(ct_npy_header_read(__func__, file, bytes, begin, &header, NULL));
	CT_TRY(ct_npy_check_length(__func__, file, &header, nbytes));
	CT_TRY(ct_npy_empty(&header, CT_DEVICE_CPU, &tensor));
	if (header.nbytes)
		memcpy(ct_tensor_mutable_data(tensor), (const char *)bytes + begin,
		       (size_t)header.nbytes);
	error = npy_hand_over(
		ct_npy_convert(__func__, file, &header, ct_tensor_mutable_data(tensor)), tensor,
		result);
	if (error == NULL && used)
		*used = begin + header.nbytes;
	return error;
}

/* Reads the header from a file's beginning; `size` is the whole file's. */
static ct_error read_header(const char *function, const char *path, int fd, int64_t size,
			    struct ct_npy_header *header)
{
	size_t n = size < CT_NPY_PREFIX ? (size_t)size : CT_NPY_PREFIX;
	unsigned char prefix[CT_NPY_PREFIX], *bytes;
	ct_error error;
	int64_t begin;

	CT_TRY(ct_file_read(function, path, fd, prefix, n));
	CT_TRY(ct_npy_header_size(function, path, prefix, n, &begin));
	if (begin > size)
		return ct_error_new(CT_ERROR_VALUE, function, "%s: it ends inside its header",
				    path);
	bytes = malloc((size_t)begin);
	if (bytes == NULL)
		return ct_no_memory(function, "for a header");
	if ((size_t)begin < n) /* some of the elements were read, too */
		n = (size_t)begin;
	memcpy(bytes, prefix, n);
	error = ct_file_read(function, path, fd, bytes + n, (size_t)begin - n);
	if (error == NULL)
		error = ct_npy_header_read(function, path, bytes, begin, header, NULL);
	free(bytes);
	return error ? error : ct_npy_check_length(function, path, header, size);
}

static ct_error open_array(const char *function, const char *path, int access, int *fd,
			   struct ct_npy_header *header)
{
	ct_error error;
	int64_t size;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (path) must not be NULL");
	CT_TRY(ct_file_open(function, path, access, fd, &size));
	error = ct_signature_explain(function, path, *fd, "a .npy file", CT_OWN_NPY,
				     read_header(function, path, *fd, size, header));
	if (error)
		close(*fd);
	return error;
}

ct_error ct_npy_load(const char *path, ct_tensor **result)
{
	struct ct_npy_header header;
	ct_tensor *tensor = NULL;
	ct_error error;
	void *data;
	int fd;

	CT_TRY(open_array(__func__, path, O_RDONLY, &fd, &header));
	error = ct_npy_empty(&header, CT_DEVICE_CPU, &tensor);
	data = ct_tensor_mutable_data(tensor);
	if (error == NULL && header.begin != lseek(fd, header.begin, SEEK_SET))
		error = ct_file_error(__func__, path, "reading it");
	if (error == NULL)
		error = ct_file_read(__func__, path, fd, data, (size_t)header.nbytes);
	if (error == NULL)
		error = ct_npy_convert(__func__, path, &header, data);
	close(fd);
	return npy_hand_over(error, tensor, result);
}

static ct_error check_mappable(const char *function, const char *path,
			       const struct ct_npy_header *header)
{
	if (header->swap > 1)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: its byte order is not this machine's; use ct_npy_load(), "
				    "which converts it",
				    path);
	if (!ct_npy_is_aligned(header, header->begin))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: its elements begin at byte %lld, which is not aligned; "
				    "use ct_npy_load(), which copies them",
				    path, (long long)header->begin);
	return NULL;
}

/* Reads the header and maps the elements through one descriptor, so that both are of the same file
 * even if another one takes its name in between. */
static ct_error map_elements(const char *function, const char *path, bool shared,
			     struct ct_npy_header *header, struct ct_file_map **result)
{
	ct_map_options options = { 0 };
	ct_error error;
	int fd;

	CT_TRY(open_array(function, path, shared ? O_RDWR : O_RDONLY, &fd, header));
	options.shared = shared;
	options.offset = header->begin;
	error = check_mappable(function, path, header);
	if (error == NULL)
		error = ct_file_map_opened(function, path, fd, &options, header->nbytes, result);
	close(fd);
	return error;
}

ct_error ct_npy_map(const char *path, bool shared, ct_tensor **result)
{
	int64_t strides[CT_NPY_MAX_DIM];
	struct ct_npy_header header;
	struct ct_file_map *map;
	ct_error error;

	CT_TRY(map_elements(__func__, path, shared, &header, &map));
	ct_npy_strides(&header, strides);
	error = ct_tensor_from_blob(map->data, header.dtype, CT_INTS_OF(header.shape, header.ndim),
				    CT_INTS_OF(strides, header.ndim), ct_file_map_release, map,
				    result);
	if (error)
		ct_file_map_close(map);
	else if (shared && result)
		ct_tensor_note_shared(*result);
	return error;
}

/* --- Writing --------------------------------------------------------------------------------- */

ct_error ct_npy_save(const ct_tensor *tensor, const char *path)
{
	struct ct_file_piece pieces[2];
	struct ct_npy_array array;
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	if (tensor == NULL)
		return ct_missing_argument(__func__, 1, "tensor");
	CT_TRY(ct_npy_describe(__func__, "", tensor, &array));
	pieces[0] = (struct ct_file_piece){ array.text, array.text_size };
	pieces[1] = (struct ct_file_piece){ ct_tensor_data(array.plain),
					    (size_t)array.header.nbytes };
	error = ct_file_write(__func__, path, pieces, 2);
	ct_tensor_free(array.plain);
	return error;
}

ct_error ct_npy_encode(const ct_tensor *tensor, char **bytes, int64_t *nbytes)
{
	struct ct_npy_array array;
	size_t n;
	char *memory;

	if (bytes == NULL || nbytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", bytes ? 3 : 2,
				    bytes ? "nbytes" : "bytes");
	if (tensor == NULL)
		return ct_missing_argument(__func__, 1, "tensor");
	CT_TRY(ct_npy_describe(__func__, "", tensor, &array));
	n = (size_t)array.header.nbytes;
	memory = ct_given_new(array.text_size + n);
	if (memory) {
		memcpy(memory, array.text, array.text_size);
		if (n)
			memcpy(memory + array.text_size, ct_tensor_data(array.plain), n);
	}
	ct_tensor_free(array.plain);
	if (memory == NULL)
		return ct_no_memory(__func__, "for %zu bytes of an array", array.text_size + n);
	*bytes = memory;
	*nbytes = (int64_t)(array.text_size + n);
	return NULL;
}
