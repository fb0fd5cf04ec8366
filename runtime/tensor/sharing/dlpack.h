/*
 * Inside the library: DLPack's numbers and libtorch's, and whether libtorch can use a foreign
 * managed tensor.
 */
#ifndef CT_TENSOR_SHARING_DLPACK_H
#define CT_TENSOR_SHARING_DLPACK_H

#include <ctorch/core/error.h>
#include <ctorch/tensor/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The limit of libtorch's operators. */
#define CT_DLPACK_MAX_DIM 64

/* A managed tensor in libtorch's terms. */
struct ct_dlpack_request {
	void *data; /* with the offset */
	ct_dtype dtype;
	ct_device device;
	int64_t ndim;
	int64_t shape[CT_DLPACK_MAX_DIM];
	int64_t strides[CT_DLPACK_MAX_DIM];
};

/* An error unless libtorch can use it as it is; `flags` is 0 for the unversioned form. */
ct_error ct_dlpack_read(const ct_dlpack_tensor *from, uint64_t flags, const char *function,
			struct ct_dlpack_request *request) CT_WARN_UNUSED;

/* false: DLPack has no such type. */
bool ct_dlpack_dtype_of(ct_dtype dtype, ct_dlpack_dtype *result);

/* false: DLPack has no such device. */
bool ct_dlpack_device_of(ct_device device, ct_dlpack_device *result);

#ifdef __cplusplus
}
#endif

#endif
