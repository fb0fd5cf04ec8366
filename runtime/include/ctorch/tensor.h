/**
 * @file
 * Tensors: from C data and back, what they are, references. What one does with them is in
 * the operators' headers.
 */
#ifndef CTORCH_TENSOR_H
#define CTORCH_TENSOR_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Making them ----------------------------------------------------------------------------- */

/**
 * A new tensor on the CPU with a copy of C data, as Python's torch.tensor().
 *
 * @param data   the elements, the last dimension running fastest; copied. NULL is accepted when
 *               the shape has no elements. Of CT_BOOL every byte must be 0 or 1.
 * @param dtype  what the elements are; any but the quantised ones
 * @param shape  `shape_len` sizes, none negative; NULL with `shape_len` 0 makes a single number
 */
CT_API ct_error ct_tensor_from_data(const void *data, ct_dtype dtype, const int64_t *shape,
				    int64_t shape_len, ct_tensor **result) CT_CALL;

/** Called once, when the last tensor that uses `data` is gone, in whichever thread that happens. It
 * may release the memory, and must not call libctorch on tensors that share it. A call in progress
 * may need what the thread's scopes own: closing a scope that was open before, ct_gc() and
 * ct_gc_finish() are errors in it, and scopes that it leaves open are closed. It must return (no
 * longjmp, no exception). */
typedef void (*ct_deleter)(void *data, void *context);

/**
 * A new tensor around C data that stays where it is, as libtorch's from_blob(): what is written to
 * the one is seen by the other.
 *
 * On success the tensor and everything that shares its memory (views, ct_tensor_keep(), libtorch's
 * own references) use `data`, and `deleter` runs once after the last of them. On an error `deleter`
 * does not run, and `data` is the caller's as before.
 *
 * @param data         the first element, aligned for its type; NULL when there are no elements
 * @param strides      for each dimension the step from one element to the next, in elements, not
 *                     negative; `strides_len` equals `shape_len`. NULL: contiguous.
 * @param deleter      NULL: the caller keeps `data` alive for longer than the tensor
 * @param context      handed to `deleter`
 */
CT_API ct_error ct_tensor_from_blob(void *data, ct_dtype dtype, const int64_t *shape,
				    int64_t shape_len, const int64_t *strides, int64_t strides_len,
				    ct_deleter deleter, void *context, ct_tensor **result) CT_CALL;

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
 * answer. Pointers are borrowed: they are valid until the tensor is resized or gone.
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

/** Whether it was made by the user and not by a recorded operation. */
CT_API bool ct_tensor_is_leaf(const ct_tensor *self) CT_NOEXCEPT;

/* --- Gradients; the rest is in autograd.h ---------------------------------------------------- */

/** Python's Tensor.requires_grad_(): switches recording on or off for a leaf. No operator that
 * makes a tensor takes this as an argument: it is said afterwards. An error for other than floating
 * point and complex dtypes, and for a tensor that is no leaf. */
CT_API ct_error ct_tensor_set_requires_grad(ct_tensor *self, bool requires_grad) CT_CALL;

/** The gradient that backward accumulated, a new reference; NULL when there is none. */
CT_API ct_error ct_tensor_grad(const ct_tensor *self, ct_tensor **result) CT_CALL;

/** Replaces the gradient by another tensor, of which it takes a reference; NULL removes it. Shape,
 * dtype and device must be the tensor's own. */
CT_API ct_error ct_tensor_set_grad(ct_tensor *self, const ct_tensor *grad) CT_CALL;

/* --- One number ------------------------------------------------------------------------------
 *
 * Python's Tensor.item() of a tensor with exactly one element, of any shape and on any device; an
 * error when it has more or none. The first returns the number as it is, the others convert as
 * ct_scalar_to_double() and its siblings say.
 */

CT_API ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result) CT_CALL;
CT_API ct_error ct_tensor_item_double(const ct_tensor *self, double *result) CT_CALL;
CT_API ct_error ct_tensor_item_int64(const ct_tensor *self, int64_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
