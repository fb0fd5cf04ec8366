/*
 * What the library's C part needs of libtorch's tensor objects.
 */
#include <cctype>
#include <cstdio>

#include <ctorch/types.h>

#include "memory/impl.h"
#include "wrap.hpp"

namespace {

/* Pinning is a weak reference: the object stays, what it holds goes with the last strong one. */
using weak_tensor = c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
using weak_storage = c10::weak_intrusive_ptr<c10::StorageImpl>;
using storage_pointer = c10::intrusive_ptr<c10::StorageImpl>;

struct dtype_name {
	at::ScalarType dtype;
	const char *name;
};

/* Python's names, without their "torch.", where they are others than in C++. */
const dtype_name dtype_names[] = {
	{ at::kByte, "uint8" },
	{ at::kChar, "int8" },
	{ at::kShort, "int16" },
	{ at::kInt, "int32" },
	{ at::kLong, "int64" },
	{ at::kHalf, "float16" },
	{ at::kFloat, "float32" },
	{ at::kDouble, "float64" },
	{ at::kComplexHalf, "complex32" },
	{ at::kComplexFloat, "complex64" },
	{ at::kComplexDouble, "complex128" },
};

const char *cpp_or_other_name(at::ScalarType dtype)
{
	for (const dtype_name &row : dtype_names)
		if (row.dtype == dtype)
			return row.name;
	return c10::toString(dtype);
}

/* The others differ in case: Float8_e5m2. */
void write_name(at::ScalarType dtype, char *to, size_t size)
{
	const char *name = cpp_or_other_name(dtype);
	size_t i = 0;

	for (; name[i] && i < size - 1; i++)
		to[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
	to[i] = 0;
}

c10::StorageImpl *storage_of(const c10::TensorImpl &impl)
{
	return impl.has_storage() ? impl.unsafe_storage().unsafeGetStorageImpl() : nullptr;
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
	description->dim = -1; /* a nested tensor has no one shape */
}

} // namespace

void ct_impl_describe(const ct_tensor *handle, ct_description *description) noexcept
{
	const c10::TensorImpl &impl = *ct::impl_of(handle);
	c10::StorageImpl *storage = storage_of(impl);

	*description = {};
	describe_shape(impl, description);
	write_name(c10::typeMetaToScalarType(impl.dtype()), description->dtype,
		   sizeof description->dtype);
	description->device = ct::from_device(impl.device());
	description->storage = storage;
	description->nbytes = storage ? nbytes_of(*storage) : 0;
}

const char *ct_impl_dtype_text(ct_dtype dtype, char *text, size_t size) noexcept
{
	bool known = dtype >= 0 && dtype < static_cast<ct_dtype>(at::ScalarType::Undefined);

	write_name(known ? static_cast<at::ScalarType>(dtype) : at::ScalarType::Undefined, text,
		   size);
	return text;
}

const char *ct_impl_device_text(ct_device device, char *text, size_t size) noexcept
try {
	at::Device named(static_cast<at::DeviceType>(device.type),
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

void ct_impl_pin(const ct_tensor *handle) noexcept
{
	ct::tensor_pointer borrowed = ct::tensor_pointer::reclaim(ct::impl_of(handle));

	weak_tensor(borrowed).release();
	borrowed.release();
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
