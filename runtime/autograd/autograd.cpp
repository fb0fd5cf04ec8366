/*
 * Differentiation.
 */
#include <c10/core/GradMode.h>

#include <ctorch/autograd.h>

#include "wrap.hpp"

ct_error ct_autograd_backward(const ct_tensor *self) noexcept
try {
	ct::tensor(self, 1, "self")->backward();
	return nullptr;
} catch (...) {
	return ct::caught("ct_autograd_backward");
}

ct_error ct_autograd_backward_with(const ct_tensor *self, const ct_tensor *gradient,
				   const bool *retain_graph, bool create_graph,
				   ct_tensor *const *inputs, int64_t inputs_len) noexcept
try {
	at::TensorList leaves = ct::tensors(inputs, inputs_len, 5, "inputs");

	/* libtorch would take an empty list for none. */
	if (inputs && leaves.empty())
		ct::refuse("argument 5 (inputs) must not be empty; NULL stands for all leaves");
	if constexpr (CT_CHECKED)
		ct::check_lives(gradient, 2, "gradient");
	ct::tensor(self, 1, "self")
		->backward(ct::reference(gradient),
			   ct::optional_bool(retain_graph, 3, "retain_graph"), create_graph,
			   inputs ? ct::maybe<at::TensorList>(leaves) : ct::nullopt);
	return nullptr;
} catch (...) {
	return ct::caught("ct_autograd_backward_with");
}

bool ct_autograd_is_grad_enabled(void) noexcept
{
	return c10::GradMode::is_enabled();
}

bool ct_autograd_set_grad_enabled(bool enabled) noexcept
{
	bool was = c10::GradMode::is_enabled();

	c10::GradMode::set_enabled(enabled);
	return was;
}
