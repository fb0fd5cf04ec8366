#include "pinned.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "allocator.hpp"
#include "release.hpp"

#if SIM_HAS_HOST_ALLOCATOR
#include <ATen/core/CachingHostAllocator.h>
#endif

namespace sim {

namespace {

#if SIM_HAS_HOST_ALLOCATOR
using host_allocator_base = at::HostAllocator;
#else
using host_allocator_base = c10::Allocator;
#endif

class host_allocator final : public host_allocator_base {
	struct block {
		size_t nbytes;
		bool is_free;
		std::vector<moment> uses;
	};

	using place = std::map<uintptr_t, block>::iterator;

	std::mutex mutex;
	std::map<uintptr_t, block> blocks;
	tally active, all;

	place find(const void *address);
	void release_unused();
	void *take(size_t nbytes);
	void give_back(void *address);
	static void delete_block(void *address);

public:
	c10::DataPtr allocate(size_t nbytes) SIM_ALLOCATE_CONST override;
	c10::DeleterFnPtr raw_deleter() const override { return delete_block; }
	void copy_data(void *to, const void *from, size_t nbytes) const SIM_OVERRIDE_2_4
	{
		memcpy(to, from, nbytes);
	}

	bool has(const void *address);
	bool record_use(const void *address, c10::Stream stream);
	int64_t nbytes();

#if SIM_HAS_HOST_ALLOCATOR
	bool record_event(void *address, void *, c10::Stream stream) override
	{
		return record_use(address, stream);
	}
	void empty_cache() override;
	at::HostStats get_stats() override;
	void reset_accumulated_stats() override;
	void reset_peak_stats() override;
#endif
};

/* Never destroyed, as the devices' allocator. */
host_allocator &pinned()
{
	static host_allocator *const only = new host_allocator;

	return *only;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

host_allocator::place host_allocator::find(const void *address)
{
	const uintptr_t wanted = reinterpret_cast<uintptr_t>(address);
	place at = blocks.upper_bound(wanted);

	if (at == blocks.begin())
		return blocks.end();
	--at;
	return wanted - at->first < at->second.nbytes ? at : blocks.end();
}

/* Overwritten, so that a copy that still reads it copies what a test can see. */
void host_allocator::release_unused()
{
	for (place at = blocks.begin(); at != blocks.end();) {
		const block &one = at->second;

		if (!one.is_free ||
		    !std::all_of(one.uses.begin(), one.uses.end(),
				 [](const moment &use) { return use.has_passed(); })) {
			++at;
			continue;
		}
		void *const address = reinterpret_cast<void *>(at->first);

		memset(address, 0xee, one.nbytes);
		free(address);
		all.remove(one.nbytes);
		at = blocks.erase(at);
	}
}

void *host_allocator::take(size_t nbytes)
{
	constexpr size_t line = 64;
	std::lock_guard<std::mutex> lock(mutex);

	release_unused();
	void *const address = aligned_alloc(line, (nbytes + line - 1) / line * line);
	TORCH_CHECK_WITH(OutOfMemoryError, address, "sim: no pinned memory of ", nbytes, " bytes");
	blocks[reinterpret_cast<uintptr_t>(address)] = { nbytes, false, {} };
	active.add(nbytes);
	all.add(nbytes);
	return address;
}

void host_allocator::give_back(void *address)
{
	std::lock_guard<std::mutex> lock(mutex);
	block &freed = blocks.at(reinterpret_cast<uintptr_t>(address));

	freed.is_free = true;
	active.remove(freed.nbytes);
	release_unused();
}

void host_allocator::delete_block(void *address)
{
	if (address)
		pinned().give_back(address);
}

/* --- The interface ---------------------------------------------------------------------------- */

c10::DataPtr host_allocator::allocate(size_t nbytes) SIM_ALLOCATE_CONST
{
	void *const address = nbytes ? pinned().take(nbytes) : nullptr;

	return { address, address, delete_block, c10::Device(c10::DeviceType::CPU) };
}

bool host_allocator::has(const void *address)
{
	std::lock_guard<std::mutex> lock(mutex);

	return find(address) != blocks.end();
}

bool host_allocator::record_use(const void *address, c10::Stream stream)
{
	std::lock_guard<std::mutex> lock(mutex);
	const place at = find(address);

	if (at != blocks.end())
		at->second.uses.push_back(end_of(stream));
	return at != blocks.end();
}

int64_t host_allocator::nbytes()
{
	std::lock_guard<std::mutex> lock(mutex);

	release_unused();
	return all.current;
}

#if SIM_HAS_HOST_ALLOCATOR

void host_allocator::empty_cache()
{
	std::lock_guard<std::mutex> lock(mutex);

	release_unused();
}

void set(c10::CachingAllocator::Stat &to, const tally &from)
{
	to.current = from.current;
	to.peak = from.peak;
	to.allocated = from.added;
	to.freed = from.removed;
}

at::HostStats host_allocator::get_stats()
{
	std::lock_guard<std::mutex> lock(mutex);
	at::HostStats stats;

	set(stats.SIM_PINNED_IN_USE, active);
	set(stats.SIM_PINNED_IN_ALL, all);
	return stats;
}

void host_allocator::reset_accumulated_stats()
{
	std::lock_guard<std::mutex> lock(mutex);

	active.reset_accumulated();
	all.reset_accumulated();
}

void host_allocator::reset_peak_stats()
{
	std::lock_guard<std::mutex> lock(mutex);

	active.reset_peak();
	all.reset_peak();
}

#endif

} // namespace

c10::Allocator &pinned_allocator()
{
	return pinned();
}

bool is_pinned(const void *address)
{
	return pinned().has(address);
}

void record_pinned_use(const void *address, c10::Stream stream)
{
	pinned().record_use(address, stream);
}

int64_t pinned_nbytes()
{
	return pinned().nbytes();
}

void register_pinned_allocator()
{
#if SIM_HAS_HOST_ALLOCATOR
	at::setHostAllocator(c10::DeviceType::PrivateUse1, &pinned());
#endif
}

} // namespace sim
