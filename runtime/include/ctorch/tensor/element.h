/**
 * @file
 * Elements: reading and writing one, several or all numbers of a tensor.
 *
 * | task | use |
 * | --- | --- |
 * | the only number of a tensor, such as a loss | ct_tensor_item_double() and its siblings |
 * | single elements | ct_tensor_element_double(), ct_tensor_set_element_double() |
 * | a loop over all elements, on the CPU | ct_tensor_data_as(); strided: ct_tensor_access() |
 * | copies to and from an array, on any device | ct_tensor_copy_to(), ct_tensor_copy_from() |
 *
 * As in Python, autograd sees writes by ct_tensor_set_element() and ct_tensor_copy_from(), but not
 * writes through a pointer. So write through pointers only to data that no backward needs: input
 * data, or parameters between two steps.
 *
 * A storage that was resized below the tensor is a RuntimeError: no memory beyond it is accessed. A
 * nested tensor, whose components differ in shape, is an ArgumentError: use ct_unbind_int().
 */
#ifndef CTORCH_TENSOR_ELEMENT_H
#define CTORCH_TENSOR_ELEMENT_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- One number ------------------------------------------------------------------------------
 *
 * Python's Tensor.item(), for a tensor with exactly one element, of any shape and on any device; an
 * error if it has more or none.
 *
 * The first function returns the number unchanged. The others convert like ct_scalar_to_double()
 * and its siblings: a fraction is cut off, and a number that does not fit is `RuntimeError: value
 * cannot be converted to type int8_t without overflow`. A double is rounded to `float`; a finite
 * one larger than every float does not fit, but infinity and NaN do.
 */

/** Returns the number of a tensor with exactly one element. */
CT_API ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result) CT_RETURNS_ERROR;
/** Returns the number as ct_tensor_item() does, converted like ct_scalar_to_double() and its
 * siblings. */
CT_API ct_error ct_tensor_item_double(const ct_tensor *self, double *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_float(const ct_tensor *self, float *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_int64(const ct_tensor *self, int64_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_int32(const ct_tensor *self, int32_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_int16(const ct_tensor *self, int16_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_int8(const ct_tensor *self, int8_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_uint64(const ct_tensor *self, uint64_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_uint32(const ct_tensor *self, uint32_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_uint16(const ct_tensor *self, uint16_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_uint8(const ct_tensor *self, uint8_t *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result) CT_RETURNS_ERROR;
CT_API ct_error ct_tensor_item_complex(const ct_tensor *self, double *re,
				       double *im) CT_RETURNS_ERROR;

/* --- An element by its indices ---------------------------------------------------------------
 *
 * Python's `x[i, j]` with integers. Negative indices count from the end, and the errors are
 * Python's: `IndexError: index 5 is out of bounds for dimension 1 with size 3`, `IndexError: too
 * many indices for tensor of dimension 2`. It takes a few dozen nanoseconds on the CPU, and a copy
 * on a GPU.
 *
 *     ct_tensor_element_double(x, CT_L(i, -1), &last)
 *
 * @param index  indices, one for each dimension. Fewer indices select a tensor: a read needs
 *               exactly one element in it; a write fills it.
 */

/** Returns an element: Python's `x[i, j].item()`; negative indices count from the end. */
CT_API ct_error ct_tensor_element(const ct_tensor *self, ct_ints index,
				  ct_scalar *result) CT_RETURNS_ERROR;
/** Returns an element as ct_tensor_element() does, converted by ct_scalar_to_double(). */
CT_API ct_error ct_tensor_element_double(const ct_tensor *self, ct_ints index,
					 double *result) CT_RETURNS_ERROR;
/** Returns an element as ct_tensor_element() does, converted by ct_scalar_to_int64(). */
CT_API ct_error ct_tensor_element_int64(const ct_tensor *self, ct_ints index,
					int64_t *result) CT_RETURNS_ERROR;

/** Sets an element: Python's `x[i, j] = value`. A value that the dtype cannot hold is
 * `RuntimeError: value cannot be converted to type uint8_t without overflow`. This is an in-place
 * operation: if the tensor requires a gradient, autograd records it, or rejects it for a leaf. */
CT_API ct_error ct_tensor_set_element(ct_tensor *self, ct_ints index,
				      ct_scalar value) CT_RETURNS_ERROR;
/** Sets an element as ct_tensor_set_element() does. */
CT_API ct_error ct_tensor_set_element_double(ct_tensor *self, ct_ints index,
					     double value) CT_RETURNS_ERROR;
/** Sets an element as ct_tensor_set_element() does. */
CT_API ct_error ct_tensor_set_element_int64(ct_tensor *self, ct_ints index,
					    int64_t value) CT_RETURNS_ERROR;

/* --- All elements, in place ------------------------------------------------------------------ */

/**
 * Returns the elements of a tensor that has this dtype, is on the CPU and is contiguous: adjacent
 * in memory, with the last dimension varying fastest. For any other tensor, the error describes it
 * and says what to do.
 *
 *     const float *x;
 *     CT_CHECK(ct_tensor_data_as(tensor, CT_FLOAT32, &x));
 *
 * @param result  address of a pointer to elements, `const float **` for CT_FLOAT32; the pointer is
 *                borrowed, and NULL for a tensor without elements
 */
CT_API ct_error ct_tensor_data_as(const ct_tensor *self, ct_dtype dtype,
				  void *result CT_OUT CT_BORROWED) CT_RETURNS_ERROR;

/** Returns the elements as ct_tensor_data_as() does, for writing: `result` is the address of a
 * `float *`. Autograd does not see the writes. */
CT_API ct_error ct_tensor_mutable_data_as(ct_tensor *self, ct_dtype dtype,
					  void *result CT_OUT CT_BORROWED) CT_RETURNS_ERROR;

/** The elements of a strided tensor, for loops: see CT_ELEMENT2(). */
typedef struct ct_accessor {
	void *data;     /**< the first element; borrowed */
	ct_dtype dtype; /**< type of the elements */
	int32_t dim;    /**< how many of the following are used; the other sizes are 1, strides 0 */
	int64_t size0;  /**< of the first dimension */
	int64_t size1;
	int64_t size2;
	int64_t size3;
	int64_t size4;
	int64_t size5;
	int64_t stride0; /**< of the first dimension, in elements */
	int64_t stride1;
	int64_t stride2;
	int64_t stride3;
	int64_t stride4;
	int64_t stride5;
} ct_accessor;

/**
 * Returns read access to the elements of a tensor that is on the CPU and has this dtype and `dim`
 * dimensions, 0 to 6, contiguous or not. Reading an element checks nothing.
 *
 *     ct_accessor x;
 *     double trace = 0;
 *
 *     CT_TRY(ct_tensor_access(matrix, CT_FLOAT32, 2, &x));
 *     for (int64_t i = 0; i < x.size0 && i < x.size1; i++)
 *             trace += CT_ELEMENT2(const float, x, i, i);
 *
 * The result is valid until the tensor is resized, shared (ct_tensor_share_memory()) or released.
 */
CT_API ct_error ct_tensor_access(const ct_tensor *self, ct_dtype dtype, int64_t dim,
				 ct_accessor *result CT_BORROWED) CT_RETURNS_ERROR;

/** Returns access as ct_tensor_access() does, for writing: `CT_ELEMENT2(float, x, i, j) = 0`.
 * Autograd does not see the writes. All elements along a dimension with stride 0 (ct_expand()) are
 * the same element. */
CT_API ct_error ct_tensor_access_mutable(ct_tensor *self, ct_dtype dtype, int64_t dim,
					 ct_accessor *result CT_BORROWED) CT_RETURNS_ERROR;

/* --- All elements, copied --------------------------------------------------------------------- */

/**
 * Copies all elements into a C array, with the last dimension varying fastest, converted to `dtype`
 * as by Tensor.to(). The tensor may be on any device, have any strides, be sparse (its zeros are
 * copied, too) or quantized (the numbers that it represents are copied), and require a gradient.
 *
 * @param dtype     type of the elements of `data`; not a quantized one
 * @param data      aligned for its type, and not the tensor's own memory; NULL if there are no
 *                  elements
 * @param data_len  elements in `data`; must be ct_tensor_numel()
 */
CT_API ct_error ct_tensor_copy_to(const ct_tensor *self, ct_dtype dtype, void *data CT_OUT,
				  int64_t data_len) CT_RETURNS_ERROR;

/**
 * Overwrites all elements of a tensor with a C array, in the same order and with the same
 * conversion: Python's Tensor.copy_(). This is an in-place operation: if the tensor requires a
 * gradient, autograd records it, or rejects it for a leaf.
 *
 * @param dtype     type of the elements of `data`
 * @param data      copied; for CT_BOOL, every byte must be 0 or 1
 * @param data_len  elements in `data`; must be ct_tensor_numel()
 */
CT_API ct_error ct_tensor_copy_from(ct_tensor *self, ct_dtype dtype, const void *data,
				    int64_t data_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
