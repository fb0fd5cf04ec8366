/*
 * Calls of the operators of _c10d_functional.
 */
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

#include "distributed/functional/functional.hpp"

namespace ct::dist {

namespace {

/* ORDER FUNCTIONAL KIND: as enum functional_kind */
constexpr const char *names[] = { "all_reduce", "all_gather_into_tensor", "reduce_scatter_tensor",
				  "all_to_all_single", "broadcast" };

/* Calls an operator, and returns its only result. The types of the arguments differ between releases,
 * and take these in all of them. */
c10::IValue call_operator(const std::string &name, std::vector<c10::IValue> arguments)
{
	const at::NoGradGuard guard;

	c10::Dispatcher::singleton()
		.findSchemaOrThrow(("_c10d_functional::" + name).c_str(), "")
		.callBoxed(&arguments);
	return arguments.at(0);
}

void add_arguments(const functional_call &of, std::vector<c10::IValue> &arguments)
{
	switch (of.kind) {
	case functional_kind::all_reduce:
		arguments.emplace_back(name_of(of.op));
		break;
	case functional_kind::all_gather:
		arguments.emplace_back(of.group_size);
		break;
	case functional_kind::reduce_scatter:
		arguments.emplace_back(name_of(of.op));
		arguments.emplace_back(of.group_size);
		break;
	case functional_kind::all_to_all:
		arguments.emplace_back(of.output_splits);
		arguments.emplace_back(of.input_splits);
		break;
	case functional_kind::broadcast:
		arguments.emplace_back(of.source);
		break;
	}
	arguments.emplace_back(of.group);
}

} // namespace

const char *name_of(ct_dist_op op)
{
	/* ORDER DIST OP: as enum ct_dist_op_value */
	static constexpr const char *of_ops[] = { "sum", "avg",  "product", "min",
						  "max", "band", "bor",     "bxor" };

	return of_ops[op];
}

std::vector<at::Tensor> start_functional(const functional_call &of,
					 const std::vector<at::Tensor> &inputs)
{
	std::string name = names[static_cast<int>(of.kind)];
	std::vector<c10::IValue> arguments;

	if (of.is_coalesced) {
		name += "_coalesced";
		arguments.emplace_back(inputs);
	} else {
		arguments.emplace_back(inputs.at(0));
	}
	add_arguments(of, arguments);
	const c10::IValue result = call_operator(name, std::move(arguments));

	return of.is_coalesced ? result.toTensorVector()
			       : std::vector<at::Tensor>{ result.toTensor() };
}

void wait_functional(const std::vector<at::Tensor> &tensors)
{
	for (const auto &tensor : tensors)
		call_operator("wait_tensor", { tensor });
}

} // namespace ct::dist
