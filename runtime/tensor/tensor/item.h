/*
 * Inside the library: a tensor's only number.
 */
#ifndef CT_TENSOR_TENSOR_ITEM_H
#define CT_TENSOR_TENSOR_ITEM_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An error names `function`. */
ct_error ct_item_read(const ct_tensor *self, const char *function,
		      ct_scalar *item) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
