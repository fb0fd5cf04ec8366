/*
 * The caching allocators of devices, through libtorch's interface for them.
 */
#include <ATen/Context.h>

#include <ctorch/device/memory.h>

#include "core/base/name_of.h"
#include "core/bridge/device_allocator.hpp"
#include "device/memory/memory.h"
#include "device/streams/guard.hpp"

#if CT_HAS_HOST_ALLOCATOR
#include <ATen/core/CachingHostAllocator.h>
#endif

namespace {

at::DeviceType type_of(ct_device_type type)
{
	const at::DeviceType wanted = ct::device({ type, -1 }, 1, "type").type();

	ct::guard_of(wanted);
	return wanted;
}

#if CT_HAS_DEVICE_ALLOCATOR

c10::DeviceAllocator &allocator_of(at::DeviceType type)
{
	c10::DeviceAllocator &allocator = ct::allocator_of(type);

	/* Otherwise it has no devices yet. */
	at::globalContext().lazyInitDevice(type);
	return allocator;
}

ct_memory_counts counts_of(const c10::CachingAllocator::Stat &stat)
{
	return { stat.current, stat.peak, stat.allocated, stat.freed };
}

void take_pools(const c10::CachingAllocator::StatArray &pools, ct_memory_counts counts[3])
{
	for (size_t i = 0; i < pools.size(); i++)
		counts[i] = counts_of(pools[i]);
}

/* ORDER: the quantities of memory.h. */
void take_stats(const c10::CachingDeviceAllocator::DeviceStats &stats, ct_memory_numbers *result)
{
	take_pools(stats.allocation, result->pools[CT_MEMORY_ALLOCATION]);
	take_pools(stats.segment, result->pools[CT_MEMORY_SEGMENT]);
	take_pools(stats.active, result->pools[CT_MEMORY_ACTIVE]);
	take_pools(stats.inactive_split, result->pools[CT_MEMORY_INACTIVE_SPLIT]);
	take_pools(stats.allocated_bytes, result->pools[CT_MEMORY_ALLOCATED_BYTES]);
	take_pools(stats.reserved_bytes, result->pools[CT_MEMORY_RESERVED_BYTES]);
	take_pools(stats.active_bytes, result->pools[CT_MEMORY_ACTIVE_BYTES]);
	take_pools(stats.inactive_split_bytes, result->pools[CT_MEMORY_INACTIVE_SPLIT_BYTES]);
	take_pools(stats.requested_bytes, result->pools[CT_MEMORY_REQUESTED_BYTES]);
	result->oversize_allocations = counts_of(stats.oversize_allocations);
	result->oversize_segments = counts_of(stats.oversize_segments);
	result->events[CT_MEMORY_MAX_SPLIT_SIZE] = stats.max_split_size;
	result->events[CT_MEMORY_NUM_ALLOC_RETRIES] = stats.num_alloc_retries;
	result->events[CT_MEMORY_NUM_DEVICE_ALLOC] = stats.num_device_alloc;
	result->events[CT_MEMORY_NUM_DEVICE_FREE] = stats.num_device_free;
	result->events[CT_MEMORY_NUM_OOMS] = stats.num_ooms;
	result->events[CT_MEMORY_NUM_SYNC_ALL_STREAMS] = stats.num_sync_all_streams;
}

#else

[[noreturn]] void refuse_statistics()
{
	ct::refuse_release("the memory of a device needs", "2.10");
}

#endif

/* Calls a member of the allocator with the index of a device. */
template <class Call> void with_allocator(ct_device device, Call call)
{
	const at::Device wanted = ct::known_device(ct::device(device, 1, "device"));

#if CT_HAS_DEVICE_ALLOCATOR
	call(allocator_of(wanted.type()), wanted.index());
#else
	(void)wanted;
	(void)call;
	refuse_statistics();
#endif
}

} // namespace

ct_error ct_memory_numbers_of(ct_device device, ct_memory_numbers *result) noexcept
try {
	with_allocator(device, [&](auto &allocator, at::DeviceIndex index) {
		take_stats(allocator.getDeviceStats(index), result);
	});
	return nullptr;
} catch (...) {
	return ct::caught(CT_NAME_OF(ct_device_memory_stats));
}

ct_error ct_device_reset_peak_memory_stats(ct_device device) noexcept
try {
	with_allocator(device, [](auto &allocator, at::DeviceIndex index) {
		allocator.resetPeakStats(index);
	});
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_reset_accumulated_memory_stats(ct_device device) noexcept
try {
	with_allocator(device, [](auto &allocator, at::DeviceIndex index) {
		allocator.resetAccumulatedStats(index);
	});
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_empty_cache(ct_device_type type) noexcept
try {
	const at::DeviceType wanted = type_of(type);

#if CT_HAS_DEVICE_ALLOCATOR
	allocator_of(wanted).emptyCache();
	return nullptr;
#else
	(void)wanted;
	refuse_statistics();
#endif
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_empty_host_cache(ct_device_type type) noexcept
try {
	const at::DeviceType wanted = type_of(type);

#if CT_HAS_HOST_ALLOCATOR
	at::getHostAllocator(wanted)->empty_cache();
	return nullptr;
#else
	(void)wanted;
	ct::refuse_release("the cache of pinned memory needs", "2.8");
#endif
} catch (...) {
	return ct::caught(__func__);
}
