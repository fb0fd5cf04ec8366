/*
 * Storages.
 */
#include <ctorch/storage.h>

#include "wrap.hpp"

namespace {

using storage_pointer = c10::intrusive_ptr<c10::StorageImpl>;

c10::StorageImpl *impl_of(const ct_storage *handle)
{
	return reinterpret_cast<c10::StorageImpl *>(const_cast<ct_storage *>(handle));
}

} // namespace

ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result) noexcept
try {
	at::Storage storage = ct::tensor(self, 1, "self")->storage();

	if (result)
		*result = reinterpret_cast<ct_storage *>(storage.unsafeReleaseStorageImpl());
	return nullptr;
} catch (...) {
	return ct::caught("ct_tensor_storage");
}

ct_storage *ct_storage_keep(const ct_storage *self) noexcept
{
	if (self == nullptr)
		return nullptr;
	return reinterpret_cast<ct_storage *>(
		storage_pointer::reclaim_copy(impl_of(self)).release());
}

void ct_storage_free(ct_storage *self) noexcept
{
	if (self)
		storage_pointer::reclaim(impl_of(self)).reset();
}

const void *ct_storage_data(const ct_storage *self) noexcept
try {
	return self ? ct::read_data(*impl_of(self)) : nullptr;
} catch (...) {
	return nullptr;
}

void *ct_storage_mutable_data(ct_storage *self) noexcept
try {
	return self ? ct::write_data(*impl_of(self)) : nullptr;
} catch (...) {
	return nullptr;
}

int64_t ct_storage_nbytes(const ct_storage *self) noexcept
try {
	return self ? static_cast<int64_t>(impl_of(self)->nbytes()) : -1;
} catch (...) {
	return -1;
}

ct_device ct_storage_device(const ct_storage *self) noexcept
{
	return self ? ct::from_device(impl_of(self)->device()) : CT_DEVICE_NONE;
}
