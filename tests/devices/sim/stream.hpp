/*
 * Streams. Each is a queue of work and a thread that does it in order.
 */
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

#include <c10/core/Stream.h>

namespace sim {

class work_queue {
	std::mutex mutex;
	std::condition_variable changed;
	std::deque<std::function<void()>> waiting;
	uint64_t put_count = 0, done_count = 0;
	bool has_thread = false;

	void run() noexcept;

public:
	/* Returns the number of works that will be done when this one is. */
	uint64_t put(std::function<void()> work);

	uint64_t last();
	bool has_done(uint64_t count);
	void wait_for(uint64_t count);
};

/* A point in the order of a stream's work: when all that was put before it is done. */
class moment {
	work_queue *queue = nullptr;
	uint64_t count = 0;

public:
	moment() = default; /* has passed */
	moment(work_queue &queue_, uint64_t count_) : queue(&queue_), count(count_) {}

	bool has_passed() const { return queue == nullptr || queue->has_done(count); }
	void wait() const
	{
		if (queue)
			queue->wait_for(count);
	}
	bool is_of(const work_queue &other) const { return queue == &other; }
};

/* Lives as long as the process, as the streams do: libtorch knows these only by their numbers. */
work_queue &queue_of(c10::Stream stream);

/* Now: when what the stream has been given so far is done. */
moment end_of(c10::Stream stream);

/* The calling thread's on that device; the default stream at first. */
c10::Stream current_stream(c10::DeviceIndex index) noexcept;
void set_current_stream(c10::Stream stream) noexcept;

c10::Stream default_stream(c10::DeviceIndex index) noexcept;
c10::Stream stream_of_pool(c10::DeviceIndex index);
c10::Stream new_stream(c10::DeviceIndex index);

/* Waits for all streams of the device. */
void wait_for_device(c10::DeviceIndex index);

} // namespace sim
