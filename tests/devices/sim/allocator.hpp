/*
 * The allocator of tensors on the devices. It keeps blocks for later tensors, as those of other
 * devices do, and hands out a block only when the work that uses it is done.
 */
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <vector>

#include "release.hpp"
#include "stream.hpp"

#include <c10/core/Allocator.h>
#if SIM_HAS_DEVICE_ALLOCATOR
#include <c10/core/CachingDeviceAllocator.h>
#endif

namespace sim {

/* As libtorch's Stat, which older releases lack. */
struct tally {
	int64_t current = 0, peak = 0, added = 0, removed = 0;

	void add(size_t n);
	void remove(size_t n);
	void reset_peak() { peak = current; }
	void reset_accumulated() { added = removed = 0; }
};

struct statistics {
	tally blocks, bytes, requested_bytes;  /* of tensors */
	tally reserved_blocks, reserved_bytes; /* and those kept */
	int64_t retries = 0, out_of_memory = 0;
};

#if SIM_HAS_DEVICE_ALLOCATOR
using allocator_base = c10::DeviceAllocator;
#else
using allocator_base = c10::Allocator;
#endif

class device_allocator final : public allocator_base {
	struct block {
		c10::DeviceIndex device;
		size_t nbytes, requested_nbytes;
		c10::StreamId stream; /* the current one when it was allocated */
		bool is_free;
		std::vector<moment> uses; /* by other streams */
	};

	std::mutex mutex;
	std::map<void *, block> blocks;
	std::array<statistics, 2> by_device;

	statistics &of(c10::DeviceIndex index);
	std::map<void *, block>::iterator find_kept(c10::DeviceIndex index, size_t nbytes,
						    c10::StreamId stream);
	std::map<void *, block>::iterator acquire(c10::DeviceIndex index, size_t nbytes);
	void release_kept(c10::DeviceIndex index);
	void *take(c10::DeviceIndex index, size_t requested_nbytes);
	void give_back(void *address);
	static void delete_block(void *address);

public:
	/* On the current device, for its current stream. */
	c10::DataPtr allocate(size_t nbytes) SIM_ALLOCATE_CONST override;
	c10::DeleterFnPtr raw_deleter() const override { return delete_block; }
	void copy_data(void *to, const void *from, size_t nbytes) const SIM_OVERRIDE_2_4;

	/* Until the stream has done what it was given so far, the memory has no other use. */
	void record_use(const c10::DataPtr &memory, c10::Stream stream);
	void release_all();
	statistics statistics_of(c10::DeviceIndex index);
	void reset_peaks(c10::DeviceIndex index);
	void reset_sums(c10::DeviceIndex index);

#if SIM_HAS_DEVICE_ALLOCATOR
	bool initialized() override
	{
		return true;
	}
	void emptyCache(c10::MempoolId_t) override
	{
		release_all();
	}
	void recordStream(const c10::DataPtr &memory, c10::Stream stream) override
	{
		record_use(memory, stream);
	}
	c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex index) override;
	void resetAccumulatedStats(c10::DeviceIndex index) override
	{
		reset_sums(index);
	}
	void resetPeakStats(c10::DeviceIndex index) override
	{
		reset_peaks(index);
	}
	std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex index) override;
#endif
};

/* Never destroyed: tensors may be freed until the process has ended. */
device_allocator &allocator();

} // namespace sim
