/*
 * Which libctorch, which libtorch, and what happens when they do not fit.
 *
 * The check runs when the library is loaded. Another release may lack functions that the operators
 * call; they are bound lazily, so loading succeeds nevertheless. Nothing here may need a function
 * that some release lacks, hence dlsym().
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

#include <ctorch/release.h>
#include <ctorch/version.h>

#include "compat.hpp"

namespace {

/* "2.15" of "2.15.1": patch releases leave operators and binary interface alone, and Debian's
 * 1.13.1 calls itself 1.13.0 in its headers. */
constexpr std::string_view series(std::string_view release)
{
	return release.substr(0, release.rfind('.'));
}

#define TEXT_OF(number) TEXT_OF_EXPANDED(number)
#define TEXT_OF_EXPANDED(number) #number
static_assert(series(CT_LIBTORCH_RELEASE) ==
		      TEXT_OF(TORCH_VERSION_MAJOR) "." TEXT_OF(TORCH_VERSION_MINOR),
	      "the generated operators are for another release than libtorch's headers");

char loaded_release[32] = "unknown";

/* One byte each of major, minor and patch number lead; since 2.7. */
bool release_from_abi_version()
{
	void *symbol = dlsym(RTLD_DEFAULT, "aoti_torch_abi_version");
	uint64_t version;

	if (symbol == nullptr)
		return false;
	version = reinterpret_cast<uint64_t (*)()>(symbol)();
	std::snprintf(loaded_release, sizeof loaded_release, "%d.%d.%d",
		      static_cast<int>(version >> 56 & 0xff),
		      static_cast<int>(version >> 48 & 0xff),
		      static_cast<int>(version >> 40 & 0xff));
	return true;
}

/* at::show_config() has a line with TORCH_VERSION=2.6.0 in every release. */
bool release_from_config()
{
	void *symbol = dlsym(RTLD_DEFAULT, "_ZN2at11show_configB5cxx11Ev");
	const char mark[] = "TORCH_VERSION=";
	std::string config;
	size_t begin, length;

	if (symbol == nullptr)
		return false;
	config = reinterpret_cast<std::string (*)()>(symbol)();
	begin = config.find(mark);
	if (begin == std::string::npos)
		return false;
	begin += sizeof mark - 1;
	length = std::strspn(config.c_str() + begin, "0123456789.");
	std::snprintf(loaded_release, sizeof loaded_release, "%.*s", static_cast<int>(length),
		      config.c_str() + begin);
	return true;
}

/* The file that libtorch was loaded from, for the message. */
const char *loaded_file()
{
	void *symbol = dlsym(RTLD_DEFAULT, "aoti_torch_abi_version");
	Dl_info info;

	if (symbol == nullptr)
		symbol = dlsym(RTLD_DEFAULT, "_ZN2at11show_configB5cxx11Ev");
	return symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname
								 : "libtorch_cpu.so";
}

[[gnu::constructor]] void check_release()
{
	const char *allow = std::getenv("CTORCH_ALLOW_OTHER_LIBTORCH");
	bool allowed = allow && std::strcmp(allow, "1") == 0;

	if (!release_from_abi_version())
		release_from_config();
	if (series(loaded_release) == series(CT_LIBTORCH_RELEASE))
		return;
	std::fflush(stdout);
	std::fprintf(stderr,
		     "libctorch: built for libtorch " CT_LIBTORCH_RELEASE ", but the one loaded is "
		     "%s (%s): let the dynamic linker find " CT_LIBTORCH_RELEASE " first "
		     "(LD_LIBRARY_PATH), or build libctorch for %s.%s\n",
		     loaded_release, loaded_file(), loaded_release,
		     allowed ? " Going on, since CTORCH_ALLOW_OTHER_LIBTORCH is 1."
			     : " CTORCH_ALLOW_OTHER_LIBTORCH=1 goes on at your own risk.");
	/* Not exit(): destructors of what is half loaded are what would crash. */
	if (!allowed)
		_exit(1);
}

} // namespace

const char *ct_version(void) noexcept
{
	return CT_VERSION;
}

const char *ct_libtorch_version(void) noexcept
{
	return loaded_release;
}

const char *ct_libtorch_version_built(void) noexcept
{
	return CT_LIBTORCH_RELEASE;
}
