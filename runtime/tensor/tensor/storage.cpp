/*
 * Storages.
 */
#include <algorithm>
#include <vector>

#include <ATen/MapAllocator.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/equal.h>

#include <ctorch/macros/literals.h>
#include <ctorch/tensor/storage.h>

#include "core/base/impl.h"
#include "core/bridge/recorded.hpp"
#include "core/memory/checked.h"
#include "tensor/tensor/checks.hpp"
#include "tensor/tensor/shared_memory.h"

namespace {

using storage_pointer = c10::intrusive_ptr<c10::StorageImpl>;

c10::StorageImpl *impl_of(const ct_storage *handle)
{
	return reinterpret_cast<c10::StorageImpl *>(const_cast<ct_storage *>(handle));
}

ct_storage *new_handle(at::Storage &&storage)
{
	ct::give_object(ct_object_release, storage.unsafeGetStorageImpl());
	return reinterpret_cast<ct_storage *>(storage.unsafeReleaseStorageImpl());
}

void give_or_drop(at::Storage &&storage, ct_storage **result)
{
	if (result)
		*result = new_handle(std::move(storage));
}

/* The default for NULL, and if libtorch throws. */
template <class Result, class Getter>
Result get(const ct_storage *self, Result none, Getter getter) noexcept
try {
	return self ? static_cast<Result>(getter(*impl_of(self))) : none;
} catch (...) {
	return none;
}

at::Device device_or_cpu(ct_device device, int position)
{
	ct::maybe<at::Device> given = ct::optional_device(device, position, "device");

	return given ? *given : at::Device(at::kCPU);
}

at::Tensor empty_bytes(int64_t n, at::Device device)
{
	return at::empty({ n }, at::TensorOptions(at::kByte).device(device));
}

int64_t nbytes_of(const at::Storage &storage)
{
	return static_cast<int64_t>(storage.nbytes());
}

/* The whole storage as a tensor. */
at::Tensor bytes_of(const at::Storage &storage)
{
	at::Tensor bytes = empty_bytes(0, storage.device());

	bytes.set_(storage, 0, { nbytes_of(storage) }, { 1 });
	return bytes;
}

/* --- Resizing -------------------------------------------------------------------------------- */

/* For devices whose own function is not libtorch_cpu's: new memory, and a copy. */
void move_to_new_memory(const at::Storage &storage, int64_t nbytes)
{
	at::Tensor bytes = empty_bytes(nbytes, storage.device());
	int64_t kept = std::min(nbytes, nbytes_of(storage));
	c10::StorageImpl *impl = storage.unsafeGetStorageImpl();
	c10::StorageImpl *fresh;

	if (kept > 0)
		bytes.narrow(0, 0, kept).copy_(bytes_of(storage).narrow(0, 0, kept));
	fresh = bytes.storage().unsafeGetStorageImpl();
	impl->set_data_ptr_noswap(fresh->set_data_ptr(at::DataPtr()));
	impl->set_nbytes(static_cast<size_t>(nbytes));
}

void resize(const at::Storage &storage, int64_t nbytes)
{
	if (nbytes < 0)
		ct::refuse("argument 2 (nbytes) is %lld, but must not be negative",
			   static_cast<long long>(nbytes));
	if (!storage.unsafeGetStorageImpl()->resizable())
		ct::refuse("argument 1 (self): a storage that does not own its memory cannot be "
			   "resized; ct_storage_clone() returns a resizable copy");
	if (storage.device().is_cpu())
		at::native::resize_bytes_cpu(storage.unsafeGetStorageImpl(),
					     static_cast<size_t>(nbytes));
	else
		move_to_new_memory(storage, nbytes);
}

/* --- Tensors on a storage -------------------------------------------------------------------- */

/* The place of a tensor on a storage. */
struct place {
	at::Storage storage;
	int64_t offset;
	at::IntArrayRef shape;
	std::vector<int64_t> strides;
};

std::vector<int64_t> packed_strides(at::IntArrayRef shape)
{
	std::vector<int64_t> strides(shape.size());
	int64_t step = 1;

	for (size_t i = shape.size(); i-- > 0;) {
		strides[i] = step;
		step *= std::max<int64_t>(shape[i], 1);
	}
	return strides;
}

/* Every element must be inside, and aligned. */
void check_place(const place &where, int64_t numel, at::ScalarType dtype, int position)
{
	int64_t element_size = static_cast<int64_t>(c10::elementSize(dtype)), end;

	if (where.offset < 0)
		ct::refuse("argument 3 (storage_offset) is %lld, but must not be negative",
			   static_cast<long long>(where.offset));
	if (where.storage.device().is_cpu())
		ct::check_alignment(ct::read_data(*where.storage.unsafeGetStorageImpl()), dtype,
				    position, "storage");
	if (numel == 0)
		return;
	end = ct::packed(ct::end_of(where.offset, where.shape, where.strides, element_size), dtype);
	if (end > nbytes_of(where.storage))
		ct::refuse("argument 4 (shape): the last element ends at byte %lld, but the "
			   "storage has %lld; ct_storage_resize() enlarges it",
			   static_cast<long long>(end),
			   static_cast<long long>(nbytes_of(where.storage)));
}

/* `position` is that of the argument `storage`; the others are the same in both functions. */
place check(const ct_storage *storage, int position, at::ScalarType dtype, int64_t offset,
	    const int64_t *shape, int64_t shape_len, const int64_t *strides, int64_t strides_len)
{
	place where = { ct::storage(storage, position, "storage"),
			offset,
			ct::ints(shape, shape_len, 4, "shape"),
			{} };
	int64_t numel = ct::checked_numel(where.shape, dtype, 4, "shape");
	at::OptionalIntArrayRef given = ct::checked_strides(strides, strides_len, where.shape,
							    dtype, 5, "strides");

	where.strides = given ? given->vec() : packed_strides(where.shape);
	check_place(where, numel, dtype, position);
	return where;
}

} // namespace

ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result) noexcept
try {
	give_or_drop(at::Storage(ct::tensor(self, 1, "self")->storage()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_new(int64_t nbytes, ct_device device, ct_storage **result) noexcept
try {
	if (nbytes < 0)
		ct::refuse("argument 1 (nbytes) is %lld, but must not be negative",
			   static_cast<long long>(nbytes));
	give_or_drop(at::Storage(empty_bytes(nbytes, device_or_cpu(device, 2)).storage()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_from_blob(void *data, int64_t nbytes, ct_device device, ct_deleter deleter,
			      void *context, ct_storage **result) noexcept
try {
	/* An index of -1 becomes that of the current device. */
	at::Device on = empty_bytes(0, device_or_cpu(device, 3)).device();
	ct::blob_owner *owner;
	at::Storage storage;

	if (nbytes < 0)
		ct::refuse("argument 2 (nbytes) is %lld, but must not be negative",
			   static_cast<long long>(nbytes));
	if (data == nullptr && nbytes > 0)
		ct::refuse("argument 1 (data) must not be NULL, since nbytes is %lld",
			   static_cast<long long>(nbytes));
	owner = new ct::blob_owner(data, deleter, context);
	storage = at::Storage(at::Storage::use_byte_size_t(), static_cast<size_t>(nbytes),
			      at::DataPtr(data, owner, ct::release_blob, on),
			      /*allocator=*/nullptr, /*resizable=*/false);
	give_or_drop(at::Storage(storage), result);
	owner->armed = true;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_storage *ct_storage_retain(const ct_storage *self) noexcept
try {
	return self ? new_handle(at::Storage(storage_pointer::reclaim_copy(impl_of(self))))
		    : nullptr;
} catch (...) {
	return nullptr;
}

void ct_storage_free(ct_storage *self) noexcept
{
	if (self == nullptr)
		return;
	ct::take_object_back(self);
	ct_object_release(self);
}

void ct_storage_free_unscoped(ct_storage *self) noexcept
{
	if (self)
		ct_object_release(self);
}

const void *ct_storage_data(const ct_storage *self) noexcept
{
	return get<const void *>(self, nullptr, [](const c10::StorageImpl &s) {
		ct::note_if_recorded();
		return ct::read_data(s);
	});
}

void *ct_storage_mutable_data(ct_storage *self) noexcept
{
	return get<void *>(self, nullptr, [](c10::StorageImpl &s) {
		ct::note_if_recorded();
		return ct::write_data(s);
	});
}

int64_t ct_storage_nbytes(const ct_storage *self) noexcept
{
	return get<int64_t>(self, -1, [](const c10::StorageImpl &s) { return s.nbytes(); });
}

ct_device ct_storage_device(const ct_storage *self) noexcept
{
	return self ? ct::from_device(impl_of(self)->device()) : CT_DEVICE_NONE;
}

int64_t ct_storage_use_count(const ct_storage *self) noexcept
{
	return self ? static_cast<int64_t>(c10::raw::intrusive_ptr::use_count(impl_of(self))) : 0;
}

bool ct_storage_is_resizable(const ct_storage *self) noexcept
{
	return get<bool>(self, false, [](const c10::StorageImpl &s) { return s.resizable(); });
}

bool ct_storage_is_shared(const ct_storage *self) noexcept
{
	return get<bool>(self, false, [](const c10::StorageImpl &s) {
		const ct::blob_owner *owner = ct::owner_of(s);

		return !(s.device().is_cpu() || s.device().is_meta()) ||
		       (owner && owner->is_shared) || at::MapAllocator::fromDataPtr(s.data_ptr()) ||
		       at::RefcountedMapAllocator::fromDataPtr(s.data_ptr());
	});
}

void ct_tensor_note_shared(ct_tensor *self) noexcept
{
	ct::owner_of(*ct::borrowed_tensor(ct::impl_of(self))->storage().unsafeGetStorageImpl())
		->is_shared = true;
}

bool ct_tensor_shares_storage(const ct_tensor *self, const ct_tensor *other) noexcept
try {
	ct_check_lives(self, CT_HERE, CT_SELF);
	ct_check_lives(other, CT_HERE, "argument 2 (other)");
	return self && other &&
	       ct::tensor(self, 1, "self")->storage().unsafeGetStorageImpl() ==
		       ct::tensor(other, 2, "other")->storage().unsafeGetStorageImpl();
} catch (...) {
	return false;
}

ct_error ct_storage_resize(ct_storage *self, int64_t nbytes) noexcept
try {
	resize(ct::storage(self, 1, "self"), nbytes);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_copy(ct_storage *self, const ct_storage *source) noexcept
try {
	at::Storage to = ct::storage(self, 1, "self"), from = ct::storage(source, 2, "source");

	TORCH_CHECK(to.nbytes() == from.nbytes(), "size does not match, self was ", to.nbytes(),
		    " bytes but src was ", from.nbytes(), " bytes");
	bytes_of(to).copy_(bytes_of(from));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_clone(const ct_storage *self, ct_storage **result) noexcept
try {
	at::Storage storage = ct::storage(self, 1, "self");

	give_or_drop(at::Storage(bytes_of(storage).clone().storage()), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_fill(ct_storage *self, uint8_t value) noexcept
try {
	bytes_of(ct::storage(self, 1, "self")).fill_(value);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_storage_equal(const ct_storage *self, const ct_storage *other, bool *result) noexcept
try {
	ct::give_or_drop(CT_HERE,
			 at::equal(bytes_of(ct::storage(self, 1, "self")),
				   bytes_of(ct::storage(other, 2, "other"))),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_from_storage(const ct_storage *storage, ct_dtype dtype, int64_t storage_offset,
				ct_ints shape, ct_ints strides, ct_tensor **result) noexcept
try {
	at::ScalarType type = ct::number_dtype(dtype, 2, "dtype");
	place where = check(storage, 1, type, storage_offset, shape.at, shape.len, strides.at,
			    strides.len);
	at::Tensor tensor = at::empty({ 0 },
				      at::TensorOptions(type).device(where.storage.device()));

	tensor.set_(where.storage, where.offset, where.shape, where.strides);
	ct::give_or_drop(CT_HERE, std::move(tensor), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_set_storage(ct_tensor *self, const ct_storage *storage, int64_t storage_offset,
			       ct_ints shape, ct_ints strides) noexcept
try {
	ct::borrowed_tensor tensor = ct::tensor(self, 1, "self");
	place where = check(storage, 2, tensor->scalar_type(), storage_offset, shape.at, shape.len,
			    strides.at, strides.len);

	tensor->set_(where.storage, where.offset, where.shape, where.strides);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
