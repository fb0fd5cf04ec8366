/*
 * Autocast: the operators that compute in 16 bits, and those that need float32. libtorch has them in
 * lists that are CUDA's; a back end without this file ignores autocast.
 */
#include "release.hpp"

#if SIM_HAS_AUTOCAST_LISTS

#include <ATen/ATen.h>
#include <ATen/Operators.h>
#include <ATen/autocast_mode.h>
#include <torch/library.h>

namespace sim {

/* The others are not concerned. */
TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m)
{
	m.fallback(torch::CppFunction::makeFallthrough());
}

#define LOWER_PRECISION(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define FLOAT32(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define FLOAT32_BY_DEFAULT(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define WIDEST(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)

/* libtorch's macros name its types without their namespace, and the library m. */
TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m)
{
	using namespace at;

	AT_FORALL_LOWER_PRECISION_FP(LOWER_PRECISION)
	AT_FORALL_FP32(FLOAT32)
	AT_FORALL_FP32_SET_OPT_DTYPE(FLOAT32_BY_DEFAULT)
	AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(
		KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
	AT_FORALL_PROMOTE(WIDEST)
}

} // namespace sim

#endif
