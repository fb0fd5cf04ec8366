#include "device.hpp"

#include <atomic>

#include <pthread.h>

#include <c10/util/Exception.h>

namespace sim {

namespace {

thread_local c10::DeviceIndex of_thread = 0;

std::atomic<bool> is_used{ false };
std::atomic<bool> is_lost{ false };

void enter_child()
{
	is_lost = is_used.load();
}

} // namespace

void check_device(c10::DeviceIndex index)
{
	TORCH_CHECK(index >= 0 && index < device_count, "sim: invalid device index ",
		    static_cast<int>(index), ": there are ", static_cast<int>(device_count),
		    " devices");
}

c10::DeviceIndex current_device() noexcept
{
	return of_thread;
}

void set_current_device(c10::DeviceIndex index) noexcept
{
	of_thread = index;
}

c10::DeviceIndex index_of(c10::Device device) noexcept
{
	return device.has_index() ? device.index() : of_thread;
}

void begin_use()
{
	TORCH_CHECK(!is_lost, "sim: the devices were in use when this process was forked, so they "
			      "cannot be used in it");
	if (!is_used.exchange(true))
		pthread_atfork(nullptr, nullptr, enter_child);
}

} // namespace sim
