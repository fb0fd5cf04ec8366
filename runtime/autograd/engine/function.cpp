/*
 * Functions with their own backward: see function_context.hpp.
 */
#include <algorithm>

#include <c10/core/GradMode.h>

#include <ctorch/autograd/custom_function.h>

#include "autograd/engine/function_context.hpp"
#include "autograd/engine/lists.hpp"

using ct::tensor_list;

/* A Variable's output_nr() has 32 bits. */
static constexpr int64_t MOST_OUTPUTS = UINT32_MAX;

static tensor_list defined_of(const tensor_list &tensors)
{
	tensor_list defined;

	std::copy_if(tensors.begin(), tensors.end(), std::back_inserter(defined),
		     [](const at::Tensor &tensor) { return tensor.defined(); });
	return defined;
}

static void check_function(const ct_function *function)
{
	if (function == nullptr)
		ct::refuse_null(1, "self");
	if (function->name == nullptr || *function->name == '\0')
		ct::refuse("argument 1 (self): name must not be NULL or empty");
	if (function->inputs_len < 0 || function->outputs_len < 0 || function->data_size < 0)
		ct::refuse("argument 1 (self): inputs_len, outputs_len and data_size of %.64s "
			   "must not be negative",
			   function->name);
	TORCH_CHECK_NOT_IMPLEMENTED(
		function->forward,
		"You must implement the forward function for custom autograd.Function.");
}

/* Throws when the call does not fit the function. */
static void check_lengths(const ct_function &function, int64_t inputs_len, int64_t outputs_len)
{
	if (function.inputs_len > 0 && inputs_len != function.inputs_len)
		ct::refuse("argument 3 (inputs): length is %lld, but %.64s has %lld inputs",
			   static_cast<long long>(inputs_len), function.name,
			   static_cast<long long>(function.inputs_len));
	if (outputs_len < 1)
		ct::refuse("argument 5 (outputs_len) is %lld, but must be at least 1",
			   static_cast<long long>(outputs_len));
	if (outputs_len > MOST_OUTPUTS)
		ct::refuse("argument 5 (outputs_len) is %lld, but a function in libtorch has at "
			   "most %lld outputs",
			   static_cast<long long>(outputs_len),
			   static_cast<long long>(MOST_OUTPUTS));
	if (function.outputs_len > 0 && outputs_len != function.outputs_len)
		ct::refuse("argument 5 (outputs_len) is %lld, but %.64s has %lld outputs",
			   static_cast<long long>(outputs_len), function.name,
			   static_cast<long long>(function.outputs_len));
}

static bool is_recorded(const tensor_list &inputs)
{
	return c10::GradMode::is_enabled() &&
	       std::any_of(inputs.begin(), inputs.end(),
			   [](const at::Tensor &input) { return input.requires_grad(); });
}

/* There is room for the handles. */
static void give_outputs(ct_origin from, std::vector<ct::maybe<at::Tensor>> &&outputs,
			 ct_tensor **results) noexcept
{
	for (size_t i = 0; results && i < outputs.size(); i++)
		results[i] = ct::give_reserved(from, std::move(*outputs[i]));
}

ct_error ct_function_apply(const ct_function *self, void *data, ct_tensors inputs,
			   ct_tensor **outputs, int64_t outputs_len) noexcept
try {
	check_function(self);
	check_lengths(*self, inputs.len, outputs_len);

	tensor_list given = ct::references(inputs.at, inputs.len, 3, "inputs");
	tensor_list variables = defined_of(given);
	bool recorded = is_recorded(variables);
	auto context = ct::make_node<ct_function_context>(*self, data, given, outputs_len);

	if (recorded)
		context->set_next_edges(torch::autograd::collect_next_edges(variables));
	context->clear_input_metadata();

	tensor_list made = context->run_forward(given);

	/* If record() fails, inputs that were written to lead to a node that reports it; nothing
	 * after record() may fail. */
	if (outputs && ct_handles_attended())
		ct::reserve(static_cast<size_t>(outputs_len));
	give_outputs(CT_HERE, context->record(context, variables, made, recorded), outputs);
	context->arm();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* --- The context ----------------------------------------------------------------------------- */

void *ct_function_data(const ct_function_context *context) noexcept
{
	return context ? context->data_of_call() : nullptr;
}

int64_t ct_function_input_count(const ct_function_context *context) noexcept
{
	return context ? static_cast<int64_t>(context->inputs_len()) : -1;
}

int64_t ct_function_output_count(const ct_function_context *context) noexcept
{
	return context ? static_cast<int64_t>(context->outputs_len()) : -1;
}

bool ct_function_needs_input_grad(const ct_function_context *context, int64_t index) noexcept
{
	return context && context->needs(index);
}

static ct_function_context &checked(ct_function_context *context)
{
	if (context == nullptr)
		ct::refuse_null(1, "context");
	return *context;
}

/* The elements must not be NULL. */
static tensor_list tensors_of(ct_tensor *const *list, int64_t length)
{
	at::TensorList tensors = ct::tensors(list, length, 2, "tensors");

	return tensor_list(tensors.begin(), tensors.end());
}

ct_error ct_function_save_for_backward(ct_function_context *context, ct_tensors tensors) noexcept
try {
	checked(context).save(ct::references(tensors.at, tensors.len, 2, "tensors"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_function_save_for_forward(ct_function_context *context, ct_tensors tensors) noexcept
try {
	checked(context).save_for_forward(ct::references(tensors.at, tensors.len, 2, "tensors"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_function_mark_dirty(ct_function_context *context, ct_tensors tensors) noexcept
try {
	checked(context).mark_dirty(tensors_of(tensors.at, tensors.len));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_function_mark_non_differentiable(ct_function_context *context,
					     ct_tensors tensors) noexcept
try {
	checked(context).mark_non_differentiable(tensors_of(tensors.at, tensors.len));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_function_set_materialize_grads(ct_function_context *context, bool materialize) noexcept
try {
	checked(context).set_materialize(materialize);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_function_saved_tensors(ct_function_context *context, ct_tensor **results,
				   int64_t results_len) noexcept
try {
	tensor_list tensors = checked(context).saved();

	if (results_len != static_cast<int64_t>(tensors.size()))
		ct::refuse("argument 3 (results_len) is %lld, but forward saved %zu tensors",
			   static_cast<long long>(results_len), tensors.size());
	if (results == nullptr)
		return nullptr;
	if (ct_handles_attended())
		ct::reserve(tensors.size());
	for (size_t i = 0; i < tensors.size(); i++)
		results[i] = ct::give_reserved(CT_HERE, std::move(tensors[i]));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
