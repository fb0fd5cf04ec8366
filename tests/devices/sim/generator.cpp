#include "generator.hpp"

#include <array>
#include <utility>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>

#include "device.hpp"
#include "release.hpp"

#if !SIM_HAS_GENERATOR_HOOK
#include <ATen/core/GeneratorForPrivateuseone.h>
#endif

namespace sim {

namespace {

/* The CPU's in all but the device. */
class generator final : public at::CPUGeneratorImpl {
	generator *clone_impl() const override
	{
		generator *copy = new generator(device_.index());

		copy->set_state(*get_state());
		return copy;
	}

public:
	explicit generator(c10::DeviceIndex index)
	{
		device_ = sim::device(index);
		key_set_ = c10::DispatchKeySet(c10::DispatchKey::PrivateUse1);
	}
};

} // namespace

at::Generator new_generator(c10::DeviceIndex index)
{
	if (index < 0)
		index = current_device();
	check_device(index);
	return at::make_generator<generator>(index);
}

const at::Generator &default_generator(c10::DeviceIndex index)
{
	static const auto *const all = new std::array<at::Generator, device_count>{
		new_generator(0), new_generator(1)
	};

	if (index < 0)
		index = current_device();
	check_device(index);
	return (*all)[static_cast<size_t>(index)];
}

host_generator::host_generator(at::Generator generator)
    : of_device(std::move(generator)), of_host(at::detail::createCPUGenerator()),
      lock(of_device.mutex())
{
	of_host.set_state(of_device.get_state());
}

host_generator::~host_generator()
{
	of_device.set_state(of_host.get_state());
}

#if !SIM_HAS_GENERATOR_HOOK
static const at::_GeneratorRegister registered(new_generator);
#endif

} // namespace sim
