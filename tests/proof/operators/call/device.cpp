#include "call/device.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include <ATen/ATen.h>
#include <ATen/Context.h>

#include <ctorch/core/error.h>
#include <ctorch/device/load.h>
#include <ctorch/operators/operator.h>
#include <ctorch/tensor/device.h>

#include "compare/tensors.hpp"
#include "support/releases.hpp"

namespace ops {

namespace {

std::optional<c10::Device> in_use;
ct_device named; /* the same for C */

std::string text_of(ct_error error)
{
	const std::string text = error ? error : "";

	ct_error_free(error);
	return text;
}

void throw_error(ct_error error)
{
	const std::string text = text_of(error);

	if (!text.empty())
		throw std::runtime_error(text);
}

at::Tensor copy_of(const at::Tensor &tensor)
{
	const at::NoGradGuard no_grad;

	if (!tensor.defined() || tensor.is_meta())
		return tensor;
	return tensor.detach().to(*in_use).requires_grad_(tensor.requires_grad());
}

c10::IValue list_on_device(const c10::IValue &value)
{
	if (value.isTensorList()) {
		c10::List<at::Tensor> list;

		for (const c10::IValue &element : value.toListRef())
			list.push_back(copy_of(element.toTensor()));
		return list;
	}
	c10::List<ct::maybe<at::Tensor>> list;

	for (const c10::IValue &element : value.toListRef())
		list.push_back(element.isNone() ? ct::maybe<at::Tensor>()
						: copy_of(element.toTensor()));
	return list;
}

bool is_device_of_factory(const c10::Argument &argument)
{
	const c10::TypePtr &type = argument.type();

	return argument.name() == "device" && type->kind() == c10::TypeKind::OptionalType &&
	       type->containedType(0)->kind() == c10::TypeKind::DeviceObjType;
}

/* A new one, in the state to which the same seed leads. */
at::Generator generator_like(const at::Generator &generator)
{
	at::Generator result = at::globalContext().defaultGenerator(*in_use).clone();
	std::lock_guard<std::mutex> lock(result.mutex());

	result.set_current_seed(generator.current_seed());
	return result;
}

c10::IValue on_device(const c10::IValue &value, const c10::Argument &argument)
{
	if (value.isTensor())
		return copy_of(value.toTensor());
	if (value.isTensorList() || value.isOptionalTensorList())
		return list_on_device(value);
	if (value.isGenerator())
		return generator_like(value.toGenerator());
	if ((value.isDevice() && value.toDevice().is_cpu()) ||
	    (value.isNone() && is_device_of_factory(argument)))
		return *in_use;
	return value;
}

} // namespace

void use_device(const std::string &name, const std::string &library)
{
	throw_error(library.empty() ? ct_device_load(CT_DEVICE_TYPE_CUDA)
				    : ct_load_library(library.c_str()));
	throw_error(ct_device_from_string(name.c_str(), &named));
	named.index = std::max(named.index, 0);
	in_use = c10::Device(name);
	in_use->set_index(static_cast<c10::DeviceIndex>(named.index));
}

const std::optional<c10::Device> &device_in_use()
{
	return in_use;
}

void put_on_device(std::vector<c10::IValue> &arguments, const c10::FunctionSchema &schema)
{
	for (size_t i = 0; in_use && i < arguments.size(); i++)
		arguments[i] = on_device(arguments[i], schema.arguments()[i]);
}

bool is_on_device(const std::vector<c10::IValue> &values)
{
	bool result = false;

	for_each_tensor("value", values, [&](const place &, const at::Tensor &tensor) {
		result |= tensor.defined() && tensor.device() == in_use;
	});
	return result;
}

std::string device_failure()
{
	if (!in_use)
		return "";

	const std::string text = text_of(ct_device_synchronize(named));

	return text.substr(0, text.find('\n'));
}

} // namespace ops
