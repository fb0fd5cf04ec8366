/*
 * Inside the library: whether a tensor's elements lie within its storage.
 */
#ifndef CT_TENSOR_TENSOR_MEMORY_CHECK_H
#define CT_TENSOR_TENSOR_MEMORY_CHECK_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* If a storage was resized below its tensors, operators would read beyond it: a RuntimeError of
 * `function`. A tensor without a storage of elements is accepted. */
ct_error ct_check_memory(const ct_tensor *self, const char *function) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
