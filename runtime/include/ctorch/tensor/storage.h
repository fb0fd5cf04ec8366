/**
 * @file
 * Storages: the memory of tensors, Python's torch.UntypedStorage.
 *
 * A storage is untyped bytes: one tensor may read it as float32, another as int32. Two tensors
 * share memory if they have the same storage; handles on it are then equal pointers.
 * ct_tensor_shares_storage() compares without handles.
 */
#ifndef CTORCH_TENSOR_STORAGE_H
#define CTORCH_TENSOR_STORAGE_H

#include <ctorch/core/types.h>
#include <ctorch/tensor/create.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- References ------------------------------------------------------------------------------ */

/** Returns the storage of a tensor, a new reference. An error for tensors without one, such as
 * sparse tensors. */
CT_API ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result) CT_RETURNS_ERROR;

/** Creates a resizable storage of `nbytes` uninitialized bytes. CT_DEVICE_NONE is the CPU. */
CT_API ct_error ct_storage_new(int64_t nbytes, ct_device device,
			       ct_storage **result) CT_RETURNS_ERROR;

/**
 * Creates a storage on existing memory, as ct_tensor_from_blob() does a tensor. It cannot be
 * resized.
 *
 * @param data     `nbytes` bytes; NULL if there are none
 * @param device   device of the memory; CT_DEVICE_NONE is the CPU
 * @param deleter  runs once, after the last use of the memory, unless this call fails; NULL: the
 *                 caller keeps `data` valid until then
 * @param context  passed to `deleter`
 */
CT_API ct_error ct_storage_from_blob(void *data CT_KEPT CT_LENGTH(nbytes), int64_t nbytes,
				     ct_device device,
				     ct_deleter deleter CT_RELEASES(data) CT_NULLABLE,
				     void *context, ct_storage **result) CT_RETURNS_ERROR;

/** Returns another handle on the same storage, new; NULL for NULL, and if the innermost scope has
 * no memory. */
CT_API ct_storage *ct_storage_retain(const ct_storage *self) CT_NOEXCEPT CT_NEW(ct_storage_free);

/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_storage_free(ct_storage *self) CT_NOEXCEPT;

/** Releases a handle that belongs to no scope, as ct_tensor_free_unscoped() does for a tensor. */
CT_API void ct_storage_free_unscoped(ct_storage *self CT_TAKEN) CT_NOEXCEPT;

/* --- Properties ------------------------------------------------------------------------------ */

/** Returns the memory for reading, on the storage's device; borrowed: valid until the storage is
 * resized, shared (ct_tensor_share_memory()) or released. NULL for NULL and for a storage without
 * memory. */
CT_API const void *ct_storage_data(const ct_storage *self) CT_NOEXCEPT;

/** Returns the memory as ct_storage_data(), for writing. */
CT_API void *ct_storage_mutable_data(ct_storage *self) CT_NOEXCEPT;

/** Returns the size in bytes; -1 for NULL. */
CT_API int64_t ct_storage_nbytes(const ct_storage *self) CT_NOEXCEPT;

/** Returns the device of the memory; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_storage_device(const ct_storage *self) CT_NOEXCEPT;

/** Returns the number of tensors and handles that use it, including this one; 0 for NULL. If other
 * threads use it, the number may be out of date. */
CT_API int64_t ct_storage_use_count(const ct_storage *self) CT_NOEXCEPT;

/** Returns whether ct_storage_resize() can change its size: true if libtorch allocated it. */
CT_API bool ct_storage_is_resizable(const ct_storage *self) CT_NOEXCEPT;

/** Returns whether other processes may see the memory (Python's UntypedStorage.is_shared()). True
 * for memory in a segment of ct_tensor_share_memory(), for a shared mapping of a file
 * (ct_map_options.shared), for what libtorch itself has mapped, as ct_from_file() does, and, as in
 * Python, for the memory of every accelerator. */
CT_API bool ct_storage_is_shared(const ct_storage *self) CT_NOEXCEPT;

/** Returns whether two tensors have the same storage; false for NULL and for tensors without a
 * storage. */
CT_API bool ct_tensor_shares_storage(const ct_tensor *self, const ct_tensor *other) CT_NOEXCEPT;

/* --- Operations ------------------------------------------------------------------------------ */

/** Changes the number of bytes (Python's UntypedStorage.resize_()); existing bytes keep their
 * values. The memory moves, and a tensor that extends beyond the new end must be resized or set
 * before it is used again. An error for a storage that cannot be resized. */
CT_API ct_error ct_storage_resize(ct_storage *self, int64_t nbytes) CT_RETURNS_ERROR;

/** Copies the bytes of another storage of the same size, on any device (Python's
 * UntypedStorage.copy_()). */
CT_API ct_error ct_storage_copy(ct_storage *self, const ct_storage *source) CT_RETURNS_ERROR;

/** Creates a storage with a copy of the bytes, on the same device. */
CT_API ct_error ct_storage_clone(const ct_storage *self, ct_storage **result) CT_RETURNS_ERROR;

/** Sets every byte to `value`. */
CT_API ct_error ct_storage_fill(ct_storage *self, uint8_t value) CT_RETURNS_ERROR;

/** Returns whether two storages on the same device hold the same bytes. To find out whether they
 * are the same storage, compare the pointers. */
CT_API ct_error ct_storage_equal(const ct_storage *self, const ct_storage *other,
				 bool *result) CT_RETURNS_ERROR;

/* --- Tensors on a storage -------------------------------------------------------------------- */

/**
 * Creates a tensor on a storage, which it shares with all other tensors on it.
 *
 * @param dtype           type of the elements, not a quantized one
 * @param storage_offset  position of the first element, in elements from the storage's beginning
 * @param strides         for each dimension, the step in elements, not negative; CT_NO_INTS:
 *                        contiguous
 *
 * An error if an element would be beyond the storage's end, or not aligned for its type.
 */
CT_API ct_error ct_tensor_from_storage(const ct_storage *storage, ct_dtype dtype,
				       int64_t storage_offset, ct_ints shape, ct_ints strides,
				       ct_tensor **result) CT_RETURNS_ERROR;

/** Lets a tensor use this storage, which must be on the same device, instead of its own (Python's
 * Tensor.set_(storage, storage_offset, size, stride)). The tensor keeps its dtype. Parameters and
 * errors are as for ct_tensor_from_storage(); a leaf that requires a gradient is an error, too. */
CT_API ct_error ct_tensor_set_storage(ct_tensor *self, const ct_storage *storage,
				      int64_t storage_offset, ct_ints shape,
				      ct_ints strides) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
