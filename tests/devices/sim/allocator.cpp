#include "allocator.hpp"

#include <algorithm>
#include <cstring>

#include <c10/util/Exception.h>

#include "device.hpp"
#include "memory.hpp"

namespace sim {

void tally::add(size_t n)
{
	current += static_cast<int64_t>(n);
	added += static_cast<int64_t>(n);
	peak = std::max(peak, current);
}

void tally::remove(size_t n)
{
	current -= static_cast<int64_t>(n);
	removed += static_cast<int64_t>(n);
}

namespace {

/* Each block has its own pages, whose protection it changes. */
size_t rounded_up(size_t nbytes)
{
	constexpr size_t page = 4096;

	return (nbytes + page - 1) / page * page;
}

/* The text of CUDA's allocator, since programs and people look for its words. */
[[noreturn]] void refuse(c10::DeviceIndex index, size_t nbytes, int64_t allocated)
{
	const size_t used = used_nbytes(index), limit = byte_limit();

	TORCH_CHECK_WITH(OutOfMemoryError, false, "sim out of memory. Tried to allocate ", nbytes,
			 " bytes. sim:", static_cast<int>(index), " has a total capacity of ",
			 limit, " bytes of which ", limit > used ? limit - used : 0,
			 " bytes are free; ", allocated, " bytes are in use by tensors");
}

} // namespace

device_allocator &allocator()
{
	static device_allocator *const only = new device_allocator;

	return *only;
}

statistics &device_allocator::of(c10::DeviceIndex index)
{
	return by_device[static_cast<size_t>(index)];
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* A block that is free may still be used by work of the stream for which it was allocated. So only
 * a tensor of that stream gets it, whose own work comes later. */
std::map<void *, device_allocator::block>::iterator device_allocator::find_kept(
	c10::DeviceIndex index, size_t nbytes, c10::StreamId stream)
{
	return std::find_if(blocks.begin(), blocks.end(), [&](const auto &entry) {
		const block &kept = entry.second;

		return kept.is_free && kept.device == index && kept.nbytes == nbytes &&
		       kept.stream == stream &&
		       std::all_of(kept.uses.begin(), kept.uses.end(),
				   [](const moment &use) { return use.has_passed(); });
	});
}

/* As real devices do, waits for all work first: some of it may use the blocks. */
void device_allocator::release_kept(c10::DeviceIndex index)
{
	wait_for_device(index);
	for (auto at = blocks.begin(); at != blocks.end();) {
		if (!at->second.is_free || at->second.device != index) {
			++at;
			continue;
		}
		of(index).reserved_bytes.remove(at->second.nbytes);
		of(index).reserved_blocks.remove(1);
		release_memory(at->first);
		at = blocks.erase(at);
	}
}

/* The end if there is not enough memory. */
std::map<void *, device_allocator::block>::iterator device_allocator::acquire(
	c10::DeviceIndex index, size_t nbytes)
{
	void *address = acquire_memory(index, nbytes);

	if (address == nullptr) {
		of(index).retries++;
		release_kept(index);
		address = acquire_memory(index, nbytes);
	}
	if (address == nullptr)
		return blocks.end();
	of(index).reserved_bytes.add(nbytes);
	of(index).reserved_blocks.add(1);
	return blocks.emplace(address, block{ index, nbytes, 0, 0, true, {} }).first;
}

void *device_allocator::take(c10::DeviceIndex index, size_t requested_nbytes)
{
	std::lock_guard<std::mutex> lock(mutex);
	const size_t nbytes = rounded_up(requested_nbytes);
	const c10::StreamId stream = current_stream(index).id();
	auto at = find_kept(index, nbytes, stream);
	statistics &numbers = of(index);

	if (at == blocks.end())
		at = acquire(index, nbytes);
	if (at == blocks.end()) {
		numbers.out_of_memory++;
		refuse(index, requested_nbytes, numbers.bytes.current);
	}
	at->second.stream = stream;
	at->second.requested_nbytes = requested_nbytes;
	at->second.is_free = false;
	at->second.uses.clear();
	numbers.blocks.add(1);
	numbers.bytes.add(nbytes);
	numbers.requested_bytes.add(requested_nbytes);
	return at->first;
}

void device_allocator::give_back(void *address)
{
	std::lock_guard<std::mutex> lock(mutex);
	block &freed = blocks.at(address);
	statistics &numbers = of(freed.device);

	freed.is_free = true;
	numbers.blocks.remove(1);
	numbers.bytes.remove(freed.nbytes);
	numbers.requested_bytes.remove(freed.requested_nbytes);
}

/* --- The interface ---------------------------------------------------------------------------- */

void device_allocator::delete_block(void *address)
{
	if (address)
		allocator().give_back(address);
}

/* A tensor without elements needs no memory, but has a device. */
c10::DataPtr device_allocator::allocate(size_t nbytes) SIM_ALLOCATE_CONST
{
	const c10::DeviceIndex index = current_device();
	void *const address = nbytes ? allocator().take(index, nbytes) : nullptr;

	return { address, address, delete_block, device(index) };
}

void device_allocator::copy_data(void *to, const void *from, size_t nbytes) const
{
	const access both({ to, from });

	memcpy(to, from, nbytes);
}

void device_allocator::record_use(const c10::DataPtr &memory, c10::Stream stream)
{
	std::lock_guard<std::mutex> lock(mutex);
	const auto at = blocks.find(memory.get());

	if (at != blocks.end())
		at->second.uses.push_back(end_of(stream));
}

void device_allocator::release_all()
{
	std::lock_guard<std::mutex> lock(mutex);

	for (c10::DeviceIndex index = 0; index < device_count; index++)
		release_kept(index);
}

/* --- Statistics ------------------------------------------------------------------------------- */

statistics device_allocator::statistics_of(c10::DeviceIndex index)
{
	check_device(index);
	std::lock_guard<std::mutex> lock(mutex);
	return of(index);
}

void device_allocator::reset_peaks(c10::DeviceIndex index)
{
	check_device(index);
	std::lock_guard<std::mutex> lock(mutex);
	statistics &numbers = of(index);

	for (tally *one : { &numbers.blocks, &numbers.bytes, &numbers.requested_bytes,
			    &numbers.reserved_blocks, &numbers.reserved_bytes })
		one->reset_peak();
}

void device_allocator::reset_sums(c10::DeviceIndex index)
{
	check_device(index);
	std::lock_guard<std::mutex> lock(mutex);
	statistics &numbers = of(index);

	for (tally *one : { &numbers.blocks, &numbers.bytes, &numbers.requested_bytes,
			    &numbers.reserved_blocks, &numbers.reserved_bytes })
		one->reset_accumulated();
	numbers.retries = numbers.out_of_memory = 0;
}

#if SIM_HAS_DEVICE_ALLOCATOR

namespace {

/* There is one pool of blocks, so libtorch's numbers by pool have only their sum. */
void set(c10::CachingAllocator::StatArray &to, const tally &from)
{
	c10::CachingAllocator::Stat &sum = to[0];

	sum.current = from.current;
	sum.peak = from.peak;
	sum.allocated = from.added;
	sum.freed = from.removed;
}

} // namespace

c10::CachingDeviceAllocator::DeviceStats device_allocator::getDeviceStats(c10::DeviceIndex index)
{
	const statistics numbers = statistics_of(index);
	c10::CachingDeviceAllocator::DeviceStats stats;

	set(stats.allocation, numbers.blocks);
	set(stats.active, numbers.blocks);
	set(stats.segment, numbers.reserved_blocks);
	set(stats.allocated_bytes, numbers.bytes);
	set(stats.active_bytes, numbers.bytes);
	set(stats.requested_bytes, numbers.requested_bytes);
	set(stats.reserved_bytes, numbers.reserved_bytes);
	stats.num_alloc_retries = numbers.retries;
	stats.num_ooms = numbers.out_of_memory;
	stats.num_device_alloc = numbers.reserved_blocks.added;
	stats.num_device_free = numbers.reserved_blocks.removed;
	return stats;
}

std::pair<size_t, size_t> device_allocator::getMemoryInfo(c10::DeviceIndex index)
{
	check_device(index);
	const size_t used = used_nbytes(index), limit = byte_limit();

	return { limit > used ? limit - used : 0, limit };
}

#endif

} // namespace sim
