/*
 * In what the releases of libtorch differ for the suites: operators that came later or have other
 * parameters, from 1.13.1 on, beside what the runtime has for itself (runtime/compat.h).
 * operator_history.tsv has since when there is which. For C++ there is releases.hpp as well.
 */
#ifndef SUPPORT_RELEASES_H
#define SUPPORT_RELEASES_H

#include <stdbool.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

#include "../../runtime/compat.h"

/* Says that a test is not in this release's suite, and why: "there is no _lazy_clone". */
#define LEFT_OUT(test, reason) \
	printf("left out, with libtorch " CT_LIBTORCH_RELEASE ": %s: %s\n", test, reason)

#ifdef __cplusplus
extern "C" {
#endif

/* Whether this release has the dtype. (It has all names; see ct_dtype_name().) */
bool has_dtype(ct_dtype dtype);

#ifdef __cplusplus
}
#endif

#define HAS_SYM_NUMEL CT_RELEASE_AT_LEAST(2, 1)
#define HAS_FUSED_SGD CT_RELEASE_AT_LEAST(2, 4)
#define HAS_LAZY_CLONE CT_RELEASE_AT_LEAST(2, 4)
#define HAS_SYM_IS_CONTIGUOUS CT_RELEASE_AT_LEAST(2, 11)

/* Parameters that came later; the suites give each the value that says nothing. */
#if !CT_RELEASE_AT_LEAST(2, 1)
#define ct_to_sparse(self, layout, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse(self, result)
#define ct_to_sparse_csr(self, dense_dim, result) ct_to_sparse_csr(self, result)
#define ct_to_sparse_csc(self, dense_dim, result) ct_to_sparse_csc(self, result)
#define ct_to_sparse_bsr(self, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse_bsr(self, blocksize, blocksize_len, result)
#define ct_to_sparse_bsc(self, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse_bsc(self, blocksize, blocksize_len, result)
#define ct_sparse_coo_tensor_indices_size(indices, values, size, size_len, dtype, layout, device, \
					  pin_memory, is_coalesced, result)                       \
	ct_sparse_coo_tensor_indices_size(indices, values, size, size_len, dtype, layout, device, \
					  pin_memory, result)
#endif

#endif
