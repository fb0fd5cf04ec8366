/*
 * Memory of the devices. It is this process's, but protected, so that an access by the host is a
 * fault, as it is with a real device.
 */
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include <c10/core/Device.h>

namespace sim {

/* The device's memory in bytes. */
void set_byte_limit(size_t nbytes);
size_t byte_limit();
size_t used_nbytes(c10::DeviceIndex index);

/* A multiple of a page. NULL if there is not enough memory. */
void *acquire_memory(c10::DeviceIndex index, size_t nbytes);
void release_memory(void *address);

/* The device that an address is on, which may be within a block; -1 if it is on none. */
c10::DeviceIndex device_of(const void *address);

/* While one of these lives, the host's code, which plays the device's part, may use the memory at
 * these addresses. Other addresses are left alone. */
class access {
	std::vector<const void *> opened;

public:
	explicit access(std::initializer_list<const void *> addresses);
	~access();
	access(const access &) = delete;
	access &operator=(const access &) = delete;
};

} // namespace sim
