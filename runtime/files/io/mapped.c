/*
 * Tensors on mapped files.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <ctorch/files/mapped.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/memory/expression.h"
#include "files/io/map.h"
#include "tensor/tensor/nbytes.h"
#include "tensor/tensor/shared_memory.h"

static ct_error check_options(const char *function, const ct_map_options *options,
			      int64_t alignment)
{
	if (options->grow && !options->shared)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 4 (options): grow requires a shared mapping");
	if (options->offset < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 4 (options): offset is %lld, but must not be "
				    "negative",
				    (long long)options->offset);
	if (options->offset % alignment)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 4 (options): offset is %lld, but must be a multiple of %lld for "
			"this dtype",
			(long long)options->offset, (long long)alignment);
	return NULL;
}

ct_error ct_tensor_map_file(const char *path, ct_dtype dtype, ct_ints shape,
			    const ct_map_options *options, ct_tensor **result)
{
	ct_map_options wanted = options ? *options : (ct_map_options){ 0 };
	int64_t nbytes, alignment;
	struct ct_file_map *map;
	ct_error error;

	if (path == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (path) must not be NULL");
	CT_TRY(ct_nbytes_of(__func__, dtype, 2, shape.at, shape.len, 3, &nbytes, &alignment));
	CT_TRY(check_options(__func__, &wanted, alignment));
	CT_TRY(ct_file_map_open(__func__, path, &wanted, nbytes, &map));
	error = ct_tensor_from_blob(map->data, dtype, shape, CT_NO_INTS, ct_file_map_release, map,
				    result);
	if (error)
		ct_file_map_close(map);
	else if (wanted.shared && result)
		ct_tensor_note_shared(*result);
	return error;
}

ct_error ct_tensor_flush_file(const ct_tensor *self)
{
	uintptr_t begin, in_page;
	ct_error error = NULL;
	ct_storage *storage;
	int64_t nbytes;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	CT_TRY(ct_tensor_storage(self, &storage));
	begin = (uintptr_t)ct_storage_data(storage);
	nbytes = ct_storage_nbytes(storage);
	in_page = begin % (uintptr_t)sysconf(_SC_PAGESIZE);
	if (begin && ct_storage_device(storage).type == CT_DEVICE_TYPE_CPU &&
	    msync((void *)(begin - in_page), (size_t)nbytes + in_page, MS_SYNC))
		error = ct_error_new(CT_ERROR_RUNTIME, __func__, "writing to the disk: %s",
				     strerror(errno));
	ct_storage_free(storage);
	return error;
}
