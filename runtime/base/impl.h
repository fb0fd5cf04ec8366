/*
 * Inside the library: what its C part needs of libtorch's tensor objects.
 */
#ifndef CT_BASE_IMPL_H
#define CT_BASE_IMPL_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/types.h>

#include "base/origin.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_DESCRIBED_DIMS = 8 };

/* What a report says of a tensor. */
struct ct_description {
	int64_t dim;
	int64_t shape[CT_DESCRIBED_DIMS]; /* the first of them */
	const char *dtype;                /* as Python calls it: "float32" */
	ct_device device;
	void *storage;  /* identifies it; NULL without one */
	int64_t nbytes; /* of the storage */
};

void ct_impl_describe(const ct_tensor *handle, struct ct_description *description) CT_NOEXCEPT;

/* "cpu", "cuda:1"; cut to `size`. Returns `text`. */
const char *ct_impl_device_text(ct_device device, char *text, size_t size) CT_NOEXCEPT;

/* Drops a reference. */
CT_HOT void ct_impl_release(ct_tensor *handle) CT_NOEXCEPT;

/* While one is pinned, its address is not used for another, although its contents may go. False for
 * a tensor whose contents would stay: that is not pinned. */
bool ct_impl_pin(const ct_tensor *handle) CT_NOEXCEPT;
void ct_impl_unpin(const ct_tensor *handle) CT_NOEXCEPT;
void ct_impl_pin_storage(void *storage) CT_NOEXCEPT;
void ct_impl_unpin_storage(void *storage) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
