/*
 * Tracing C functions: libtorch records the operators that they call.
 */
#include <map>

#include <torch/csrc/jit/frontend/tracer.h>

#include <ctorch/core/scope.h>

#include "core/bridge/lists.hpp"
#include "jit/script/script.hpp"

namespace ct {

namespace {

using torch::jit::Stack;

/* --- The module ------------------------------------------------------------------------------ */

/* Modules by their path; "" is the outermost. */
class module_tree {
	std::map<std::string, torch::jit::Module> modules;

	static torch::jit::Module make()
	{
		torch::jit::Module module(c10::QualifiedName("__torch__.Traced"),
					  std::make_shared<torch::jit::CompilationUnit>());

		module.register_attribute("training", c10::BoolType::get(), false);
		return module;
	}

	/* Those in a module share its compilation unit. */
	torch::jit::Module make_in(const torch::jit::Module &root)
	{
		torch::jit::Module module(c10::QualifiedName("__torch__.Part"),
					  root._ivalue()->compilation_unit(), true);

		module.register_attribute("training", c10::BoolType::get(), false);
		return module;
	}

public:
	module_tree() { modules.emplace("", make()); }

	torch::jit::Module &root() { return modules.at(""); }

	torch::jit::Module &at(const std::string &path)
	{
		auto found = modules.find(path);

		if (found != modules.end())
			return found->second;
		const size_t dot = path.rfind('.');
		torch::jit::Module &parent = at(dot == std::string::npos ? ""
									 : path.substr(0, dot));
		torch::jit::Module child = make_in(root());

		parent.register_module(dot == std::string::npos ? path : path.substr(dot + 1),
				       child);
		return modules.emplace(path, child).first->second;
	}
};

using list_function = ct_error (*)(const ct_module *, const ct_module_list_options *,
				   ct_named_tensor **, int64_t *);

/* Adds the parameters or the buffers of the module and all modules in it, under all their names. */
void add_tensors(module_tree &tree, const ct_module *module, list_function list, bool are_buffers)
{
	const ct_module_list_options options = { nullptr, false, true };
	ct_named_tensor *tensors;
	int64_t n;

	check_callback(list(module, &options, &tensors, &n));
	std::unique_ptr<ct_named_tensor, free_given> owned(tensors);
	for (int64_t i = 0; i < n; i++) {
		const std::string path = tensors[i].name;
		const size_t dot = path.rfind('.');
		torch::jit::Module &owner = tree.at(dot == std::string::npos ? ""
									     : path.substr(0, dot));

		owner.register_parameter(dot == std::string::npos ? path : path.substr(dot + 1),
					 tensor(tensors[i].tensor, 1, "module"), are_buffers);
	}
}

/* --- The function ---------------------------------------------------------------------------- */

struct traced_function {
	ct_jit_trace_function call;
	void *context;

	c10::IValue output_of(const Stack &inputs) const
	{
		callback_scope scope;
		std::vector<const ct_tensor *> handles;
		ct_value output = ct_value_none();

		for (const c10::IValue &input : inputs)
			handles.push_back(lend(input.toTensor()));
		check_callback(call(handles.data(), static_cast<int64_t>(handles.size()), context,
				    &output),
			       [] { return std::string("the traced function"); });
		owned_value owned(output);

		return to_ivalue(*owned);
	}
};

/* libtorch returns outputs as a tuple, unless there is one. */
torch::jit::Module trace_into(module_tree &tree, const Stack &inputs,
			      const traced_function &function)
{
	torch::jit::Module &module = tree.root();
	const auto no_name = [](const at::Tensor &) { return std::string(); };
	const auto run = [&](Stack stack) { return Stack{ function.output_of(stack) }; };
	const auto traced = torch::jit::tracer::trace(inputs, run, no_name, false, false, &module);
	const auto method = module._ivalue()->compilation_unit()->create_function(
		c10::QualifiedName(*module.type()->name(), "forward"), traced.first->graph);

	module.type()->addMethod(method);
	return module;
}

Stack stack_of(ct_tensors inputs, int position)
{
	Stack stack;

	for (const at::Tensor &input : tensors(inputs.at, inputs.len, position, "inputs"))
		stack.emplace_back(input);
	return stack;
}

ct_jit *trace(const traced_function &function, const ct_module *module, const Stack &inputs)
{
	module_tree tree;

	if (module) {
		add_tensors(tree, module, ct_module_named_parameters, false);
		add_tensors(tree, module, ct_module_named_buffers, true);
	}
	return new ct_jit(trace_into(tree, inputs, function));
}

/* As a ct_jit_trace_function: the first output of the module that is the context. */
ct_error call_forward(const ct_tensor *const *inputs, int64_t inputs_len, void *context,
		      ct_value *result) noexcept
{
	ct_tensor *output;
	const ct_error error = ct_module_forward_all(
		static_cast<const ct_module *>(context),
		{ const_cast<ct_tensor *const *>(inputs), inputs_len }, &output, 1);

	if (error == nullptr)
		*result = ct_value_tensor(output);
	return error;
}

} // namespace

} // namespace ct

ct_error ct_jit_trace(ct_jit_trace_function call, void *context, const ct_module *module,
		      ct_tensors inputs, ct_jit **result) noexcept
try {
	if (call == nullptr)
		ct::refuse_null(1, "call");
	*ct::wanted(result, 5) = ct::trace({ call, context }, module, ct::stack_of(inputs, 4));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_jit_trace_module(const ct_module *module, ct_tensors inputs, ct_jit **result) noexcept
try {
	if (module == nullptr)
		ct::refuse_null(1, "module");
	*ct::wanted(result, 3) = ct::trace({ ct::call_forward, const_cast<ct_module *>(module) },
					   module, ct::stack_of(inputs, 2));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
