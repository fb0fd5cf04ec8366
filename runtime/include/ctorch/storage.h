/**
 * @file
 * Storages: the memory behind tensors, Python's torch.UntypedStorage.
 *
 * A storage is bytes without a type: one tensor reads it as float32, another one as int32. Two
 * tensors share memory when they have the same storage, and then the handles of it are equal
 * pointers; ct_tensor_shares_storage() asks without handles. Storages do not belong to scopes.
 */
#ifndef CTORCH_STORAGE_H
#define CTORCH_STORAGE_H

#include <ctorch/create.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Having one ------------------------------------------------------------------------------ */

/** The storage of a tensor, a new reference. An error for tensors without one (sparse ones). */
CT_API ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result) CT_CALL;

/** A new storage of so many bytes, of any value, that can be resized. CT_DEVICE_NONE is the CPU. */
CT_API ct_error ct_storage_new(int64_t nbytes, ct_device device, ct_storage **result) CT_CALL;

/**
 * A new storage around memory that stays where it is, as ct_tensor_from_blob() has it for a tensor.
 * It cannot be resized.
 *
 * @param data     `nbytes` bytes; NULL when there are none
 * @param device   whose memory it is; CT_DEVICE_NONE is the CPU
 * @param deleter  runs once after the last user of the memory, unless this call is an error; NULL:
 *                 the caller keeps `data` alive for longer than that
 * @param context  handed to `deleter`
 */
CT_API ct_error ct_storage_from_blob(void *data, int64_t nbytes, ct_device device,
				     ct_deleter deleter, void *context,
				     ct_storage **result) CT_CALL;

/** Another handle on the same storage, new; NULL for NULL. */
CT_API ct_storage *ct_storage_keep(const ct_storage *self) CT_NOEXCEPT;

/** Gives a handle up. */
CT_API void ct_storage_free(ct_storage *self) CT_NOEXCEPT;

/* --- What it is ------------------------------------------------------------------------------ */

/** The memory, to read from; on the storage's device; borrowed: valid until the storage is
 * resized, shared (ct_tensor_share()) or gone. NULL for NULL and without memory. */
CT_API const void *ct_storage_data(const ct_storage *self) CT_NOEXCEPT;

/** As ct_storage_data(), to write to. */
CT_API void *ct_storage_mutable_data(ct_storage *self) CT_NOEXCEPT;

/** Size in bytes; -1 for NULL. */
CT_API int64_t ct_storage_nbytes(const ct_storage *self) CT_NOEXCEPT;

/** Where the memory is; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_storage_device(const ct_storage *self) CT_NOEXCEPT;

/** How many tensors and handles use it, this handle included; 0 for NULL. When other threads use it
 * the number is that of a moment ago. */
CT_API int64_t ct_storage_use_count(const ct_storage *self) CT_NOEXCEPT;

/** Whether ct_storage_resize() can change its size: memory of libtorch's own. */
CT_API bool ct_storage_is_resizable(const ct_storage *self) CT_NOEXCEPT;

/** Python's UntypedStorage.is_shared(): whether other processes may see the memory. True for memory
 * of a CUDA device, in a segment of ct_tensor_share(), in a file that is mapped for all
 * (ct_map_options.shared), and for all that libtorch itself has mapped, as ct_from_file() does. */
CT_API bool ct_storage_is_shared(const ct_storage *self) CT_NOEXCEPT;

/** Whether two tensors have the same storage; false for NULL and for tensors without one. */
CT_API bool ct_tensor_shares_storage(const ct_tensor *self, const ct_tensor *other) CT_NOEXCEPT;

/* --- What one does with it ------------------------------------------------------------------- */

/** Python's UntypedStorage.resize_(): another number of bytes, of which those that there were keep
 * their values. The memory moves, and a tensor that reaches behind the new end must not be used
 * before it is resized or set, too. An error for what cannot be resized. */
CT_API ct_error ct_storage_resize(ct_storage *self, int64_t nbytes) CT_CALL;

/** Python's UntypedStorage.copy_(): the bytes of another storage, of the same size and on any
 * device. */
CT_API ct_error ct_storage_copy(ct_storage *self, const ct_storage *source) CT_CALL;

/** A new storage with a copy of the bytes, on the same device. */
CT_API ct_error ct_storage_clone(const ct_storage *self, ct_storage **result) CT_CALL;

/** Every byte becomes `value`. */
CT_API ct_error ct_storage_fill(ct_storage *self, uint8_t value) CT_CALL;

/** Whether two storages on the same device hold the same bytes. Whether they are one: compare the
 * pointers. */
CT_API ct_error ct_storage_equal(const ct_storage *self, const ct_storage *other,
				 bool *result) CT_CALL;

/* --- Tensors on it --------------------------------------------------------------------------- */

/**
 * A new tensor on a storage, which it shares with all others that are on it.
 *
 * @param dtype           what the bytes are; any but the quantised ones
 * @param storage_offset  of the first element from the storage's beginning, in elements
 * @param strides         for each dimension the step, in elements, not negative; NULL: contiguous
 *
 * An error when an element would lie behind the storage's end, or where C cannot read one of its
 * type.
 */
CT_API ct_error ct_tensor_from_storage(const ct_storage *storage, ct_dtype dtype,
				       int64_t storage_offset, const int64_t *shape,
				       int64_t shape_len, const int64_t *strides,
				       int64_t strides_len, ct_tensor **result) CT_CALL;

/** Python's Tensor.set_(storage, storage_offset, size, stride): the tensor keeps its dtype and from
 * now on has this memory, which must be on the same device. What it had it gives up. Parameters and
 * errors are those of ct_tensor_from_storage(); a leaf that requires a gradient is refused. */
CT_API ct_error ct_tensor_set_storage(ct_tensor *self, const ct_storage *storage,
				      int64_t storage_offset, const int64_t *shape,
				      int64_t shape_len, const int64_t *strides,
				      int64_t strides_len) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
