/*
 * The libraries of libtorch for devices, which are beside that for the CPU.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dlfcn.h>

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <ctorch/core/error.h>
#include <ctorch/device/load.h>
#include <ctorch/tensor/device.h>

#include "core/base/name_of.h"
#include "core/base/numbers.h"
#include "core/base/release.hpp"
#include "core/bridge/wrap.hpp"
#include "device/loading/load.h"
#include "operators/library/open.h"

namespace {

struct device_library {
	ct_device_type type;
	const char *file;
};

constexpr device_library libraries[] = {
	{ CT_DEVICE_TYPE_CUDA, "libtorch_cuda.so" },
	{ CT_DEVICE_TYPE_HIP, "libtorch_hip.so" },
	{ CT_DEVICE_TYPE_XPU, "libtorch_xpu.so" },
};

const device_library *find_library(ct_device_type type)
{
	for (const device_library &library : libraries)
		if (library.type == type)
			return &library;
	return nullptr;
}

/* With a slash at the end; "" if the loader does not say. */
std::string folder_of_libtorch()
{
	const std::string file = ct::libtorch_file();

	return file.substr(0, file.rfind('/') + 1);
}

/* "What to do" for what the loader says is missing: the library, or one that it needs. */
const char *advice(const char *reason, const device_library &library, const std::string &path)
{
	const bool is_cuda = library.type == CT_DEVICE_TYPE_CUDA;

	if (std::strstr(reason, path.c_str()))
		return is_cuda ? "it is not part of this libtorch: run scripts/fetch-libtorch.sh --cuda, "
				 "or use the libtorch of `pip install torch`"
			       : "it is not part of this libtorch: install one for this type of device";
	return is_cuda ? "run scripts/fetch-libtorch.sh --cuda, which fetches NVIDIA's libraries, or "
			 "put the folder of what it names into LD_LIBRARY_PATH"
		       : "install what it names, or put its folder into LD_LIBRARY_PATH";
}

ct_error load(const device_library &library)
{
	const std::string path = folder_of_libtorch() + library.file;
	/* Global, since libraries that it loads itself refer to it. */
	const char *reason = ct_library_open(path.c_str(), RTLD_GLOBAL);

	if (reason == nullptr)
		return nullptr;
	return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_device_load), "cannot load %s: %s; %s",
			    path.c_str(), reason, advice(reason, library, path));
}

ct_error refuse_type(ct_device_type type)
{
	const char *name = ct_device_type_name(type);

	return ct_error_new(name ? CT_ERROR_NOT_IMPLEMENTED : CT_ERROR_ARGUMENT,
			    CT_NAME_OF(ct_device_load),
			    "argument 1 (type): libtorch has no library of its own for %s; "
			    "ct_load_library() loads that of another maker",
			    name ? name : "this number");
}

/* A name of CTORCH_DEVICES, which has no NUL at its end. */
ct_error load_named(const char *name, size_t len)
{
	for (const device_library &library : libraries) {
		const char *type = ct_device_type_name(library.type);

		if (std::strlen(type) == len && std::strncmp(type, name, len) == 0)
			return ct_device_load(library.type);
	}
	return ct_error_new(CT_ERROR_VALUE, "CTORCH_DEVICES", "'%.*s' is none of cuda, hip and xpu",
			    static_cast<int>(len), name);
}

/* Before main(). A program that cannot have its device still runs, and says why. */
[[gnu::constructor]] void load_from_environment()
{
	const char *names = std::getenv("CTORCH_DEVICES");

	while (names && *names && ct::release_fits()) {
		const size_t len = std::strcspn(names, ",");
		const ct_error error = len ? load_named(names, len) : nullptr;

		if (error)
			std::fprintf(stderr, "libctorch: CTORCH_DEVICES: %s\n", error);
		ct_error_free(error);
		names += len + (names[len] == ',');
	}
}

} // namespace

bool ct_device_is_loaded(ct_device_type type) noexcept
try {
	return c10::impl::hasDeviceGuardImpl(ct::device({ type, -1 }, 1, "type").type());
} catch (...) {
	ct_error_free(ct::caught(__func__));
	return false;
}

ct_error ct_device_load(ct_device_type type) noexcept
try {
	const device_library *library = find_library(type);

	if (!ct_device_is_loaded(type)) {
		const ct_error error = library ? load(*library) : refuse_type(type);

		if (error)
			return error;
	}
	return type == CT_DEVICE_TYPE_CUDA ? ct_refuse_late_cuda(__func__) : nullptr;
} catch (...) {
	return ct::caught(__func__);
}

void ct_libtorch_path(const char *file, char *path, size_t size) noexcept
try {
	const std::string folder = folder_of_libtorch();

	ct_format(path, size, "%s%s", folder.c_str(), folder.empty() ? "" : file);
} catch (...) {
	ct_error_free(ct::caught(__func__));
	*path = '\0';
}
