/**
 * @file
 * Tensors: references and properties. create.h creates them, element.h reads and writes their
 * elements, and ctorch/ops/ has the operators.
 */
#ifndef CTORCH_TENSOR_TENSOR_H
#define CTORCH_TENSOR_TENSOR_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- References ------------------------------------------------------------------------------ */

/** Returns another handle on the same tensor, new; NULL for NULL, and if the innermost scope has no
 * memory for it. */
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
 * These functions cannot fail. For the undefined tensor (NULL), and for a property that a tensor
 * does not have, such as strides of a sparse one, they return 0, -1, NULL, false or the type's
 * NONE, whichever is not a valid answer. Pointers are borrowed: they are valid until the tensor is
 * resized, shared (ct_tensor_share_memory()) or released.
 */

/** Returns the address of the first element for reading, on the tensor's device. NULL for a tensor
 * without elements or without its own memory (sparse, meta, nested). The elements need not be
 * adjacent: see ct_tensor_strides(). */
CT_API const void *ct_tensor_data(const ct_tensor *self) CT_NOEXCEPT;

/** Returns the address as ct_tensor_data(), for writing. Autograd does not see the writes. */
CT_API void *ct_tensor_mutable_data(ct_tensor *self) CT_NOEXCEPT;

/** Returns the number of dimensions; -1 for NULL. */
CT_API int64_t ct_tensor_dim(const ct_tensor *self) CT_NOEXCEPT;

/** Returns the ct_tensor_dim() sizes. */
CT_API const int64_t *ct_tensor_shape(const ct_tensor *self) CT_NOEXCEPT
	CT_LENGTH(ct_tensor_dim(self));

/** Returns the ct_tensor_dim() strides, in elements. */
CT_API const int64_t *ct_tensor_strides(const ct_tensor *self) CT_NOEXCEPT
	CT_LENGTH(ct_tensor_dim(self));

/** Returns the size of one dimension; negative ones count from the last, as in Python. -1 if the
 * dimension does not exist. */
CT_API int64_t ct_tensor_size(const ct_tensor *self, int64_t dim) CT_NOEXCEPT;

/** Returns the number of elements; -1 for NULL. */
CT_API int64_t ct_tensor_numel(const ct_tensor *self) CT_NOEXCEPT;

/** Returns the size of one element in bytes. */
CT_API int64_t ct_tensor_element_size(const ct_tensor *self) CT_NOEXCEPT;

/** Returns the position of the first element in the storage, in elements. */
CT_API int64_t ct_tensor_storage_offset(const ct_tensor *self) CT_NOEXCEPT;

/** Returns Python's `x.dtype`; CT_DTYPE_NONE for NULL. */
CT_API ct_dtype ct_tensor_dtype(const ct_tensor *self) CT_NOEXCEPT;
/** Returns Python's `x.device`; CT_DEVICE_NONE for NULL. */
CT_API ct_device ct_tensor_device(const ct_tensor *self) CT_NOEXCEPT;
/** Returns Python's `x.layout`; CT_LAYOUT_NONE for NULL. */
CT_API ct_layout ct_tensor_layout(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether the elements are adjacent in memory, with the last dimension varying fastest. */
CT_API bool ct_tensor_is_contiguous(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether it is a list of tensors of different sizes (Python's Tensor.is_nested). */
CT_API bool ct_tensor_is_nested(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether its dtype is quantized, such as CT_QINT8 (Python's Tensor.is_quantized). */
CT_API bool ct_tensor_is_quantized(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether the elements in memory must be conjugated when they are read, as after
 * ct_conj(). The operators do so; before you read ct_tensor_data(), call ct_resolve_conj(). */
CT_API bool ct_tensor_is_conj(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether the elements in memory must be negated when they are read, as in the imaginary
 * part of a conjugated tensor. Before you read ct_tensor_data(), call ct_resolve_neg(). */
CT_API bool ct_tensor_is_neg(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether operations on it are recorded for backward. */
CT_API bool ct_tensor_requires_grad(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether it was created by the user and not by a recorded operation (Python's
 * Tensor.is_leaf). A view stops being a leaf when a recorded operation writes to its base. Also
 * false if libtorch does not know the history of such a view (one of several from one call). */
CT_API bool ct_tensor_is_leaf(const ct_tensor *self) CT_NOEXCEPT;

/* --- Gradients; the rest is in autograd.h ---------------------------------------------------- */

/** Turns recording on or off for a leaf (Python's Tensor.requires_grad_()). No operator has an
 * argument for this: call it afterwards, or use the options of create.h. An error if the dtype is
 * not floating point or complex, or if the tensor is not a leaf. */
CT_API ct_error ct_tensor_set_requires_grad(ct_tensor *self,
					    bool requires_grad) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the gradient that backward accumulated, a new reference; NULL if there is none. */
CT_API ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) CT_BRIEF CT_RETURNS_ERROR;

/** Replaces the gradient by another tensor, to which it takes a reference; NULL removes it
 * (Python's `x.grad = grad`). Shape, dtype, device and layout (unless it is sparse) must be the
 * tensor's own. */
CT_API ct_error ct_tensor_set_grad(ct_tensor *self,
				   const ct_tensor *grad CT_NULLABLE) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
