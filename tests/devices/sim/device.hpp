/*
 * The devices: how many there are, and the current one of each thread.
 */
#pragma once

#include <c10/core/Device.h>

namespace sim {

constexpr c10::DeviceIndex device_count = 2;

inline c10::Device device(c10::DeviceIndex index)
{
	return c10::Device(c10::DeviceType::PrivateUse1, index);
}

/* Throws unless the device exists. */
void check_device(c10::DeviceIndex index);

/* The calling thread's. Setting it checks nothing. */
c10::DeviceIndex current_device() noexcept;
void set_current_device(c10::DeviceIndex index) noexcept;

/* A device without an index is the current one. */
c10::DeviceIndex index_of(c10::Device device) noexcept;

/* Called before memory or a stream is used. In the child of a fork after such a use the threads of
 * the streams are missing, so this throws there; without it a wait would never end. */
void begin_use();

} // namespace sim
