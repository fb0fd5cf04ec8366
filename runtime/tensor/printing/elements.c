/*
 * Readable elements: of few types, on the CPU, adjacent.
 *
 * New handles belong to the innermost scope, which the caller has opened for them.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/core/error.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "tensor/printing/printing.h"
#include "tensor/tensor/memory_check.h"

static bool is_complex(ct_dtype dtype)
{
	return dtype == CT_COMPLEX32 || dtype == CT_COMPLEX64 || dtype == CT_COMPLEX128 ||
	       dtype == CT_BCOMPLEX32;
}

static bool is_float(ct_dtype dtype)
{
	return (dtype >= CT_FLOAT16 && dtype <= CT_FLOAT64) || dtype == CT_BFLOAT16 ||
	       (dtype >= CT_FLOAT8_E5M2 && dtype <= CT_FLOAT8_E4M3FNUZ) ||
	       dtype == CT_FLOAT8_E8M0FNU || dtype == CT_FLOAT4_E2M1FN_X2;
}

static bool is_integer(ct_dtype dtype)
{
	return (dtype >= CT_UINT8 && dtype <= CT_INT64) || dtype == CT_UINT16 || dtype == CT_UINT32;
}

/* The type that elements are converted to; CT_DTYPE_NONE if they cannot be read. */
static ct_dtype readable_dtype(ct_dtype dtype)
{
	if (is_complex(dtype))
		return CT_COMPLEX128;
	if (is_float(dtype))
		return CT_FLOAT64;
	if (is_integer(dtype))
		return CT_INT64;
	return dtype == CT_BOOL || dtype == CT_UINT64 ? dtype : CT_DTYPE_NONE;
}

/* Python reads one element after the other and fails at the first. */
static ct_error cannot_be_read(const ct_tensor *self)
{
	ct_tensor *first = NULL;
	ct_scalar scalar;

	CT_TRY(ct_as_strided(self, NULL, 0, NULL, 0, NULL, &first));
	CT_TRY(ct__local_scalar_dense(first, &scalar));
	return CT_RAISED(CT_ERROR_NOT_IMPLEMENTED, "elements of %s cannot be read",
			 ct_dtype_name(ct_tensor_dtype(self)));
}

/* A single float4 is half a byte, which libtorch cannot read. */
ct_error ct_check_readable(const ct_tensor *self)
{
	const ct_dtype dtype = ct_tensor_dtype(self);

	if (readable_dtype(dtype) == CT_DTYPE_NONE ||
	    (dtype == CT_FLOAT4_E2M1FN_X2 && ct_tensor_dim(self) == 0))
		return cannot_be_read(self);
	return NULL;
}

/* The elements of `self`, converted, in any order in memory. Those of float4 are pairs, which
 * libtorch cannot convert; Python shows the bytes. */
static ct_error convert(const ct_tensor *self, ct_dtype dtype, ct_tensor **result)
{
	ct_tensor *plain = NULL, *near = NULL;

	CT_TRY(ct_resolve_neg(self, &plain));
	CT_TRY(ct_resolve_conj(plain, &plain));
	CT_TRY(ct_to_device(plain, CT_DEVICE_CPU, ct_tensor_dtype(plain), false, false,
			    CT_MEMORY_FORMAT_NONE, &near));
	if (ct_tensor_dtype(near) == CT_FLOAT4_E2M1FN_X2)
		CT_TRY(ct_view_dtype(near, CT_UINT8, &near));
	return ct_to_dtype(near, dtype, false, false, CT_MEMORY_FORMAT_NONE, result);
}

static ct_error convert_shown(const ct_tensor *self, ct_dtype dtype, int64_t dim, int64_t edgeitems,
			      ct_tensor **result);

/* Both ends of a dimension, concatenated. */
static ct_error convert_ends(const ct_tensor *self, ct_dtype dtype, int64_t dim, int64_t edgeitems,
			     ct_tensor **result)
{
	const int64_t size = ct_tensor_size(self, dim), zero = 0, tail = size - edgeitems;
	ct_tensor *ends[2] = { NULL, NULL };

	CT_TRY(ct_slice_Tensor(self, dim, &zero, &edgeitems, 1, &ends[0]));
	CT_TRY(ct_slice_Tensor(self, dim, &tail, &size, 1, &ends[1]));
	for (int i = 0; i < 2; i++)
		CT_TRY(convert_shown(ends[i], dtype, dim + 1, edgeitems, &ends[i]));
	return ct_cat(ends, 2, dim, result);
}

/* From dimension `dim` on, only the ends, if only those are shown. Corner by corner, so that
 * nothing between them is read or copied. */
static ct_error convert_shown(const ct_tensor *self, ct_dtype dtype, int64_t dim, int64_t edgeitems,
			      ct_tensor **result)
{
	while (dim < ct_tensor_dim(self) && !ct_is_cut(ct_tensor_size(self, dim), edgeitems))
		dim++;
	if (dim == ct_tensor_dim(self))
		return convert(self, dtype, result);
	return convert_ends(self, dtype, dim, edgeitems, result);
}

/* Devices that compile a program for every operation: one pass is better. */
static bool is_compiling_device(ct_device device)
{
	return device.type == CT_DEVICE_TYPE_XLA || device.type == CT_DEVICE_TYPE_LAZY ||
	       device.type == CT_DEVICE_TYPE_IPU || device.type == CT_DEVICE_TYPE_MTIA;
}

/* Whether the tensor can be cut: not a tensor of zeros without memory, and not on a device that
 * compiles. */
static ct_error prepare(const ct_tensor *self, ct_tensor **result)
{
	bool is_zero = false;

	CT_TRY(ct__is_zerotensor(self, &is_zero));
	if (is_zero)
		return ct_clone(self, CT_MEMORY_FORMAT_NONE, result);
	CT_TRY(ct_check_memory(self, NULL));
	if (is_compiling_device(ct_tensor_device(self)))
		return ct_to_device(self, CT_DEVICE_CPU, ct_tensor_dtype(self), false, false,
				    CT_MEMORY_FORMAT_NONE, result);
	return ct_alias(self, result);
}

static enum ct_element_kind kind_of(ct_dtype readable)
{
	switch (readable) {
	case CT_INT64:
		return CT_ELEMENTS_INT;
	case CT_UINT64:
		return CT_ELEMENTS_UINT;
	case CT_BOOL:
		return CT_ELEMENTS_BOOL;
	default:
		return CT_ELEMENTS_FLOAT;
	}
}

/* float8_e8m0fnu has no zero: PyTorch's comparisons with 0 use the least power of two. */
static double zero_of(ct_dtype dtype)
{
	return dtype == CT_FLOAT8_E8M0FNU ? 0x1p-127 : 0;
}

ct_error ct_elements_of(const ct_tensor *self, int64_t edgeitems, struct ct_elements *elements)
{
	const ct_dtype readable = readable_dtype(ct_tensor_dtype(self));
	ct_tensor *prepared = NULL, *shown = NULL;

	CT_TRY(ct_check_readable(self));
	CT_TRY(prepare(self, &prepared));
	CT_TRY(convert_shown(prepared, readable, 0, edgeitems, &shown));
	/* At the end, since cat() keeps a memory format such as channels_last. */
	CT_TRY(ct_contiguous(shown, CT_CONTIGUOUS_FORMAT, &shown));
	*elements = (struct ct_elements){ .kind = kind_of(readable),
					  .is_complex = readable == CT_COMPLEX128,
					  .zero = zero_of(ct_tensor_dtype(self)),
					  .data = ct_tensor_data(shown),
					  .n = ct_tensor_numel(shown),
					  .owner = shown };
	return NULL;
}
