/*
 * Inside the library: the line of text that describes a shared tensor.
 */
#ifndef CT_TENSOR_SHARING_SHARED_HANDLE_H
#define CT_TENSOR_SHARING_SHARED_HANDLE_H

#include <stddef.h>

#include <ctorch/core/error.h>

#include "tensor/sharing/segment.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The limit of libtorch's operators. */
#define CT_SHARED_MAX_DIM 64

/* Two lists of 64 numbers of at most 19 digits, and the rest. */
#define CT_SHARED_ROOM 3072

struct ct_shared_handle {
	char name[CT_SEGMENT_NAME];
	int64_t nbytes; /* of the storage */
	ct_dtype dtype;
	int64_t ndim;
	int64_t shape[CT_SHARED_MAX_DIM];
	int64_t strides[CT_SHARED_MAX_DIM];
	int64_t offset; /* in elements */
};

void ct_shared_handle_write(const struct ct_shared_handle *handle, char text[CT_SHARED_ROOM]);

/* An error unless it is a handle whose tensor lies inside its storage. */
ct_error ct_shared_handle_read(const char *function, const char *text,
			       struct ct_shared_handle *result) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
