/*
 * Inside the library: the sizes and strides of a caller's tensor.
 *
 * ct_tensor_shape(), ct_tensor_strides() and ct_tensor_size() cannot fail: for what a tensor does not
 * have, as a nested tensor's sizes, they return NULL and -1. The library reads them through these
 * functions, which return something to read in any case; libtorch's error then waits, as if an
 * operator of an expression had failed.
 */
#ifndef CT_TENSOR_TENSOR_SIZES_H
#define CT_TENSOR_TENSOR_SIZES_H

#include <ctorch/calls/expression.h>

/* At least this many elements are readable, 0 where the tensor has none; `len` is ct_tensor_dim(), but
 * not more than this if the tensor has none. */
enum { CT_SIZES_READABLE = 64 };

/* Python's x.shape and x.stride(), borrowed from the tensor. For NULL, `len` is -1. */
ct_ints ct_sizes_of(const ct_tensor *x);
ct_ints ct_strides_of(const ct_tensor *x);

/* Python's x.size(dim), for a nested tensor too. Otherwise -1 if there is no such dimension. */
int64_t ct_size_of(const ct_tensor *x, int64_t dim);

/* Outside an expression, before reading: the error that would wait. */
ct_error ct_check_sizes(const ct_tensor *x);
ct_error ct_check_strides(const ct_tensor *x);

/* Whether both have the same number of dimensions and the same sizes. */
bool ct_same_sizes(const ct_tensor *a, const ct_tensor *b);

#endif
