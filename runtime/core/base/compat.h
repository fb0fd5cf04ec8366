/*
 * Differences between operators of libtorch's releases for the runtime's C code, from 1.13.1 on:
 * later parameters, each with its neutral value. For C++ there is compat.hpp.
 */
#ifndef CT_CORE_BASE_COMPAT_H
#define CT_CORE_BASE_COMPAT_H

#include <ctorch/ctorch.h>

#define CT_RELEASE_AT_LEAST(major, minor)       \
	(CT_LIBTORCH_RELEASE_MAJOR > (major) || \
	 (CT_LIBTORCH_RELEASE_MAJOR == (major) && CT_LIBTORCH_RELEASE_MINOR >= (minor)))

#if !CT_RELEASE_AT_LEAST(2, 1)
#include <ctorch/calls/call.h> /* first, since the macros would change its inline functions */
#define ct_to_dense(self, dtype, masked_grad, result) ct_to_dense(self, dtype, result)
#endif

#endif
