/*
 * DLPack: its numbers, and reading a foreign managed tensor. Nothing in it is trusted.
 */
#include <stddef.h>

#include <ctorch/macros/try.h>

#include "tensor/sharing/dlpack.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* --- Numbers --------------------------------------------------------------------------------- */

static const struct {
	ct_dtype dtype;
	ct_dlpack_dtype as;
} dtypes[] = {
	{ CT_UINT8, { CT_DLPACK_UINT, 8, 1 } },
	{ CT_INT8, { CT_DLPACK_INT, 8, 1 } },
	{ CT_INT16, { CT_DLPACK_INT, 16, 1 } },
	{ CT_INT32, { CT_DLPACK_INT, 32, 1 } },
	{ CT_INT64, { CT_DLPACK_INT, 64, 1 } },
	{ CT_UINT16, { CT_DLPACK_UINT, 16, 1 } },
	{ CT_UINT32, { CT_DLPACK_UINT, 32, 1 } },
	{ CT_UINT64, { CT_DLPACK_UINT, 64, 1 } },
	{ CT_FLOAT16, { CT_DLPACK_FLOAT, 16, 1 } },
	{ CT_FLOAT32, { CT_DLPACK_FLOAT, 32, 1 } },
	{ CT_FLOAT64, { CT_DLPACK_FLOAT, 64, 1 } },
	{ CT_BFLOAT16, { CT_DLPACK_BFLOAT, 16, 1 } },
	{ CT_COMPLEX32, { CT_DLPACK_COMPLEX, 32, 1 } },
	{ CT_COMPLEX64, { CT_DLPACK_COMPLEX, 64, 1 } },
	{ CT_COMPLEX128, { CT_DLPACK_COMPLEX, 128, 1 } },
	{ CT_BOOL, { CT_DLPACK_BOOL, 8, 1 } },
	{ CT_FLOAT8_E4M3FN, { CT_DLPACK_FLOAT8_E4M3FN, 8, 1 } },
	{ CT_FLOAT8_E4M3FNUZ, { CT_DLPACK_FLOAT8_E4M3FNUZ, 8, 1 } },
	{ CT_FLOAT8_E5M2, { CT_DLPACK_FLOAT8_E5M2, 8, 1 } },
	{ CT_FLOAT8_E5M2FNUZ, { CT_DLPACK_FLOAT8_E5M2FNUZ, 8, 1 } },
	{ CT_FLOAT8_E8M0FNU, { CT_DLPACK_FLOAT8_E8M0FNU, 8, 1 } },
	{ CT_FLOAT4_E2M1FN_X2, { CT_DLPACK_FLOAT4_E2M1FN, 4, 2 } },
	/* libtorch uses one byte for each of these. */
	{ CT_UINT1, { CT_DLPACK_UINT, 1, 1 } },
	{ CT_UINT2, { CT_DLPACK_UINT, 2, 1 } },
	{ CT_UINT3, { CT_DLPACK_UINT, 3, 1 } },
	{ CT_UINT4, { CT_DLPACK_UINT, 4, 1 } },
	{ CT_UINT5, { CT_DLPACK_UINT, 5, 1 } },
	{ CT_UINT6, { CT_DLPACK_UINT, 6, 1 } },
	{ CT_UINT7, { CT_DLPACK_UINT, 7, 1 } },
	{ CT_INT1, { CT_DLPACK_INT, 1, 1 } },
	{ CT_INT2, { CT_DLPACK_INT, 2, 1 } },
	{ CT_INT3, { CT_DLPACK_INT, 3, 1 } },
	{ CT_INT4, { CT_DLPACK_INT, 4, 1 } },
	{ CT_INT5, { CT_DLPACK_INT, 5, 1 } },
	{ CT_INT6, { CT_DLPACK_INT, 6, 1 } },
	{ CT_INT7, { CT_DLPACK_INT, 7, 1 } },
};

/* In both directions the first match counts: DLPack's ROCM becomes CUDA. */
static const struct {
	ct_device_type type;
	ct_dlpack_device_type as;
} devices[] = {
	{ CT_DEVICE_TYPE_CPU, CT_DLPACK_CPU },
	{ CT_DEVICE_TYPE_CPU, CT_DLPACK_CUDA_HOST },
	{ CT_DEVICE_TYPE_CPU, CT_DLPACK_ROCM_HOST },
	{ CT_DEVICE_TYPE_CUDA, CT_DLPACK_CUDA },
	{ CT_DEVICE_TYPE_CUDA, CT_DLPACK_CUDA_MANAGED },
	/* libtorch for ROCm calls its devices CUDA. */
	{ CT_DEVICE_TYPE_CUDA, CT_DLPACK_ROCM },
	{ CT_DEVICE_TYPE_HIP, CT_DLPACK_ROCM },
	{ CT_DEVICE_TYPE_OPENCL, CT_DLPACK_OPENCL },
	{ CT_DEVICE_TYPE_VULKAN, CT_DLPACK_VULKAN },
	{ CT_DEVICE_TYPE_MPS, CT_DLPACK_METAL },
	{ CT_DEVICE_TYPE_XPU, CT_DLPACK_ONEAPI },
	{ CT_DEVICE_TYPE_MAIA, CT_DLPACK_MAIA },
	{ CT_DEVICE_TYPE_PRIVATEUSE1, CT_DLPACK_EXTENSION },
};

bool ct_dlpack_dtype_of(ct_dtype dtype, ct_dlpack_dtype *result)
{
	for (size_t i = 0; i < LENGTH(dtypes); i++) {
		if (dtypes[i].dtype == dtype) {
			*result = dtypes[i].as;
			return true;
		}
	}
	return false;
}

bool ct_dlpack_device_of(ct_device device, ct_dlpack_device *result)
{
	for (size_t i = 0; i < LENGTH(devices); i++) {
		if (devices[i].type == device.type) {
			result->type = devices[i].as;
			result->index = device.index < 0 ? 0 : device.index;
			return true;
		}
	}
	return false;
}

/* --- Reading --------------------------------------------------------------------------------- */

static ct_error read_dtype(ct_dlpack_dtype from, uint64_t flags, const char *function,
			   ct_dtype *result)
{
	static const char *const names[] = { "int",    "uint",    "float", "opaque handle",
					     "bfloat", "complex", "bool" };
	const char *name = from.code < LENGTH(names)              ? names[from.code]
			   : from.code <= CT_DLPACK_FLOAT4_E2M1FN ? "float8, 6 or 4"
								  : "unknown";

	if (from.bits < 8 && from.lanes == 1 && from.code <= CT_DLPACK_UINT &&
	    !(flags & CT_DLPACK_PADDED))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (managed): its elements of %d bits are packed, but "
				    "libtorch needs one byte for each",
				    from.bits);
	for (size_t i = 0; i < LENGTH(dtypes); i++) {
		if (dtypes[i].as.code == from.code && dtypes[i].as.bits == from.bits &&
		    dtypes[i].as.lanes == from.lanes) {
			*result = dtypes[i].dtype;
			return NULL;
		}
	}
	return ct_error_new(
		CT_ERROR_ARGUMENT, function,
		"argument 1 (managed): its dtype is { code %d (%s), %d bits, %d lanes }, which "
		"PyTorch does not support%s",
		from.code, name, from.bits, from.lanes,
		from.lanes == 1 ? "" : "; pass a vector type as an extra last dimension");
}

static ct_error read_device(ct_dlpack_device from, const char *function, ct_device *result)
{
	for (size_t i = 0; i < LENGTH(devices); i++) {
		if (devices[i].as == from.type) {
			result->type = devices[i].type;
			result->index = result->type == CT_DEVICE_TYPE_CPU ? -1 : from.index;
			return NULL;
		}
	}
	return ct_error_new(
		CT_ERROR_ARGUMENT, function,
		"argument 1 (managed): its device type is %d, which libtorch does not support",
		from.type);
}

static bool has_elements(const ct_dlpack_tensor *from)
{
	for (int32_t i = 0; i < from->ndim; i++)
		if (from->shape[i] == 0)
			return false;
	return true;
}

/* libtorch must be able to count the elements. */
static bool can_be_counted(const ct_dlpack_tensor *from)
{
	int64_t numel = 1;

	for (int32_t i = 0; i < from->ndim; i++)
		if (__builtin_mul_overflow(numel, from->shape[i] > 1 ? from->shape[i] : 1, &numel))
			return false;
	return true;
}

static ct_error read_shape(const ct_dlpack_tensor *from, const char *function,
			   struct ct_dlpack_request *request)
{
	if (from->ndim < 0 || from->ndim > CT_DLPACK_MAX_DIM)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (managed): it has %d dimensions, but must have 0 to %d",
			from->ndim, CT_DLPACK_MAX_DIM);
	if (from->ndim && from->shape == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (managed): its shape is NULL");
	request->ndim = from->ndim;
	for (int32_t i = 0; i < from->ndim; i++) {
		if (from->shape[i] < 0)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 1 (managed): size %d is %lld, but must not "
					    "be negative",
					    i, (long long)from->shape[i]);
		request->shape[i] = from->shape[i];
	}
	return NULL;
}

static ct_error too_large(const char *function)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (managed): larger than the address space");
}

/* The stride that makes a dimension contiguous with the next one. */
static bool next_stride(const struct ct_dlpack_request *request, int64_t i, int64_t *stride)
{
	int64_t inner = i + 1 < request->ndim ? request->shape[i + 1] : 1;

	*stride = 1;
	return i + 1 == request->ndim ||
	       !__builtin_mul_overflow(request->strides[i + 1], inner > 1 ? inner : 1, stride);
}

/* Strides are kept unchanged, as in libtorch. A negative one in a dimension of at most one element
 * becomes contiguous, also as in libtorch. */
static ct_error read_strides(const ct_dlpack_tensor *from, bool any, const char *function,
			     struct ct_dlpack_request *request)
{
	for (int32_t i = from->ndim; i-- > 0;) {
		bool is_given = from->strides && from->strides[i] >= 0;

		if (from->strides && !is_given && any && from->shape[i] > 1)
			return ct_error_new(
				CT_ERROR_ARGUMENT, function,
				"argument 1 (managed): stride %d is %lld; PyTorch has no "
				"negative strides, so pass a copy",
				i, (long long)from->strides[i]);
		if (is_given)
			request->strides[i] = from->strides[i];
		else if (!next_stride(request, i, &request->strides[i]))
			return too_large(function);
	}
	return NULL;
}

/* From the first byte to the one after the last. */
static bool extent(const struct ct_dlpack_request *request, int64_t element_size, int64_t *result)
{
	int64_t last = 0, step;

	for (int64_t i = 0; i < request->ndim; i++)
		if (__builtin_mul_overflow(request->shape[i] - 1, request->strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return false;
	return !__builtin_add_overflow(last, 1, &last) &&
	       !__builtin_mul_overflow(last, element_size, result);
}

static ct_error read_data(const ct_dlpack_tensor *from, const char *function,
			  struct ct_dlpack_request *request)
{
	int64_t size = (from->dtype.bits * from->dtype.lanes + 7) / 8, nbytes;
	/* As ct::alignment_of(). */
	const bool has_halves = from->dtype.code == CT_DLPACK_COMPLEX && size < 16;
	uintptr_t alignment = (uintptr_t)size / (has_halves ? 2 : 1);
	uintptr_t address = (uintptr_t)from->data, end;

	if (from->data == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (managed): its data is NULL, but it has elements");
	/* No object in C is larger than PTRDIFF_MAX. */
	if (!extent(request, size, &nbytes) ||
	    from->byte_offset > (uint64_t)(PTRDIFF_MAX - nbytes) ||
	    __builtin_add_overflow(address, from->byte_offset, &address) ||
	    __builtin_add_overflow(address, (uint64_t)nbytes, &end))
		return too_large(function);
	if (address % alignment)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (managed): its first element must be aligned to %zu "
			"bytes; pass a copy",
			(size_t)alignment);
	request->data = (char *)from->data + from->byte_offset;
	return NULL;
}

ct_error ct_dlpack_read(const ct_dlpack_tensor *from, uint64_t flags, const char *function,
			struct ct_dlpack_request *request)
{
	bool any;

	*request = (struct ct_dlpack_request){ 0 };
	CT_TRY(read_dtype(from->dtype, flags, function, &request->dtype));
	CT_TRY(read_device(from->device, function, &request->device));
	CT_TRY(read_shape(from, function, request));
	if (!can_be_counted(from))
		return too_large(function);
	any = has_elements(from);
	CT_TRY(read_strides(from, any, function, request));
	return any ? read_data(from, function, request) : NULL;
}
