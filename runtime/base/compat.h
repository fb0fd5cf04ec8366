/*
 * In what the operators of libtorch's releases differ for the runtime's C, from 1.13.1 on:
 * parameters that came later, each given the value that says nothing. For C++ there is compat.hpp.
 */
#ifndef CT_BASE_COMPAT_H
#define CT_BASE_COMPAT_H

#include <ctorch/ctorch.h>

#define CT_RELEASE_AT_LEAST(major, minor)       \
	(CT_LIBTORCH_RELEASE_MAJOR > (major) || \
	 (CT_LIBTORCH_RELEASE_MAJOR == (major) && CT_LIBTORCH_RELEASE_MINOR >= (minor)))

#if !CT_RELEASE_AT_LEAST(2, 1)
#define ct_to_dense(self, dtype, masked_grad, result) ct_to_dense(self, dtype, result)
#endif

#endif
