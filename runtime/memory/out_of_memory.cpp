/*
 * Without memory for a tensor: frees postponed handles, calls the host's hook to make room, and
 * tries again.
 *
 * This happens in the allocator, because an operator cannot be restarted.
 */
#include <cstring>
#include <mutex>
#include <new>

#include <c10/core/CPUAllocator.h>

#include <ctorch/gc.h>
#include <ctorch/memory.h>

#include "memory/scopes.h"

namespace {

struct hook {
	ct_out_of_memory_hook call;
	void *context;
};

std::mutex hook_lock;
hook current_hook;

hook get_hook()
{
	std::lock_guard<std::mutex> lock(hook_lock);

	return current_hook;
}

/* Active while the host's function runs; an exception ends it, too. */
class hook_call {
	static thread_local bool is_running;
	const ct::callback running;

public:
	hook_call() { is_running = true; }
	hook_call(const hook_call &) = delete;
	hook_call &operator=(const hook_call &) = delete;
	~hook_call() { is_running = false; }

	static bool runs() { return is_running; }
};

thread_local bool hook_call::is_running;

/* Whether the host made room. A hook that runs out of memory itself is not called for that. */
bool call_hook(hook host, size_t nbytes)
{
	if (host.call == nullptr || hook_call::runs())
		return false;

	hook_call now;

	return host.call(static_cast<int64_t>(nbytes), host.context);
}

/* Whether there may be room now. A collector's finalisers postpone their frees, so these are done
 * again after the hook. */
bool make_room(size_t nbytes)
{
	bool more = ct_tensor_free_pending() > 0;

	more = call_hook(get_hook(), nbytes) || more;
	return ct_tensor_free_pending() > 0 || more;
}

/* Wraps the previous allocator, whose deleter frees its memory. */
class retrying_allocator final : public c10::Allocator {
	c10::Allocator *const behind;

public:
	explicit retrying_allocator(c10::Allocator *allocator) : behind(allocator) {}

	/* The release determines which of the two is virtual, and whether copy_data() exists. */
	c10::DataPtr allocate(size_t n) const { return allocate_or_retry(n); }
	c10::DataPtr allocate(size_t n) { return allocate_or_retry(n); }

	c10::DeleterFnPtr raw_deleter() const override { return behind->raw_deleter(); }

	void copy_data(void *to, const void *from, std::size_t n) const
	{
		std::memcpy(to, from, n);
	}

private:
	c10::DataPtr allocate_or_retry(size_t n) const
	{
		try {
			return behind->allocate(n);
		} catch (const c10::Error &) {
			if (!make_room(n))
				throw;
		}
		return behind->allocate(n);
	}
};

/* Never destroyed: storages remember the allocator that they came from. */
void install()
{
	alignas(retrying_allocator) static unsigned char memory[sizeof(retrying_allocator)];
	static std::once_flag once;

	std::call_once(once, [] {
		c10::SetCPUAllocator(new (memory) retrying_allocator(c10::GetCPUAllocator()),
				     UINT8_MAX);
	});
}

} // namespace

void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook, void *context) noexcept
{
	std::lock_guard<std::mutex> lock(hook_lock);

	current_hook = { hook, context };
	if (hook)
		install();
}
