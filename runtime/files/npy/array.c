/*
 * NumPy's arrays and tensors.
 */
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/swap.h"
#include "files/io/plain.h"
#include "files/npy/array.h"
#include "tensor/tensor/memory_check.h"
#include "tensor/tensor/nbytes.h"

/* --- Reading --------------------------------------------------------------------------------- */

void ct_npy_strides(const struct ct_npy_header *header, int64_t strides[CT_NPY_MAX_DIM])
{
	int64_t step = 1;

	for (int64_t i = 0; i < header->ndim; i++) {
		int64_t dim = header->fortran ? i : header->ndim - 1 - i;

		strides[dim] = step;
		step *= header->shape[dim] ? header->shape[dim] : 1;
	}
}

ct_error ct_npy_empty(const struct ct_npy_header *header, ct_device device, ct_tensor **result)
{
	int64_t strides[CT_NPY_MAX_DIM];

	ct_npy_strides(header, strides);
	return ct_empty_strided(header->shape, header->ndim, strides, header->ndim, header->dtype,
				CT_LAYOUT_NONE, device, NULL, result);
}

/* libtorch's behavior with other bytes is undefined. */
ct_error ct_npy_check_bools(const char *function, const char *file, const unsigned char *bytes,
			    int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		if (bytes[i] > 1)
			return ct_error_new(CT_ERROR_VALUE, function,
					    "%s: element %lld is %d, a bool must be 0 or 1", file,
					    (long long)i, bytes[i]);
	return NULL;
}

ct_error ct_npy_convert(const char *function, const char *file, const struct ct_npy_header *header,
			void *bytes)
{
	if (header->swap > 1)
		ct_swap_bytes(bytes, header->nbytes, header->swap);
	if (header->dtype == CT_BOOL)
		return ct_npy_check_bools(function, file, bytes, header->nbytes);
	return NULL;
}

ct_error ct_npy_check_length(const char *function, const char *file,
			     const struct ct_npy_header *header, int64_t length)
{
	if (header->begin + header->nbytes <= length)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, function,
			    "%s: it has %lld bytes, but header and elements need %lld", file,
			    (long long)length, (long long)(header->begin + header->nbytes));
}

bool ct_npy_is_aligned(const struct ct_npy_header *header, int64_t position)
{
	/* Complex numbers as a whole: libtorch reads them by instructions that fault otherwise. */
	return position % header->element_size == 0;
}

/* --- Writing --------------------------------------------------------------------------------- */

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

static ct_error refuse(const char *function, const char *which, const char *why)
{
	return ct_error_new(CT_ERROR_TYPE, function, "%s%s", which, why);
}

ct_error ct_npy_check(const char *function, const char *which, const ct_tensor *self)
{
	ct_dtype dtype = ct_tensor_dtype(self);

	if (ct_tensor_device(self).type != CT_DEVICE_TYPE_CPU)
		return refuse(function, which,
			      "NumPy arrays are on the CPU; copy the tensor to the CPU first");
	if (ct_tensor_layout(self) != CT_STRIDED)
		return refuse(function, which,
			      "NumPy arrays are strided; call ct_to_dense() first");
	if (ct_tensor_shape(self) == NULL && ct_tensor_dim(self) > 0)
		return refuse(function, which,
			      "NumPy has no nested arrays; save the components of "
			      "ct_unbind_int()");
	if (!ct_npy_header_has(dtype))
		return ct_error_new(
			CT_ERROR_TYPE, function,
			"%sGot unsupported ScalarType %s, NumPy has no such dtype; convert "
			"the tensor to float32, or view it as integers of the same size",
			which, ct_libtorch_dtype_name(dtype));
	if (ct_tensor_dim(self) > CT_NPY_MAX_DIM)
		return refuse(function, which, "NumPy supports at most 64 dimensions");
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

ct_error ct_npy_describe(const char *function, const char *which, const ct_tensor *self,
			 struct ct_npy_array *array)
{
	struct ct_npy_header *header = &array->header;
	size_t size;

	CT_TRY(ct_npy_check(function, which, self));
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
