#include <ATen/DeviceAccelerator.h>

#include "memory.h"

device_memory memory_of_device(int device)
{
	const auto stats = at::accelerator::getDeviceStats(static_cast<c10::DeviceIndex>(device));

	return { stats.allocated_bytes[0].current, stats.reserved_bytes[0].current,
		 stats.num_alloc_retries, stats.num_ooms };
}

void empty_device_cache()
{
	at::accelerator::emptyCache();
}
