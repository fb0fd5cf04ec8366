/*
 * Backward, grad, and a tensor's state in autograd.
 */
#include <ATen/Functions.h>
#include <torch/csrc/autograd/autograd.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>

#include "autograd/engine/lists.hpp"
#include "core/bridge/getter.hpp"
#include "core/bridge/recorded.hpp"
#include "core/bridge/wrap.hpp"
#include "core/memory/checked.h"

namespace {

/* Python's text. libtorch's C++ would sum a gradient to the shape. */
void check_shape(const at::Tensor &gradient, const at::Tensor &of, size_t number)
{
	if (gradient.is_nested() || of.is_nested())
		return;
	TORCH_CHECK(gradient.sizes() == of.sizes(), "Mismatch in shape: grad_output[", number,
		    "] has a shape of torch.Size(", gradient.sizes(), ") and output[", number,
		    "] has a shape of torch.Size(", of.sizes(), ").");
}

const char *dtype_name(const at::Tensor &of)
{
	return ct_dtype_name(ct::from_dtype(of.scalar_type()));
}

/* Python's text. libtorch's C++ puts all elements of both tensors into its text. */
void check_dtype(const at::Tensor &gradient, const at::Tensor &of, size_t number)
{
	TORCH_CHECK(gradient.is_complex() == of.is_complex(),
		    "For complex Tensors, both grad_output and output are required to have the "
		    "same dtype. Mismatch in dtype: grad_output[",
		    number, "] has a dtype of torch.", dtype_name(gradient), " and output[", number,
		    "] has a dtype of torch.", dtype_name(of), ".");
}

/* Checks that 1 can be the gradient, for the same outputs and with the same text as Python. */
void check_implicit(const at::Tensor &of)
{
	if (!of.requires_grad())
		return;
	TORCH_CHECK(of.numel() == 1, "grad can be implicitly created only for scalar outputs");
	TORCH_CHECK(of.is_floating_point(),
		    "grad can be implicitly created only for real scalar outputs but got torch.",
		    dtype_name(of));
}

void check_gradient(const at::Tensor &gradient, const at::Tensor &of, size_t number)
{
	if (!gradient.defined()) {
		check_implicit(of);
		return;
	}
	check_shape(gradient, of, number);
	check_dtype(gradient, of, number);
}

/* libtorch treats an empty list of gradients as no gradients at all. */
std::vector<at::Tensor> gradients_of(at::TensorList differentiated, ct_tensor *const *list,
				     int64_t length, int position, const char *name)
{
	std::vector<at::Tensor> gradients = ct::references(list, length, position, name);
	int64_t wanted = static_cast<int64_t>(differentiated.size());

	if (list && length != wanted)
		ct::refuse("argument %d (%s): length is %lld, expected %lld (one for each "
			   "differentiated tensor)",
			   position, name, static_cast<long long>(length),
			   static_cast<long long>(wanted));
	for (size_t i = 0; i < differentiated.size(); i++)
		check_gradient(list ? gradients[i] : at::Tensor(), differentiated[i], i);
	return gradients;
}

void check_some(int64_t length, int position, const char *name)
{
	if (length == 0)
		ct::refuse("argument %d (%s) must not be empty", position, name);
}

at::TensorList inputs_of(ct_tensor *const *list, int64_t length, int position)
{
	at::TensorList inputs = ct::tensors(list, length, position, "inputs");

	/* libtorch would treat an empty list as none. */
	if (list && inputs.empty())
		ct::refuse("argument %d (inputs) must not be empty; pass NULL for all leaves",
			   position);
	return inputs;
}

/* Python's text; reported after errors in the outputs. */
void check_require_grad(at::TensorList outputs, at::TensorList inputs)
{
	for (const at::Tensor &output : outputs)
		if (!output.requires_grad())
			return;
	for (const at::Tensor &input : inputs)
		TORCH_CHECK(input.requires_grad(),
			    "One of the differentiated Tensors does not require grad");
}

void replace_missing_by_zeros(std::vector<at::Tensor> &grads, at::TensorList inputs,
			      bool requires_grad)
{
	for (size_t i = 0; i < grads.size(); i++)
		if (!grads[i].defined())
			grads[i] = at::zeros_like(inputs[i]).requires_grad_(requires_grad);
}

/* Python's text; libtorch's C++ words it differently. */
void check_used(const std::vector<at::Tensor> &grads)
{
	for (size_t i = 0; i < grads.size(); i++)
		TORCH_CHECK(grads[i].defined(), "The differentiated Tensor at index ", i,
			    " appears to not have been used in the graph. Set allow_unused=True if "
			    "this is the desired behavior.");
}

std::vector<at::Tensor> differentiate(at::TensorList outputs, at::TensorList inputs,
				      const ct_autograd_grad_options &options)
{
	std::vector<at::Tensor> grad_outputs = gradients_of(outputs, options.grad_outputs,
							    options.grad_outputs_len, 3,
							    "options: grad_outputs");

	check_require_grad(outputs, inputs);
	std::vector<at::Tensor> grads = torch::autograd::grad(
		outputs.vec(), inputs.vec(), grad_outputs,
		ct::optional_bool(options.retain_graph, 3, "options: retain_graph"),
		options.create_graph, true);

	if (options.materialize_grads)
		replace_missing_by_zeros(grads, inputs, options.create_graph);
	else if (!options.allow_unused)
		check_used(grads);
	return grads;
}

/* All or none. */
void give_all(ct_origin from, std::vector<at::Tensor> &&tensors, ct_tensor **targets)
{
	if (ct_handles_attended())
		ct::reserve(tensors.size());
	for (size_t i = 0; i < tensors.size(); i++)
		targets[i] = ct::give_reserved(from, std::move(tensors[i]));
}

using ct::get;

} // namespace

ct_error ct_tensor_backward(const ct_tensor *self) noexcept
try {
	ct::borrowed_tensor root = ct::tensor(self, 1, "self");

	ct::check_not_recorded(CT_COMPUTES_GRADIENTS);
	check_implicit(*root);
	root->backward();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_backward_with(const ct_tensor *self, const ct_tensor *gradient,
				 const bool *retain_graph, bool create_graph,
				 ct_tensors inputs) noexcept
try {
	at::TensorList leaves = inputs_of(inputs.at, inputs.len, 5);
	ct::borrowed_tensor root = ct::tensor(self, 1, "self");

	if constexpr (CT_CHECKED)
		ct::check_lives(gradient, 2, "gradient");
	ct::check_not_recorded(CT_COMPUTES_GRADIENTS);
	check_gradient(ct::reference(gradient), *root, 0);
	check_require_grad(*root, leaves);
	root->backward(ct::reference(gradient), ct::optional_bool(retain_graph, 3, "retain_graph"),
		       create_graph, inputs.at ? ct::maybe<at::TensorList>(leaves) : ct::nullopt);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_autograd_backward_tensors(ct_tensors tensors, ct_tensors gradients,
				      const bool *retain_graph, bool create_graph,
				      ct_tensors inputs) noexcept
try {
	at::TensorList roots = ct::tensors(tensors.at, tensors.len, 1, "tensors");
	at::TensorList leaves = inputs_of(inputs.at, inputs.len, 5);

	ct::check_not_recorded(CT_COMPUTES_GRADIENTS);
	check_some(tensors.len, 1, "tensors");
	std::vector<at::Tensor> by_roots = gradients_of(roots, gradients.at, gradients.len, 2,
							"gradients");

	check_require_grad(roots, leaves);
	torch::autograd::backward(roots.vec(), by_roots,
				  ct::optional_bool(retain_graph, 3, "retain_graph"), create_graph,
				  leaves.vec());
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_autograd_grad(ct_tensors outputs, ct_tensors inputs,
			  const ct_autograd_grad_options *options, ct_tensor **grads) noexcept
try {
	at::TensorList ys = ct::tensors(outputs.at, outputs.len, 1, "outputs");
	at::TensorList xs = ct::tensors(inputs.at, inputs.len, 2, "inputs");

	ct::check_not_recorded(CT_COMPUTES_GRADIENTS);
	check_some(outputs.len, 1, "outputs");
	check_some(inputs.len, 2, "inputs");
	if (grads == nullptr)
		ct::refuse_null(4, "grads");
	give_all(CT_HERE, differentiate(ys, xs, options ? *options : ct_autograd_grad_options{}),
		 grads);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_version(const ct_tensor *self, int64_t *result) noexcept
try {
	int64_t version = ct::tensor(self, 1, "self")->_version();

	if (result)
		*result = version;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_retain_grad(ct_tensor *self) noexcept
try {
	ct::tensor(self, 1, "self")->retain_grad();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_tensor_retains_grad(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.retains_grad(); });
}

int64_t ct_tensor_output_nr(const ct_tensor *self) noexcept
{
	return get<int64_t>(CT_HERE, self, -1, [](const at::Tensor &t) { return t.output_nr(); });
}

bool ct_tensor_is_inference(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.is_inference(); });
}
