/*
 * Tensors in shared memory.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>

#include <ATen/ops/empty.h>

#include <ctorch/tensor/shared.h>

#include "core/memory/checked.h"
#include "core/memory/given.h"
#include "tensor/sharing/segment.h"
#include "tensor/sharing/shared_handle.h"
#include "tensor/tensor/checks.hpp"

namespace {

/* Its address also identifies the owner of a segment. */
void close_segment(void *, void *segment)
{
	ct_segment_close(static_cast<ct_segment *>(segment));
}

/* The segment that ct_tensor_share_memory() or ct_tensor_open_shared() put a storage in; NULL: it
 * is somewhere else. */
ct_segment *segment_of(const c10::StorageImpl &storage)
{
	const ct::blob_owner *owner = ct::owner_of(storage);

	return owner && owner->deleter == close_segment ? static_cast<ct_segment *>(owner->context)
							: nullptr;
}

ct_segment *segment_of(const at::Tensor &tensor)
{
	if (!tensor.has_storage())
		return nullptr;
	return segment_of(*tensor.storage().unsafeGetStorageImpl());
}

/* The segment goes with the pointer, or is closed if there is no memory for its owner. */
at::DataPtr data_of(ct_segment *segment)
try {
	void *data = ct_segment_data(segment);
	auto *owner = new ct::blob_owner(data, close_segment, segment);

	owner->armed = true;
	owner->is_shared = true;
	return at::DataPtr(data, owner, ct::release_blob, at::Device(at::kCPU));
} catch (...) {
	ct_segment_close(segment);
	throw;
}

void check_can_be_shared(const at::Tensor &tensor)
{
	if (!tensor.device().is_cpu())
		ct::refuse("argument 1 (self): it is on %s; only CPU memory can be shared, so copy "
			   "it to the CPU first",
			   tensor.device().str().c_str());
	if (!tensor.has_storage())
		ct::refuse("argument 1 (self): a tensor without a storage cannot be shared; share "
			   "its components");
	if (tensor._is_zerotensor())
		ct::refuse("argument 1 (self) is a zero tensor without memory; call ct_clone() "
			   "first");
}

void fill_handle(const at::Tensor &tensor, const ct_segment *segment, ct_shared_handle &handle)
{
	if (tensor.is_nested())
		ct::refuse("argument 1 (self): a handle cannot describe several shapes; share its "
			   "components");

	size_t ndim = tensor.sizes().size();

	if (tensor.is_quantized() || tensor.is_conj() || tensor.is_neg())
		ct::refuse("argument 1 (self): a handle cannot describe %s",
			   tensor.is_quantized() ? "scales and zero points; share the integers"
			   : tensor.is_conj()    ? "conjugation; use ct_resolve_conj() first"
						 : "negation; use ct_resolve_neg() first");
	if (ndim > CT_SHARED_MAX_DIM)
		ct::refuse("argument 1 (self): it has %zu dimensions, but a handle has room for %d",
			   ndim, CT_SHARED_MAX_DIM);
	std::snprintf(handle.name, sizeof handle.name, "%s", ct_segment_name(segment));
	handle.nbytes = static_cast<int64_t>(tensor.storage().nbytes());
	handle.dtype = ct::from_dtype(tensor.scalar_type());
	handle.ndim = static_cast<int64_t>(ndim);
	std::copy_n(tensor.sizes().data(), ndim, handle.shape);
	std::copy_n(tensor.strides().data(), ndim, handle.strides);
	/* An empty view may begin anywhere: x[2:, 3:] of a (2, 3) tensor begins after the end. */
	handle.offset = tensor.numel() > 0 ? tensor.storage_offset() : 0;
}

} // namespace

ct_error ct_tensor_share_memory(ct_tensor *self) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	ct_segment *segment;

	check_can_be_shared(*tensor);
	if (segment_of(*tensor))
		return nullptr;

	at::Storage storage = tensor->storage();
	c10::StorageImpl &impl = *storage.unsafeGetStorageImpl();

	if (ct_error error = ct_segment_create(__func__, static_cast<int64_t>(impl.nbytes()),
					       &segment))
		return error;

	at::DataPtr data = data_of(segment);

	if (impl.nbytes() > 0)
		std::memcpy(data.get(), ct::read_data(impl), impl.nbytes());
	impl.set_data_ptr(std::move(data));
	impl.set_resizable(false);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_tensor_is_shared(const ct_tensor *self) noexcept
try {
	ct_check_lives(self, CT_HERE, CT_SELF);
	return self && segment_of(*ct::tensor(self, 1, "self"));
} catch (...) {
	return false;
}

ct_error ct_tensor_shared_handle(const ct_tensor *self, char **result) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	const ct_segment *segment = segment_of(*tensor);
	char text[CT_SHARED_ROOM], *copy;
	ct_shared_handle handle;

	if (result == nullptr)
		ct::refuse_null(2, "result");
	if (segment == nullptr)
		ct::refuse(
			"argument 1 (self): it is not shared; call ct_tensor_share_memory() first");
	fill_handle(*tensor, segment, handle);
	ct_shared_handle_write(&handle, text);
	copy = static_cast<char *>(ct_given_new(std::strlen(text) + 1));
	if (copy == nullptr)
		throw ct::out_of_memory{ std::strlen(text) + 1, "a handle" };
	*result = std::strcpy(copy, text);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_open_shared(const char *handle, ct_tensor **result) noexcept
try {
	static const char *const function = __func__;
	ct_shared_handle wanted;
	ct_segment *segment;

	if (ct_error error = ct_shared_handle_read(function, handle, &wanted))
		return error;
	if (ct_error error = ct_segment_open(function, wanted.name, wanted.nbytes, &segment))
		return error;

	at::DataPtr data = data_of(segment);
	at::Storage storage(at::Storage::use_byte_size_t(), static_cast<size_t>(wanted.nbytes),
			    std::move(data), nullptr, false);
	at::TensorOptions options(ct::dtype(wanted.dtype, 1, "handle"));
	at::Tensor tensor = at::empty({ 0 }, options.device(at::kCPU));
	size_t ndim = static_cast<size_t>(wanted.ndim);

	tensor.set_(storage, wanted.offset, at::IntArrayRef(wanted.shape, ndim),
		    at::IntArrayRef(wanted.strides, ndim));
	ct::give_or_drop(CT_HERE, std::move(tensor), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_shared_reap(int64_t *removed) noexcept
{
	int64_t n = ct_segment_reap();

	if (removed)
		*removed = n;
	return nullptr;
}
