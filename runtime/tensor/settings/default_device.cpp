/*
 * The device of tensors that are created without one.
 */
#include <ctorch/macros/literals.h>
#include <ctorch/tensor/device.h>

#include "core/bridge/wrap.hpp"
#include "core/bridge/devices.h"

ct_error ct_set_default_device(ct_device device) noexcept
try {
	ct::optional_device(device, 1, "device");
	ct_this_default_device = device;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_default_device_swap_(ct_device device, ct_device *was) noexcept
{
	const ct_device before = ct_this_default_device;
	ct_error error = ct_set_default_device(device);

	if (error == nullptr)
		*was = before;
	return error;
}

ct_device ct_default_device(void) noexcept
{
	ct_device device = ct_this_default_device, current;
	ct_error error;

	if (device.type == CT_DEVICE_TYPE_NONE)
		return CT_DEVICE_CPU;
	if (device.index >= 0 || device.type == CT_DEVICE_TYPE_CPU ||
	    device.type == CT_DEVICE_TYPE_META)
		return device;
	error = ct_device_current(device.type, &current);
	ct_error_free(error);
	return error ? device : current;
}
