/*
 * One application of a ct_function, from its forward to its last backward.
 */
#include "autograd/engine/function_context.hpp"

#include <algorithm>
#include <cstring>

#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/functions/basic_ops.h>

#include <ctorch/core/dtype.h>

using ct::tensor_list;
using torch::autograd::DelayedError;

/* The content of a place until a callback sets it: NULL would mean no gradient. */
static char unset_place;
#define UNSET (reinterpret_cast<ct_tensor *>(&unset_place))

static std::unique_ptr<void, ct::free_memory> copy_data(const ct_function &function, void *data)
{
	if (function.data_size == 0 || data == nullptr)
		return nullptr;

	size_t nbytes = static_cast<size_t>(function.data_size);
	std::unique_ptr<void, ct::free_memory> copy(std::malloc(nbytes));

	if (copy == nullptr)
		throw ct::out_of_memory{ nbytes, "a copy of a function's data" };
	return std::unique_ptr<void, ct::free_memory>(std::memcpy(copy.release(), data, nbytes));
}

ct_function_context::ct_function_context(const ct_function &function, void *given,
					 const tensor_list &inputs, int64_t outputs_len)
    : label(function.name), forward(function.forward), backward(function.backward),
      jvp(function.jvp), once_differentiable(function.once_differentiable),
      n_outputs(static_cast<size_t>(outputs_len)), copy(copy_data(function, given)),
      data(copy ? copy.get() : given, function.release)
{
	int n = 0;

	for (const at::Tensor &input : inputs) {
		edges.push_back(input.defined() ? n++ : -1);
		requires_grad.push_back(input.defined() && input.requires_grad());
		input_impls.push_back(input.defined() ? input.unsafeGetTensorImpl() : nullptr);
	}
}

/* --- Forward --------------------------------------------------------------------------------- */

static tensor_list taken_all(const std::vector<ct_tensor *> &handles, const std::string &callback,
			     const char *what)
{
	tensor_list tensors;

	tensors.reserve(handles.size());
	for (size_t i = 0; i < handles.size(); i++)
		tensors.push_back(ct::taken(handles[i], callback.c_str(), what, i));
	return tensors;
}

tensor_list ct_function_context::run_forward(const tensor_list &inputs)
{
	ct::callback_scope scope;
	std::vector<ct_tensor *> lent, places(n_outputs, UNSET);

	lent.reserve(inputs.size());
	for (const at::Tensor &input : inputs)
		lent.push_back(ct::lend(input));
	{
		c10::AutoGradMode no_grad(false);
		c10::AutoFwGradMode no_forward_grad(false);
		running now_running(*this, phase::forward);

		ct::check_callback(forward(this, lent.data(), places.data()),
				   [&] { return "the forward of " + label; });
	}
	for (size_t i = 0; i < places.size(); i++)
		if (places[i] == UNSET || places[i] == nullptr)
			ct::refuse("forward of %.64s did not set output %zu", label.c_str(), i);
	return taken_all(places, "forward of " + label, "argument 3 (outputs)");
}

/* Inputs that were written to may already have this node as their history, and keep it alive. */
void ct_function_context::fail() noexcept
{
	std::lock_guard<std::mutex> lock(mutex_);

	failed = true;
	kept.clear();
	output_info.clear();
	to_save.clear();
	for_forward.clear();
	without_grad.clear();
	copy.reset();
}

std::vector<ct::maybe<at::Tensor>> ct_function_context::record(const ct::node_pointer &self,
							       const tensor_list &inputs,
							       const tensor_list &outputs,
							       bool executable)
try {
	return try_record(self, inputs, outputs, executable);
} catch (...) {
	fail();
	throw;
}

std::vector<ct::maybe<at::Tensor>> ct_function_context::try_record(const ct::node_pointer &self,
								   const tensor_list &inputs,
								   const tensor_list &outputs,
								   bool executable)
{
	ct::node_pointer attached, none;
	std::vector<ct::maybe<at::Tensor>> raw(outputs.begin(), outputs.end());

	for (at::TensorImpl *impl : marked.dirty)
		impl->bump_version();
	auto wrapped = ct::wrap_outputs(
		inputs, marked, raw, executable ? self : none,
		[&](const tensor_list &primals, const tensor_list &tangents) {
			tensor_list made = run_jvp(primals, tangents, outputs);

			/* The lent handles have used the room for the outputs. */
			if (ct_handles_attended())
				ct::reserve(n_outputs);
			return made;
		},
		attached);
	if (executable) {
		for (const ct::maybe<at::Tensor> &output : wrapped)
			output_info.emplace_back(*output);
		for (const at::Tensor &tensor : to_save) {
			/* An output must not refer to its own node if the node saves it. */
			bool is_output = tensor.defined() &&
					 tensor.grad_fn().get() == static_cast<ct::Node *>(this);

			kept.emplace_back(tensor, is_output);
		}
		ct::announce(attached);
	}
	to_save.clear();
	for_forward.clear();
	without_grad.clear();
	marked = {};
	return wrapped;
}

/* --- Forward mode ---------------------------------------------------------------------------- */

/* The tangent for jvp of an input without a tangent in libtorch. */
static at::Tensor zeros_for(const at::Tensor &tensor)
{
	return torch::autograd::isDifferentiableType(tensor.scalar_type()) ? at::zeros_like(tensor)
									   : at::Tensor();
}

/* As in ct_forward_ad_make_dual(); libtorch would fail an assertion. */
static void check_tangents(const std::string &label, const tensor_list &tangents)
{
	for (size_t i = 0; i < tangents.size(); i++)
		TORCH_CHECK_VALUE(!tangents[i].defined() || tangents[i].is_floating_point() ||
					  tangents[i].is_complex(),
				  "jvp of ", label, ": Expected the tangent of output ", i,
				  " to be floating point or complex, but got: torch.",
				  ct_dtype_name(ct::from_dtype(tangents[i].scalar_type())));
}

/* `inputs` and `tangents` exclude the function's NULL inputs. */
tensor_list ct_function_context::run_jvp(const tensor_list &inputs, const tensor_list &tangents,
					 const tensor_list &outputs)
{
	ct::callback_scope scope;
	running now_running(*this, phase::jvp);
	std::vector<ct_tensor *> lent, places(n_outputs, UNSET);

	TORCH_CHECK_NOT_IMPLEMENTED(jvp != nullptr,
				    "You must implement the jvp function for custom "
				    "autograd.Function to use it with forward mode AD.");
	lent.reserve(edges.size());
	for (int edge : edges) {
		size_t i = static_cast<size_t>(edge);

		if (edge < 0)
			lent.push_back(nullptr);
		else if (tangents[i].defined() || !with_zeros)
			lent.push_back(ct::lend(tangents[i]));
		else
			lent.push_back(ct::lend(zeros_for(inputs[i])));
	}
	ct::check_callback(jvp(this, lent.data(), places.data()),
			   [&] { return "the jvp of " + label; });
	for (size_t i = 0; i < places.size(); i++)
		if (places[i] == UNSET)
			ct::refuse("jvp of %.64s did not set the tangent of output %zu; set it to "
				   "NULL if there is none",
				   label.c_str(), i);

	tensor_list made = taken_all(places, "jvp of " + label, "argument 3 (grad_outputs)");

	check_tangents(label, made);
	fill_tangents(outputs, made);
	return made;
}

/* libtorch fails an assertion if an output that can have a tangent gets none. */
void ct_function_context::fill_tangents(const tensor_list &outputs, tensor_list &tangents) const
{
	for (size_t i = 0; i < tangents.size(); i++)
		if (!tangents[i].defined() &&
		    marked.non_differentiable.count(outputs[i].unsafeGetTensorImpl()) == 0)
			tangents[i] = zeros_for(outputs[i]);
}

/* --- Backward -------------------------------------------------------------------------------- */

tensor_list ct_function_context::apply(tensor_list &&grads)
try {
	TORCH_CHECK(thread.load() != std::this_thread::get_id(), name(),
		    " depends on itself: its backward differentiates a tensor that depends on its "
		    "own output");

	/* As in libtorch's nodes: one backward at a time. */
	std::lock_guard<std::mutex> lock(mutex_);
	at::OptionalDeviceGuard guard;

	TORCH_CHECK(!failed, label,
		    " failed after it wrote to its inputs, so backward through them is not "
		    "possible");
	TORCH_CHECK_NOT_IMPLEMENTED(
		backward != nullptr,
		"You must implement either the backward or vjp method for your custom "
		"autograd.Function to use it with backward mode AD.");
	for (size_t i = 0; with_zeros && i < grads.size(); i++)
		if (!grads[i].defined())
			grads[i] = output_info[i].zeros(guard);
	return by_edge(once_differentiable ? run_backward_once(grads) : run_backward(grads));
} catch (const std::exception &) {
	throw;
} catch (...) {
	/* libtorch's engine handles only standard exceptions. */
	throw ct::callback_error(ct::caught(name().c_str()));
}

std::vector<ct_tensor *> ct_function_context::places_for_grads() const
{
	std::vector<ct_tensor *> places(edges.size(), nullptr);

	for (size_t i = 0; i < places.size(); i++)
		if (needs(static_cast<int64_t>(i)))
			places[i] = UNSET;
	return places;
}

tensor_list ct_function_context::run_backward(const tensor_list &grads)
{
	ct::callback_scope scope;
	running now_running(*this, phase::backward);
	std::vector<ct_tensor *> lent, places = places_for_grads();
	bool any = false;

	lent.reserve(grads.size());
	for (const at::Tensor &grad : grads) {
		lent.push_back(ct::lend(grad));
		any |= grad.defined();
	}
	ct::check_callback(backward(this, lent.data(), places.data()),
			   [&] { return "the backward of " + label; });
	return collect_grads(places, any);
}

tensor_list ct_function_context::collect_grads(const std::vector<ct_tensor *> &places,
					       bool must_be_set)
{
	std::vector<ct_tensor *> handles = places;

	for (size_t i = 0; i < handles.size(); i++) {
		if (handles[i] != UNSET)
			continue;
		if (must_be_set)
			ct::refuse("the gradient of input %zu was not set; set it to NULL if there "
				   "is none",
				   i);
		handles[i] = nullptr;
	}
	return taken_all(handles, "backward of " + label, "argument 3 (grad_inputs)");
}

/* As Python's @once_differentiable: computed unrecorded. If an incoming gradient requires a
 * gradient, the results lead to a node that returns an error. */
tensor_list ct_function_context::run_backward_once(const tensor_list &grads)
{
	tensor_list results;

	{
		c10::AutoGradMode no_grad(false);

		results = run_backward(grads);
	}
	if (!c10::GradMode::is_enabled() ||
	    std::none_of(grads.begin(), grads.end(), [](const at::Tensor &grad) {
		    return grad.defined() && grad.requires_grad();
	    }))
		return results;
	for (at::Tensor &result : results)
		if (result.defined())
			result = result.detach().set_requires_grad(true);
	return ct::make_node<DelayedError>("trying to differentiate twice a function that was "
					   "marked with @once_differentiable",
					   static_cast<int>(results.size()))
		->apply(std::move(results));
}

/* The edges are those of the tensors. */
tensor_list ct_function_context::by_edge(tensor_list &&grads) const
{
	tensor_list of_tensors;

	for (size_t i = 0; i < edges.size(); i++) {
		TORCH_CHECK(edges[i] >= 0 || !grads[i].defined(), "function ", name(),
			    " returned a gradient different than None at position ", i + 1,
			    ", but the corresponding forward input was not a Variable");
		if (edges[i] >= 0)
			of_tensors.push_back(std::move(grads[i]));
	}
	return of_tensors;
}

void ct_function_context::release_variables()
{
	std::lock_guard<std::mutex> lock(mutex_);

	kept.clear();
	freed = true;
}

#if CT_HAS_COUNTED_NODES
/* Only weak references are left: frees now what was kept alive, not with the last of them. */
void ct_function_context::release_resources()
{
	ct::Node::release_resources();
	kept.clear();
	output_info.clear();
	data = ct::callback_context(nullptr, nullptr);
	copy.reset();
}
#endif

/* --- For callbacks --------------------------------------------------------------------------- */

void ct_function_context::must_be_in(phase wanted) const
{
	if (now != wanted)
		ct::refuse("it may only be called in %s of %.64s",
			   wanted == phase::forward ? "forward" : "backward", label.c_str());
}

bool ct_function_context::needs(int64_t index) const
{
	size_t i = static_cast<size_t>(index);

	if (index < 0 || i >= edges.size() || edges[i] < 0)
		return false;
	if (now != phase::backward)
		return requires_grad[i];
	return task_should_compute_output(static_cast<size_t>(edges[i]));
}

void ct_function_context::save(tensor_list tensors)
{
	must_be_in(phase::forward);
	to_save = std::move(tensors);
}

void ct_function_context::save_for_forward(tensor_list tensors)
{
	must_be_in(phase::forward);
	for_forward = std::move(tensors);
}

void ct_function_context::mark_dirty(const tensor_list &tensors)
{
	ct::tensor_set dirty;

	must_be_in(phase::forward);
	for (size_t i = 0; i < tensors.size(); i++) {
		at::TensorImpl *impl = tensors[i].unsafeGetTensorImpl();

		if (std::find(input_impls.begin(), input_impls.end(), impl) == input_impls.end())
			ct::refuse("argument 2 (tensors): element %zu is not an input", i);
		dirty.insert(impl);
	}
	marked.dirty = std::move(dirty);
}

void ct_function_context::mark_non_differentiable(const tensor_list &tensors)
{
	must_be_in(phase::forward);
	marked.non_differentiable.clear();
	for (const at::Tensor &tensor : tensors)
		marked.non_differentiable.insert(tensor.unsafeGetTensorImpl());
	without_grad = tensors;
}

void ct_function_context::set_materialize(bool materialize)
{
	must_be_in(phase::forward);
	with_zeros = materialize;
}

tensor_list ct_function_context::saved()
{
	tensor_list tensors;

	if (now == phase::jvp)
		return for_forward;
	must_be_in(phase::backward);
	TORCH_CHECK(!freed, torch::autograd::ERR_BACKWARD_TWICE);
	tensors.reserve(kept.size());
	for (const torch::autograd::SavedVariable &variable : kept)
		tensors.push_back(variable.unpack(ct::pointer_to<ct::Node>(*this, 0)));
	return tensors;
}
