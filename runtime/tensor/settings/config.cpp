/*
 * libtorch's build: backends, and texts for bug reports.
 */
#include <string>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>

#include <ctorch/tensor/settings.h>

#include "core/bridge/wrap.hpp"
#include "tensor/settings/text.hpp"

namespace {

struct backend {
	const char *name;
	bool (*is_available)();
};

/* Each device's library registers its guard. */
template <at::DeviceType Type> bool has_guard()
{
	return c10::impl::hasDeviceGuardImpl(Type);
}

/* Lambdas, not pointers to libtorch's functions: their addresses would be needed when the library
 * is loaded, and a release that lacks one could not be reported. */
#define ASKING(function) [] { return at::Context::function(); }

#if CT_HAS_KLEIDIAI
constexpr bool (*has_kleidiai)() = ASKING(hasKleidiAI);
#else
constexpr bool (*has_kleidiai)() = [] { return false; };
#endif

/* ORDER BACKEND: as enum ct_backend_value */
constexpr backend backends[] = {
	{ "openmp", ASKING(hasOpenMP) },
	{ "mkl", ASKING(hasMKL) },
	{ "mkldnn", ASKING(hasMKLDNN) },
	{ "lapack", ASKING(hasLAPACK) },
	{ "xnnpack", ASKING(isXNNPACKAvailable) },
	{ "kleidiai", has_kleidiai },
	{ "cuda", ASKING(hasCUDA) },
	{ "cudnn", ASKING(hasCuDNN) },
	{ "cusolver", ASKING(hasCuSOLVER) },
	{ "magma", ASKING(hasMAGMA) },
	{ "hip", ASKING(hasHIP) },
	{ "xpu", has_guard<at::kXPU> },
	{ "mps", ASKING(hasMPS) },
#if CT_HAS_MTIA
	{ "mtia", has_guard<at::kMTIA> },
#else
	{ "mtia", [] { return false; } },
#endif
	{ "hpu", has_guard<at::kHPU> },
	{ "xla", has_guard<at::kXLA> },
};
constexpr ct_backend backends_count = sizeof backends / sizeof *backends;
static_assert(backends_count == CT_BACKEND_XLA + 1, "each backend has its line");

#if !CT_HAS_CPU_CAPABILITY
/* Since 2.1 libtorch has a function for it. */
std::string cpu_capability()
{
	const std::string config = at::show_config(), key = "CPU capability usage: ";
	size_t begin = config.find(key);

	if (begin == std::string::npos)
		return "DEFAULT";
	begin += key.size();
	return config.substr(begin, config.find('\n', begin) - begin);
}
#else
std::string cpu_capability()
{
	return at::get_cpu_capability();
}
#endif

} // namespace

bool ct_backend_is_available(ct_backend backend) noexcept
try {
	return backend >= 0 && backend < backends_count && backends[backend].is_available();
} catch (...) {
	return false; /* for example without a driver */
}

const char *ct_backend_name(ct_backend backend) noexcept
{
	return backend >= 0 && backend < backends_count ? backends[backend].name : nullptr;
}

ct_error ct_show_config(char **result) noexcept
try {
	ct::give_text(at::show_config(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_parallel_info(char **result) noexcept
try {
	ct::give_text(at::get_parallel_info(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_cpu_capability(char **result) noexcept
try {
	ct::give_text(cpu_capability(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
