/*
 * Kernels: all of them are the CPU's, by libtorch's fallback, which copies the arguments to the host
 * and the results back. A real back end has kernels of its own and the fallback for the rest.
 */
#include "kernel.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/native/CPUFallback.h>
#include <torch/library.h>

#include "control.hpp"
#include "device.hpp"
#include "generator.hpp"
#include "release.hpp"
#include "stream.hpp"

namespace sim {

/* --- Counting --------------------------------------------------------------------------------- */

namespace {

thread_local bool in_kernel = false;

} // namespace

kernel_scope::kernel_scope() noexcept : before(in_kernel)
{
	if (!before)
		counted.kernels++;
	in_kernel = true;
}

kernel_scope::~kernel_scope()
{
	in_kernel = before;
}

bool is_in_kernel() noexcept
{
	return in_kernel;
}

namespace {

/* --- Arguments -------------------------------------------------------------------------------- */

template <class Visit> void for_each_tensor(const c10::IValue &value, Visit visit)
{
	if (value.isTensor())
		visit(value.toTensor());
	else if (value.isTensorList())
		for (const at::Tensor &tensor : value.toTensorVector())
			visit(tensor);
	else if (value.isOptionalTensorList())
		for (const auto &tensor : value.toOptionalTensorVector())
			if (tensor.has_value())
				visit(*tensor);
}

/* Kernels of other devices, too, take some tensors from the CPU: indices, lengths. */
bool may_have_cpu_tensors(const std::string &name)
{
	static const std::set<std::string> *const names = new std::set<std::string>{
		"aten::index",
		"aten::_index_put_impl_",
		"aten::index_put",
		"aten::index_put_",
		"aten::_pack_padded_sequence",
		"aten::_pack_padded_sequence_backward",
		"aten::_pad_packed_sequence",
		"aten::tensor_split",
		"aten::_ctc_loss",
		"aten::_ctc_loss_backward",
		"aten::_copy_from",
	};

	return names->count(name) != 0;
}

/* The device of all arguments; -1 if none is on one. The fallback itself would compute with tensors
 * of different devices, which no real device can. */
c10::DeviceIndex common_device(const std::string &name, c10::ArrayRef<c10::IValue> arguments)
{
	c10::DeviceIndex index = -1;
	const bool takes_cpu = may_have_cpu_tensors(name);

	for (const c10::IValue &argument : arguments)
		for_each_tensor(argument, [&](const at::Tensor &tensor) {
			if (tensor.defined() && !tensor.is_cpu() && index < 0)
				index = tensor.device().index();
		});
	for (const c10::IValue &argument : arguments)
		for_each_tensor(argument, [&](const at::Tensor &tensor) {
			if (!tensor.defined() || index < 0 || tensor.device() == device(index))
				return;
			if (tensor.is_cpu() && (takes_cpu || tensor.dim() == 0))
				return;
			TORCH_CHECK(false,
				    "Expected all tensors to be on the same device, but found at "
				    "least two devices, ",
				    device(index), " and ", tensor.device(), "! (when checking ",
				    name, ")");
		});
	return index;
}

/* Puts the CPU's generator in the place of the device's, which is the default one if the argument is
 * None. NULL if the operator has none. */
std::unique_ptr<host_generator> exchange_generator(const c10::FunctionSchema &schema,
						   c10::DeviceIndex index, c10::IValue *arguments)
{
	for (size_t i = 0; i < schema.arguments().size(); i++) {
		const c10::TypePtr &type = schema.arguments()[i].type();

		if (type->str().find("Generator") == std::string::npos)
			continue;
		const at::Generator wanted = arguments[i].isNone() ? default_generator(index)
								   : arguments[i].toGenerator();
		TORCH_CHECK(wanted.device() == device(index), "Expected a '", device(index),
			    "' device type for generator but found '", wanted.device(), "'");
		auto exchanged = std::make_unique<host_generator>(wanted);

		arguments[i] = exchanged->get();
		return exchanged;
	}
	return nullptr;
}

/* Operators that write to arguments without saying so in their schemas, and the numbers of these.
 * The fallback copies back only what a schema marks. */
const std::vector<size_t> &unmarked_writes(const std::string &name)
{
	static const auto *const all = new std::map<std::string, std::vector<size_t>>{
		{ "aten::native_batch_norm", { 3, 4 } }, /* the running statistics */
		{ "aten::batch_norm_update_stats", { 1, 2 } },
		{ "aten::rrelu_with_noise", { 1 } }, /* marked since 2.6 */
		{ "aten::rrelu_with_noise_", { 1 } },
	};
	static const std::vector<size_t> none;
	const auto found = all->find(name);

	return found == all->end() ? none : found->second;
}

/* Puts copies on the host in the place of these arguments, and copies them back at its end. */
class write_back {
	std::vector<std::pair<at::Tensor, at::Tensor>> pairs;

public:
	write_back(const c10::FunctionSchema &schema, c10::IValue *arguments)
	{
		for (const size_t i : unmarked_writes(schema.name())) {
			if (schema.arguments()[i].alias_info() || !arguments[i].isTensor() ||
			    !arguments[i].toTensor().defined())
				continue;
			pairs.emplace_back(arguments[i].toTensor(), arguments[i].toTensor().cpu());
			arguments[i] = pairs.back().second;
		}
	}

	void finish() const
	{
		for (const auto &pair : pairs)
			pair.first.copy_(pair.second);
	}
};

/* Indices, of which libtorch's fallback before 2.15 makes no copies on the host. */
void take_lists_to_host(c10::IValue *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!arguments[i].isOptionalTensorList())
			continue;
		c10::List<maybe<at::Tensor>> on_host;

		for (const auto &tensor : arguments[i].toOptionalTensorVector())
			on_host.push_back(tensor.has_value() && tensor->defined()
						  ? maybe<at::Tensor>(tensor->cpu())
						  : tensor);
		arguments[i] = on_host;
	}
}

/* SIM_TRACE=1 in the environment. */
void trace(const c10::OperatorName &name)
{
	static const bool is_on = std::getenv("SIM_TRACE") != nullptr;

	if (is_on)
		std::fprintf(stderr, "sim: %s\n", toString(name).c_str());
}

/* --- The fallback ----------------------------------------------------------------------------- */

/* The stream's earlier work comes first. The kernel itself is done when this returns, so whatever is
 * put into the stream afterwards comes after it. */
void compute_on_host(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
	const size_t argument_count = op.schema().arguments().size();
	c10::IValue *const arguments = stack->data() + (stack->size() - argument_count);
	c10::DeviceIndex index = common_device(
		op.schema().name(), c10::ArrayRef<c10::IValue>(arguments, argument_count));
	const kernel_scope scope;

	trace(op.operator_name());
	if (index < 0)
		index = current_device();
	end_of(current_stream(index)).wait();
	const auto generator = exchange_generator(op.schema(), index, arguments);
	const write_back written(op.schema(), arguments);
	take_lists_to_host(arguments, argument_count);
	at::native::cpu_fallback(op, stack);
	written.finish();
}

/* --- Convolution ------------------------------------------------------------------------------ */

/* Its operator chooses a kernel by the device before the fallback sees it: for other devices than
 * libtorch's own this one. */
at::Tensor convolution(const at::Tensor &input, const at::Tensor &weight,
		       const maybe<at::Tensor> &bias, at::IntArrayRef stride,
		       at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
		       at::IntArrayRef output_padding, int64_t groups)
{
	const kernel_scope scope;
	maybe<at::Tensor> host_bias;

	if (bias.has_value() && bias->defined())
		host_bias = bias->cpu();
	return at::convolution(input.cpu(), weight.cpu(), host_bias, stride, padding, dilation,
			       transposed, output_padding, groups)
		.to(input.device());
}

at::Tensor back_to(c10::Device device, const at::Tensor &tensor)
{
	return tensor.defined() ? tensor.to(device) : tensor;
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_backward(
	const at::Tensor &grad, const at::Tensor &input, const at::Tensor &weight,
	at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
	at::IntArrayRef output_padding, int64_t groups, std::array<bool, 3> output_mask)
{
	const kernel_scope scope;
	const int64_t channels[] = { grad.size(1) };
	const auto grads = at::convolution_backward(
		grad.cpu(), input.cpu(), weight.cpu(), at::IntArrayRef(channels), stride, padding,
		dilation, transposed, output_padding, groups, output_mask);
	const c10::Device on = input.device();

	return { back_to(on, std::get<0>(grads)), back_to(on, std::get<1>(grads)),
		 back_to(on, std::get<2>(grads)) };
}

} // namespace

TORCH_LIBRARY_IMPL(_, PrivateUse1, library)
{
	library.fallback(torch::CppFunction::makeFromBoxedFunction<&compute_on_host>());
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
	library.impl("convolution_overrideable", convolution);
	library.impl("convolution_backward_overrideable", convolution_backward);
	/* For these libtorch has compositions of other operators, which come before the fallback:
	 * their last digits are not the CPU kernel's, or they warn of sizes. */
	for (const char *name : { "addr", "mish_backward", "mse_loss", "native_group_norm",
				  "native_layer_norm", "silu_backward", "smooth_l1_loss" })
		library.impl(name, torch::CppFunction::makeFromBoxedFunction<&compute_on_host>());
}

} // namespace sim
