#include "control.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "allocator.hpp"
#include "device.hpp"
#include "memory.hpp"
#include "pinned.hpp"
#include "sim.h"

namespace sim {

counters counted;

namespace {

constexpr int64_t first_limit = int64_t{ 1 } << 30;

std::atomic<int64_t> copy_delay{ 0 };

/* Never destroyed: a stream may wait for it when the process ends. */
struct gate {
	std::mutex mutex;
	std::condition_variable opened;
	bool is_closed = false;
};

gate &copies()
{
	static gate *const only = new gate;

	return *only;
}

} // namespace

void wait_before_copy()
{
	{
		std::unique_lock<std::mutex> lock(copies().mutex);

		copies().opened.wait(lock, [] { return !copies().is_closed; });
	}
	std::this_thread::sleep_for(std::chrono::microseconds(copy_delay.load()));
}

} // namespace sim

void sim_set_copy_delay(int64_t microseconds)
{
	sim::copy_delay = microseconds;
}

void sim_hold_copies(bool held)
{
	std::lock_guard<std::mutex> lock(sim::copies().mutex);

	sim::copies().is_closed = held;
	sim::copies().opened.notify_all();
}

void sim_set_byte_limit(int64_t nbytes)
{
	sim::set_byte_limit(static_cast<size_t>(nbytes));
}

void sim_get_counts(struct sim_counts *counts)
{
	const sim::counters &from = sim::counted;

	*counts = { from.kernels,       from.copies_in,     from.copies_out,
		    from.copies_within, from.copies_queued, from.synchronizations };
}

void sim_get_memory(int device, struct sim_memory *memory)
{
	const sim::statistics from = sim::allocator().statistics_of(
		static_cast<c10::DeviceIndex>(device));

	*memory = { from.bytes.current, from.reserved_bytes.current, from.bytes.peak,
		    from.reserved_bytes.peak, from.out_of_memory };
}

int64_t sim_pinned_nbytes(void)
{
	return sim::pinned_nbytes();
}

void sim_reset(void)
{
	sim::counters &counted = sim::counted;

	sim_hold_copies(false);
	sim_set_copy_delay(0);
	sim_set_byte_limit(sim::first_limit);
	sim::allocator().release_all();
	for (c10::DeviceIndex index = 0; index < sim::device_count; index++) {
		sim::allocator().reset_peaks(index);
		sim::allocator().reset_sums(index);
	}
	for (std::atomic<int64_t> *count :
	     { &counted.kernels, &counted.copies_in, &counted.copies_out, &counted.copies_within,
	       &counted.copies_queued, &counted.synchronizations })
		*count = 0;
}
