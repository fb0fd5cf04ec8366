#include "hooks.hpp"

#include <algorithm>
#include <utility>

#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/Storage.h>

#include "allocator.hpp"
#include "device.hpp"
#include "generator.hpp"
#include "memory.hpp"
#include "pinned.hpp"
#include "release.hpp"
#include "storage.hpp"

namespace sim {

namespace {

struct hooks final : at::PrivateUse1HooksInterface {
	bool isBuilt() const SIM_OVERRIDE_2_8 { return true; }
	bool isAvailable() const SIM_OVERRIDE_2_8 { return true; }

	c10::DeviceIndex deviceCount() const SIM_OVERRIDE_2_6 { return device_count; }
	c10::DeviceIndex getCurrentDevice() const SIM_OVERRIDE_2_6 { return current_device(); }
	void setCurrentDevice(c10::DeviceIndex index) const SIM_OVERRIDE_2_6
	{
		check_device(index);
		set_current_device(index);
	}
	c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const SIM_OVERRIDE_2_6
	{
		const c10::DeviceIndex before = current_device();

		setCurrentDevice(index);
		return before;
	}
	c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const SIM_OVERRIDE_2_6
	{
		return exchangeDevice(index);
	}

	/* A device's context is what its first use creates; these devices have none to create. */
	bool hasPrimaryContext(c10::DeviceIndex) const SIM_OVERRIDE_2_3 { return true; }

	const at::Generator &getDefaultGenerator(c10::DeviceIndex index)
		SIM_GENERATOR_CONST override
	{
		return default_generator(index);
	}
	at::Generator getNewGenerator(c10::DeviceIndex index) const SIM_OVERRIDE_2_8
	{
		return new_generator(index);
	}

	at::Device getDeviceFromPtr(void *address) const override
	{
		const c10::DeviceIndex index = device_of(address);

		TORCH_CHECK(index >= 0, "sim: this address is not of a device's memory");
		return device(index);
	}
	bool isPinnedPtr(const void *address) const SIM_OVERRIDE_2_6 { return is_pinned(address); }
	at::Allocator *getPinnedMemoryAllocator() const SIM_OVERRIDE_2_3
	{
		return &pinned_allocator();
	}

	void resizePrivateUse1Bytes(const c10::Storage &storage,
				    size_t nbytes) const SIM_OVERRIDE_2_3
	{
		resize_storage(storage, nbytes);
	}
};

} // namespace

void register_hooks()
{
	at::RegisterPrivateUse1HooksInterface(new hooks);
}

} // namespace sim
