/*
 * Inside the library: Jacobians of functions, from backward and from differences.
 *
 * Handles that functions here give belong to the innermost scope, which there must be.
 */
#ifndef CT_JACOBIAN_H
#define CT_JACOBIAN_H

#include <ctorch/ctorch.h>

/* `ct_tensor **name`, `n` NULLs to begin with, freed with the block; the function that it stands in
 * returns an error when there is no memory. */
#define CT_LIST(name, n)                                                            \
	__attribute__((cleanup(ct_list_free))) ct_tensor **name = ct_list_new(n);   \
	do {                                                                        \
		if (name == NULL)                                                   \
			return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__,       \
					    "no memory for a list of %lld tensors", \
					    (long long)(n));                        \
	} while (0)

ct_tensor **ct_list_new(int64_t n);
void ct_list_free(ct_tensor ***list);

/* A function from tensors to tensors. */
struct ct_map {
	/* `outputs` has room for outputs_len new handles; NULL for an output that there is not. */
	ct_error (*call)(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs);
	int64_t outputs_len;
	const struct ct_map *of; /* the map that this one is made from */
	const void *closure;
};

/* Whether derivatives by its elements can be asked for; false for NULL. */
bool ct_is_differentiable(const ct_tensor *tensor);

/* How many of the tensors require a gradient; these are put into `found`, borrowed. */
int64_t ct_differentiable(ct_tensor *const *tensors, int64_t n, ct_tensor **found);

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
