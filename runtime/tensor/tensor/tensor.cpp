/*
 * Tensors: references, properties, gradients.
 */
#include <cstdio>

#include <ctorch/macros/literals.h>
#include <ctorch/tensor/tensor.h>

#include "core/bridge/getter.hpp"
#include "core/bridge/recorded.hpp"
#include "core/bridge/wrap.hpp"
#include "core/memory/checked.h"
#include "tensor/tensor/maker.h"

using ct::get;

ct_tensor *ct_tensor_retain(const ct_tensor *self) noexcept
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

void ct_tensors_free(ct_tensor **tensors, int64_t tensors_len) noexcept
{
	char what[64] = "";

	for (int64_t i = 0; tensors && i < tensors_len; i++) {
		if (CT_CHECKED)
			std::snprintf(what, sizeof what, "argument 1 (tensors): element %lld",
				      static_cast<long long>(i));
		if (tensors[i])
			ct_handle_free(tensors[i], CT_HERE, what);
	}
	ct_free(tensors);
}

const void *ct_tensor_data(const ct_tensor *self) noexcept
{
	return get<const void *>(CT_HERE, self, nullptr, [](const at::Tensor &t) {
		ct::note_if_recorded();
		return ct::read_data(t);
	});
}

void *ct_tensor_mutable_data(ct_tensor *self) noexcept
{
	return get<void *>(CT_HERE, self, nullptr, [](const at::Tensor &t) {
		ct::note_if_recorded();
		return ct::write_data(t);
	});
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
		/* Sparse tensors have meaningless ones in memory. */
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
			     [](const at::Tensor &t) { return ct::from_dtype(t.scalar_type()); });
}

ct_device ct_tensor_device(const ct_tensor *self) noexcept
{
	return get<ct_device>(CT_HERE, self, CT_DEVICE_NONE,
			      [](const at::Tensor &t) { return ct::from_device(t.device()); });
}

ct_layout ct_tensor_layout(const ct_tensor *self) noexcept
{
	return get<ct_layout>(CT_HERE, self, CT_LAYOUT_NONE,
			      [](const at::Tensor &t) { return ct::number_of(t.layout()); });
}

bool ct_tensor_is_contiguous(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.is_contiguous(); });
}

bool ct_tensor_is_nested(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false, [](const at::Tensor &t) { return t.is_nested(); });
}

bool ct_tensor_is_quantized(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.is_quantized(); });
}

bool ct_tensor_is_conj(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false, [](const at::Tensor &t) { return t.is_conj(); });
}

bool ct_tensor_is_neg(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false, [](const at::Tensor &t) { return t.is_neg(); });
}

bool ct_tensor_requires_grad(const ct_tensor *self) noexcept
{
	return get<bool>(CT_HERE, self, false,
			 [](const at::Tensor &t) { return t.requires_grad(); });
}

bool ct_tensor_is_leaf(const ct_tensor *self) noexcept
{
	/* As in Python; libtorch's is_leaf() does not update a view whose base was written to. */
	return get<bool>(CT_HERE, self, false, [](const at::Tensor &t) { return !t.grad_fn(); });
}

/* --- Gradients ------------------------------------------------------------------------------- */

ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	/* Python's text, although libtorch's says that complex ones can. */
	TORCH_CHECK(!requires_grad || tensor->is_floating_point() || tensor->is_complex(),
		    "only Tensors of floating point dtype can require gradients");
	tensor->requires_grad_(requires_grad);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_record_made(ct_tensor *made) noexcept
try {
	ct::tensor(made, 1, "made")->requires_grad_(true);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) noexcept
try {
	ct::give_or_drop(CT_HERE, at::Tensor(ct::tensor(self, 1, "self")->grad()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

/* The required dtype of the gradient; none: any. In releases without it, the tensor's own. */
template <class Tensor> static auto grad_dtype(const Tensor &of, int) -> decltype(of.grad_dtype())
{
	return of.grad_dtype();
}

template <class Tensor> static ct::maybe<at::ScalarType> grad_dtype(const Tensor &of, long)
{
	return of.scalar_type();
}

/* These three have the order and the texts of Python's setter. */
static void check_grad_dtype(const at::Tensor &self, const at::Tensor &grad)
{
	const ct::maybe<at::ScalarType> wanted = grad_dtype(self, 0);

	TORCH_CHECK(!wanted || grad.scalar_type() == *wanted,
		    "attempting to assign a gradient with dtype '", grad.dtype(),
		    "' to a tensor with grad_dtype '", *wanted,
		    "'. The gradient must match the tensor's grad_dtype (defaults to the tensor's "
		    "dtype). You can set the tensor's grad_dtype attribute with a specific dtype, "
		    "or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes "
		    "of a tensor and its gradient may break downstream systems that assume they "
		    "match.");
}

static void check_grad_kind(const at::Tensor &self, const at::Tensor &grad)
{
	TORCH_CHECK(self.device().type() == grad.device().type(),
		    "attempting to assign a gradient with device type '", grad.device().type(),
		    "' to a tensor with device type '", self.device().type(),
		    "'. Please ensure that the gradient and the tensor are on the same device");
	TORCH_CHECK(grad.layout() == at::kSparse ||
			    grad.options().type_equal(self.options().dtype(grad.scalar_type())),
		    "attempting to assign a gradient to a tensor that has data of a different "
		    "type");
	/* As numbers: Python prints them as characters, of which the first may end the text. */
	TORCH_CHECK(self.get_device() == grad.get_device(),
		    "attempting to assign a gradient located on device with index '",
		    static_cast<int>(grad.get_device()),
		    "' to a tensor located on device with index '",
		    static_cast<int>(self.get_device()),
		    "'. Please ensure that the gradient and the tensor are on the same device");
}

static void check_grad(const at::Tensor &self, const at::Tensor &grad)
{
	TORCH_CHECK(!grad.is_same(self), "can't assign Variable as its own grad");
	check_grad_dtype(self, grad);
	check_grad_kind(self, grad);
	TORCH_CHECK(grad.sizes() == self.sizes(), "attempting to assign a gradient of size '",
		    grad.sizes(), "' to a tensor of size '", self.sizes(),
		    "'. Please ensure that the gradient and the tensor are the same size");
}

ct_error ct_tensor_set_grad(ct_tensor *self, const ct_tensor *grad) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	if (grad)
		check_grad(*tensor, *ct::tensor(grad, 2, "grad"));
	tensor->mutable_grad() = ct::reference(grad);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
