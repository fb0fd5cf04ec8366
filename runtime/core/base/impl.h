/*
 * Inside the library: access to libtorch's tensor objects for its C part.
 */
#ifndef CT_CORE_BASE_IMPL_H
#define CT_CORE_BASE_IMPL_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/core/types.h>

#include "core/base/origin.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_DESCRIBED_DIMS = 8 };

/* A report's facts about a tensor. */
struct ct_description {
	int64_t dim;
	int64_t shape[CT_DESCRIBED_DIMS]; /* the first of them */
	const char *dtype;                /* its name in Python: "float32" */
	ct_device device;
	void *storage;  /* identifies it; NULL without one */
	int64_t nbytes; /* of the storage */
};

void ct_impl_describe(const ct_tensor *handle, struct ct_description *description) CT_NOEXCEPT;

/* "cpu", "cuda:1"; cut to `size`. Returns `text`. */
const char *ct_impl_device_text(ct_device device, char *text, size_t size) CT_NOEXCEPT;

/* Drops a reference. */
CT_HOT void ct_impl_release(ct_tensor *handle) CT_NOEXCEPT;

/* The same for a generator or a storage. The second adds a reference, which belongs to no scope. */
void ct_object_release(void *handle) CT_NOEXCEPT;
void *ct_object_reference(const void *handle) CT_NOEXCEPT;

/* While a tensor is pinned, its address is not reused, although its contents may go. False for a
 * tensor whose contents would stay, which is not pinned. */
bool ct_impl_pin(const ct_tensor *handle) CT_NOEXCEPT;
void ct_impl_unpin(const ct_tensor *handle) CT_NOEXCEPT;
void ct_impl_pin_storage(void *storage) CT_NOEXCEPT;
void ct_impl_unpin_storage(void *storage) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
