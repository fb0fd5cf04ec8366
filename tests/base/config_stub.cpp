/*
 * In the place of libtorch_cpu: all that it has of libtorch is at::show_config(), which says
 * CONFIG, or nothing at all where CONFIG is not defined. _GLIBCXX_USE_CXX11_ABI, given on the
 * command line, decides which of libstdc++'s two std::string it returns.
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
