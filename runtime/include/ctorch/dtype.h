/**
 * @file
 * Properties of a ct_dtype: its name, its size, its kind.
 */
#ifndef CTORCH_DTYPE_H
#define CTORCH_DTYPE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Python's name without the "torch.", such as "float32"; static. "none" for CT_DTYPE_NONE, and
 * "unknown" for a number that is not a ct_dtype. */
CT_API const char *ct_dtype_name(ct_dtype dtype) CT_NOEXCEPT;

/** The dtype with this name, with or without "torch." before it, or with one of Python's aliases,
 * such as "float", "half" and "long". A ValueError for any other name. */
CT_API ct_error ct_dtype_from_name(const char *name, ct_dtype *result) CT_RETURNS_ERROR;

/** Bytes of one element; 0 for a number that is not a ct_dtype. */
CT_API int64_t ct_dtype_size(ct_dtype dtype) CT_NOEXCEPT;

/** Python's dtype.is_floating_point: float16, bfloat16, float32, float64, the float8 and float4
 * dtypes; not the complex ones. */
CT_API bool ct_dtype_is_floating_point(ct_dtype dtype) CT_NOEXCEPT;

/** Python's dtype.is_complex. */
CT_API bool ct_dtype_is_complex(ct_dtype dtype) CT_NOEXCEPT;

/** Python's dtype.is_signed; false for the quantised and bits dtypes, for which libtorch does not
 * define it. */
CT_API bool ct_dtype_is_signed(ct_dtype dtype) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
