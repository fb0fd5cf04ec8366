/*
 * Inside the library: libtorch's interface for a type of device, its streams and its allocator.
 */
#pragma once

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "core/base/compat.hpp"

#if CT_HAS_DEVICE_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>
#endif

namespace ct {

/* Throws libtorch's error for a type whose library is not loaded. */
inline const c10::impl::DeviceGuardImplInterface &guard_of(at::DeviceType type)
{
	return *c10::impl::getDeviceGuardImpl(type);
}

/* With the index of the current device instead of -1. */
inline at::Device with_index(at::Device device)
{
	return device.has_index() || device.is_cpu() ? device : guard_of(device.type()).getDevice();
}

/* Makes later work of one stream wait for what another one has now; returns at once. */
inline void make_wait(const at::Stream &waiting, const at::Stream &working)
{
	const auto &guard = guard_of(working.device_type());
	void *event = nullptr;

	guard.record(&event, working, working.device_index(), c10::EventFlag::PYTORCH_DEFAULT);
	try {
		guard.block(event, waiting);
	} catch (...) {
		guard.destroyEvent(event, working.device_index());
		throw;
	}
	guard.destroyEvent(event, working.device_index());
}

#if CT_HAS_DEVICE_ALLOCATOR

/* NULL for a type whose allocator has no statistics. Throws if the type has no allocator. */
inline c10::DeviceAllocator *find_allocator(at::DeviceType type)
{
	return dynamic_cast<c10::DeviceAllocator *>(c10::GetAllocator(type));
}

#endif

} // namespace ct
