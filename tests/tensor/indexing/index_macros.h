/*
 * The macros of ctorch/tensor/index.h in C++.
 */
#ifndef INDEXING_MACROS_H
#define INDEXING_MACROS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x[i, ..., None, [0, 2]] */
ct_error index_in_cplusplus(const ct_tensor *x, const ct_tensor *i,
			    ct_tensor **result) CT_RETURNS_ERROR;

/* x[1, 2, 1::2] = -4, each argument evaluated once. */
ct_error assign_in_cplusplus(ct_tensor *x) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
