/**
 * @file
 * Tensors: references and properties. create.h creates them, element.h reads and writes their
 * elements, and the operators are in ops.h.
 */
#ifndef CTORCH_TENSOR_H
#define CTORCH_TENSOR_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- References ------------------------------------------------------------------------------ */

/** Another handle on the same tensor, new; NULL for NULL, and if the innermost scope has no memory
 * for it. */
CT_API ct_tensor *ct_tensor_retain(const ct_tensor *self) CT_NOEXCEPT CT_NEW(ct_tensor_free);

/** Releases a handle; the last one releases the tensor. A handle that a scope of this thread owns
 * is taken out of the scope first (scope.h). */
CT_API void ct_tensor_free(ct_tensor *self) CT_NOEXCEPT;

/** Releases a list of tensors that an operator returned: its handles (NULL ones are skipped) and
 * the list itself. To keep a handle, replace it by NULL first. */
CT_API void ct_tensors_free(ct_tensor **tensors CT_TAKEN CT_LENGTH(tensors_len),
			    int64_t tensors_len) CT_NOEXCEPT;

/** Releases new memory that a function returned: texts and lists. Memory that a scope of this
 * thread owns is taken out of the scope first (scope.h). */
CT_API void ct_free(void *memory) CT_NOEXCEPT;

/* --- Properties ------------------------------------------------------------------------------
 *
 * These cannot fail. For the undefined tensor (NULL), and for a property that a tensor does not
 * have, such as strides of a sparse one, they return 0, -1, NULL, false or the type's NONE,
 * whichever is not a valid answer. Pointers are borrowed: they are valid until the tensor is
 * resized, shared (ct_tensor_share_memory()) or released.
 */

/** The address of the first element, for reading; on the tensor's device. NULL for a tensor without
 * elements or without its own memory (sparse, meta, nested). The elements need not be adjacent: see
 * ct_tensor_strides(). */
CT_API const void *ct_tensor_data(const ct_tensor *self) CT_NOEXCEPT;

/** As ct_tensor_data(), for writing. Autograd does not see the writes. */
CT_API void *ct_tensor_mutable_data(ct_tensor *self) CT_NOEXCEPT;

/** Number of dimensions; -1 for NULL. */
CT_API int64_t ct_tensor_dim(const ct_tensor *self) CT_NOEXCEPT;

/** ct_tensor_dim() sizes. */
CT_API const int64_t *ct_tensor_shape(const ct_tensor *self) CT_NOEXCEPT
	CT_LENGTH(ct_tensor_dim(self));

/** ct_tensor_dim() strides, in elements. */
CT_API const int64_t *ct_tensor_strides(const ct_tensor *self) CT_NOEXCEPT
	CT_LENGTH(ct_tensor_dim(self));

/** Size of one dimension; negative ones count from the last, as in Python. -1 if there is no such
 * dimension. */
CT_API int64_t ct_tensor_size(const ct_tensor *self, int64_t dim) CT_NOEXCEPT;

/** Number of elements; -1 for NULL. */
CT_API int64_t ct_tensor_numel(const ct_tensor *self) CT_NOEXCEPT;

/** Bytes of one element. */
CT_API int64_t ct_tensor_element_size(const ct_tensor *self) CT_NOEXCEPT;

/** Elements from the beginning of the storage to the tensor's first. */
CT_API int64_t ct_tensor_storage_offset(const ct_tensor *self) CT_NOEXCEPT;

/** Python's `x.dtype`; CT_DTYPE_NONE for NULL. */
CT_API ct_dtype ct_tensor_dtype(const ct_tensor *self) CT_NOEXCEPT;
/** Python's `x.device`; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_tensor_device(const ct_tensor *self) CT_NOEXCEPT;
/** Python's `x.layout`; CT_LAYOUT_NONE for NULL. */
CT_API ct_layout ct_tensor_layout(const ct_tensor *self) CT_NOEXCEPT;

/** Whether the elements are adjacent in memory, with the last dimension varying fastest. */
CT_API bool ct_tensor_is_contiguous(const ct_tensor *self) CT_NOEXCEPT;

/** Python's Tensor.is_nested: whether it is a list of tensors of different sizes. */
CT_API bool ct_tensor_is_nested(const ct_tensor *self) CT_NOEXCEPT;

/** Python's Tensor.is_quantized: whether its dtype is a quantized one, such as CT_QINT8. */
CT_API bool ct_tensor_is_quantized(const ct_tensor *self) CT_NOEXCEPT;

/** Whether the elements in memory must be conjugated when they are read, as after ct_conj(). The
 * operators do so; before you read ct_tensor_data(), call ct_resolve_conj(). */
CT_API bool ct_tensor_is_conj(const ct_tensor *self) CT_NOEXCEPT;

/** Whether the elements in memory must be negated when they are read, as the imaginary part of a
 * conjugated tensor. Before you read ct_tensor_data(), call ct_resolve_neg(). */
CT_API bool ct_tensor_is_neg(const ct_tensor *self) CT_NOEXCEPT;

/** Whether operations on it are recorded for backward. */
CT_API bool ct_tensor_requires_grad(const ct_tensor *self) CT_NOEXCEPT;

/** Python's Tensor.is_leaf: whether it was created by the user and not by a recorded operation. A
 * view stops being a leaf when a recorded operation writes to its base. Also false if libtorch does
 * not know the history of such a view (one of several from one call). */
CT_API bool ct_tensor_is_leaf(const ct_tensor *self) CT_NOEXCEPT;

/* --- Gradients; the rest is in autograd.h ---------------------------------------------------- */

/** Python's Tensor.requires_grad_(): switches recording on or off for a leaf. No operator has an
 * argument for this: call it afterwards, or use the options of create.h. An error unless the dtype
 * is floating point or complex, and for a tensor that is not a leaf. */
CT_API ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad) CT_RETURNS_ERROR;

/** The gradient that backward accumulated, a new reference; NULL if there is none. */
CT_API ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) CT_RETURNS_ERROR;

/** Python's `x.grad = grad`: replaces the gradient by another tensor, to which it takes a
 * reference; NULL removes it. Shape, dtype, device and layout (unless it is sparse) must be the
 * tensor's own. */
CT_API ct_error ct_tensor_set_grad(ct_tensor *self,
				   const ct_tensor *grad CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
