/*
 * The allocator of CPU tensors, in front of libtorch's. While memory is cached, it comes from the
 * heap (cache.h). If there is no memory for a tensor, the allocator frees postponed handles, gives
 * back what the heap holds, calls the host's hook to make room, and tries again.
 *
 * The allocator does this because an operator cannot be restarted.
 */
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include <c10/core/CPUAllocator.h>

#include <ctorch/core/gc.h>
#include <ctorch/core/memory.h>

#include "core/memory/allocator.h"
#include "core/memory/cache.h"
#include "core/memory/scopes.h"

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

	more = ct_cache_empty() > 0 || more;
	more = call_hook(get_hook(), nbytes) || more;
	return ct_tensor_free_pending() > 0 || more;
}

/* The allocator that was there before, and its deleter. */
c10::Allocator *behind;
c10::DeleterFnPtr delete_behind;

/* Also of memory that was taken before: libtorch asks for the deleter when it frees. */
void delete_any(void *memory)
{
	if (ct_cache_owns(memory))
		ct_cache_give(memory);
	else
		delete_behind(memory);
}

class allocator_in_front final : public c10::Allocator {
public:
	/* The release determines which of the two is virtual, and whether copy_data() exists. So
	 * none of these functions says `override`. */
	c10::DataPtr allocate(size_t n) const { return allocate_somewhere(n); }
	c10::DataPtr allocate(size_t n) { return allocate_somewhere(n); }

	c10::DeleterFnPtr raw_deleter() const { return delete_behind ? &delete_any : nullptr; }

	void copy_data(void *to, const void *from, std::size_t n) const
	{
		std::memcpy(to, from, n);
	}

private:
	static c10::DataPtr allocate_somewhere(size_t n)
	{
		if (void *memory = ct_cache_take(n))
			return { memory, memory, &delete_any, c10::Device(c10::DeviceType::CPU) };

		c10::DataPtr memory = allocate_or_retry(n);

		/* As raw_deleter() promises. */
		static_cast<void>(memory.compare_exchange_deleter(delete_behind, &delete_any));
		return memory;
	}

	static c10::DataPtr allocate_or_retry(size_t n)
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
	alignas(allocator_in_front) static unsigned char memory[sizeof(allocator_in_front)];
	static std::once_flag once;

	std::call_once(once, [] {
		behind = c10::GetCPUAllocator();
		delete_behind = behind->raw_deleter();
		c10::SetCPUAllocator(new (memory) allocator_in_front, UINT8_MAX);
	});
}

/* --- The cache ------------------------------------------------------------------------------- */

/* Not in front of an allocator of the host's: it may be there to see every block. */
void start_caching()
{
	static std::once_flag once;

	std::call_once(once, [] {
		install();
		if (behind == c10::GetDefaultCPUAllocator())
			ct_cache_start();
	});
}

/* A sanitizer finds uses of freed memory only where freeing is left to it. */
extern "C" void __asan_init(void) __attribute__((weak));

int64_t default_limit()
{
	const char *off = std::getenv("CTORCH_NO_MEMORY_CACHING");

	return (off && std::strcmp(off, "1") == 0) || __asan_init ? 0 : -1;
}

std::mutex limit_lock;

/* -1: none. */
std::atomic<int64_t> &cache_limit()
{
	static std::atomic<int64_t> limit(default_limit());

	return limit;
}

} // namespace

void ct_cache_begin_step() noexcept
{
	if (cache_limit().load(std::memory_order_relaxed) == 0)
		return;
	start_caching();
	ct_cache_step();
}

int64_t ct_memory_cache_limit() noexcept
{
	return cache_limit();
}

void ct_memory_set_cache_limit(int64_t nbytes) noexcept
{
	std::lock_guard<std::mutex> lock(limit_lock);

	nbytes = nbytes < 0 ? -1 : nbytes;
	ct_cache_set_limit(nbytes < 0 ? SIZE_MAX : static_cast<size_t>(nbytes));
	cache_limit() = nbytes;
	if (nbytes)
		start_caching();
}

int64_t ct_memory_empty_cache() noexcept
{
	return static_cast<int64_t>(ct_cache_empty()) + ct_device_caches_empty();
}

void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook, void *context) noexcept
{
	std::lock_guard<std::mutex> lock(hook_lock);

	current_hook = { hook, context };
	if (hook)
		install();
}
