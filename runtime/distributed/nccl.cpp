/*
 * Loading libctorch_nccl, and which device and class Python would take.
 */
#include "distributed/nccl.hpp"

#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include <ctorch/device/cuda.h>
#include <ctorch/device/load.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "distributed/common.hpp"
#include "distributed/group.hpp"

namespace ct::dist {

namespace {

/* Not CT_NAME_OF(), since the linker would want the function. */
#define NAME_OF_DECLARED(function) (sizeof(&(function)) ? #function : "")

/* CMake says its file name, whether it is built or not. */
constexpr const char *plugin_file = CTORCH_NCCL_FILE;

/* Beside this library, by whose run path the loader looks for it. */
const nccl_functions *load_plugin()
{
	const char *reason = nullptr;
	void *library = dlopen(plugin_file, RTLD_NOW | RTLD_LOCAL);

	const auto get = reinterpret_cast<decltype(&ct_nccl_functions)>(
		library ? dlsym(library, NAME_OF_DECLARED(ct_nccl_functions)) : nullptr);
	if (get == nullptr)
		reason = dlerror();
	const nccl_functions *result = get ? get(&reason) : nullptr;

	TORCH_CHECK_NOT_IMPLEMENTED(
		result, "the backend nccl cannot be used: ", plugin_file, ": ", reason,
		"; build libctorch with NCCL's header (scripts/fetch-libtorch.sh --nccl), or use gloo");
	return result;
}

const nccl_functions &plugin()
{
	static const nccl_functions *const loaded = load_plugin();

	return *loaded;
}

[[noreturn]] void refuse_without_device()
{
	char *why = nullptr;

	check(ct_cuda_why_unavailable(&why));
	const std::string reason = why ? why : "there is no device";

	ct_free(why);
	TORCH_CHECK(false, "the backend nccl needs a GPU: ", reason, "; without one, use gloo");
}

/* Since libtorch 2.15, Python's backend is another class, unless this variable is 0. */
bool is_legacy()
{
	const char *value = std::getenv("TORCH_DIST_USE_NCCL2");

	return !CT_DIST_HAS_NCCL2 || (value && std::strcmp(value, "0") == 0);
}

} // namespace

void need_nccl()
{
	check(ct_device_load(CT_DEVICE_TYPE_CUDA));
	plugin();
	if (ct_device_count(CT_DEVICE_TYPE_CUDA) == 0)
		refuse_without_device();
}

std::optional<c10::Device> nccl_device(const std::optional<c10::Device> &given, int64_t global_rank)
{
	const int64_t count = ct_device_count(CT_DEVICE_TYPE_CUDA);

	TORCH_CHECK_VALUE(!given || given->index() < count, "options: there is no ", given->str(),
			  "; there are ", count, " devices");
	if (given || is_legacy())
		return given;
	return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(
					       local_rank_in_environment(global_rank) % count));
}

c10::intrusive_ptr<c10d::Backend> make_nccl(const nccl_plan &plan)
{
	return is_legacy() ? plugin().make_legacy(plan) : plugin().make(plan);
}

void leave_out_of_nccl(c10d::Backend &parent, c10::Device device)
{
	plugin().leave_out(parent, device);
}

} // namespace ct::dist
