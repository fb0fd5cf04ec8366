/*
 * The gradients of operators in C: a kernel for the key Autograd that calls the other kernels, and
 * makes the call an application of a ct_function.
 */
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/GradMode.h>

#include "core/base/name_of.h"
#include "operators/by_name/ivalue.hpp"
#include "operators/library/kernel.hpp"

namespace ct {

namespace {

using stack = std::vector<c10::IValue>;
using tensor_vector = std::vector<at::Tensor>;

/* --- Tensors in arguments and results -------------------------------------------------------- */

/* The number of tensors in a value, and whether they are in a list, which may be empty. */
struct place {
	size_t tensors;
	bool list;
};

/* Tensor[] or Tensor?[], by the type, since an item may be None in other lists as well. */
bool is_tensor_list(const c10::Type &type)
{
	const c10::ListType *list = without_optional(type).castRaw<c10::ListType>();

	return list &&
	       without_optional(*list->getElementType()).kind() == c10::TypeKind::TensorType;
}

struct flattened {
	tensor_vector tensors;
	std::vector<place> places; /* for each value */

	void add(const c10::IValue &value, const c10::Type &type)
	{
		size_t before = tensors.size();
		bool list = value.isList() && is_tensor_list(type);

		if (value.isTensor()) {
			tensors.push_back(value.toTensor());
		} else if (list) {
			for (const c10::IValue &item : value.toListRef())
				tensors.push_back(item.isNone() ? at::Tensor() : item.toTensor());
		}
		places.push_back({ tensors.size() - before, list });
	}

	flattened(const stack &values, const std::vector<c10::Argument> &declared)
	{
		for (size_t i = 0; i < values.size(); i++)
			add(values[i], *declared[i].type());
	}

	bool requires_grad() const
	{
		for (const at::Tensor &tensor : tensors)
			if (tensor.defined() && tensor.requires_grad())
				return true;
		return false;
	}

	std::vector<ct_tensor *> lent() const
	{
		std::vector<ct_tensor *> handles;

		for (const at::Tensor &tensor : tensors)
			handles.push_back(lend(tensor));
		return handles;
	}
};

/* Replaces the tensors of a result, and returns their number. */
size_t replace_tensors(c10::IValue &value, const place &at, ct_tensor *const *with)
{
	if (at.tensors == 0)
		return 0;
	if (!at.list) {
		value = reference(*with);
		return 1;
	}
	c10::List<at::Tensor> list;
	for (size_t i = 0; i < at.tensors; i++)
		list.push_back(reference(with[i]));
	value = std::move(list);
	return at.tensors;
}

/* --- One call of an operator ----------------------------------------------------------------- */

struct derivative {
	ct_operator_setup_function setup;
	ct_operator_backward_function backward;
	callback_context context;
};

/* Kept by the graph. */
struct application {
	derivative with;
	c10::FunctionSchema schema;
	stack args;    /* for backward without their tensors */
	stack results; /* while forward runs */
	std::vector<place> arg_places, result_places;
	tensor_vector outputs; /* while forward runs */

	void forget_tensors()
	{
		for (size_t i = 0; i < args.size(); i++)
			if (arg_places[i].tensors || arg_places[i].list)
				args[i] = c10::IValue();
		results.clear();
		outputs.clear();
	}
};

lent_values lend_all(const stack &values, const std::vector<c10::Argument> &arguments)
{
	lent_values lent(values.size());

	for (size_t i = 0; i < values.size(); i++)
		lent.add(values[i], arguments[i]);
	return lent;
}

application &application_of(ct_function_context *context)
{
	return *static_cast<application *>(ct_function_data(context));
}

std::string name_of(const application &call)
{
	return c10::toString(call.schema.operator_name());
}

/* The outputs exist; now keep what backward needs. */
ct_error forward(ct_function_context *context, ct_tensor *const *, ct_tensor **outputs) noexcept
try {
	application &call = application_of(context);
	lent_values args = lend_all(call.args, call.schema.arguments());
	lent_values results = lend_all(call.results, call.schema.returns());

	for (size_t i = 0; i < call.outputs.size(); i++)
		outputs[i] = lend(call.outputs[i]);
	call.forget_tensors();
	if (call.with.setup == nullptr)
		return nullptr;
	check_callback(call.with.setup(context, args.data(), args.size(), results.data(),
				       results.size(), call.with.context.get()),
		       [&] { return "the setup of " + name_of(call); });
	return nullptr;
} catch (...) {
	return caught(CT_NAME_OF(ct_library_set_backward));
}

/* The gradients with respect to the results, in their places. */
std::vector<ct_value> grads_by_result(const application &call, ct_tensor *const *flat)
{
	std::vector<ct_value> grads;

	for (const place &at : call.result_places) {
		if (at.list)
			grads.push_back(
				ct_value_tensors({ flat, static_cast<int64_t>(at.tensors) }));
		else
			grads.push_back(ct_value_tensor(at.tensors ? *flat : nullptr));
		flat += at.tensors;
	}
	return grads;
}

[[noreturn]] void throw_gradient(const application &call, size_t i, const char *expected,
				 const ct_value &got)
{
	TORCH_CHECK(false, call.schema.name(), "(): its backward in C returned type '",
		    ct_value_type_name(&got), "' as the gradient of argument '",
		    call.schema.arguments()[i].name(), "', which must be ", expected);
}

/* Throws for an invalid value. */
void check_gradient(const application &call, size_t i, const ct_value &value)
{
	const char *fault = ct_value_fault(&value);

	TORCH_CHECK(fault == nullptr, call.schema.name(), "(): its backward in C returned ", fault,
		    " as the gradient of argument '", call.schema.arguments()[i].name(), "'");
}

/* A handle of the callback's scope, whatever owns the value. */
ct_tensor *gradient(const application &call, size_t i, const ct_value &value)
{
	ct_tensor *handle = nullptr;
	const std::string what = "the gradient of argument '" + call.schema.arguments()[i].name() +
				 "'";

	check_gradient(call, i, value);
	if (value.kind == CT_VALUE_NONE)
		return nullptr;
	if (value.kind != CT_VALUE_TENSOR)
		throw_gradient(call, i, "a Tensor or None", value);
	check_callback(ct_value_as_tensor(&value, &handle));
	return lend(taken(handle, call.schema.name().c_str(), what.c_str()));
}

/* The gradients with respect to one argument, in the places of its tensors. */
void spread(const application &call, size_t i, const ct_value &value, ct_tensor **flat)
{
	const place &at = call.arg_places[i];

	check_gradient(call, i, value);
	if (value.kind == CT_VALUE_NONE) {
		std::fill(flat, flat + at.tensors, nullptr);
	} else if (at.tensors == 0 && !at.list) {
		throw_gradient(call, i, "None, since it is not a tensor", value);
	} else if (!at.list) {
		*flat = gradient(call, i, value);
	} else {
		if (!ct_value_is_sequence(&value) || value.i != static_cast<int64_t>(at.tensors))
			throw_gradient(call, i, "a list as long as the argument, or None", value);
		for (size_t k = 0; k < at.tensors; k++)
			flat[k] = gradient(call, i,
					   ct_value_element(&value, static_cast<int64_t>(k)));
	}
}

ct_error backward(ct_function_context *context, ct_tensor *const *grad_outputs,
		  ct_tensor **grad_inputs) noexcept
try {
	const application &call = application_of(context);
	lent_values args = lend_all(call.args, call.schema.arguments());
	std::vector<ct_value> grads = grads_by_result(call, grad_outputs);
	filled_values filled(call.args.size());

	check_callback(call.with.backward(context, args.data(), args.size(), grads.data(),
					  static_cast<int64_t>(grads.size()),
					  call.with.context.get(), filled.data(), filled.size()),
		       [&] { return "the backward of " + name_of(call); });
	for (size_t i = 0; i < call.args.size(); i++) {
		spread(call, i, filled[i], grad_inputs);
		grad_inputs += call.arg_places[i].tensors;
	}
	return nullptr;
} catch (...) {
	return caught(CT_NAME_OF(ct_library_set_backward));
}

void release(void *call)
{
	delete static_cast<application *>(call);
}

/* Python's name of the node: GeneratedBackwardFor_my_scale_default. */
std::string node_name(const c10::FunctionSchema &schema)
{
	std::string name = schema.name();
	const std::string &overload = schema.overload_name();

	name.replace(name.find("::"), 2, "_");
	return "GeneratedBackwardFor_" + name + "_" + (overload.empty() ? "default" : overload);
}

/* --- The kernel ------------------------------------------------------------------------------ */

class derivative_kernel final : public c10::OperatorKernel {
	derivative with;
	running_calls &running;

public:
	derivative_kernel(const derivative &made, running_calls &among) : with(made), running(among)
	{
	}

	void operator()(const c10::OperatorHandle &op, c10::DispatchKeySet keys, stack *on)
	{
		running_call now(running);
		stack args(arguments_on(*on, op.schema()), on->end());
		flattened inputs(args, op.schema().arguments());

		{
			at::AutoDispatchBelowAutograd below;

			op.redispatchBoxed(keys & c10::after_autograd_keyset, on);
		}
		if (c10::GradMode::is_enabled() && inputs.requires_grad())
			record(op.schema(), std::move(args), inputs, *on);
	}

private:
	/* Replaces results by those with a history. */
	void record(const c10::FunctionSchema &schema, stack &&args, const flattened &inputs,
		    stack &on) const
	{
		auto results = on.end() - static_cast<std::ptrdiff_t>(schema.returns().size());
		flattened made(stack(results, on.end()), schema.returns());
		callback_scope scope;
		std::vector<ct_tensor *> outputs(made.tensors.size());

		if (outputs.empty())
			return;
		apply(std::unique_ptr<application>(new application{
			      with, schema, std::move(args), stack(results, on.end()),
			      inputs.places, made.places, made.tensors }),
		      inputs.lent(), outputs);
		ct_tensor *const *next = outputs.data();
		for (const place &at : made.places)
			next += replace_tensors(*results++, at, next);
	}

	static void apply(std::unique_ptr<application> call, std::vector<ct_tensor *> inputs,
			  std::vector<ct_tensor *> &outputs)
	{
		const std::string name = node_name(call->schema);
		ct_function function = {};

		function.name = name.c_str();
		function.forward = forward;
		function.backward = backward;
		function.release = release;
		check_callback(
			ct_function_apply(&function, call.get(),
					  { inputs.data(), static_cast<int64_t>(inputs.size()) },
					  outputs.data(), static_cast<int64_t>(outputs.size())));
		/* It may be gone by now if no result can have a gradient. */
		(void)call.release();
	}
};

} // namespace

torch::CppFunction make_derivative(ct_operator_setup_function setup,
				   ct_operator_backward_function backward,
				   const callback_context &context, running_calls &running)
{
	return torch::CppFunction::makeFromBoxedFunctor(std::make_unique<derivative_kernel>(
		derivative{ setup, backward, context }, running));
}

} // namespace ct
