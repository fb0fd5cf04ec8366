/*
 * What DDP does when the backward begins: Python's _DDPSink.
 */
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/engine.h>

#include <ctorch/libtorch.hpp>
#include <ctorch/nn/results.h>

#include "distributed/ddp/call.hpp"

namespace ct::dist {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/* A pointer that autograd's context can keep. */
struct link : torch::CustomClassHolder {
	explicit link(std::weak_ptr<ddp> with) : to(std::move(with)) {}

	std::weak_ptr<ddp> to;
};

/* In a static graph's first step the order of the gradients is not known yet, so all are reduced when
 * the backward has ended. */
void begin_backward(const std::weak_ptr<ddp> &weak)
{
	const auto of = weak.lock();

	if (!of || !of->is_static || of->has_delayed)
		return;
	of->has_delayed = true;
	torch::autograd::Engine::get_default_engine().queue_callback([weak]() {
		if (const auto still = weak.lock())
			still->reducer->delay_all_reduce();
	});
}

struct sink : torch::autograd::Function<sink> {
	static variable_list forward(AutogradContext *context,
				     const c10::intrusive_ptr<link> &owner, at::TensorList inputs)
	{
		variable_list copies;

		/* An output without a gradient stays so. */
		context->set_materialize_grads(false);
		context->saved_data["owner"] = c10::IValue::make_capsule(owner);
		for (const auto &input : inputs)
			copies.push_back(input.clone());
		return copies;
	}

	static variable_list backward(AutogradContext *context, const variable_list &gradients)
	{
		const auto owner = context->saved_data["owner"].toCapsule();
		variable_list result{ at::Tensor() };

		begin_backward(c10::static_intrusive_pointer_cast<link>(owner)->to);
		result.insert(result.end(), gradients.begin(), gradients.end());
		return result;
	}
};

} // namespace

void put_through_sink(const std::shared_ptr<ddp> &of, const ddp_call &call)
{
	std::vector<at::Tensor> inputs;
	std::vector<ct_tensor **> places;

	for (int64_t i = 0; i < call.outputs_len; i++) {
		const at::Tensor tensor = ct::to_tensor(call.outputs[i]);

		if (!tensor.defined() || !tensor.grad_fn())
			continue;
		inputs.push_back(tensor);
		places.push_back(&call.outputs[i]);
	}
	if (inputs.empty())
		return;
	const auto copies = sink::apply(c10::make_intrusive<link>(of), at::TensorList(inputs));

	std::vector<ct_tensor *> replaced;

	for (size_t i = 0; i < places.size(); i++) {
		replaced.push_back(*places[i]);
		*places[i] = ct::to_handle(copies[i]);
	}
	ct_module_free_results_(replaced.data(), static_cast<int64_t>(replaced.size()), call.inputs,
				call.inputs_len);
}

} // namespace ct::dist
