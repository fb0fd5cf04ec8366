/*
 * Inside the library: how many bytes elements take.
 */
#ifndef CT_TENSOR_TENSOR_NBYTES_H
#define CT_TENSOR_TENSOR_NBYTES_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of contiguous elements; refuses what cannot be a tensor on such memory. The positions are
 * those of dtype and shape among the caller's arguments. */
ct_error ct_nbytes_of(const char *function, ct_dtype dtype, int dtype_position,
		      const int64_t *shape, int64_t shape_len, int shape_position, int64_t *nbytes,
		      int64_t *alignment) CT_WARN_UNUSED;

/* Its name in libtorch's messages: "BFloat16". */
const char *ct_libtorch_dtype_name(ct_dtype dtype);

#ifdef __cplusplus
}
#endif

#endif
