/*
 * NumPy's files.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/create.h>
#include <ctorch/npy.h>
#include <ctorch/ops.h>
#include <ctorch/tensor.h>

#include "base/swap.h"
#include "files/error.h"
#include "files/map.h"
#include "files/npy_header.h"
#include "files/plain.h"
#include "files/write.h"
#include "memory/expression.h"
#include "memory/given.h"
#include "tensor/memory_check.h"
#include "tensor/nbytes.h"
#include "tensor/shared_memory.h"

/* --- Reading --------------------------------------------------------------------------------- */

static void fill_strides(const struct ct_npy_header *header, int64_t strides[CT_NPY_MAX_DIM])
{
	int64_t step = 1;

	for (int64_t i = 0; i < header->ndim; i++) {
		int64_t dim = header->fortran ? i : header->ndim - 1 - i;

		strides[dim] = step;
		step *= header->shape[dim] ? header->shape[dim] : 1;
	}
}

static ct_error make_tensor(const struct ct_npy_header *header, ct_tensor **result)
{
	int64_t strides[CT_NPY_MAX_DIM];

	fill_strides(header, strides);
	return ct_empty_strided(header->shape, header->ndim, strides, header->ndim, header->dtype,
				CT_LAYOUT_NONE, CT_DEVICE_CPU, NULL, result);
}

/* libtorch's behaviour with other bytes is undefined. */
static ct_error check_bools(const char *function, const char *file, const unsigned char *bytes,
			    int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (bytes[i] > 1)
			return ct_error_new(CT_ERROR_VALUE, function,
					    "%s: element %lld is %d, a bool must be 0 or 1", file,
					    (long long)i, bytes[i]);
	return NULL;
}

/* Converts the file's bytes to the tensor's. */
static ct_error convert(const char *function, const char *file, const struct ct_npy_header *header,
			void *bytes)
{
	if (header->swap > 1)
		ct_swap_bytes(bytes, header->nbytes, header->swap);
	if (header->dtype == CT_BOOL)
		return check_bools(function, file, bytes, header->nbytes);
	return NULL;
}

static ct_error check_length(const char *function, const char *file,
			     const struct ct_npy_header *header, int64_t length)
{
	if (header->begin + header->nbytes <= length)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s: it has %lld bytes, but header and elements need %lld", file,
			    (long long)length, (long long)(header->begin + header->nbytes));
}

/* Returns the tensor, or drops it if it is not wanted or after an error. */
static ct_error hand_over(ct_error error, ct_tensor *tensor, ct_tensor **result)
{
	if (error == NULL && result)
		*result = tensor;
	else
		ct_tensor_free(tensor);
	return error;
}

ct_error ct_npy_parse(const void *bytes, int64_t nbytes, int64_t *used, ct_tensor **result)
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
	CT_TRY(ct_npy_header_read(__func__, file, bytes, begin, &header));
	CT_TRY(check_length(__func__, file, &header, nbytes));
	CT_TRY(make_tensor(&header, &tensor));
	if (header.nbytes)
		memcpy(ct_tensor_mutable_data(tensor), (const char *)bytes + begin,
		       (size_t)header.nbytes);
	error = hand_over(convert(__func__, file, &header, ct_tensor_mutable_data(tensor)), tensor,
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
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a header");
	if ((size_t)begin < n) /* some of the elements were read, too */
		n = (size_t)begin;
	memcpy(bytes, prefix, n);
	error = ct_file_read(function, path, fd, bytes + n, (size_t)begin - n);
	if (error == NULL)
		error = ct_npy_header_read(function, path, bytes, begin, header);
	free(bytes);
	return error ? error : check_length(function, path, header, size);
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
	error = read_header(function, path, *fd, size, header);
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
	error = make_tensor(&header, &tensor);
	data = ct_tensor_mutable_data(tensor);
	if (error == NULL && header.begin != lseek(fd, header.begin, SEEK_SET))
		error = ct_file_error(__func__, path, "reading it");
	if (error == NULL)
		error = ct_file_read(__func__, path, fd, data, (size_t)header.nbytes);
	if (error == NULL)
		error = convert(__func__, path, &header, data);
	close(fd);
	return hand_over(error, tensor, result);
}

static ct_error check_mappable(const char *function, const char *path,
			       const struct ct_npy_header *header)
{
	bool is_complex = header->dtype == CT_COMPLEX64 || header->dtype == CT_COMPLEX128;
	int64_t alignment = is_complex ? header->element_size / 2 : header->element_size;

	if (header->swap > 1)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: its byte order is not this machine's; use ct_npy_load(), "
				    "which converts it",
				    path);
	if (header->begin % alignment)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "%s: its elements begin at byte %lld, which is not aligned for "
				    "them; use ct_npy_load(), which copies them",
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
	fill_strides(&header, strides);
	error = ct_tensor_from_blob(map->data, header.dtype, header.shape, header.ndim, strides,
				    header.ndim, ct_file_map_release, map, result);
	if (error)
		ct_file_map_close(map);
	else if (shared && result)
		ct_tensor_note_shared(*result);
	return error;
}

/* --- Writing --------------------------------------------------------------------------------- */

/* A file in two pieces. */
struct array {
	struct ct_npy_header header;
	char text[CT_NPY_ROOM]; /* the header */
	size_t text_size;
	ct_tensor *plain; /* the elements, adjacent */
};

/* As in C's order, the step of a dimension of one element does not matter. */
static bool in_fortrans_order(const ct_tensor *tensor)
{
	const int64_t *shape = ct_tensor_shape(tensor), *strides = ct_tensor_strides(tensor);
	int64_t step = 1;

	for (int64_t i = 0; i < ct_tensor_dim(tensor); i++) {
		if (shape[i] != 1 && strides[i] != step)
			return false;
		step *= shape[i];
	}
	return true;
}

static ct_error check_writable(const char *function, const ct_tensor *self)
{
	ct_dtype dtype = ct_tensor_dtype(self);

	if (self == NULL)
		return ct_missing_argument(function, 1, "self");
	if (ct_tensor_device(self).type != CT_DEVICE_TYPE_CPU)
		return ct_error_new(
			CT_ERROR_TYPE, function,
			"NumPy has arrays on the CPU only; copy the tensor there first");
	if (ct_tensor_layout(self) != CT_STRIDED)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "NumPy has strided arrays only; call ct_to_dense() first");
	if (ct_tensor_shape(self) == NULL && ct_tensor_dim(self) > 0)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "NumPy has no nested arrays; save the components of "
				    "ct_unbind_int()");
	if (!ct_npy_header_has(dtype))
		return ct_error_new(
			CT_ERROR_TYPE, function,
			"Got unsupported ScalarType %s, NumPy has no such dtype; convert "
			"the tensor to float32, or view it as integers of the same size",
			ct_libtorch_dtype_name(dtype));
	if (ct_tensor_dim(self) > CT_NPY_MAX_DIM)
		return ct_error_new(CT_ERROR_TYPE, function, "NumPy has 64 dimensions at most");
	return ct_check_memory(self, function);
}

static ct_error make_plain(const ct_tensor *self, ct_tensor **result)
{
	ct_tensor *plain;
	ct_error error;

	CT_TRY(ct_make_plain(self, &plain));
	if (in_fortrans_order(plain)) {
		*result = plain;
		return NULL;
	}
	error = ct_contiguous(plain, CT_CONTIGUOUS_FORMAT, result);
	ct_tensor_free(plain);
	return error;
}

/* Fills `array`, whose `plain` must be freed. */
static ct_error describe(const char *function, const ct_tensor *self, struct array *array)
{
	struct ct_npy_header *header = &array->header;
	size_t size;

	CT_TRY(check_writable(function, self));
	CT_TRY(make_plain(self, &array->plain));
	header->dtype = ct_tensor_dtype(self);
	header->fortran = !ct_tensor_is_contiguous(array->plain);
	header->ndim = ct_tensor_dim(self);
	header->nbytes = ct_tensor_numel(self) * ct_tensor_element_size(self);
	size = (size_t)header->ndim * sizeof *header->shape;
	if (size)
		memcpy(header->shape, ct_tensor_shape(self), size);
	array->text_size = ct_npy_header_write(header, array->text);
	return NULL;
}

ct_error ct_npy_save(const ct_tensor *self, const char *path)
{
	struct ct_file_piece pieces[2];
	struct array array;
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 2 (path) must not be NULL");
	CT_TRY(describe(__func__, self, &array));
	pieces[0] = (struct ct_file_piece){ array.text, array.text_size };
	pieces[1] = (struct ct_file_piece){ ct_tensor_data(array.plain),
					    (size_t)array.header.nbytes };
	error = ct_file_write(__func__, path, pieces, 2);
	ct_tensor_free(array.plain);
	return error;
}

ct_error ct_npy_format(const ct_tensor *self, char **bytes, int64_t *nbytes)
{
	struct array array;
	size_t n;
	char *memory;

	if (bytes == NULL || nbytes == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", bytes ? 3 : 2,
				    bytes ? "nbytes" : "bytes");
	CT_TRY(describe(__func__, self, &array));
	n = (size_t)array.header.nbytes;
	memory = ct_given_new(array.text_size + n);
	if (memory) {
		memcpy(memory, array.text, array.text_size);
		if (n)
			memcpy(memory + array.text_size, ct_tensor_data(array.plain), n);
	}
	ct_tensor_free(array.plain);
	if (memory == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__,
				    "no memory for %zu bytes of an array", array.text_size + n);
	*bytes = memory;
	*nbytes = (int64_t)(array.text_size + n);
	return NULL;
}
