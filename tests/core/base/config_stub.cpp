/*
 * Replaces libtorch_cpu. Its only function is at::show_config(), which returns CONFIG; without
 * CONFIG it is empty. _GLIBCXX_USE_CXX11_ABI, given on the command line, selects which of
 * libstdc++'s two std::string the function returns.
 */
#include <string>

#ifdef CONFIG
namespace at {

std::string show_config();

std::string show_config()
{
	return CONFIG;
}

} // namespace at
#endif
