/**
 * @file
 * Elements: reading and writing numbers of a tensor, one, several or all of them.
 *
 * | to do | say |
 * | --- | --- |
 * | the only number of a tensor, such as a loss | ct_tensor_item_double() and its siblings |
 * | a number here and there | ct_tensor_element_double(), ct_tensor_set_element_double() |
 * | loops over all elements, on the CPU | ct_tensor_data_as(); strided: ct_tensor_access() |
 * | into an array and out of it, from any device | ct_tensor_copy_to(), ct_tensor_copy_from() |
 *
 * Autograd sees what is written with ct_tensor_set_element() and ct_tensor_copy_from(), as in
 * Python; through pointers it sees nothing. So write through a pointer only what no backward is
 * going to need: data that is read in, or parameters between two steps.
 *
 * RuntimeError when the storage was resized below the tensor: nothing behind it is touched.
 * ArgumentError for a nested tensor, whose components have shapes of their own: ct_unbind_int().
 */
#ifndef CTORCH_ELEMENT_H
#define CTORCH_ELEMENT_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- One number ------------------------------------------------------------------------------
 *
 * Python's Tensor.item() of a tensor with exactly one element, of any shape and on any device; an
 * error when it has more or none.
 *
 * The first returns the number as it is. The others convert as ct_scalar_to_double() and its
 * siblings say: a fraction is cut off, and what does not fit is `RuntimeError: value cannot be
 * converted to type int8_t without overflow`. To `float` a double is rounded; one that is larger
 * than every float does not fit, infinity and NaN do.
 */

CT_API ct_error ct_tensor_item(const ct_tensor *self, ct_scalar *result) CT_CALL;
CT_API ct_error ct_tensor_item_double(const ct_tensor *self, double *result) CT_CALL;
CT_API ct_error ct_tensor_item_float(const ct_tensor *self, float *result) CT_CALL;
CT_API ct_error ct_tensor_item_int64(const ct_tensor *self, int64_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_int32(const ct_tensor *self, int32_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_int16(const ct_tensor *self, int16_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_int8(const ct_tensor *self, int8_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_uint64(const ct_tensor *self, uint64_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_uint32(const ct_tensor *self, uint32_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_uint16(const ct_tensor *self, uint16_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_uint8(const ct_tensor *self, uint8_t *result) CT_CALL;
CT_API ct_error ct_tensor_item_bool(const ct_tensor *self, bool *result) CT_CALL;
CT_API ct_error ct_tensor_item_complex(const ct_tensor *self, double *re, double *im) CT_CALL;

/* --- An element by its indices ---------------------------------------------------------------
 *
 * Python's `x[i, j]` of integers: negative ones count from the end, and the errors are Python's:
 * `IndexError: index 5 is out of bounds for dimension 1 with size 3`, `IndexError: too many indices
 * for tensor of dimension 2`. On the CPU it is a few dozen nanoseconds, on a GPU a copy.
 *
 *     ct_tensor_element_double(x, CT_SHAPE(i, -1), &last)
 *
 * @param index  `index_len` of them, as many as the tensor has dimensions. With fewer the tensor
 *               that they select must have exactly one element to be read, and is filled when it is
 *               written.
 */

CT_API ct_error ct_tensor_element(const ct_tensor *self, const int64_t *index, int64_t index_len,
				  ct_scalar *result) CT_CALL;
/** As ct_tensor_element(), as ct_scalar_to_double() converts it. */
CT_API ct_error ct_tensor_element_double(const ct_tensor *self, const int64_t *index,
					 int64_t index_len, double *result) CT_CALL;
/** As ct_tensor_element(), as ct_scalar_to_int64() converts it. */
CT_API ct_error ct_tensor_element_int64(const ct_tensor *self, const int64_t *index,
					int64_t index_len, int64_t *result) CT_CALL;

/** Python's `x[i, j] = value`. What the dtype cannot hold is `RuntimeError: value cannot be
 * converted to type uint8_t without overflow`. It is an in-place operation, which autograd records
 * where the tensor requires a gradient, and refuses for a leaf. */
CT_API ct_error ct_tensor_set_element(ct_tensor *self, const int64_t *index, int64_t index_len,
				      ct_scalar value) CT_CALL;
/** As ct_tensor_set_element(). */
CT_API ct_error ct_tensor_set_element_double(ct_tensor *self, const int64_t *index,
					     int64_t index_len, double value) CT_CALL;
/** As ct_tensor_set_element(). */
CT_API ct_error ct_tensor_set_element_int64(ct_tensor *self, const int64_t *index,
					    int64_t index_len, int64_t value) CT_CALL;

/* --- All elements, where they are ------------------------------------------------------------ */

/**
 * The elements of a tensor that has this dtype, is on the CPU and contiguous: they lie side by
 * side, the last dimension running fastest. Anything else is an error that says what the tensor is
 * and what to do.
 *
 *     const float *x;
 *     CT_CHECK(ct_tensor_data_as(tensor, CT_FLOAT32, &x));
 *
 * @param result  address of a pointer to elements, `const float **` for CT_FLOAT32; the pointer is
 *                borrowed, and NULL for a tensor without elements
 */
CT_API ct_error ct_tensor_data_as(const ct_tensor *self, ct_dtype dtype, void *result) CT_CALL;

/** As ct_tensor_data_as(), to write to: `result` is the address of a `float *`. Autograd does not
 * notice what is written. */
CT_API ct_error ct_tensor_mutable_data_as(ct_tensor *self, ct_dtype dtype, void *result) CT_CALL;

/** Where the elements of a strided tensor are, for loops: see CT_AT2(). */
typedef struct ct_accessor {
	void *data;     /**< the first element; borrowed */
	ct_dtype dtype; /**< what the elements are */
	int32_t dim;    /**< how many of the following count; the others are 1 and 0 */
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
 * Access to the elements of a tensor that is on the CPU and has this dtype and `dim` dimensions, 0
 * to 6, contiguous or not. To read; nothing is checked any more when an element is read.
 *
 *     ct_accessor x;
 *     double trace = 0;
 *
 *     CT_TRY(ct_tensor_access(matrix, CT_FLOAT32, 2, &x));
 *     for (int64_t i = 0; i < x.size0 && i < x.size1; i++)
 *             trace += CT_AT2(const float, x, i, i);
 *
 * It is valid until the tensor is resized, shared (ct_tensor_share()) or gone.
 */
CT_API ct_error ct_tensor_access(const ct_tensor *self, ct_dtype dtype, int64_t dim,
				 ct_accessor *result) CT_CALL;

/** As ct_tensor_access(), to write to: `CT_AT2(float, x, i, j) = 0`. Autograd does not notice what
 * is written. Where a dimension has stride 0 (ct_expand()), its elements are one. */
CT_API ct_error ct_tensor_access_mutable(ct_tensor *self, ct_dtype dtype, int64_t dim,
					 ct_accessor *result) CT_CALL;

/** The element of a ct_accessor, whose `dim` is in the name: an address computation, as of a C
 * array. Indices are not negative. */
#define CT_AT1(type, x, i) (((type *)(x).data)[(i) * (x).stride0])
/** As CT_AT1(). */
#define CT_AT2(type, x, i, j) (((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1])
/** As CT_AT1(). */
#define CT_AT3(type, x, i, j, k) \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2])
/** As CT_AT1(). */
#define CT_AT4(type, x, i, j, k, l)                                                     \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3])
/** As CT_AT1(). */
#define CT_AT5(type, x, i, j, k, l, m)                                                  \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3 + (m) * (x).stride4])
/** As CT_AT1(). */
#define CT_AT6(type, x, i, j, k, l, m, n)                                               \
	(((type *)(x).data)[(i) * (x).stride0 + (j) * (x).stride1 + (k) * (x).stride2 + \
			    (l) * (x).stride3 + (m) * (x).stride4 + (n) * (x).stride5])

/* --- All elements, copied --------------------------------------------------------------------- */

/**
 * Copies all elements into a C array, the last dimension running fastest, converted to `dtype` as
 * Tensor.to() does. The tensor may be on any device, have any strides, be sparse (its zeros are
 * written, too) or quantised (as numbers), and require a gradient.
 *
 * @param dtype    what `out` is an array of; any but the quantised ones
 * @param out      aligned for its type, and not the tensor's own memory; NULL without elements
 * @param out_len  elements in `out`; it must be ct_tensor_numel()
 */
CT_API ct_error ct_tensor_copy_to(const ct_tensor *self, ct_dtype dtype, void *out,
				  int64_t out_len) CT_CALL;

/**
 * Overwrites all elements of a tensor by those of a C array, in the same order and with the same
 * conversion: Python's Tensor.copy_(). It is an in-place operation, which autograd records where
 * the tensor requires a gradient, and refuses for a leaf.
 *
 * @param dtype     what `data` is an array of
 * @param data      copied; of CT_BOOL every byte must be 0 or 1
 * @param data_len  elements in `data`; it must be ct_tensor_numel()
 */
CT_API ct_error ct_tensor_copy_from(ct_tensor *self, ct_dtype dtype, const void *data,
				    int64_t data_len) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
