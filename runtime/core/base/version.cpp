/*
 * Versions of libctorch and libtorch, and the check that they match.
 *
 * The check runs when the library is loaded. Another release may lack functions that the operators
 * call; they are bound lazily, so loading succeeds nevertheless. The check uses dlsym(), since it
 * must not need a function that some release lacks.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <unistd.h>

#include <ctorch/core/release.h>
#include <ctorch/core/version.h>

#include "core/base/compat.hpp"
#include "core/base/release.hpp"

namespace {

/* "2.15" of "2.15.1": patch releases do not change operators or the binary interface, and the
 * headers of Debian's 1.13.1 say 1.13.0. */
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

/*
 * at::show_config() has a line with TORCH_VERSION=2.6.0 in every release. Its mangled name shows
 * for which of libstdc++'s two std::string it was compiled; the wheels up to 2.6 have the older
 * one. A library built for one cannot work with a libtorch built for the other.
 */
constexpr char new_string_config[] = "_ZN2at11show_configB5cxx11Ev";
constexpr char old_string_config[] = "_ZN2at11show_configEv";
#if defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI
constexpr const char *own_config = new_string_config, *other_config = old_string_config;
#else
constexpr const char *own_config = old_string_config, *other_config = new_string_config;
#endif

/* The result of at::show_config() with the other std::string. Both kinds begin with a pointer to
 * their characters and are no longer than this. It is not destroyed like that string: the process
 * is about to end. */
struct other_string {
	const char *text;
	char rest[24];

	/* Makes it a class that is returned through memory, as a std::string is. */
	~other_string() {}
};

bool release_from_text(const char *config)
{
	const char mark[] = "TORCH_VERSION=";
	const char *begin = std::strstr(config, mark);
	size_t length;

	if (begin == nullptr)
		return false;
	begin += sizeof mark - 1;
	length = std::strspn(begin, "0123456789.");
	std::snprintf(loaded_release, sizeof loaded_release, "%.*s", static_cast<int>(length),
		      begin);
	return true;
}

bool release_from_own_config()
{
	void *symbol = dlsym(RTLD_DEFAULT, own_config);

	return symbol && release_from_text(reinterpret_cast<std::string (*)()>(symbol)().c_str());
}

bool release_from_other_config()
{
	void *symbol = dlsym(RTLD_DEFAULT, other_config);

	return symbol && release_from_text(reinterpret_cast<other_string (*)()>(symbol)().text);
}

/* A function that every libtorch has; NULL if none is loaded. */
void *some_function()
{
	void *symbol = dlsym(RTLD_DEFAULT, "aoti_torch_abi_version");

	if (symbol == nullptr)
		symbol = dlsym(RTLD_DEFAULT, own_config);
	return symbol ? symbol : dlsym(RTLD_DEFAULT, other_config);
}

/* Ends the process, unless the environment says not to. */
void refuse_libtorch(const char *detail)
{
	const char *allow = std::getenv("CTORCH_ALLOW_OTHER_LIBTORCH");
	bool allowed = allow && std::strcmp(allow, "1") == 0;

	std::fflush(stdout);
	std::fprintf(stderr,
		     "libctorch: built for libtorch " CT_LIBTORCH_RELEASE ", but the one loaded %s "
		     "(%s): make the dynamic linker find " CT_LIBTORCH_RELEASE " first "
		     "(LD_LIBRARY_PATH), or build libctorch for the one loaded.%s\n",
		     detail, ct::libtorch_file(),
		     allowed ? " Continuing, since CTORCH_ALLOW_OTHER_LIBTORCH is 1."
			     : " Set CTORCH_ALLOW_OTHER_LIBTORCH=1 to continue at your own risk.");
	/* Not exit(): destructors of half-loaded libraries would crash. */
	if (!allowed)
		_exit(1);
}

/* Whether libtorch is of the series that we were built for, so that all of its functions may be
 * called. */
bool check_release()
{
	bool own = release_from_abi_version() || release_from_own_config();
	char detail[96];

	if (own && series(loaded_release) == series(CT_LIBTORCH_RELEASE))
		return true;
	if (own || release_from_other_config()) {
		std::snprintf(detail, sizeof detail, "is %s%s", loaded_release,
			      own ? "" : " with the other std::string (_GLIBCXX_USE_CXX11_ABI)");
		refuse_libtorch(detail);
	} else if (some_function() == nullptr) {
		refuse_libtorch("lacks libtorch's functions");
	} else {
		std::fprintf(stderr,
			     "libctorch: built for libtorch " CT_LIBTORCH_RELEASE ", but the one "
			     "loaded (%s) does not report its release: continuing as if it were "
			     "that one\n",
			     ct::libtorch_file());
	}
	return false;
}

bool fits;

/* Before the library's other constructors, which call libtorch. */
[[gnu::constructor(101)]] void begin()
{
	fits = check_release();
}

} // namespace

bool ct::release_fits() noexcept
{
	return fits;
}

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

const char *ct::libtorch_file() noexcept
{
	void *symbol = some_function();
	Dl_info info;

	return symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname
								 : "libtorch_cpu.so";
}
