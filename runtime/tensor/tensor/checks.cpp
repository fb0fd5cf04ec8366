/*
 * Checks for functions that create tensors: see checks.hpp.
 */
#include <ctorch/core/dtype.h>

#include "tensor/tensor/checks.hpp"
#include "tensor/tensor/memory_check.h"

namespace ct {

namespace {

[[noreturn]] void refuse_size(int position, const char *name)
{
	refuse("argument %d (%s): larger than the address space", position, name);
}

int64_t size_of(at::ScalarType dtype)
{
	return static_cast<int64_t>(c10::elementSize(dtype));
}

bool has_no_elements(at::IntArrayRef shape)
{
	for (int64_t size : shape)
		if (size == 0)
			return true;
	return false;
}

} // namespace

int64_t packed(int64_t nbytes, at::ScalarType dtype)
{
	if (dtype == at::kQUInt4x2)
		return nbytes / 2 + nbytes % 2;
	return dtype == at::kQUInt2x4 ? nbytes / 4 + (nbytes % 4 != 0) : nbytes;
}

at::ScalarType number_dtype(ct_dtype dtype, int position, const char *name)
{
	at::ScalarType type = ct::dtype(dtype, position, name);

	if (c10::isQIntType(type))
		refuse("argument %d (%s): %s is a quantized dtype; quantize a floating-point "
		       "tensor instead",
		       position, name, ct_dtype_name(dtype));
	return type;
}

void check_not_negative(at::IntArrayRef list, int position, const char *name)
{
	for (size_t i = 0; i < list.size(); i++)
		if (list[i] < 0)
			refuse("argument %d (%s): element %zu is %lld, but must not be negative",
			       position, name, i, static_cast<long long>(list[i]));
}

int64_t checked_numel(at::IntArrayRef shape, at::ScalarType dtype, int position, const char *name)
{
	int64_t numel = has_no_elements(shape) ? 0 : 1, bytes;

	check_not_negative(shape, position, name);
	for (int64_t size : shape)
		if (__builtin_mul_overflow(numel, size, &numel))
			refuse_size(position, name);
	if (__builtin_mul_overflow(numel, size_of(dtype), &bytes))
		refuse_size(position, name);
	return numel;
}

at::OptionalIntArrayRef checked_strides(const int64_t *strides, int64_t strides_len,
					at::IntArrayRef shape, at::ScalarType dtype, int position,
					const char *name)
{
	at::OptionalIntArrayRef given = optional_ints(strides, strides_len, position, name);

	if (!given)
		return given;
	if (given->size() != shape.size())
		refuse("argument %d (%s): length is %zu, but must equal the length of shape, %zu",
		       position, name, given->size(), shape.size());
	check_not_negative(*given, position, name);
	if (!has_no_elements(shape) && end_of(0, shape, *given, size_of(dtype)) == INT64_MAX)
		refuse_size(position, name);
	return given;
}

void check_bools(const void *data, int64_t n, int position, const char *name)
{
	const unsigned char *bytes = static_cast<const unsigned char *>(data);

	for (int64_t i = 0; i < n; i++)
		if (bytes[i] > 1)
			refuse("argument %d (%s): element %lld is %d, a bool must be 0 or 1",
			       position, name, static_cast<long long>(i), bytes[i]);
}

/* Two small numbers side by side may begin where one may. libtorch's kernels load both parts of a
 * complex128 at once, by instructions that end the process if its 16 bytes are not aligned. */
size_t alignment_of(at::ScalarType dtype)
{
	const size_t size = c10::elementSize(dtype);

	return c10::isComplexType(dtype) && size < 16 ? size / 2 : size;
}

void check_alignment(const void *data, at::ScalarType dtype, int position, const char *name)
{
	const size_t alignment = alignment_of(dtype);

	if (reinterpret_cast<uintptr_t>(data) % alignment != 0)
		refuse("argument %d (%s) must be aligned to %zu bytes", position, name, alignment);
}

int64_t end_of(int64_t offset, at::IntArrayRef shape, at::IntArrayRef strides, int64_t element_size)
{
	int64_t last = offset, step, end;

	for (size_t i = 0; i < shape.size(); i++)
		if (__builtin_mul_overflow(shape[i] - 1, strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return INT64_MAX;
	if (last == INT64_MAX || __builtin_mul_overflow(last + 1, element_size, &end))
		return INT64_MAX;
	return end;
}

void check_memory(const at::Tensor &self)
{
	int64_t end, nbytes;

	if (self.is_nested() || self.layout() != at::kStrided || !self.has_storage() ||
	    self._is_zerotensor() || self.numel() == 0)
		return;
	end = packed(end_of(self.storage_offset(), self.sizes(), self.strides(),
			    size_of(self.scalar_type())),
		     self.scalar_type());
	nbytes = static_cast<int64_t>(self.storage().nbytes());
	TORCH_CHECK(end <= nbytes, "the elements of the tensor take ", end,
		    " bytes of its storage, but it has ", nbytes);
}

void release_blob(void *pointer)
{
	blob_owner *owner = static_cast<blob_owner *>(pointer);

	if (owner->armed && owner->deleter)
		release_in_turn(owner);
	else
		delete owner;
}

} // namespace ct

ct_error ct_check_memory(const ct_tensor *self, const char *function) noexcept
try {
	ct::check_memory(*ct::tensor(self, 1, "self"));
	return nullptr;
} catch (...) {
	return ct::caught(function);
}
