/*
 * Access to libtorch's tensor objects for the library's C part.
 */
#include <cstdio>

#include <ctorch/core/dtype.h>

#include "core/base/impl.h"
#include "core/base/impl.hpp"

namespace {

/* Pinning is a weak reference: the object stays, but its contents go with the last strong one. */
using weak_tensor = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
using weak_storage = c10::weak_intrusive_ptr<c10::StorageImpl>;
using storage_pointer = c10::intrusive_ptr<c10::StorageImpl>;

c10::StorageImpl *storage_of(const c10::TensorImpl &impl)
{
	return impl.has_storage() ? impl.unsafe_storage().unsafeGetStorageImpl() : nullptr;
}

/* Only the object itself outlives the last strong reference, except for these: their parts, such as
 * a compressed sparse tensor's indices and values, stay with the object. This tests keys, not
 * classes: other releases lack a class's symbol, and loading must still succeed to report them. */
bool keeps_parts(const c10::TensorImpl &impl)
{
	const c10::DispatchKeySet keys = impl.key_set();
	const at::Layout layout = impl.layout();

	return (layout != at::kStrided && layout != at::kSparse && layout != at::kMkldnn) ||
	       impl.is_quantized() || impl.is_nested() || keys.has(c10::DispatchKey::Batched) ||
	       keys.has(c10::DispatchKey::FuncTorchBatched) ||
	       keys.has(c10::DispatchKey::FuncTorchGradWrapper) ||
	       keys.has(c10::DispatchKey::Functionalize);
}

/* A meta tensor's storage has a size and no memory. */
int64_t nbytes_of(const c10::StorageImpl &storage)
try {
	return storage.device().is_meta() ? 0 : static_cast<int64_t>(storage.nbytes());
} catch (const std::exception &) {
	return 0;
}

void describe_shape(const c10::TensorImpl &impl, ct_description *description)
try {
	at::IntArrayRef shape = impl.sizes();

	description->dim = static_cast<int64_t>(shape.size());
	for (size_t i = 0; i < shape.size() && i < CT_DESCRIBED_DIMS; i++)
		description->shape[i] = shape[i];
} catch (const std::exception &) {
	description->dim = -1; /* a nested tensor has no single shape */
}

} // namespace

void ct_impl_describe(const ct_tensor *handle, ct_description *description) noexcept
{
	const c10::TensorImpl &impl = *ct::impl_of(handle);
	c10::StorageImpl *storage = storage_of(impl);

	*description = {};
	describe_shape(impl, description);
	description->dtype = ct_dtype_name(ct::from_dtype(c10::typeMetaToScalarType(impl.dtype())));
	description->device = ct::from_device(impl.device());
	description->storage = storage;
	description->nbytes = storage ? nbytes_of(*storage) : 0;
}

const char *ct_impl_device_text(ct_device device, char *text, size_t size) noexcept
try {
	at::Device named(ct::device_numbered(device.type),
			 static_cast<at::DeviceIndex>(device.index));

	std::snprintf(text, size, "%s", named.str().c_str());
	return text;
} catch (const std::exception &) {
	std::snprintf(text, size, "?");
	return text;
}

void ct_impl_release(ct_tensor *handle) noexcept
{
	ct::tensor_pointer::reclaim(ct::impl_of(handle)).reset();
}

void ct_object_release(void *handle) noexcept
{
	c10::raw::intrusive_ptr::decref(static_cast<c10::intrusive_ptr_target *>(handle));
}

void *ct_object_reference(const void *handle) noexcept
{
	void *object = const_cast<void *>(handle);

	c10::raw::intrusive_ptr::incref(static_cast<c10::intrusive_ptr_target *>(object));
	return object;
}

bool ct_impl_pin(const ct_tensor *handle) noexcept
{
	if (keeps_parts(*ct::impl_of(handle)))
		return false;

	ct::tensor_pointer borrowed = ct::tensor_pointer::reclaim(ct::impl_of(handle));

	weak_tensor(borrowed).release();
	borrowed.release();
	return true;
}

void ct_impl_unpin(const ct_tensor *handle) noexcept
{
	weak_tensor::reclaim(ct::impl_of(handle));
}

void ct_impl_pin_storage(void *storage) noexcept
{
	storage_pointer borrowed = storage_pointer::reclaim(
		static_cast<c10::StorageImpl *>(storage));

	weak_storage(borrowed).release();
	borrowed.release();
}

void ct_impl_unpin_storage(void *storage) noexcept
{
	weak_storage::reclaim(static_cast<c10::StorageImpl *>(storage));
}
