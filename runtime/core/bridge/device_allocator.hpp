/*
 * Inside the library: the allocator of a type of device, whose error says what is missing.
 */
#pragma once

#include "core/base/device_type.hpp"
#include "core/bridge/wrap.hpp"

#if CT_HAS_DEVICE_ALLOCATOR

namespace ct {

inline c10::DeviceAllocator &allocator_of(at::DeviceType type)
{
	guard_of(type);
	c10::DeviceAllocator *allocator = find_allocator(type);

	if (allocator == nullptr)
		refuse("argument 1 (device): libtorch does not report the memory of %s devices",
		       c10::DeviceTypeName(type, true).c_str());
	return *allocator;
}

} // namespace ct

#endif
