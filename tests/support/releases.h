/*
 * Differences between releases of libtorch for the suites, from 1.13.1 on: later operators and
 * later parameters, in addition to those of runtime/core/base/compat.h. operator_history.tsv has
 * the first release of each operator. For C++ there is also releases.hpp.
 */
#ifndef SUPPORT_RELEASES_H
#define SUPPORT_RELEASES_H

#include <stdbool.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

#include "../../runtime/core/base/compat.h"

/* Prints that a test is not in this release's suite, and why: "there is no _lazy_clone". */
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

/* Hooks that run after a gradient was added to a leaf's. */
#define HAS_POST_ACCUMULATE_HOOKS CT_RELEASE_AT_LEAST(2, 1)
/* The node that backward executes is available; multithreading is a mode; nodes have shapes. */
#define HAS_CURRENT_NODE CT_RELEASE_AT_LEAST(2, 0)
#define HAS_MULTITHREADING_MODE CT_RELEASE_AT_LEAST(2, 0)
#define HAS_NODE_SHAPES CT_RELEASE_AT_LEAST(2, 1)
/* A leaf's hooks also run for grad(), not only in backward(). */
#define HAS_HOOKS_IN_GRAD CT_RELEASE_AT_LEAST(2, 0)
/* In deterministic mode uninitialized memory is filled. */
#define HAS_DETERMINISTIC_FILL CT_RELEASE_AT_LEAST(2, 1)
/* randint() draws 64 bits for ranges from 2^28 on, instead of 2^32. */
#define HAS_WIDE_RANDINT CT_RELEASE_AT_LEAST(2, 7)
/* -2^63 may be a SymInt: 1.13's operators take none, 2.0 asserts, 2.1 and 2.2 crash. */
#define HAS_LEAST_SYMINT (CT_RELEASE_AT_LEAST(2, 3) || !CT_RELEASE_AT_LEAST(2, 0))
/* A schema has DeviceIndex instead of int. */
#define HAS_DEVICE_INDEX CT_RELEASE_AT_LEAST(2, 1)
/* The kind of the error for a dtype without a kernel. */
#if CT_RELEASE_AT_LEAST(2, 8)
#define NO_KERNEL "NotImplementedError"
#define NO_KERNEL_KIND CT_ERROR_NOT_IMPLEMENTED
#else
#define NO_KERNEL "RuntimeError"
#define NO_KERNEL_KIND CT_ERROR_RUNTIME
#endif
/* Without memory libtorch's texts about itself are an error, not an empty text. */
#define HAS_TEXTS_OR_ERRORS CT_RELEASE_AT_LEAST(2, 0)
/* An operator without a kernel for autograd falls through to the one for meta tensors. */
#define HAS_AUTOGRAD_OF_META CT_RELEASE_AT_LEAST(2, 2)
/* Scalars hold integers above 2^63 - 1; so do values of any type. */
#define HAS_UNSIGNED_NUMBERS CT_RELEASE_AT_LEAST(2, 3)
#define HAS_UNSIGNED_VALUES CT_RELEASE_AT_LEAST(2, 9)
#define HAS_EMPTY_PERMUTED CT_RELEASE_AT_LEAST(2, 1)
#define HAS_SYM_NUMEL CT_RELEASE_AT_LEAST(2, 1)
/* 2.3 has this operator, but without a kernel for CPUs. */
#define HAS_FUSED_SGD CT_RELEASE_AT_LEAST(2, 4)
/* A gradient scaler on CPUs: before, the operator that looks for infinities has a kernel for CUDA only. */
#define HAS_CPU_SCALER CT_RELEASE_AT_LEAST(2, 4)
/* Autocast on CPUs has other dtypes than bfloat16. */
#define HAS_AUTOCAST_DTYPES CT_RELEASE_AT_LEAST(2, 4)
#define HAS_LAZY_CLONE CT_RELEASE_AT_LEAST(2, 3)
#define HAS_SYM_IS_CONTIGUOUS CT_RELEASE_AT_LEAST(2, 9)

/* Later parameters; the suites pass the neutral value of each. */
#if !CT_RELEASE_AT_LEAST(2, 0)
#define ct_to_sparse(self, layout, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse(self, result)
#define ct_to_sparse_csr(self, dense_dim, result) ct_to_sparse_csr(self, result)
#define ct_to_sparse_csc(self, dense_dim, result) ct_to_sparse_csc(self, result)
#define ct_to_sparse_bsr(self, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse_bsr(self, blocksize, blocksize_len, result)
#define ct_to_sparse_bsc(self, blocksize, blocksize_len, dense_dim, result) \
	ct_to_sparse_bsc(self, blocksize, blocksize_len, result)
#endif
#if !CT_RELEASE_AT_LEAST(2, 1)
#define ct_sparse_coo_tensor_indices_size(indices, values, size, size_len, dtype, layout, device, \
					  pin_memory, is_coalesced, result)                       \
	ct_sparse_coo_tensor_indices_size(indices, values, size, size_len, dtype, layout, device, \
					  pin_memory, result)
#endif

#endif
