/*
 * Differences between releases of libtorch for tests in C++. Those for the runtime are in
 * runtime/core/base/compat.hpp, and are used here, too: CT_TORCH_AT_LEAST, ct::maybe,
 * ct::is_complete.
 */
#ifndef SUPPORT_RELEASES_HPP
#define SUPPORT_RELEASES_HPP

#include "../../runtime/core/base/compat.hpp"

/* DLPack with a version: its structs, numbers and functions. 2.9 has version 1.0, which lacks most
 * of the numbers. */
#define HAS_DLPACK_VERSIONS CT_TORCH_AT_LEAST(2, 10)
/* The unversioned form also supports bool. */
#define HAS_DLPACK_BOOL CT_TORCH_AT_LEAST(2, 2)
/* Dtypes of 8 and 4 bits, and unsigned ones of more than 8. */
#define HAS_FLOAT8 CT_TORCH_AT_LEAST(2, 1)
#define HAS_FLOAT8_FNUZ CT_TORCH_AT_LEAST(2, 2)
#define HAS_UNSIGNED CT_TORCH_AT_LEAST(2, 3)
#define HAS_FLOAT8_E8M0 CT_TORCH_AT_LEAST(2, 7)
#define HAS_FLOAT4 CT_TORCH_AT_LEAST(2, 8)
/* An allocator may change when it allocates, and copies what it has allocated. */
#define HAS_COPYING_ALLOCATOR CT_TORCH_AT_LEAST(2, 3)
/* A nested tensor has sizes, strides and offsets as tensors, with these names. */
#define HAS_NESTED_OFFSETS CT_TORCH_AT_LEAST(2, 1)
/* at::ones_like() of a nested tensor. */
#define HAS_NESTED_ONES CT_TORCH_AT_LEAST(2, 0)
/* A boxed number may be above 2^63 - 1. */
#define HAS_UNSIGNED_VALUE CT_TORCH_AT_LEAST(2, 9)
/* A complex number with only a real part of 0 is true as a bool. */
#define HAS_COMPLEX_TRUTH CT_TORCH_AT_LEAST(2, 4)
/* A double that is not whole fits an integer if its whole part does, and 2^63 fits none. */
#define HAS_EXACT_LIMITS CT_TORCH_AT_LEAST(2, 15)
/* Operators: bmm() to another dtype; a correction that is any number, and not an int; packed
 * weights of a quantized layer as a tensor. */
#define HAS_BMM_DTYPE CT_TORCH_AT_LEAST(2, 8)
#define HAS_CORRECTION_NUMBER CT_TORCH_AT_LEAST(2, 1)
#define HAS_WRAPPED_PREPACK CT_TORCH_AT_LEAST(2, 5)
/* Packages of AOTInductor: weights in a file beside the code; constants name their device; a
 * container copies constants from the CPU; it tells whether it has loaded them. */
#define HAS_AOTI_BLOB CT_TORCH_AT_LEAST(2, 10)
#define HAS_AOTI_CONSTANT_DEVICE CT_TORCH_AT_LEAST(2, 11)
#define HAS_AOTI_FROM_CPU CT_TORCH_AT_LEAST(2, 13)
#define HAS_AOTI_DID_LOAD CT_TORCH_AT_LEAST(2, 14)

#endif
