/*
 * Inside the library: Jacobians of functions, from backward and from differences.
 *
 * Returned handles belong to the innermost scope, which must exist.
 */
#ifndef CT_AUTOGRAD_GRADCHECK_JACOBIAN_H
#define CT_AUTOGRAD_GRADCHECK_JACOBIAN_H

#include "autograd/engine/map.h"

/* The tensor itself, or one that has a sparse one's elements in memory. */
ct_error ct_densified(ct_tensor *tensor, ct_tensor **result);

/* The derivatives of the map's outputs with respect to the elements of inputs[which], by central
 * differences: for each output a matrix with a row for each element of the input and a column for
 * each element of the output. `sample` has earlier outputs of the map; an output that is NULL there
 * gets no matrix. */
ct_error ct_jacobian_numerical(const struct ct_map *map, ct_tensor *const *inputs,
			       int64_t inputs_len, int64_t which, double eps,
			       ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by forward mode, from tangents. */
ct_error ct_jacobian_forward(const struct ct_map *map, ct_tensor *const *inputs, int64_t inputs_len,
			     int64_t which, ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by backward, of one output with respect to each of `inputs`, which must all
 * require a gradient. */
ct_error ct_jacobian_analytical(ct_tensor *output, ct_tensor *const *inputs, int64_t inputs_len,
				ct_tensor **jacobians);

#endif
