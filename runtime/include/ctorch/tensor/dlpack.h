/**
 * @file
 * DLPack: exchanging tensors with NumPy, JAX, CuPy and others without a copy.
 *
 * The libraries exchange a *managed tensor*: an address, a dtype, a shape, strides, and a deleter
 * that the receiver calls once when it no longer needs the memory. There are two structs. The
 * versioned one (DLPack 1.x) has flags; some libraries accept only the older, unversioned one. The
 * standard: https://dmlc.github.io/dlpack/latest/.
 *
 * ct_dlpack and ct_dlpack_versioned **are** the standard's `DLManagedTensor` and
 * `DLManagedTensorVersioned`: a program that includes dlpack.h, before or after this header, passes
 * its pointers without a cast. Programs and languages without that header find the same layout in
 * ct_dlpack_managed and ct_dlpack_managed_versioned, to which they cast.
 */
#ifndef CTORCH_TENSOR_DLPACK_H
#define CTORCH_TENSOR_DLPACK_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The standard's DLManagedTensor. Its owner either passes it to a consumer that takes it over or
 * calls ct_dlpack_free(). */
typedef struct DLManagedTensor ct_dlpack;

/** The standard's DLManagedTensorVersioned, released by ct_dlpack_versioned_free(). */
typedef struct DLManagedTensorVersioned ct_dlpack_versioned;

/* --- The layout ------------------------------------------------------------------------------ */

/** The version of DLPack that ct_tensor_to_dlpack_versioned() writes. */
#define CT_DLPACK_MAJOR 1
#define CT_DLPACK_MINOR 3

/** Bits of ct_dlpack_managed_versioned's flags. */
#define CT_DLPACK_READ_ONLY 1 /**< the memory must not be written to */
#define CT_DLPACK_IS_COPIED 2 /**< the memory is a copy that is not shared */
#define CT_DLPACK_PADDED 4    /**< each element of fewer than 8 bits has its own byte */

/** The kind of number that an element is; ct_dlpack_dtype adds its size. */
typedef int32_t ct_dlpack_code;

/** The standard's values. */
enum ct_dlpack_code_value {
	CT_DLPACK_INT = 0,
	CT_DLPACK_UINT = 1,
	CT_DLPACK_FLOAT = 2,
	CT_DLPACK_OPAQUE_HANDLE = 3,
	CT_DLPACK_BFLOAT = 4,
	CT_DLPACK_COMPLEX = 5,
	CT_DLPACK_BOOL = 6,
	CT_DLPACK_FLOAT8_E3M4 = 7,
	CT_DLPACK_FLOAT8_E4M3 = 8,
	CT_DLPACK_FLOAT8_E4M3B11FNUZ = 9,
	CT_DLPACK_FLOAT8_E4M3FN = 10,
	CT_DLPACK_FLOAT8_E4M3FNUZ = 11,
	CT_DLPACK_FLOAT8_E5M2 = 12,
	CT_DLPACK_FLOAT8_E5M2FNUZ = 13,
	CT_DLPACK_FLOAT8_E8M0FNU = 14,
	CT_DLPACK_FLOAT6_E2M3FN = 15,
	CT_DLPACK_FLOAT6_E3M2FN = 16,
	CT_DLPACK_FLOAT4_E2M1FN = 17
};

/** The type of device that holds the memory, in the standard's numbers, which differ from
 * libtorch's. */
typedef int32_t ct_dlpack_device_type;

/** The standard's values. */
enum ct_dlpack_device_type_value {
	CT_DLPACK_CPU = 1,
	CT_DLPACK_CUDA = 2,
	CT_DLPACK_CUDA_HOST = 3,
	CT_DLPACK_OPENCL = 4,
	CT_DLPACK_VULKAN = 7,
	CT_DLPACK_METAL = 8,
	CT_DLPACK_VPI = 9,
	CT_DLPACK_ROCM = 10,
	CT_DLPACK_ROCM_HOST = 11,
	CT_DLPACK_EXTENSION = 12,
	CT_DLPACK_CUDA_MANAGED = 13,
	CT_DLPACK_ONEAPI = 14,
	CT_DLPACK_WEBGPU = 15,
	CT_DLPACK_HEXAGON = 16,
	CT_DLPACK_MAIA = 17,
	CT_DLPACK_TRN = 18
};

/** The standard's DLDevice. */
typedef struct ct_dlpack_device {
	ct_dlpack_device_type type;
	int32_t index; /**< 0 for the CPU */
} ct_dlpack_device;

/** The standard's DLDataType: float32 is { CT_DLPACK_FLOAT, 32, 1 }. */
typedef struct ct_dlpack_dtype {
	uint8_t code;   /**< a ct_dlpack_code */
	uint8_t bits;   /**< of one lane */
	uint16_t lanes; /**< 1, except for vector types */
} ct_dlpack_dtype;

/** The standard's DLTensor. */
typedef struct ct_dlpack_tensor {
	void *data CT_NULLABLE;
	ct_dlpack_device device;
	int32_t ndim;
	ct_dlpack_dtype dtype;
	int64_t *shape CT_NULLABLE CT_LENGTH(ndim);
	int64_t *strides CT_LENGTH(ndim); /**< in elements; NULL, before version 1.2: contiguous */
	uint64_t byte_offset; /**< from `data` to the first element */
} ct_dlpack_tensor;

/** Releases the managed tensor and its memory. */
typedef void (*ct_dlpack_deleter)(ct_dlpack *self CT_TAKEN);
typedef void (*ct_dlpack_versioned_deleter)(ct_dlpack_versioned *self CT_TAKEN);

/** The layout of a ct_dlpack. */
typedef struct ct_dlpack_managed {
	ct_dlpack_tensor dl_tensor;
	void *manager_ctx CT_NULLABLE;
	ct_dlpack_deleter deleter CT_CONTEXT(manager_ctx); /**< NULL: there is nothing to release */
} ct_dlpack_managed;

/** The standard's DLPackVersion. */
typedef struct ct_dlpack_version {
	uint32_t major;
	uint32_t minor;
} ct_dlpack_version;

/** The layout of a ct_dlpack_versioned. In other major versions only `version`, `manager_ctx` and
 * `deleter` have the same offset. */
typedef struct ct_dlpack_managed_versioned {
	ct_dlpack_version version;
	void *manager_ctx CT_NULLABLE;
	ct_dlpack_versioned_deleter deleter
		CT_CONTEXT(manager_ctx);     /**< NULL: there is nothing to release */
	uint64_t flags;                      /**< CT_DLPACK_READ_ONLY and so on */
	ct_dlpack_tensor dl_tensor;
} ct_dlpack_managed_versioned;

/* --- Exporting -------------------------------------------------------------------------------- */

/**
 * Exports a tensor's memory, as Python's Tensor.__dlpack__(): both sides see each other's writes.
 * The memory stays valid until the result's deleter is called, even if `self` is freed. Until then,
 * do not move the memory, since its readers are not counted: do not enlarge the storage
 * (ct_resize_() beyond its elements), and do not call ct_storage_resize(), or
 * ct_tensor_share_memory() for a tensor on the same storage.
 *
 * Tensors with any strides are accepted, on the CPU and on devices that DLPack knows. It is an
 * error of class CT_ERROR_BUFFER if DLPack cannot express the tensor: it requires a gradient
 * (export ct_detach()), is sparse, nested, quantized, on a device without memory (meta), or zeros
 * without memory, its elements must be conjugated or negated when they are read (ct_resolve_conj(),
 * ct_resolve_neg()), or it has a bits type or, here, integers of 1 to 7 bits, which only the
 * versioned form supports. It is a RuntimeError if the storage was resized below the tensor.
 *
 * @param result  new: pass it to a consumer that takes it over, or call ct_dlpack_free(). Its
 *                deleter may be called in any thread, and is called exactly once.
 */
CT_API ct_error ct_tensor_to_dlpack(const ct_tensor *self, ct_dlpack **result) CT_RETURNS_ERROR;

/** Options for a versioned managed tensor; zeros are the defaults. */
typedef struct ct_dlpack_options {
	bool copy;      /**< copy the memory: the result is flagged CT_DLPACK_IS_COPIED */
	bool read_only; /**< ask the receiver not to write: CT_DLPACK_READ_ONLY */
	/** The stream in which the receiver uses the memory: it waits for the current stream of the
	 * tensor's device. NULL: the receiver sees to that. Python has __dlpack__(stream=), in which
	 * 1 is ct_stream_default(), and others are ct_cuda_stream_from_native(). */
	const ct_stream *stream;
} ct_dlpack_options;

/** Exports a tensor's memory as ct_tensor_to_dlpack() does, in the versioned form (1.3). `options`
 * NULL: the defaults. The result is new: ct_dlpack_versioned_free(). */
CT_API ct_error ct_tensor_to_dlpack_versioned(const ct_tensor *self,
					      const ct_dlpack_options *options,
					      ct_dlpack_versioned **result) CT_RETURNS_ERROR;

/** Returns the tensor's device in DLPack's numbers, as Python's Tensor.__dlpack_device__(); an
 * error if DLPack has no number for it. */
CT_API ct_error ct_tensor_dlpack_device(const ct_tensor *self,
					ct_dlpack_device *result) CT_RETURNS_ERROR;

/* --- Importing -------------------------------------------------------------------------------- */

/**
 * Creates a tensor on memory of another library, as Python's torch.from_dlpack().
 *
 * On success the library takes ownership of `managed`: its deleter runs once, when the last tensor
 * on the memory is released, in the thread where that happens, under the rules of ct_deleter. On an
 * error the caller keeps `managed` and releases it with ct_dlpack_free().
 *
 * These are errors, each with a message that says what is wrong: a dtype that this release of
 * libtorch lacks, vector types (`lanes` other than 1; 2 for float4), integers of 1 to 7 bits that
 * are packed, negative strides in a dimension of 2 or more elements (PyTorch has none), an element
 * that is not aligned for its type, a size beyond the address space, NULL data with elements, more
 * than 64 dimensions or fewer than 0, a device that libtorch does not support here.
 *
 * On a GPU the data must be ready for the current stream. Libraries that export tensors therefore
 * take a stream: pass them what ct_stream_native_handle() returns for ct_stream_current(), as
 * torch.from_dlpack() does, or wait with ct_stream_wait_stream() for theirs.
 */
CT_API ct_error ct_tensor_from_dlpack(ct_dlpack *managed CT_TAKEN,
				      ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates a tensor as ct_tensor_from_dlpack() does, from the versioned form.
 *
 * A major version other than 1 is an error that names the version, before anything else is read;
 * release the tensor with ct_dlpack_versioned_free(), since the deleter has the same offset in all
 * versions. A read-only tensor is accepted, as by torch.from_dlpack(). libtorch has no read-only
 * tensors, so your program must not write to it; the flag is in ct_dlpack_managed_versioned.
 */
CT_API ct_error ct_tensor_from_dlpack_versioned(ct_dlpack_versioned *managed CT_TAKEN,
						ct_tensor **result) CT_RETURNS_ERROR;

/** Calls the deleter of a managed tensor that no consumer has taken. NULL is accepted. */
CT_API void ct_dlpack_free(ct_dlpack *self) CT_CALLS_BACK CT_NOEXCEPT;

/** Calls the deleter as ct_dlpack_free() does, for any version. */
CT_API void ct_dlpack_versioned_free(ct_dlpack_versioned *self) CT_CALLS_BACK CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
