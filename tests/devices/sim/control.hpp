/*
 * What tests set and count (sim.h).
 */
#pragma once

#include <atomic>
#include <cstdint>

namespace sim {

struct counters {
	std::atomic<int64_t> kernels{ 0 }, copies_in{ 0 }, copies_out{ 0 }, copies_within{ 0 },
		copies_queued{ 0 }, synchronizations{ 0 };
};

extern counters counted;

/* In a stream's thread, before it copies: the delay, and while copies are held their release. */
void wait_before_copy();

} // namespace sim
