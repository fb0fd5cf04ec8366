#include "memory.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>

#include <sys/mman.h>

#include <c10/util/Exception.h>

#include "device.hpp"

namespace sim {

namespace {

struct region {
	size_t nbytes;
	c10::DeviceIndex device;
	int users = 0; /* lives of `access` */
};

struct memory {
	std::mutex mutex;
	std::map<uintptr_t, region> regions;
	std::array<size_t, device_count> used{};
	size_t limit = size_t{ 1 } << 30;
};

/* Never destroyed: streams use it until the process has ended. */
memory &all_memory()
{
	static memory *const only = new memory;

	return *only;
}

using place = std::map<uintptr_t, region>::iterator;

/* The end if the address is in no region. */
place region_at(memory &memory, const void *address)
{
	const uintptr_t wanted = reinterpret_cast<uintptr_t>(address);
	place at = memory.regions.upper_bound(wanted);

	if (at == memory.regions.begin())
		return memory.regions.end();
	--at;
	return wanted - at->first < at->second.nbytes ? at : memory.regions.end();
}

void protect(place at, int protection)
{
	const int result = mprotect(reinterpret_cast<void *>(at->first), at->second.nbytes,
				    protection);

	TORCH_INTERNAL_ASSERT(result == 0, "mprotect");
}

} // namespace

void set_byte_limit(size_t nbytes)
{
	std::lock_guard<std::mutex> lock(all_memory().mutex);

	all_memory().limit = nbytes;
}

size_t byte_limit()
{
	std::lock_guard<std::mutex> lock(all_memory().mutex);

	return all_memory().limit;
}

size_t used_nbytes(c10::DeviceIndex index)
{
	std::lock_guard<std::mutex> lock(all_memory().mutex);

	return all_memory().used[static_cast<size_t>(index)];
}

void *acquire_memory(c10::DeviceIndex index, size_t nbytes)
{
	memory &memory = all_memory();

	begin_use();
	std::lock_guard<std::mutex> lock(memory.mutex);
	size_t &used = memory.used[static_cast<size_t>(index)];
	if (used > memory.limit || nbytes > memory.limit - used)
		return nullptr;
	void *address = mmap(nullptr, nbytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (address == MAP_FAILED)
		return nullptr;
	memory.regions[reinterpret_cast<uintptr_t>(address)] = { nbytes, index };
	used += nbytes;
	return address;
}

void release_memory(void *address)
{
	memory &memory = all_memory();
	std::lock_guard<std::mutex> lock(memory.mutex);
	const place at = region_at(memory, address);

	TORCH_INTERNAL_ASSERT(at != memory.regions.end() && at->second.users == 0);
	munmap(address, at->second.nbytes);
	memory.used[static_cast<size_t>(at->second.device)] -= at->second.nbytes;
	memory.regions.erase(at);
}

c10::DeviceIndex device_of(const void *address)
{
	memory &memory = all_memory();
	std::lock_guard<std::mutex> lock(memory.mutex);
	const place at = region_at(memory, address);

	return at == memory.regions.end() ? c10::DeviceIndex{ -1 } : at->second.device;
}

access::access(std::initializer_list<const void *> addresses)
{
	memory &memory = all_memory();
	std::lock_guard<std::mutex> lock(memory.mutex);

	for (const void *address : addresses) {
		const place at = region_at(memory, address);

		if (at == memory.regions.end())
			continue;
		if (at->second.users++ == 0)
			protect(at, PROT_READ | PROT_WRITE);
		opened.push_back(address);
	}
}

access::~access()
{
	memory &memory = all_memory();
	std::lock_guard<std::mutex> lock(memory.mutex);

	for (const void *address : opened) {
		const place at = region_at(memory, address);

		if (--at->second.users == 0)
			protect(at, PROT_NONE);
	}
}

} // namespace sim
