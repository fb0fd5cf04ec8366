/*
 * The gradients of functional collectives, as Python registers them:
 * torch/distributed/_functional_collectives.py.
 */
#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "distributed/functional/functional.hpp"

namespace ct::dist {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/* A call that autograd's context can keep. */
struct kept_call : torch::CustomClassHolder {
	explicit kept_call(const functional_call &with) : of(with) {}

	const functional_call of;
};

bool is_extremum(const functional_call &of)
{
	return of.kind == functional_kind::all_reduce &&
	       (of.op == CT_DIST_MIN || of.op == CT_DIST_MAX);
}

/* What is called with the gradients of the results. */
functional_call reversed(const functional_call &of)
{
	functional_call back = of;

	switch (of.kind) {
	case functional_kind::all_reduce:
		TORCH_CHECK(
			of.op == CT_DIST_SUM || of.op == CT_DIST_AVG || is_extremum(of),
			"the backward of all_reduce is for sum, avg, min and max alone, not for ",
			name_of(of.op));
		if (is_extremum(of))
			back.op = CT_DIST_SUM;
		break;
	case functional_kind::all_gather:
		back.kind = functional_kind::reduce_scatter;
		back.op = CT_DIST_SUM;
		break;
	case functional_kind::reduce_scatter:
		TORCH_CHECK(of.op == CT_DIST_SUM,
			    "the backward of reduce_scatter_tensor is for sum alone, not for ",
			    name_of(of.op));
		back.kind = functional_kind::all_gather;
		break;
	case functional_kind::all_to_all:
		std::swap(back.output_splits, back.input_splits);
		break;
	case functional_kind::broadcast:
		TORCH_CHECK_NOT_IMPLEMENTED(false, "broadcast has no gradient");
	}
	return back;
}

variable_list waited(const functional_call &of, const variable_list &inputs)
{
	variable_list results = functional(of, inputs);

	wait_functional(results);
	return results;
}

/* Where an input is the result, or both are NaN. */
at::Tensor is_result(const at::Tensor &input, const at::Tensor &result)
{
	return (input == result) | (input.isnan() & result.isnan());
}

/* The gradients of elements that are the extremum: in equal parts among all of all ranks, whose number
 * is a float32, since a float16 has too few digits. The others have none. */
variable_list divided(const functional_call &sum, const variable_list &saved,
		      const variable_list &gradients)
{
	const size_t n = gradients.size();
	variable_list masks, numbers, result;

	for (size_t i = 0; i < n; i++) {
		masks.push_back(is_result(saved[i], saved[n + i]));
		numbers.push_back(masks[i].to(at::kFloat));
	}
	const variable_list counts = waited(sum, numbers);

	for (size_t i = 0; i < n; i++)
		result.push_back(at::where(
			masks[i], (gradients[i] / counts[i]).to(gradients[i].scalar_type()), 0));
	return result;
}

struct collective : torch::autograd::Function<collective> {
	static variable_list forward(AutogradContext *context,
				     const c10::intrusive_ptr<kept_call> &call,
				     at::TensorList inputs)
	{
		const variable_list results = start_functional(call->of, inputs.vec());

		context->saved_data["call"] = c10::IValue::make_capsule(call);
		if (is_extremum(call->of)) {
			/* Autograd would see that gloo writes to saved tensors. */
			wait_functional(results);
			variable_list saved = inputs.vec();

			saved.insert(saved.end(), results.begin(), results.end());
			context->save_for_backward(saved);
		}
		return results;
	}

	static variable_list backward(AutogradContext *context, const variable_list &gradients)
	{
		const auto call = c10::static_intrusive_pointer_cast<kept_call>(
			context->saved_data["call"].toCapsule());
		const functional_call back = reversed(call->of);
		variable_list inputs, result{ at::Tensor() };

		for (const auto &gradient : gradients)
			inputs.push_back(gradient.contiguous());
		variable_list outputs = waited(back, inputs);

		if (is_extremum(call->of))
			outputs = divided(back, context->get_saved_variables(), outputs);
		result.insert(result.end(), outputs.begin(), outputs.end());
		return result;
	}
};

} // namespace

std::vector<at::Tensor> functional(const functional_call &of, const std::vector<at::Tensor> &inputs)
{
	return collective::apply(c10::make_intrusive<kept_call>(of), at::TensorList(inputs));
}

} // namespace ct::dist
