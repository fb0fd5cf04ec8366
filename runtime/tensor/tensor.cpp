/*
 * Tensors: references, what they are, gradients.
 */
#include <cstdio>
#include <cstdlib>

#include <ctorch/tensor.h>

#include "getter.hpp"
#include "memory/checked.h"
#include "wrap.hpp"

using ct::get;

ct_tensor *ct_tensor_keep(const ct_tensor *self) noexcept
try {
	ct_check_lives(self, CT_HERE, CT_SELF);
	return ct::keep(CT_HERE, self);
} catch (...) {
	return nullptr;
}

void ct_tensor_free(ct_tensor *self) noexcept
{
	if (self == nullptr)
		return;
	if (ct_handles_attended()) {
		ct_handle_free(self, CT_HERE, CT_SELF);
		return;
	}
	ct_count_released();
	ct_impl_release(self);
}

void ct_tensors_free(ct_tensor **tensors, int64_t n) noexcept
{
	char what[64] = "";

	for (int64_t i = 0; tensors && i < n; i++) {
		if (CT_CHECKED)
			std::snprintf(what, sizeof what, "argument 1 (tensors): element %lld",
				      static_cast<long long>(i));
		if (tensors[i])
			ct_handle_free(tensors[i], CT_HERE, what);
	}
	std::free(tensors);
}

void ct_free(void *memory) noexcept
{
	std::free(memory);
}

const void *ct_tensor_data(const ct_tensor *self) noexcept
{
	return get<const void *>(CT_HERE, self, nullptr,
				 [](const at::Tensor &t) { return ct::read_data(t); });
}

void *ct_tensor_mutable_data(ct_tensor *self) noexcept
{
	return get<void *>(CT_HERE, self, nullptr,
			   [](const at::Tensor &t) { return ct::write_data(t); });
}

int64_t ct_tensor_dim(const ct_tensor *self) noexcept
{
	return get<int64_t>(CT_HERE, self, -1, [](const at::Tensor &t) { return t.dim(); });
}

const int64_t *ct_tensor_shape(const ct_tensor *self) noexcept
{
	return get<const int64_t *>(CT_HERE, self, nullptr,
				    [](const at::Tensor &t) { return t.sizes().data(); });
}

const int64_t *ct_tensor_strides(const ct_tensor *self) noexcept
{
	return get<const int64_t *>(CT_HERE, self, nullptr, [](const at::Tensor &t) {
		/* Sparse tensors have some in memory that mean nothing. */
		return t.layout() == at::kStrided ? t.strides().data() : nullptr;
	});
}

int64_t ct_tensor_size(const ct_tensor *self, int64_t dim) noexcept
{
	return get<int64_t>(CT_HERE, self, -1, [dim](const at::Tensor &t) {
		at::IntArrayRef sizes = t.sizes();
		int64_t n = static_cast<int64_t>(sizes.size());

		if (dim < -n || dim >= n)
			return INT64_C(-1);
		return sizes[static_cast<size_t>(dim < 0 ? dim + n : dim)];
	});
}

int64_t ct_tensor_numel(const ct_tensor *self) noexcept
{
	return get<int64_t>(CT_HERE, self, -1, [](const at::Tensor &t) { return t.numel(); });
}

int64_t ct_tensor_element_size(const ct_tensor *self) noexcept
{
	return get<int64_t>(CT_HERE, self, 0, [](const at::Tensor &t) { return t.element_size(); });
}

int64_t ct_tensor_storage_offset(const ct_tensor *self) noexcept
{
	return get<int64_t>(CT_HERE, self, 0,
			    [](const at::Tensor &t) { return t.storage_offset(); });
}

ct_dtype ct_tensor_dtype(const ct_tensor *self) noexcept
{
	return get<ct_dtype>(CT_HERE, self, CT_DTYPE_NONE,
			     [](const at::Tensor &t) { return t.scalar_type(); });
}

ct_device ct_tensor_device(const ct_tensor *self) noexcept
{
	return get<ct_device>(CT_HERE, self, CT_DEVICE_NONE,
			      [](const at::Tensor &t) { return ct::from_device(t.device()); });
}

ct_layout ct_tensor_layout(const ct_tensor *self) noexcept
{
	return get<ct_layout>(CT_HERE, self, CT_LAYOUT_NONE,
			      [](const at::Tensor &t) { return t.layout(); });
}

bool ct_tensor_is_contiguous(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.is_contiguous(); });
}

bool ct_tensor_requires_grad(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.requires_grad(); });
}

bool ct_tensor_is_leaf(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false, [](const at::Tensor &t) { return t.is_leaf(); });
}

/* --- Gradients ------------------------------------------------------------------------------- */

ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad) noexcept
try {
	ct::tensor(self, 1, "self")->requires_grad_(requires_grad);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_set_requires_grad");
}

ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) noexcept
try {
	ct::give(CT_HERE, at::Tensor(ct::tensor(self, 1, "self")->grad()), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_grad");
}

static void check_grad(const at::Tensor &self, const at::Tensor &grad)
{
	if (grad.is_same(self))
		ct::refuse("argument 2 (grad): a tensor cannot be its own gradient");
	if (grad.scalar_type() != self.scalar_type())
		ct::refuse("argument 2 (grad): its dtype is %s, the tensor's is %s",
			   c10::toString(grad.scalar_type()), c10::toString(self.scalar_type()));
	if (grad.device() != self.device())
		ct::refuse("argument 2 (grad): its device is %s, the tensor's is %s",
			   grad.device().str().c_str(), self.device().str().c_str());
	if (grad.sizes() != self.sizes())
		ct::refuse("argument 2 (grad): its shape is not the tensor's");
}

ct_error ct_tensor_set_grad(ct_tensor *self, const ct_tensor *grad) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	if (grad)
		check_grad(*tensor, *ct::tensor(grad, 2, "grad"));
	tensor->mutable_grad() = ct::reference(grad);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_set_grad");
}
