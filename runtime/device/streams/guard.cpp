/*
 * What a release of libtorch lacks.
 */
#include "device/streams/guard.hpp"

namespace ct {

void refuse_release(const char *what, const char *release)
{
	TORCH_CHECK_NOT_IMPLEMENTED(false, what, " libtorch ", release, "; this is ",
				    TORCH_VERSION);
}

} // namespace ct
