/*
 * Loading the code of packages.
 */
#include "aoti/runner/runner.hpp"

#include <cstdlib>

#include "core/memory/expression.h"

#if CT_HAS_AOTI

#include <dlfcn.h>

#include "operators/by_name/ivalue.hpp"

namespace ct {

namespace {

using torch::inductor::AOTIModelContainerRunner;

constexpr int64_t most_runners = 1024;

/* A package as a file. */
class package_file {
	ct_aoti_package package;
	char *name = nullptr;
	owned_value metadata;

public:
	package_file(const char *function, const char *path)
	{
		check_callback(ct_aoti_package_open(function, path, &package));
	}
	package_file(const package_file &) = delete;
	package_file &operator=(const package_file &) = delete;
	~package_file()
	{
		std::free(name);
		ct_aoti_package_close(&package);
	}

	void choose(const char *wanted)
	{
		check_callback(ct_aoti_choose(&package, wanted, &name));
		check_callback(ct_aoti_metadata(&package, name, &metadata));
		check_callback(ct_aoti_check_machine(&package, &*metadata));
	}

	void unpack(aoti_folder &folder) const
	{
		check_callback(ct_aoti_unpack(&package, name, &folder));
	}

	std::string device_type() const { return ct_aoti_note(&*metadata, "AOTI_DEVICE_KEY"); }
	const char *model() const noexcept { return name; }
	const ct_aoti_package *operator&() const noexcept { return &package; }
	const char *function() const noexcept { return package.function; }
};

/* --- What is wanted -------------------------------------------------------------------------- */

void check_allowed(const package_file &package, const ct_aoti_options &options)
{
	if (!options.allow_code)
		check_callback(ct_aoti_wrong(
			&package, CT_ERROR_RUNTIME,
			"loading a package of AOTInductor executes code from the file; if you "
			"trust it as a program, allow that: .allow_code = true"));
	if (options.runners < 0 || options.runners > most_runners)
		refuse("argument 2 (options): .runners is %lld, but must be from 1 to %lld",
		       static_cast<long long>(options.runners),
		       static_cast<long long>(most_runners));
}

at::Device wanted_device(const package_file &package, const ct_aoti_options &options)
{
	const at::Device compiled(package.device_type());

	if (options.device.type == CT_DEVICE_TYPE_NONE)
		return compiled;
	const at::Device wanted = device(options.device, 2, "options->device");
	if (wanted.type() != compiled.type())
		check_callback(ct_aoti_wrong(
			&package, CT_ERROR_NOT_IMPLEMENTED,
			"its code is compiled for the device %s, so that it cannot run on %s",
			compiled.str().c_str(), wanted.str().c_str()));
	return wanted;
}

torch::inductor::CreateAOTIModelRunnerFunc maker_for(const package_file &package,
						     at::DeviceType type)
{
	const auto &makers = torch::inductor::getAOTIModelRunnerRegistry();
	const std::string name = c10::DeviceTypeName(type, true);
	const auto found = makers.find(name);

	if (found == makers.end())
		check_callback(ct_aoti_wrong(
			&package, CT_ERROR_NOT_IMPLEMENTED,
			"its code is compiled for the device %s, which this process does not "
			"have; load its library with ct_device_load()",
			name.c_str()));
	return found->second;
}

/* --- Loading --------------------------------------------------------------------------------- */

/* Constructing is not safe for threads: it runs the initializers of the library, and changes the
 * environment. */
std::mutex &constructing()
{
	static std::mutex mutex;

	return mutex;
}

void make_runner(const package_file &package, const ct_aoti_options &options, ct_aoti &made)
{
	const auto maker = maker_for(package, made.device.type());
	const size_t runners = options.runners ? static_cast<size_t>(options.runners) : 1;
	const std::lock_guard<std::mutex> lock(constructing());

	check_callback(ct_aoti_load_stub(package.function()));
	if (!options.unchecked)
		setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
	try {
		made.runner = maker(made.folder->library, runners, made.device.str(),
				    made.folder->path, false);
	} catch (const std::exception &) {
		const ct_error error = caught(package.function());
		const std::string place = std::string((&package)->path) + ": model '" +
					  package.model() + "'";

		throw callback_error(ct_error_prefix(error, place.c_str()));
	}
}

/* The runner hides its container, of whose functions it has only some. */
struct opened_runner : AOTIModelContainerRunner {
	static AOTInductorModelContainerHandle container_of(AOTIModelContainerRunner &runner)
	{
		return runner.*&opened_runner::container_handle_;
	}
};

/* A function of the code, which is loaded. */
template <class Function> Function *function_of(void *library, const char *name)
{
	void *found = dlsym(library, name);

	TORCH_CHECK(found, "the code has no function ", name);
	return reinterpret_cast<Function *>(found);
}

struct close_library {
	void operator()(void *library) const noexcept { dlclose(library); }
};

/* Opened once more. */
std::unique_ptr<void, close_library> library_of(const ct_aoti &made)
{
	return std::unique_ptr<void, close_library>(
		dlopen(made.folder->library, RTLD_NOW | RTLD_NOLOAD));
}

void find_inputs(ct_aoti &made)
{
	const auto library = library_of(made);
	const auto container = opened_runner::container_of(*made.runner);
	const auto count = function_of<decltype(AOTInductorModelContainerGetNumInputs)>(
		library.get(), "AOTInductorModelContainerGetNumInputs");
	const auto name = function_of<decltype(AOTInductorModelContainerGetInputName)>(
		library.get(), "AOTInductorModelContainerGetInputName");
	const char *text = nullptr;
	size_t n = 0;

	TORCH_CHECK(count(container, &n) == 0, "the code does not say how many inputs it takes");
	for (size_t i = 0; i < n; i++) {
		TORCH_CHECK(name(container, i, &text) == 0, "the code has no name for input ", i);
		made.inputs.emplace_back(text);
	}
}

/* --- Weights --------------------------------------------------------------------------------- */

#if CT_TORCH_AT_LEAST(2, 10)

/* The code reads as many bytes as it was compiled for, whatever the file has. */
void check_size(const package_file &package, const ct_aoti &made)
{
	const auto library = library_of(made);
	const auto size_of = function_of<decltype(AOTInductorModelContainerGetConstantsBlobSize)>(
		library.get(), "AOTInductorModelContainerGetConstantsBlobSize");
	const auto size = made.folder->weights_size;
	uint64_t wanted = 0;

	if (size_of(opened_runner::container_of(*made.runner), &wanted) != 0)
		check_callback(ct_aoti_wrong(
			&package, CT_ERROR_VALUE,
			"model '%s': its weights are in a file (.blob), which its code does not "
			"read",
			package.model()));
	if (size != wanted)
		check_callback(ct_aoti_wrong(&package, CT_ERROR_VALUE,
					     "model '%s': its weights (.blob) have %llu bytes, "
					     "and its code expects %llu",
					     package.model(), static_cast<unsigned long long>(size),
					     static_cast<unsigned long long>(wanted)));
}

void read_weights(const package_file &package, ct_aoti &made)
{
	check_size(package, made);
	made.runner->update_constant_buffer_from_blob(made.folder->weights);
}

#else

[[noreturn]] void read_weights(const package_file &, ct_aoti &)
{
	refuse_release("packages with their weights in a file (.blob) need", "2.10");
}

#endif

void check_weights(const package_file &package, const ct_aoti &made)
{
	if (!made.runner->getConstantNamesToOriginalFQNs().empty() &&
	    made.runner->extract_constants_map(false).empty())
		check_callback(ct_aoti_wrong(
			&package, CT_ERROR_NOT_IMPLEMENTED,
			"its code was compiled without weights; compile the package without "
			"package_constants_in_so=False"));
}

std::unique_ptr<ct_aoti> load_package(const char *function, const char *path,
				      const ct_aoti_options &options)
{
	auto made = std::make_unique<ct_aoti>();
	package_file package(function, path);

	check_allowed(package, options);
	package.choose(options.model);
	made->device = wanted_device(package, options);
	package.unpack(made->folder);
	make_runner(package, options, *made);
	find_inputs(*made);
	if (made->folder->weights)
		read_weights(package, *made);
	check_weights(package, *made);
	if (made->device.is_cpu())
		made->folder.remove();
	return made;
}

} // namespace

} // namespace ct

ct_error ct_aoti_load(const char *path, const ct_aoti_options *options, ct_aoti **result) noexcept
try {
	static const ct_aoti_options none = {};

	if (path == nullptr || result == nullptr)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	*result = ct::load_package(__func__, path, options ? *options : none).release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

#else

ct_error ct_aoti_load(const char *path, const ct_aoti_options *, ct_aoti **result) noexcept
try {
	if (path == nullptr || result == nullptr)
		return ct_missing_argument(__func__, path ? 3 : 1, path ? "result" : "path");
	ct::refuse_aoti();
} catch (...) {
	return ct::caught(__func__);
}

#endif

ct_aoti *ct_aoti_retain(const ct_aoti *self) noexcept
{
#if CT_HAS_AOTI
	if (self)
		const_cast<ct_aoti *>(self)->references.fetch_add(1, std::memory_order_relaxed);
#endif
	return const_cast<ct_aoti *>(self);
}

void ct_aoti_free(ct_aoti *self) noexcept
{
#if CT_HAS_AOTI
	if (self && self->references.fetch_sub(1, std::memory_order_acq_rel) > 1)
		return;
#endif
	delete self;
}
