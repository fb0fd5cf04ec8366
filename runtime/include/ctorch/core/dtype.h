/**
 * @file
 * Properties of a ct_dtype: name, size and kind.
 */
#ifndef CTORCH_CORE_DTYPE_H
#define CTORCH_CORE_DTYPE_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns Python's name without the "torch.", such as "float32"; static. "none" for CT_DTYPE_NONE,
 * and "unknown" for a number that is not a ct_dtype. */
CT_API const char *ct_dtype_name(ct_dtype dtype) CT_NOEXCEPT;

/** Finds the dtype with a name, with or without the prefix "torch.", or with one of Python's
 * aliases, such as "float", "half" and "long". Any other name is a ValueError. */
CT_API ct_error ct_dtype_from_name(const char *name, ct_dtype *result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the number of bytes of one element; 0 for a number that is not a ct_dtype. */
CT_API int64_t ct_dtype_size(ct_dtype dtype) CT_NOEXCEPT;

/** Returns Python's dtype.is_floating_point: true for float16, bfloat16, float32, float64, and the
 * float8 and float4 dtypes; false for the complex ones. */
CT_API bool ct_dtype_is_floating_point(ct_dtype dtype) CT_NOEXCEPT;

/** Returns Python's dtype.is_complex. */
CT_API bool ct_dtype_is_complex(ct_dtype dtype) CT_NOEXCEPT;

/** Returns Python's dtype.is_signed; false for the quantized and bits dtypes, for which libtorch
 * does not define it. */
CT_API bool ct_dtype_is_signed(ct_dtype dtype) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
