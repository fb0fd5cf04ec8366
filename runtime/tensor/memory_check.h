/*
 * Inside the library: whether a tensor's elements lie within its storage.
 */
#ifndef CT_TENSOR_MEMORY_CHECK_H
#define CT_TENSOR_MEMORY_CHECK_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A storage may have been resized below its tensors, and operators would read what is behind it: a
 * RuntimeError of `function` then. A tensor without a storage of elements passes. */
ct_error ct_check_memory(const ct_tensor *self, const char *function) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
