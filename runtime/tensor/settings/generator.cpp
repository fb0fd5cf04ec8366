/*
 * Generators of random numbers.
 */
#include <mutex>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <ctorch/macros/literals.h>
#include <ctorch/tensor/generator.h>

#include "core/base/impl.h"
#include "core/bridge/wrap.hpp"

/* Generators of plug-ins before libtorch's interface for those of all devices. */
#if CT_TORCH_AT_LEAST(2, 1) && !CT_HAS_NEW_GENERATOR
#include <ATen/core/GeneratorForPrivateuseone.h>
#define CT_HAS_PLUGIN_GENERATOR 1
#else
#define CT_HAS_PLUGIN_GENERATOR 0
#endif

namespace {

using generator_pointer = c10::intrusive_ptr<c10::GeneratorImpl>;

c10::GeneratorImpl *impl_of(const ct_generator *handle)
{
	return reinterpret_cast<c10::GeneratorImpl *>(const_cast<ct_generator *>(handle));
}

ct_generator *new_handle(at::Generator &&generator)
{
	ct::give_object(ct_object_release, generator.unsafeGetGeneratorImpl());
	return reinterpret_cast<ct_generator *>(generator.unsafeReleaseGeneratorImpl());
}

void give_or_drop(at::Generator &&generator, ct_generator **target)
{
	if (target)
		*target = new_handle(std::move(generator));
}

at::Generator new_generator(at::Device device)
{
	if (device.is_cpu())
		return at::detail::createCPUGenerator();
#if CT_HAS_NEW_GENERATOR
	return at::globalContext()
		.getAcceleratorHooksInterface(device.type())
		.getNewGenerator(device.index());
#else
#if CT_HAS_PLUGIN_GENERATOR
	if (device.type() == at::kPrivateUse1)
		return at::GetGeneratorForPrivateuse1(device.index());
#endif
	ct::refuse("argument 1 (device): this release of libtorch creates generators only for the "
		   "CPU");
#endif
}

#if CT_TORCH_AT_LEAST(2, 1) && !CT_TORCH_AT_LEAST(2, 7)

void seed_default(at::Device device, uint64_t seed)
{
	at::Generator generator = at::globalContext().defaultGenerator(device);
	const std::lock_guard<std::mutex> lock(generator.mutex());

	generator.set_current_seed(seed);
}

/* libtorch leaves them out, and Python seeds them itself. A plug-in need not have generators. */
void seed_plugin(uint64_t seed)
try {
	const at::DeviceIndex count =
		c10::impl::hasDeviceGuardImpl(at::kPrivateUse1)
			? c10::impl::getDeviceGuardImpl(at::kPrivateUse1)->deviceCount()
			: 0;

	for (at::DeviceIndex i = 0; i < count; i++)
		seed_default(at::Device(at::kPrivateUse1, i), seed);
} catch (const c10::Error &) {
}

#else

void seed_plugin(uint64_t) {}

#endif

void seed_all(uint64_t seed)
{
	at::manual_seed(seed);
	seed_plugin(seed);
}

} // namespace

ct_error ct_manual_seed(uint64_t seed) noexcept
try {
	seed_all(seed);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_seed(uint64_t *result) noexcept
try {
	uint64_t seed = c10::detail::getNonDeterministicRandom();

	seed_all(seed);
	if (result)
		*result = seed;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_new(ct_device device, ct_generator **result) noexcept
try {
	give_or_drop(new_generator(ct::device(device, 1, "device")), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_default(ct_device device, ct_generator **result) noexcept
try {
	at::Device wanted = ct::device(device, 1, "device");

	give_or_drop(at::Generator(at::globalContext().defaultGenerator(wanted)), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_generator *ct_generator_retain(const ct_generator *self) noexcept
try {
	return self ? new_handle(at::Generator(generator_pointer::reclaim_copy(impl_of(self))))
		    : nullptr;
} catch (...) {
	return nullptr;
}

void ct_generator_free(ct_generator *self) noexcept
{
	if (self == nullptr)
		return;
	ct::take_object_back(self);
	ct_object_release(self);
}

void ct_generator_free_unscoped(ct_generator *self) noexcept
{
	if (self)
		ct_object_release(self);
}

ct_error ct_generator_clone_state(const ct_generator *self, ct_generator **result) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());

	give_or_drop(generator.clone(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_manual_seed(ct_generator *self, uint64_t seed) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());

	generator.set_current_seed(seed);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_seed(ct_generator *self, uint64_t *result) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());
	uint64_t seed = generator.seed();

	if (result)
		*result = seed;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_generator_initial_seed(const ct_generator *self, uint64_t *result) noexcept
try {
	at::Generator generator = ct::generator(self);
	std::lock_guard<std::mutex> lock(generator.mutex());
	uint64_t seed = generator.current_seed();

	if (result)
		*result = seed;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_device ct_generator_device(const ct_generator *self) noexcept
{
	return self ? ct::from_device(impl_of(self)->device()) : CT_DEVICE_NONE;
}
