/*
 * Whether a graph is being captured.
 */
#include "core/bridge/capturing.h"

#include "core/base/compat.hpp"

#if CT_HAS_STREAM_CAPTURE

#include <cstdio>

#include <ATen/DeviceAccelerator.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace {

bool is_capturing(c10::DeviceType type)
{
	const c10::impl::VirtualGuardImpl guard(type);

	return guard.isStreamCapturing(guard.getStream(guard.getDevice()));
}

} // namespace

bool ct_accelerator_is_capturing(char name[CT_ACCELERATOR_NAME]) noexcept
try {
	const auto type = at::getAccelerator();

	if (!type || !is_capturing(*type))
		return false;
	std::snprintf(name, CT_ACCELERATOR_NAME, "%s", c10::DeviceTypeName(*type).c_str());
	return true;
} catch (...) {
	return false; /* an accelerator without streams */
}

#else

bool ct_accelerator_is_capturing(char *) noexcept
{
	return false;
}

#endif
