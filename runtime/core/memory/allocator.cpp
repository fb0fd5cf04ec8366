/*
 * The allocator of CPU tensors, in front of libtorch's. While memory is cached, it comes from the
 * heap (cache.h). If there is no memory for a tensor, it makes room (room.hpp) and tries again.
 */
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include <c10/core/CPUAllocator.h>

#include <ctorch/core/memory.h>
#include <ctorch/macros/literals.h>

#include "core/memory/allocator.h"
#include "core/memory/cache.h"
#include "core/memory/room.hpp"

namespace {

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
			if (!ct::make_room(CT_DEVICE_CPU, n))
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

void ct_cpu_allocator_install() noexcept
{
	install();
}
