/**
 * @file
 * Storages: the memory behind tensors. Two tensors share memory when they have the same storage,
 * that is when the handles compare equal.
 */
#ifndef CTORCH_STORAGE_H
#define CTORCH_STORAGE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The storage of a tensor, a new reference. An error for tensors without one (sparse ones). */
CT_API ct_error ct_tensor_storage(const ct_tensor *self, ct_storage **result) CT_CALL;

/** Another handle on the same storage, new; NULL for NULL. */
CT_API ct_storage *ct_storage_keep(const ct_storage *self) CT_NOEXCEPT;

/** Gives a handle up. */
CT_API void ct_storage_free(ct_storage *self) CT_NOEXCEPT;

/** The memory, to read from; on the storage's device; borrowed: valid until the storage is resized
 * or gone. NULL for NULL and without memory. */
CT_API const void *ct_storage_data(const ct_storage *self) CT_NOEXCEPT;

/** As ct_storage_data(), to write to. */
CT_API void *ct_storage_mutable_data(ct_storage *self) CT_NOEXCEPT;

/** Size in bytes; -1 for NULL. */
CT_API int64_t ct_storage_nbytes(const ct_storage *self) CT_NOEXCEPT;

/** Where the memory is; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_storage_device(const ct_storage *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
