/*
 * libtorch's switches, in a table: what Python calls each, how it is asked and how it is set.
 */
#include <ATen/Context.h>
#include <c10/util/Exception.h>

#include <ctorch/settings.h>

#include "settings/warning_utils.hpp"
#include "wrap.hpp"

namespace {

/* Without functions: this release has no such switch. */
struct flag {
	const char *name;
	bool (*get)(at::Context &);
	void (*set)(at::Context &, bool);
};

/* What the getters return is a bool in most. */
bool is_on(bool enabled)
{
	return enabled;
}

/* Without a value nobody has said anything. */
[[maybe_unused]] bool is_on(ct::maybe<bool> enabled)
{
	return enabled.value_or(false);
}

/* There are three ways to sum by now; Python's bool is the first against the others. */
template <class Option> bool is_on(Option option)
{
	return option == Option::AllowReducedPrecisionWithSplitK;
}

#define MEMBER(getter, setter)                                    \
	[](at::Context &c) -> bool { return is_on(c.getter()); }, \
		[](at::Context &c, bool enabled) { c.setter(enabled); }
#define ABSENT nullptr, nullptr

/* The first of the releases in docs/releases.md that have them. */
#if CT_TORCH_AT_LEAST(2, 1)
#define SINCE_2_1(getter, setter) MEMBER(getter, setter)
#else
#define SINCE_2_1(getter, setter) ABSENT
#endif
#if CT_TORCH_AT_LEAST(2, 4)
#define SINCE_2_4(getter, setter) MEMBER(getter, setter)
#else
#define SINCE_2_4(getter, setter) ABSENT
#endif
#if CT_TORCH_AT_LEAST(2, 6)
#define SINCE_2_6(getter, setter) MEMBER(getter, setter)
#else
#define SINCE_2_6(getter, setter) ABSENT
#endif
#if CT_TORCH_AT_LEAST(2, 8)
#define SINCE_2_8(getter, setter) MEMBER(getter, setter)
#else
#define SINCE_2_8(getter, setter) ABSENT
#endif

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
	  SINCE_2_1(allowBF16ReductionCuBLAS, setAllowBF16ReductionCuBLAS) },
	{ CUDA "matmul.allow_fp16_accumulation",
	  SINCE_2_8(allowFP16AccumulationCuBLAS, setAllowFP16AccumulationCuBLAS) },
	{ MKLDNN "enabled", MEMBER(userEnabledMkldnn, setUserEnabledMkldnn) },
	{ MKLDNN "deterministic", SINCE_2_6(deterministicMkldnn, setDeterministicMkldnn) },
	{ "torch.backends.nnpack", SINCE_2_4(userEnabledNNPACK, setUserEnabledNNPACK) },
	{ CUDA "flash_sdp", MEMBER(userEnabledFlashSDP, setSDPUseFlash) },
	{ CUDA "mem_efficient_sdp", SINCE_2_1(userEnabledMemEfficientSDP, setSDPUseMemEfficient) },
	{ CUDA "math_sdp", MEMBER(userEnabledMathSDP, setSDPUseMath) },
	{ CUDA "cudnn_sdp", SINCE_2_4(userEnabledCuDNNSDP, setSDPUseCuDNN) },
	{ "torch.utils.deterministic.fill_uninitialized_memory",
	  SINCE_2_4(deterministicFillUninitializedMemory,
		    setDeterministicFillUninitializedMemory) },
	{ "torch.sparse.check_sparse_tensor_invariants",
	  SINCE_2_1(checkSparseTensorInvariants, setCheckSparseTensorInvariants) },
	{ "torch.set_warn_always", warns_always, set_warns_always },
};
constexpr ct_flag count = sizeof flags / sizeof *flags;
static_assert(count == CT_FLAG_WARN_ALWAYS + 1, "each flag has its line");

const flag &checked(ct_flag value)
{
	if (value < 0 || value >= count)
		ct::refuse("argument 1 (flag): there is no flag %d", value);
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
	return ct::caught("ct_flag_get");
}

ct_error ct_flag_set(ct_flag flag, bool enabled) noexcept
try {
	checked(flag).set(at::globalContext(), enabled);
	return nullptr;
} catch (...) {
	return ct::caught("ct_flag_set");
}

const char *ct_flag_name(ct_flag flag) noexcept
{
	return flag >= 0 && flag < count ? flags[flag].name : nullptr;
}
