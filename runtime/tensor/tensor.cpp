/*
 * Tensors from C data and back, what they are, one number.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>

#include <ctorch/tensor.h>

#include "memory/checked.h"
#include "memory/scopes.h"
#include "wrap.hpp"

namespace {

/* --- Making them ----------------------------------------------------------------------------- */

/* What both makers are asked for. */
struct request {
	at::ScalarType dtype;
	at::IntArrayRef shape;
	int64_t numel;
};

int64_t checked_product(int64_t a, int64_t b)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		ct::refuse("argument 3 (shape): more bytes than an address can count");
	return product;
}

/* The argument `name` holds numbers that must not be negative. */
void check_not_negative(at::IntArrayRef list, int position, const char *name)
{
	for (size_t i = 0; i < list.size(); i++)
		if (list[i] < 0)
			ct::refuse("argument %d (%s): element %zu is %lld, it must not be negative",
				   position, name, i, static_cast<long long>(list[i]));
}

request check_request(const void *data, ct_dtype dtype, const int64_t *shape, int64_t shape_len)
{
	request wanted = { ct::dtype(dtype, 2, "dtype"), ct::ints(shape, shape_len, 3, "shape"),
			   1 };

	/* A quantised tensor also needs a scale and a zero point. */
	if (c10::isQIntType(wanted.dtype))
		ct::refuse("argument 2 (dtype): %s is a quantised type; quantise a tensor of "
			   "numbers instead",
			   c10::toString(wanted.dtype));
	check_not_negative(wanted.shape, 3, "shape");
	for (int64_t size : wanted.shape)
		if (size == 0)
			wanted.numel = 0;
	for (int64_t size : wanted.shape)
		wanted.numel = checked_product(wanted.numel, size);
	checked_product(wanted.numel, static_cast<int64_t>(c10::elementSize(wanted.dtype)));
	if (data == nullptr && wanted.numel > 0)
		ct::refuse("argument 1 (data) must not be NULL, since the shape has %lld elements",
			   static_cast<long long>(wanted.numel));
	return wanted;
}

void check_bools(const void *data, int64_t n)
{
	const unsigned char *bytes = static_cast<const unsigned char *>(data);

	for (int64_t i = 0; i < n; i++)
		if (bytes[i] > 1)
			ct::refuse("argument 1 (data): element %lld is %d, a bool must be 0 or 1",
				   static_cast<long long>(i), bytes[i]);
}

void check_alignment(const void *data, at::ScalarType dtype)
{
	size_t alignment = c10::elementSize(dtype);

	if (c10::isComplexType(dtype))
		alignment /= 2;
	if (reinterpret_cast<uintptr_t>(data) % alignment != 0)
		ct::refuse("argument 1 (data) must be aligned to %zu bytes", alignment);
}

/* The farthest element must have an address that can be computed. */
void check_extent(at::IntArrayRef shape, at::IntArrayRef strides, int64_t element_size)
{
	int64_t last = 0, step, bytes;

	for (size_t i = 0; i < shape.size(); i++)
		if (__builtin_mul_overflow(shape[i] - 1, strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			last = INT64_MAX;
	if (last == INT64_MAX || __builtin_mul_overflow(last + 1, element_size, &bytes))
		ct::refuse("argument 5 (strides): more bytes than an address can count");
}

at::OptionalIntArrayRef check_strides(const int64_t *strides, int64_t strides_len,
				      const request &wanted)
{
	at::OptionalIntArrayRef given = ct::optional_ints(strides, strides_len, 5, "strides");

	if (!given)
		return given;
	if (given->size() != wanted.shape.size())
		ct::refuse("argument 5 (strides): length is %zu, it must be that of shape, %zu",
			   given->size(), wanted.shape.size());
	check_not_negative(*given, 5, "strides");
	if (wanted.numel > 0)
		check_extent(wanted.shape, *given,
			     static_cast<int64_t>(c10::elementSize(wanted.dtype)));
	return given;
}

/* The user's deleter, which is only armed when the tensor is given: until then the data is still
 * the caller's, and whoever gives up releases what there is. */
struct blob_owner {
	void *data;
	ct_deleter deleter;
	void *context;
	bool armed;
};

void release_blob(void *pointer)
{
	blob_owner *owner = static_cast<blob_owner *>(pointer);

	if (owner->armed && owner->deleter) {
		/* It may be in the middle of an operator, whose arguments the scopes own. */
		uint32_t was_in_use = ct_scopes_enter_callback();

		owner->deleter(owner->data, owner->context);
		ct_scopes_leave_callback(was_in_use);
	}
	delete owner;
}

/* --- What it is ------------------------------------------------------------------------------ */

/* What a getter says of a tensor that has no such thing, for which libtorch throws. */
template <class Result, class Getter>
Result get(ct_origin here, const ct_tensor *self, Result none, Getter getter) noexcept
try {
	ct_check_lives(self, here, CT_SELF);
	return self ? static_cast<Result>(getter(*ct::tensor(self, 1, "self"))) : none;
} catch (...) {
	return none;
}

} // namespace

ct_error ct_tensor_from_data(const void *data, ct_dtype dtype, const int64_t *shape,
			     int64_t shape_len, ct_tensor **result) noexcept
try {
	request wanted = check_request(data, dtype, shape, shape_len);
	at::Tensor tensor;

	if (wanted.dtype == at::kBool)
		check_bools(data, wanted.numel);
	tensor = at::empty(wanted.shape, at::TensorOptions(wanted.dtype).device(at::kCPU));
	if (wanted.numel > 0)
		std::memcpy(tensor.data_ptr(), data, tensor.nbytes());
	ct::give(CT_HERE, std::move(tensor), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_from_data");
}

ct_error ct_tensor_from_blob(void *data, ct_dtype dtype, const int64_t *shape, int64_t shape_len,
			     const int64_t *strides, int64_t strides_len, ct_deleter deleter,
			     void *context, ct_tensor **result) noexcept
try {
	request wanted = check_request(data, dtype, shape, shape_len);
	at::OptionalIntArrayRef steps = check_strides(strides, strides_len, wanted);
	blob_owner *owner;
	at::Tensor tensor;

	check_alignment(data, wanted.dtype);
	owner = new blob_owner{ data, deleter, context, false };
	tensor = at::for_blob(data, wanted.shape)
			 .strides(steps)
			 .context(owner, release_blob)
			 .options(at::TensorOptions(wanted.dtype).device(at::kCPU))
			 .make_tensor();
	ct::give(CT_HERE, std::move(tensor), result);
	owner->armed = true;
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_from_blob");
}

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

/* --- One number ------------------------------------------------------------------------------ */

ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result) noexcept
try {
	ct::give(CT_HERE, ct::tensor(self, 1, "self")->item(), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_item");
}

ct_error ct_tensor_item_double(const ct_tensor *self, double *result) noexcept
try {
	ct::give(CT_HERE, ct::tensor(self, 1, "self")->item().toDouble(), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_item_double");
}

ct_error ct_tensor_item_int64(const ct_tensor *self, int64_t *result) noexcept
try {
	ct::give(CT_HERE, ct::tensor(self, 1, "self")->item().toLong(), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_item_int64");
}

ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result) noexcept
try {
	ct::give(CT_HERE, ct::tensor(self, 1, "self")->item().toBool(), result);
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_item_bool");
}
