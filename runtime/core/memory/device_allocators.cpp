/*
 * The allocators of devices: their caches, and one in front of a plug-in's.
 */
#include <mutex>

#include "core/base/device_type.hpp"
#include "core/memory/allocator.h"
#include "core/memory/room.hpp"

#if CT_HAS_DEVICE_ALLOCATOR

namespace {

/* --- Caches ----------------------------------------------------------------------------------- */

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
	c10::DeviceAllocator *allocator = ct::find_allocator(type);

	if (allocator == nullptr || !allocator->initialized())
		return 0;
	const at::DeviceIndex count = ct::guard_of(type).deviceCount();
	const int64_t before = reserved_bytes(*allocator, count);

	allocator->emptyCache();
	return before - reserved_bytes(*allocator, count);
}

/* --- Making room ------------------------------------------------------------------------------ */

/* In front of what c10::GetAllocator() returns for a plug-in's device. Devices of libtorch's own
 * libraries do not ask that function, so libctorch_cuda has an allocator of its own for CUDA.
 *
 * KEEP THE SAME: the functions of DeviceAllocator, also those with a body; the test
 * allocator_interface compares. */
class device_allocator_in_front final : public c10::DeviceAllocator {
	c10::DeviceAllocator &next;

public:
	explicit device_allocator_in_front(c10::DeviceAllocator &allocator) : next(allocator) {}

	c10::DataPtr allocate(size_t nbytes) override
	{
		try {
			return next.allocate(nbytes);
		} catch (const c10::OutOfMemoryError &) {
			const auto index = ct::guard_of(at::kPrivateUse1).getDevice().index();

			if (!ct::make_room({ CT_DEVICE_TYPE_PRIVATEUSE1, index }, nbytes))
				throw;
		}
		return next.allocate(nbytes);
	}
	c10::DeleterFnPtr raw_deleter() const override { return next.raw_deleter(); }
	bool is_simple_data_ptr(const c10::DataPtr &memory) const override
	{
		return next.is_simple_data_ptr(memory);
	}
	void copy_data(void *to, const void *from, size_t nbytes) const override
	{
		next.copy_data(to, from, nbytes);
	}
	bool initialized() override { return next.initialized(); }
	void emptyCache(c10::MempoolId_t pool) override { next.emptyCache(pool); }
	void recordStream(const c10::DataPtr &memory, c10::Stream stream) override
	{
		next.recordStream(memory, stream);
	}
	c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex index) override
	{
		return next.getDeviceStats(index);
	}
	void resetAccumulatedStats(c10::DeviceIndex index) override
	{
		next.resetAccumulatedStats(index);
	}
	void resetPeakStats(c10::DeviceIndex index) override { next.resetPeakStats(index); }
	std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex index) override
	{
		return next.getMemoryInfo(index);
	}
};

void put_in_front()
{
	static std::mutex lock;
	const std::lock_guard<std::mutex> now(lock);

	if (!c10::impl::hasDeviceGuardImpl(at::kPrivateUse1))
		return;
	c10::DeviceAllocator *allocator = ct::find_allocator(at::kPrivateUse1);

	if (allocator == nullptr || dynamic_cast<device_allocator_in_front *>(allocator))
		return;
	/* Never destroyed: tensors remember the allocator that they came from. */
	c10::SetAllocator(at::kPrivateUse1, new device_allocator_in_front(*allocator), UINT8_MAX);
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
		} catch (...) {
			/* A device that fails says so when it is used. */
		}
	}
	return sum;
}

void ct_device_allocator_install(void) noexcept
try {
	put_in_front();
} catch (...) {
	/* Without memory for it the hook is not called. */
}

#else

int64_t ct_device_caches_empty(void) noexcept
{
	return 0;
}

void ct_device_allocator_install(void) noexcept
{
	/* Allocators of devices had no common class, so none can be put in front. */
}

#endif
