/*
 * Random numbers. Kernels are the CPU's, and so are their numbers: with the same seed a device draws
 * what the CPU draws.
 */
#pragma once

#include <mutex>

#include <ATen/core/Generator.h>

namespace sim {

at::Generator new_generator(c10::DeviceIndex index);

/* Index -1 is the current device. */
const at::Generator &default_generator(c10::DeviceIndex index);

/* A generator of the CPU in the place of one of a device, whose state it takes and gives back. */
class host_generator {
	at::Generator of_device, of_host;
	std::unique_lock<std::mutex> lock;

public:
	explicit host_generator(at::Generator generator);
	~host_generator();
	host_generator(const host_generator &) = delete;
	host_generator &operator=(const host_generator &) = delete;

	const at::Generator &get() const { return of_host; }
};

} // namespace sim
