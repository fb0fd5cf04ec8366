// States of libtorch that C++ can set and C cannot, or not yet.
#include <memory>

#include <ATen/core/Tensor.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

#include "print_support.h"

void state_set_default_dtype(ct_dtype dtype)
{
	c10::set_default_dtype(c10::scalarTypeToTypeMeta(static_cast<c10::ScalarType>(dtype - 1)));
}

static bool is_in_dual_level;

void state_enter_dual_level()
{
	torch::autograd::forward_ad::enter_dual_level();
	is_in_dual_level = true;
}

void state_leave_dual_level()
{
	if (is_in_dual_level)
		torch::autograd::forward_ad::exit_dual_level(0);
	is_in_dual_level = false;
}

void state_set_inference(bool enabled)
{
	static std::unique_ptr<c10::InferenceMode> mode;

	mode.reset(enabled ? new c10::InferenceMode() : nullptr);
}

int64_t state_version(const ct_tensor *tensor)
{
	const void *address = tensor;

	return static_cast<const c10::TensorImpl *>(address)->version_counter().current_version();
}

void state_shrink_storage(ct_tensor *tensor, size_t nbytes)
{
	void *address = tensor;

	static_cast<c10::TensorImpl *>(address)->storage().set_nbytes(nbytes);
}
