#include "stream.hpp"

#include <array>
#include <atomic>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "device.hpp"

namespace sim {

/* --- Work ------------------------------------------------------------------------------------- */

uint64_t work_queue::put(std::function<void()> work)
{
	std::lock_guard<std::mutex> lock(mutex);

	if (!has_thread)
		std::thread([this] { run(); }).detach();
	has_thread = true;
	waiting.push_back(std::move(work));
	changed.notify_all();
	return ++put_count;
}

/* For ever: the process ends without its streams. */
void work_queue::run() noexcept
{
	std::unique_lock<std::mutex> lock(mutex);

	for (;;) {
		changed.wait(lock, [this] { return !waiting.empty(); });
		std::function<void()> work = std::move(waiting.front());
		waiting.pop_front();
		lock.unlock();
		work();
		lock.lock();
		done_count++;
		changed.notify_all();
	}
}

uint64_t work_queue::last()
{
	std::lock_guard<std::mutex> lock(mutex);

	return put_count;
}

bool work_queue::has_done(uint64_t count)
{
	std::lock_guard<std::mutex> lock(mutex);

	return done_count >= count;
}

void work_queue::wait_for(uint64_t count)
{
	std::unique_lock<std::mutex> lock(mutex);

	changed.wait(lock, [this, count] { return done_count >= count; });
}

/* --- Streams ---------------------------------------------------------------------------------- */

namespace {

/* Numbers: 0 is the default stream; the pool's follow, then the new ones. */
constexpr c10::StreamId pool_size = 32;

thread_local std::array<c10::StreamId, device_count> of_thread_streams{};

std::atomic<c10::StreamId> next_of_pool{ 0 }, next_new{ pool_size + 1 };

/* Never destroyed, since their threads are not. */
struct queues {
	std::mutex mutex;
	std::map<std::pair<c10::DeviceIndex, c10::StreamId>, work_queue> all;
};

queues &all_queues()
{
	static queues *const only = new queues;

	return *only;
}

c10::Stream numbered(c10::DeviceIndex index, c10::StreamId id)
{
	return c10::Stream(c10::Stream::UNSAFE, device(index), id);
}

} // namespace

work_queue &queue_of(c10::Stream stream)
{
	queues &queues = all_queues();

	check_device(stream.device_index());
	begin_use();
	std::lock_guard<std::mutex> lock(queues.mutex);
	return queues.all[{ stream.device_index(), stream.id() }];
}

moment end_of(c10::Stream stream)
{
	work_queue &queue = queue_of(stream);

	return moment(queue, queue.last());
}

c10::Stream current_stream(c10::DeviceIndex index) noexcept
{
	const bool exists = index >= 0 && index < device_count;

	return numbered(index, exists ? of_thread_streams[static_cast<size_t>(index)] : 0);
}

void set_current_stream(c10::Stream stream) noexcept
{
	const c10::DeviceIndex index = stream.device_index();

	if (index >= 0 && index < device_count)
		of_thread_streams[static_cast<size_t>(index)] = stream.id();
}

c10::Stream default_stream(c10::DeviceIndex index) noexcept
{
	return numbered(index, 0);
}

c10::Stream stream_of_pool(c10::DeviceIndex index)
{
	check_device(index);
	return numbered(index, 1 + next_of_pool++ % pool_size);
}

c10::Stream new_stream(c10::DeviceIndex index)
{
	check_device(index);
	return numbered(index, next_new++);
}

void wait_for_device(c10::DeviceIndex index)
{
	std::vector<work_queue *> waited_for;

	begin_use();
	{
		std::lock_guard<std::mutex> lock(all_queues().mutex);

		for (auto &entry : all_queues().all)
			if (entry.first.first == index)
				waited_for.push_back(&entry.second);
	}
	for (work_queue *queue : waited_for)
		queue->wait_for(queue->last());
}

} // namespace sim
