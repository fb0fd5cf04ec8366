/*
 * Calls of libtorch that can take longer than their timeout.
 */
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <thread>

namespace ct::dist {

/* What make() returns or throws in a thread of its own; nothing after the timeout and the second that
 * libtorch's own error gets. The thread is then left alone, and ends with its call: what make()
 * uses has to be its own. */
template <class Function>
auto made_in_time(std::chrono::milliseconds timeout, Function make)
	-> std::optional<decltype(make())>
{
	std::packaged_task<decltype(make())()> task(std::move(make));
	auto made = task.get_future();

	std::thread(std::move(task)).detach();
	if (made.wait_for(timeout + std::chrono::seconds(1)) == std::future_status::timeout)
		return std::nullopt;
	return made.get();
}

} // namespace ct::dist
