/*
 * A table of libtorch's switches: Python's name, the getter and the setter of each.
 */
#include <type_traits>

#include <ATen/Context.h>
#include <c10/util/Exception.h>

#include <ctorch/tensor/settings.h>

#include "core/bridge/wrap.hpp"
#include "tensor/settings/warning_utils.hpp"

namespace {

using get_flag = bool (*)(at::Context &);
using set_flag = void (*)(at::Context &, bool);

/* Without functions: this release has no such switch. */
struct flag {
	const char *name;
	get_flag get;
	set_flag set;
};

/* Most getters return a bool. */
bool is_on(bool enabled)
{
	return enabled;
}

/* No value: not set. */
[[maybe_unused]] bool is_on(ct::maybe<bool> enabled)
{
	return enabled.value_or(false);
}

/* There are now three ways to sum; Python's bool distinguishes the first from the others. */
template <class Option> bool is_on(Option option)
{
	return option == Option::AllowReducedPrecisionWithSplitK;
}

/* Converts a lambda to the table's pointer, if it compiles with this release's at::Context. */
template <class Pointer, class Lambda> constexpr Pointer if_there(Lambda lambda)
{
	if constexpr (std::is_convertible_v<Lambda, Pointer>)
		return lambda;
	else
		return nullptr;
}

#define MEMBER(getter, setter)                                                             \
	if_there<get_flag>(                                                                \
		[](auto &c) -> decltype(is_on(c.getter())) { return is_on(c.getter()); }), \
		if_there<set_flag>(                                                        \
			[](auto &c, bool enabled) -> decltype(void(c.setter(enabled))) {   \
				c.setter(enabled);                                         \
			})

bool warns_always(at::Context &)
{
	return warning_utils::get_warnAlways();
}

void set_warns_always(at::Context &, bool enabled)
{
	warning_utils::set_warnAlways(enabled);
}

#define CUDNN "torch.backends.cudnn."
#define CUDA "torch.backends.cuda."
#define MKLDNN "torch.backends.mkldnn."

/* ORDER FLAG: as enum ct_flag_value */
constexpr flag flags[] = {
	{ CUDNN "enabled", MEMBER(userEnabledCuDNN, setUserEnabledCuDNN) },
	{ CUDNN "benchmark", MEMBER(benchmarkCuDNN, setBenchmarkCuDNN) },
	{ CUDNN "deterministic", MEMBER(deterministicCuDNN, setDeterministicCuDNN) },
	{ CUDNN "allow_tf32", MEMBER(allowTF32CuDNN, setAllowTF32CuDNN) },
	{ CUDA "matmul.allow_tf32", MEMBER(allowTF32CuBLAS, setAllowTF32CuBLAS) },
	{ CUDA "matmul.allow_fp16_reduced_precision_reduction",
	  MEMBER(allowFP16ReductionCuBLAS, setAllowFP16ReductionCuBLAS) },
	{ CUDA "matmul.allow_bf16_reduced_precision_reduction",
	  MEMBER(allowBF16ReductionCuBLAS, setAllowBF16ReductionCuBLAS) },
	{ CUDA "matmul.allow_fp16_accumulation",
	  MEMBER(allowFP16AccumulationCuBLAS, setAllowFP16AccumulationCuBLAS) },
	{ MKLDNN "enabled", MEMBER(userEnabledMkldnn, setUserEnabledMkldnn) },
	{ MKLDNN "deterministic", MEMBER(deterministicMkldnn, setDeterministicMkldnn) },
	{ "torch.backends.nnpack", MEMBER(userEnabledNNPACK, setUserEnabledNNPACK) },
	{ CUDA "flash_sdp", MEMBER(userEnabledFlashSDP, setSDPUseFlash) },
	{ CUDA "mem_efficient_sdp", MEMBER(userEnabledMemEfficientSDP, setSDPUseMemEfficient) },
	{ CUDA "math_sdp", MEMBER(userEnabledMathSDP, setSDPUseMath) },
	{ CUDA "cudnn_sdp", MEMBER(userEnabledCuDNNSDP, setSDPUseCuDNN) },
	{ "torch.utils.deterministic.fill_uninitialized_memory",
	  MEMBER(deterministicFillUninitializedMemory, setDeterministicFillUninitializedMemory) },
	{ "torch.sparse.check_sparse_tensor_invariants",
	  MEMBER(checkSparseTensorInvariants, setCheckSparseTensorInvariants) },
	{ "torch.set_warn_always", warns_always, set_warns_always },
};
constexpr ct_flag flags_count = sizeof flags / sizeof *flags;
static_assert(flags_count == CT_FLAG_WARN_ALWAYS + 1, "each flag has its line");

const flag &checked(ct_flag value)
{
	if (value < 0 || value >= flags_count)
		ct::refuse("argument 1 (flag): unknown flag %d", value);
	if (flags[value].get == nullptr)
		ct::refuse("argument 1 (flag): this release of libtorch has no %s",
			   flags[value].name);
	return flags[value];
}

} // namespace

ct_error ct_flag_get(ct_flag flag, bool *result) noexcept
try {
	bool enabled = checked(flag).get(at::globalContext());

	if (result)
		*result = enabled;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_flag_set(ct_flag flag, bool enabled) noexcept
try {
	checked(flag).set(at::globalContext(), enabled);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

const char *ct_flag_name(ct_flag flag) noexcept
{
	return flag >= 0 && flag < flags_count ? flags[flag].name : nullptr;
}
