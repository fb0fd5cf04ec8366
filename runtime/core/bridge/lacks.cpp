/*
 * What a release of libtorch or a machine lacks.
 */
#include "core/bridge/lacks.hpp"

#include <c10/util/Exception.h>

#include "core/base/device_type.hpp"
#include "core/bridge/wrap.hpp"

namespace ct {

void refuse_release(const char *what, const char *release)
{
	TORCH_CHECK_NOT_IMPLEMENTED(false, what, " libtorch ", release, "; this is ",
				    TORCH_VERSION);
}

at::Device known_device(at::Device device)
{
	const at::Device found = with_index(device);
	const int count = guard_of(device.type()).deviceCount();

	if (found.index() >= count)
		refuse("argument 1 (device): there is no device %d, only %d %s devices",
		       static_cast<int>(found.index()), count,
		       c10::DeviceTypeName(device.type(), true).c_str());
	return found;
}

} // namespace ct
