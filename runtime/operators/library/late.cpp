/*
 * CUDA that comes too late. libtorch looks for the hooks of its CUDA part only once, in a backward at
 * the latest, and takes CUDA to be missing if they are not there.
 */
#include <typeinfo>

#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <ctorch/core/error.h>

#include "operators/library/open.h"

bool ct_has_cuda(void) noexcept
{
	return c10::impl::hasDeviceGuardImpl(at::kCUDA);
}

ct_error ct_refuse_late_cuda(const char *function) noexcept
{
	if (typeid(at::detail::getCUDAHooks()) != typeid(at::CUDAHooksInterface))
		return nullptr;
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "too late: a backward has run without CUDA, and since then libtorch takes "
			    "it to be missing; load it before the first backward, or set "
			    "CTORCH_DEVICES=cuda");
}
