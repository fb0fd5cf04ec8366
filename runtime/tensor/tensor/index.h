/*
 * Inside the library: indexing on behalf of a public function, which is the one that errors name.
 * Its second argument is the subscript; `position` is the value's.
 */
#ifndef CT_TENSOR_TENSOR_INDEX_H
#define CT_TENSOR_TENSOR_INDEX_H

#include <ctorch/tensor/index.h>

#include "core/memory/handles.h"

#ifdef __cplusplus
extern "C" {
#endif

ct_error ct_subscript_get(struct ct_origin from, const ct_tensor *self, const ct_index *indices,
			  int64_t indices_len, ct_tensor **result) CT_RETURNS_ERROR;
ct_error ct_subscript_put(struct ct_origin from, ct_tensor *self, const ct_index *indices,
			  int64_t indices_len, const ct_tensor *value,
			  int position) CT_RETURNS_ERROR;
ct_error ct_subscript_put_scalar(struct ct_origin from, ct_tensor *self, const ct_index *indices,
				 int64_t indices_len, ct_scalar value,
				 int position) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
