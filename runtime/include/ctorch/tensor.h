/**
 * @file
 * Tensors: references, and what they are. Making them is in create.h, their elements are in
 * element.h, and what one does with them is in the operators' headers.
 */
#ifndef CTORCH_TENSOR_H
#define CTORCH_TENSOR_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- References ------------------------------------------------------------------------------ */

/** Another handle on the same tensor, new; NULL for NULL, and when the innermost scope has no
 * memory to note it. */
CT_API ct_tensor *ct_tensor_keep(const ct_tensor *self) CT_NOEXCEPT;

/** Gives a handle up; the tensor goes with its last reference. A handle that a scope of this thread
 * owns is taken out of it first (scope.h). */
CT_API void ct_tensor_free(ct_tensor *self) CT_NOEXCEPT;

/** Gives up a list of tensors that an operator returned: its `n` handles (NULL ones are skipped)
 * and the list itself. To keep one, put NULL in its place first. */
CT_API void ct_tensors_free(ct_tensor **tensors, int64_t n) CT_NOEXCEPT;

/** Releases memory that a function returned for the caller to keep: texts and lists of numbers. */
CT_API void ct_free(void *memory) CT_NOEXCEPT;

/* --- What it is ------------------------------------------------------------------------------
 *
 * These cannot fail. Of the undefined tensor (NULL), and where a tensor has no such thing, as a
 * sparse one has no strides, they return 0, -1, NULL, false or the type's NONE, whichever is no
 * answer. Pointers are borrowed: they are valid until the tensor is resized, shared
 * (ct_tensor_share()) or gone.
 */

/** The memory of the first element, to read from; on the tensor's device. NULL without elements or
 * without memory of its own (sparse, meta, nested). The elements need not lie side by side: see
 * ct_tensor_strides(). */
CT_API const void *ct_tensor_data(const ct_tensor *self) CT_NOEXCEPT;

/** As ct_tensor_data(), to write to. Autograd does not notice what is written. */
CT_API void *ct_tensor_mutable_data(ct_tensor *self) CT_NOEXCEPT;

/** Number of dimensions; -1 for NULL. */
CT_API int64_t ct_tensor_dim(const ct_tensor *self) CT_NOEXCEPT;

/** ct_tensor_dim() sizes. */
CT_API const int64_t *ct_tensor_shape(const ct_tensor *self) CT_NOEXCEPT;

/** ct_tensor_dim() strides, in elements. */
CT_API const int64_t *ct_tensor_strides(const ct_tensor *self) CT_NOEXCEPT;

/** Size of one dimension; negative ones count from the last, as in Python. -1 when there is no such
 * dimension. */
CT_API int64_t ct_tensor_size(const ct_tensor *self, int64_t dim) CT_NOEXCEPT;

/** Number of elements; -1 for NULL. */
CT_API int64_t ct_tensor_numel(const ct_tensor *self) CT_NOEXCEPT;

/** Bytes of one element. */
CT_API int64_t ct_tensor_element_size(const ct_tensor *self) CT_NOEXCEPT;

/** Elements from the beginning of the storage to the tensor's first. */
CT_API int64_t ct_tensor_storage_offset(const ct_tensor *self) CT_NOEXCEPT;

CT_API ct_dtype ct_tensor_dtype(const ct_tensor *self) CT_NOEXCEPT;
CT_API ct_device ct_tensor_device(const ct_tensor *self) CT_NOEXCEPT;
CT_API ct_layout ct_tensor_layout(const ct_tensor *self) CT_NOEXCEPT;

/** Whether the elements lie side by side, the last dimension running fastest. */
CT_API bool ct_tensor_is_contiguous(const ct_tensor *self) CT_NOEXCEPT;

/** Whether operations on it are recorded for backward. */
CT_API bool ct_tensor_requires_grad(const ct_tensor *self) CT_NOEXCEPT;

/** Python's Tensor.is_leaf: whether it was made by the user and not by a recorded operation. A view
 * is no leaf any more once its base was written to by one that is recorded. False also where
 * libtorch cannot say what the history of such a view is (one of several of one call). */
CT_API bool ct_tensor_is_leaf(const ct_tensor *self) CT_NOEXCEPT;

/* --- Gradients; the rest is in autograd.h ---------------------------------------------------- */

/** Python's Tensor.requires_grad_(): switches recording on or off for a leaf. No operator that
 * makes a tensor takes this as an argument: it is said afterwards, or in the options of create.h.
 * An error for other than floating point and complex dtypes, and for a tensor that is no leaf. */
CT_API ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad) CT_CALL;

/** The gradient that backward accumulated, a new reference; NULL when there is none. */
CT_API ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) CT_CALL;

/** Python's `x.grad = grad`: replaces the gradient by another tensor, of which it takes a reference;
 * NULL removes it. Shape, dtype, device and layout (unless it is sparse) must be the tensor's own. */
CT_API ct_error ct_tensor_set_grad(ct_tensor *self, const ct_tensor *grad) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
