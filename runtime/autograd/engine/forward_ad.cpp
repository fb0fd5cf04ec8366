/*
 * Forward mode: levels, dual tensors.
 *
 * Python keeps the number of the open level in its own variable. This asks libtorch, so that a
 * level that Python or C++ opened in the same process counts, too.
 */
#include <ATen/Functions.h>
#include <c10/core/AutogradState.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/forward_grad.h>

#include <ctorch/autograd/forward_ad.h>
#include <ctorch/core/dtype.h>

#include "core/bridge/wrap.hpp"
#include "core/memory/checked.h"

namespace {

using torch::autograd::ForwardADLevel;

/* The innermost; -1 when none is open. */
int64_t open_level()
{
	uint64_t n = 0;

	while (ForwardADLevel::try_get_by_idx(n) != nullptr)
		n++;
	return static_cast<int64_t>(n) - 1;
}

/* Python's text. libtorch would continue and fail an assertion. */
void check_differentiable(const at::Tensor &tensor, const char *name)
{
	TORCH_CHECK_VALUE(tensor.is_floating_point() || tensor.is_complex(), "Expected ", name,
			  " to be floating point or complex, but got: torch.",
			  ct_dtype_name(ct::from_dtype(tensor.scalar_type())));
}

} // namespace

ct_error ct_forward_ad_enter_dual_level(int64_t *level) noexcept
try {
	uint64_t entered = torch::autograd::forward_ad::enter_dual_level();

	if (level)
		*level = static_cast<int64_t>(entered);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_forward_ad_leave_dual_level(const int64_t *level) noexcept
try {
	int64_t open = open_level();

	TORCH_CHECK(level == nullptr || *level == open,
		    "Trying to exit a forward AD level that was not the last one that was "
		    "created. This is not supported.");
	TORCH_CHECK(open >= 0, "Dual level must be a positive number.");
	torch::autograd::forward_ad::exit_dual_level(static_cast<uint64_t>(open));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

int64_t ct_forward_ad_current_level(void) noexcept
{
	return open_level();
}

ct_error ct_forward_ad_make_dual(const ct_tensor *primal, const ct_tensor *tangent,
				 ct_tensor **result) noexcept
try {
	ct::borrowed_tensor value = ct::tensor(primal, 1, "primal");
	ct::borrowed_tensor direction = ct::tensor(tangent, 2, "tangent");
	int64_t level = open_level();

	TORCH_CHECK(level >= 0, "Trying to create a dual Tensor for forward AD but no level "
				"exists, make sure to enter_dual_level() first.");
	check_differentiable(*value, "primal");
	check_differentiable(*direction, "tangent");
	ct::give_or_drop(CT_HERE, at::_make_dual(*value, *direction, level), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_forward_ad_unpack_dual(const ct_tensor *tensor, ct_tensor **primal,
				   ct_tensor **tangent) noexcept
try {
	ct::borrowed_tensor dual = ct::tensor(tensor, 1, "tensor");
	int64_t level = open_level();

	ct::give_or_drop(CT_HERE,
			 level < 0 ? std::tuple<at::Tensor, at::Tensor>(*dual, at::Tensor())
				   : at::_unpack_dual(*dual, level),
			 primal, tangent);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_forward_ad_is_enabled(void) noexcept
{
	return c10::AutogradState::get_tls_state().get_fw_grad_mode();
}

void ct_forward_ad_set_enabled(bool enabled) noexcept
{
	c10::AutogradState::get_tls_state().set_fw_grad_mode(enabled);
}
