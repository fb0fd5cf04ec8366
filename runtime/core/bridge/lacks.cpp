/*
 * What a release of libtorch lacks.
 */
#include "core/bridge/lacks.hpp"

#include <c10/util/Exception.h>

#include "core/base/compat.hpp"

namespace ct {

void refuse_release(const char *what, const char *release)
{
	TORCH_CHECK_NOT_IMPLEMENTED(false, what, " libtorch ", release, "; this is ",
				    TORCH_VERSION);
}

} // namespace ct
