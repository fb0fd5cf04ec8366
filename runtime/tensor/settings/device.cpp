/*
 * Devices, through libtorch's interface for device types.
 */
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include <ATen/Context.h>

#include <ctorch/macros/literals.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/device_type.hpp"
#include "core/base/name_of.h"
#include "core/bridge/device_allocator.hpp"
#include "core/bridge/lacks.hpp"
#include "core/bridge/wrap.hpp"
#include "tensor/settings/host.h"
#include "tensor/settings/pinned.h"
#include "tensor/settings/text.hpp"

namespace {

at::DeviceType type_of(ct_device_type type)
{
	return ct::device({ type, -1 }, 1, "type").type();
}

const c10::impl::DeviceGuardImplInterface *interface_of(at::DeviceType type)
{
	return c10::impl::hasDeviceGuardImpl(type) ? c10::impl::getDeviceGuardImpl(type) : nullptr;
}

bool is_type(ct_device_type type)
{
	return type > 0 && type <= CT_DEVICE_TYPE_PRIVATEUSE1 && ct::has_device_number(type);
}

/* Possible accelerators, the most likely first. */
constexpr at::DeviceType accelerators[] = {
	at::kCUDA, at::kHIP,         at::kXPU, at::kMPS,
#if CT_HAS_MTIA
	at::kMTIA,
#endif
	at::kHPU,  at::kPrivateUse1,
};

/* For a text that libtorch accepts: it stores the index in a byte without a check. */
void check_index(const char *text)
{
	const char *colon = std::strchr(text, ':');

	if (colon && std::strtol(colon + 1, nullptr, 10) > 127)
		ct::refuse("argument 1 (text): the index of '%.32s' is above 127", text);
}

/* Not libtorch's text of an at::Device: a debug build does not allow index 1 for the CPU. */
std::string name_of(ct_device device)
{
	ct::maybe<at::Device> type = ct::optional_device({ device.type, -1 }, 1, "device");
	at::DeviceIndex index = ct::device_index(device.index, 1, "device");

	if (!type)
		return "None";
	return index < 0 ? type->str() : type->str() + ":" + std::to_string(index);
}

} // namespace

/* --- Names ----------------------------------------------------------------------------------- */

ct_error ct_device_from_string(const char *text, ct_device *result) noexcept
try {
	if (text == nullptr)
		ct::refuse_null(1, "text");

	at::Device device = at::Device(std::string(text));

	check_index(text);
	if (result)
		*result = ct::from_device(device);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_to_string(ct_device device, char **result) noexcept
try {
	ct::give_text(name_of(device), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* --- Available devices ----------------------------------------------------------------------- */

int64_t ct_device_count(ct_device_type type) noexcept
{
	if (!is_type(type))
		return 0;

	auto *interface = interface_of(ct::device_numbered(type));

	return interface ? interface->deviceCount() : 0;
}

bool ct_device_is_available(ct_device device) noexcept
{
	return device.index >= -1 && std::max(device.index, 0) < ct_device_count(device.type);
}

ct_device ct_device_accelerator(void) noexcept
{
	for (at::DeviceType type : accelerators)
		if (ct_device_count(ct::device_number(type)) > 0)
			return { ct::device_number(type), -1 };
	return CT_DEVICE_NONE;
}

bool ct_can_pin_memory(void)
{
#if CT_HAS_PINNED_FOR_ANY
	return ct_device_accelerator().type != CT_DEVICE_TYPE_NONE;
#else
	return ct_device_count(CT_DEVICE_TYPE_CUDA) > 0;
#endif
}

/* --- The current device ---------------------------------------------------------------------- */

ct_error ct_device_current(ct_device_type type, ct_device *result) noexcept
try {
	ct_device current = ct::from_device(ct::guard_of(type_of(type)).getDevice());

	if (result)
		*result = current;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_set_current(ct_device device) noexcept
{
	ct_device was;

	return ct_device_swap_(device, &was);
}

ct_error ct_device_swap_(ct_device device, ct_device *was) noexcept
try {
	at::Device wanted = ct::device(device, 1, "device");
	const auto &interface = ct::guard_of(wanted.type());
	at::Device before = wanted.has_index() ? interface.exchangeDevice(wanted)
					       : interface.getDevice();

	*was = ct::from_device(before);
	return nullptr;
} catch (...) {
	return ct::caught(CT_NAME_OF(ct_device_set_current));
}

ct_error ct_device_synchronize(ct_device device) noexcept
try {
	at::Device wanted = ct::device(device, 1, "device");

	if (wanted.is_cpu())
		return nullptr;
#if CT_HAS_SYNCHRONIZE_DEVICE
	ct::guard_of(wanted.type()).synchronizeDevice(ct::with_index(wanted).index());
	return nullptr;
#else
	ct::guard_of(wanted.type());
	ct::refuse_release("waiting for a device needs", "2.6");
#endif
} catch (...) {
	return ct::caught(__func__);
}

/* --- Properties of a device ------------------------------------------------------------------ */

/* libtorch has no interface for the names of devices. */
static std::string name_of_device(at::Device device)
{
	const at::Device known = ct::known_device(device);

	return c10::DeviceTypeName(known.type(), true) + ":" + std::to_string(known.index());
}

ct_error ct_device_name(ct_device device, char **result) noexcept
try {
	at::Device wanted = ct::device(device, 1, "device");
	char name[256];

	if (wanted.is_cpu())
		ct_host_cpu_name(name, sizeof name);
	ct::give_text(wanted.is_cpu() ? name : name_of_device(wanted), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_device_supports_dtype(ct_device device, ct_dtype dtype, bool *result) noexcept
try {
	const at::Device wanted = ct::known_device(ct::device(device, 1, "device"));
	const at::ScalarType asked = ct::dtype(dtype, 2, "dtype");

#if CT_TORCH_AT_LEAST(2, 10)
	bool found = false;

	ct::guard_of(wanted.type())
		.getDeviceCapability(wanted)
		.forEachSupportedScalarType([&](at::ScalarType type) { found |= type == asked; });
	if (result)
		*result = found;
	return nullptr;
#else
	(void)wanted;
	(void)asked;
	(void)result;
	ct::refuse_release("the dtypes of a device need", "2.10");
#endif
} catch (...) {
	return ct::caught(__func__);
}

static void memory_of(at::Device device, int64_t *available, int64_t *total)
{
	if (device.is_cpu()) {
		ct_host_memory(available, total);
		return;
	}
#if CT_HAS_DEVICE_ALLOCATOR
	c10::DeviceAllocator &allocator = ct::allocator_of(device.type());
	auto info = allocator.getMemoryInfo(ct::known_device(device).index());

	*available = static_cast<int64_t>(info.first);
	*total = static_cast<int64_t>(info.second);
#else
	ct::guard_of(device.type());
	ct::refuse_release("the memory of a device needs", "2.10");
#endif
}

ct_error ct_device_memory(ct_device device, int64_t *available, int64_t *total) noexcept
try {
	int64_t can_be_had, all;

	memory_of(ct::device(device, 1, "device"), &can_be_had, &all);
	if (available)
		*available = can_be_had;
	if (total)
		*total = all;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
