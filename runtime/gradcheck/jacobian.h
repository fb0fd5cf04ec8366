/*
 * Inside the library: Jacobians of functions, from backward and from differences.
 *
 * Handles that functions here give belong to the innermost scope, which there must be.
 */
#ifndef CT_GRADCHECK_JACOBIAN_H
#define CT_GRADCHECK_JACOBIAN_H

#include "autograd/map.h"

/* The tensor itself, or one that has a sparse one's elements in memory. */
ct_error ct_densified(ct_tensor *tensor, ct_tensor **result);

/* The derivatives of the map's outputs by the elements of inputs[which], by central differences:
 * for each output a matrix of as many rows as the input has elements, and as many columns as the
 * output has. `sample` is where the map has led before, with NULL for outputs that are not asked
 * for; of those there is no matrix. */
ct_error ct_jacobian_numerical(const struct ct_map *map, ct_tensor *const *inputs,
			       int64_t inputs_len, int64_t which, double eps,
			       ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by forward mode, from tangents. */
ct_error ct_jacobian_forward(const struct ct_map *map, ct_tensor *const *inputs, int64_t inputs_len,
			     int64_t which, ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by backward, of one output by each of `inputs`, all of which require a
 * gradient. */
ct_error ct_jacobian_analytical(ct_tensor *output, ct_tensor *const *inputs, int64_t inputs_len,
				ct_tensor **jacobians);

#endif
