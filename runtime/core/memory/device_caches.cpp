/*
 * The caches of devices, for ct_memory_empty_cache().
 */
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "core/base/compat.hpp"
#include "core/memory/allocator.h"

#if CT_HAS_DEVICE_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>

namespace {

int64_t reserved_bytes(c10::DeviceAllocator &allocator, at::DeviceIndex count)
{
	constexpr auto all = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
	int64_t sum = 0;

	for (at::DeviceIndex i = 0; i < count; i++)
		sum += allocator.getDeviceStats(i).reserved_bytes[all].current;
	return sum;
}

/* Those of one type, if it has been used. */
int64_t empty_caches(at::DeviceType type)
{
	auto *allocator = dynamic_cast<c10::DeviceAllocator *>(c10::GetAllocator(type));

	if (allocator == nullptr || !allocator->initialized())
		return 0;
	const at::DeviceIndex count = c10::impl::getDeviceGuardImpl(type)->deviceCount();
	const int64_t before = reserved_bytes(*allocator, count);

	allocator->emptyCache();
	return before - reserved_bytes(*allocator, count);
}

} // namespace

int64_t ct_device_caches_empty(void) noexcept
{
	int64_t sum = 0;

	for (int i = 0; i < static_cast<int>(at::COMPILE_TIME_MAX_DEVICE_TYPES); i++) {
		const auto type = static_cast<at::DeviceType>(i);

		try {
			if (type != at::kCPU && c10::impl::hasDeviceGuardImpl(type))
				sum += empty_caches(type);
		} catch (const std::exception &) {
			/* A device that fails says so when it is used. */
		}
	}
	return sum;
}

#else

int64_t ct_device_caches_empty(void) noexcept
{
	return 0;
}

#endif
