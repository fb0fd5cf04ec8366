/*
 * Elements: the only one, one by its indices, all in place, all copied.
 */
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/ScalarType.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scalar.h>
#include <ctorch/tensor/element.h>

#include "core/bridge/recorded.hpp"
#include "tensor/tensor/checks.hpp"
#include "tensor/tensor/item.h"

namespace {

/* --- Locating an element --------------------------------------------------------------------- */

/* The texts of Python's index parser in libtorch. */
[[noreturn]] void throw_out_of_bounds(int64_t index, size_t dim, int64_t size)
{
	TORCH_CHECK_INDEX(false, "index ", index, " is out of bounds for dimension ", dim,
			  " with size ", size);
}

/* It has no sizes: reading them fails an internal assertion of libtorch. */
void check_not_nested(const at::Tensor &self)
{
	if (self.is_nested())
		ct::refuse("argument 1 (self) is nested, and its components differ in shape; call "
			   "ct_unbind_int() and use the components");
}

void check_indices(const at::Tensor &self, at::IntArrayRef index)
{
	check_not_nested(self);
	at::IntArrayRef sizes = self.sizes();

	if (sizes.empty() && index.size() == 1 && index[0] != 0)
		throw_out_of_bounds(index[0], 0, 0);
	TORCH_CHECK_INDEX(!sizes.empty() || index.size() != 1,
			  "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
			  "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
	TORCH_CHECK_INDEX(index.size() <= sizes.size(), "too many indices for tensor of dimension ",
			  sizes.size());
	for (size_t i = 0; i < index.size(); i++)
		if (index[i] < -sizes[i] || index[i] >= sizes[i])
			throw_out_of_bounds(index[i], i, sizes[i]);
}

/* Whether the memory has the number itself, with one of the types below. */
bool is_plain(const at::Tensor &self)
{
	return self.device().is_cpu() && self.layout() == at::kStrided && self.has_storage() &&
	       !self.is_conj() && !self.is_neg() && !self.is_quantized() && !self._is_zerotensor();
}

/* The offset in elements from the first one. */
int64_t offset_of(const at::Tensor &self, at::IntArrayRef index)
{
	int64_t offset = 0;

	for (size_t i = 0; i < index.size(); i++)
		offset += self.strides()[i] *
			  (index[i] < 0 ? index[i] + self.sizes()[i] : index[i]);
	return offset;
}

/* The tensor that the indices select, by operators, which autograd may record. */
at::Tensor select(const at::Tensor &self, at::IntArrayRef index)
{
	at::Tensor selected = self;

	for (int64_t i : index)
		selected = selected.select(0, i);
	return selected;
}

/* --- Reading and writing one ----------------------------------------------------------------- */

#define CT_FOR_ELEMENT_TYPES(_)              \
	_(uint8_t, Byte)                     \
	_(int8_t, Char)                      \
	_(int16_t, Short)                    \
	_(int, Int)                          \
	_(int64_t, Long)                     \
	_(at::Half, Half)                    \
	_(float, Float)                      \
	_(double, Double)                    \
	_(bool, Bool)                        \
	_(at::BFloat16, BFloat16)            \
	_(c10::complex<float>, ComplexFloat) \
	_(c10::complex<double>, ComplexDouble)

/* False: another type. */
bool load(at::ScalarType type, const void *data, int64_t offset, at::Scalar &value)
{
	switch (type) {
#define CT_LOAD(c_type, name)                                                  \
	case at::ScalarType::name:                                             \
		value = at::Scalar(static_cast<const c_type *>(data)[offset]); \
		return true;
		CT_FOR_ELEMENT_TYPES(CT_LOAD)
#undef CT_LOAD
	default:
		return false;
	}
}

/* Throws for a number that does not fit. A 16-bit float becomes infinite instead; the operator
 * refuses a complex number. */
template <class Element> bool store_as(Element &place, const at::Scalar &value)
{
	if constexpr (sizeof(Element) == 2 && !std::is_integral_v<Element>) {
		if (value.isComplex())
			return false;
		place = static_cast<Element>(static_cast<float>(value.toDouble()));
	} else {
		place = value.to<Element>();
	}
	return true;
}

bool store(at::ScalarType type, void *data, int64_t offset, const at::Scalar &value)
{
	switch (type) {
#define CT_STORE(c_type, name)     \
	case at::ScalarType::name: \
		return store_as(static_cast<c_type *>(data)[offset], value);
		CT_FOR_ELEMENT_TYPES(CT_STORE)
#undef CT_STORE
	default:
		return false;
	}
}

at::Scalar element(const ct_tensor *handle, const int64_t *list, int64_t length)
{
	ct::borrowed_tensor self = ct::tensor(handle, 1, "self");
	at::IntArrayRef index = ct::ints(list, length, 2, "index");
	at::Scalar value;

	ct::check_not_recorded();
	check_indices(*self, index);
	ct::check_memory(*self);
	if (static_cast<int64_t>(index.size()) == self->dim() && is_plain(*self) &&
	    load(self->scalar_type(), ct::read_data(*self), offset_of(*self, index), value))
		return value;

	at::NoGradGuard no_grad;
	return select(*self, index).item();
}

/* Only for this dtype, libtorch wraps a negative integer, and Python does not. */
void check_unsigned(const at::Tensor &self, const at::Scalar &value)
{
#if CT_HAS_UNSIGNED_SCALAR
	TORCH_CHECK_VALUE(self.scalar_type() != at::ScalarType::UInt64 ||
				  value.type() != at::ScalarType::Long || value.toLong() >= 0,
			  "can't convert negative int to unsigned");
#else
	(void)self, (void)value;
#endif
}

/* Whether an operator must write, to record it or to refuse it. */
bool is_watched(const at::Tensor &self)
{
	return (at::GradMode::is_enabled() && self.requires_grad()) || self.is_inference();
}

void set_element(ct_tensor *handle, const int64_t *list, int64_t length, const at::Scalar &value)
{
	ct::borrowed_tensor self = ct::tensor(handle, 1, "self");
	at::IntArrayRef index = ct::ints(list, length, 2, "index");

	ct::check_not_recorded();
	check_indices(*self, index);
	ct::check_memory(*self);
	check_unsigned(*self, value);
	if (static_cast<int64_t>(index.size()) == self->dim() && is_plain(*self) &&
	    !is_watched(*self) &&
	    store(self->scalar_type(), ct::write_data(*self), offset_of(*self, index), value)) {
		self->unsafeGetTensorImpl()->bump_version();
		return;
	}
	select(*self, index).fill_(value);
}

/* --- All elements in place ------------------------------------------------------------------- */

const char *name_of(at::ScalarType type)
{
	return ct_dtype_name(ct::from_dtype(type));
}

/* The conditions for a pointer to elements. */
void check_elements(const at::Tensor &self, at::ScalarType wanted)
{
	ct::check_not_recorded();
	if (self.scalar_type() != wanted)
		ct::refuse("argument 2 (dtype) is %s, but the tensor's dtype is %s; ct_to_dtype() "
			   "converts it",
			   name_of(wanted), name_of(self.scalar_type()));
	if (!self.device().is_cpu())
		ct::refuse("argument 1 (self) is on %s; ct_to_device() copies it to the CPU",
			   self.device().str().c_str());
	if (self.layout() != at::kStrided || !self.has_storage())
		ct::refuse("argument 1 (self) has no strided elements; call ct_to_dense() first");
	if (self.is_conj() || self.is_neg())
		ct::refuse("argument 1 (self) is a conjugate or negative view, whose memory does "
			   "not hold its values; ct_resolve_conj() and ct_resolve_neg() copy it");
	if (self._is_zerotensor())
		ct::refuse("argument 1 (self) is a zero tensor without memory; call ct_clone() "
			   "first");
	ct::check_memory(self);
}

void check_contiguous(const at::Tensor &self)
{
	if (!self.is_contiguous())
		ct::refuse("argument 1 (self) is not contiguous; ct_contiguous() copies it, and "
			   "ct_tensor_access() reads it as it is");
}

/* `result` is the address of a pointer of any type. */
template <class Pointer> void give_pointer(Pointer data, void *result)
{
	if (result)
		std::memcpy(result, &data, sizeof data);
}

ct_accessor accessor(const at::Tensor &self, int64_t dim, void *data)
{
	const int64_t most = 6;
	ct_accessor access = {
		data, ct::from_dtype(self.scalar_type()), 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
	};
	int64_t *sizes[] = { &access.size0, &access.size1, &access.size2,
			     &access.size3, &access.size4, &access.size5 };
	int64_t *strides[] = { &access.stride0, &access.stride1, &access.stride2,
			       &access.stride3, &access.stride4, &access.stride5 };

	check_not_nested(self);
	if (dim < 0 || dim > most)
		ct::refuse("argument 3 (dim) is %lld, but must be from 0 to %lld",
			   static_cast<long long>(dim), static_cast<long long>(most));
	if (dim != self.dim())
		ct::refuse("argument 3 (dim) is %lld, but the tensor has %lld dimensions",
			   static_cast<long long>(dim), static_cast<long long>(self.dim()));
	access.dim = static_cast<int32_t>(dim);
	for (int64_t i = 0; i < dim; i++) {
		*sizes[i] = self.size(i);
		*strides[i] = self.stride(i);
	}
	return access;
}

/* --- Copied ---------------------------------------------------------------------------------- */

/* The C array as a tensor of the same shape. */
at::Tensor around(void *data, at::ScalarType dtype, const at::Tensor &like, int64_t length,
		  const char *name)
{
	check_not_nested(like);
	if (length != like.numel())
		ct::refuse("argument 4 (%s_len) is %lld, but the tensor has %lld elements", name,
			   static_cast<long long>(length), static_cast<long long>(like.numel()));
	if (data == nullptr && length > 0)
		ct::refuse("argument 3 (%s) must not be NULL, since the tensor has %lld elements",
			   name, static_cast<long long>(length));
	ct::check_alignment(data, dtype, 3, name);
	return at::from_blob(data, like.sizes(), at::TensorOptions(dtype).device(at::kCPU));
}

at::Tensor as_numbers(const at::Tensor &self)
{
	if (self.is_quantized())
		return self.dequantize();
	return self.layout() == at::kStrided ? self : self.to_dense();
}

} // namespace

ct_error ct_item_read(const ct_tensor *self, const char *function, ct_scalar *item) noexcept
try {
	ct::give_or_drop(CT_HERE, ct::tensor(self, 1, "self")->item(), item);
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result) noexcept
{
	return ct_item_read(self, __func__, result);
}

ct_error ct_tensor_element(const ct_tensor *self, ct_ints index, ct_scalar *result) noexcept
try {
	ct::give_or_drop(CT_HERE, element(self, index.at, index.len), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_element_double(const ct_tensor *self, ct_ints index, double *result) noexcept
try {
	ct::give_or_drop(CT_HERE, element(self, index.at, index.len).toDouble(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_element_int64(const ct_tensor *self, ct_ints index, int64_t *result) noexcept
try {
	ct::give_or_drop(CT_HERE, element(self, index.at, index.len).toLong(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_set_element(ct_tensor *self, ct_ints index, ct_scalar value) noexcept
try {
	set_element(self, index.at, index.len, ct::scalar(value, 3, "value"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_set_element_double(ct_tensor *self, ct_ints index, double value) noexcept
try {
	set_element(self, index.at, index.len, value);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_set_element_int64(ct_tensor *self, ct_ints index, int64_t value) noexcept
try {
	set_element(self, index.at, index.len, value);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_data_as(const ct_tensor *self, ct_dtype dtype, void *result) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	check_elements(*tensor, ct::dtype(dtype, 2, "dtype"));
	check_contiguous(*tensor);
	give_pointer(ct::read_data(*tensor), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_mutable_data_as(ct_tensor *self, ct_dtype dtype, void *result) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");

	check_elements(*tensor, ct::dtype(dtype, 2, "dtype"));
	check_contiguous(*tensor);
	give_pointer(ct::write_data(*tensor), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_access(const ct_tensor *self, ct_dtype dtype, int64_t dim,
			  ct_accessor *result) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	ct_accessor access;

	check_elements(*tensor, ct::dtype(dtype, 2, "dtype"));
	access = accessor(*tensor, dim, const_cast<void *>(ct::read_data(*tensor)));
	if (result)
		*result = access;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_access_mutable(ct_tensor *self, ct_dtype dtype, int64_t dim,
				  ct_accessor *result) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	ct_accessor access;

	check_elements(*tensor, ct::dtype(dtype, 2, "dtype"));
	access = accessor(*tensor, dim, nullptr);
	access.data = ct::write_data(*tensor);
	if (result)
		*result = access;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_copy_to(const ct_tensor *self, ct_dtype dtype, void *data,
			   int64_t data_len) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	at::ScalarType type = ct::number_dtype(dtype, 2, "dtype");
	at::Tensor target = around(data, type, *tensor, data_len, "data");
	at::NoGradGuard no_grad;

	ct::check_not_recorded();
	target.copy_(as_numbers(*tensor));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_copy_from(ct_tensor *self, ct_dtype dtype, const void *data,
			     int64_t data_len) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	at::ScalarType type = ct::number_dtype(dtype, 2, "dtype");
	at::Tensor source = around(const_cast<void *>(data), type, *tensor, data_len, "data");

	if (type == at::kBool)
		ct::check_bools(data, data_len, 3, "data");
	tensor->copy_(source);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
