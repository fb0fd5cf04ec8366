/*
 * Inside the library: Jacobians of functions, from backward and from differences.
 *
 * Returned handles belong to the innermost scope, which must exist.
 */
#ifndef CT_JACOBIAN_H
#define CT_JACOBIAN_H

#include <ctorch/ctorch.h>

/* Declares `ct_tensor **name` with `n` NULLs, freed at the end of the block; the enclosing function
 * returns an error if there is no memory. */
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
	/* `outputs` has room for outputs_len new handles; NULL for a missing output. */
	ct_error (*call)(const struct ct_map *self, ct_tensor *const *inputs, int64_t inputs_len,
			 ct_tensor **outputs);
	int64_t outputs_len;
	const struct ct_map *of; /* the map that this one is made from */
	const void *closure;
};

/* Whether derivatives with respect to its elements are possible; false for NULL. */
bool ct_is_differentiable(const ct_tensor *tensor);

/* How many of the tensors require a gradient; these are put into `found`, borrowed. */
int64_t ct_differentiable(ct_tensor *const *tensors, int64_t n, ct_tensor **found);

/* The tensor itself, or a strided one with a sparse one's elements. */
ct_error ct_densified(ct_tensor *tensor, ct_tensor **result);

/* The derivatives of the map's outputs with respect to the elements of inputs[which], by central
 * differences: for each output a matrix with a row for each element of the input and a column for
 * each element of the output. `sample` are earlier outputs of the map, with NULL for outputs that
 * need no matrix. */
ct_error ct_jacobian_numerical(const struct ct_map *map, ct_tensor *const *inputs,
			       int64_t inputs_len, int64_t which, double eps,
			       ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by forward mode, from tangents. */
ct_error ct_jacobian_forward(const struct ct_map *map, ct_tensor *const *inputs, int64_t inputs_len,
			     int64_t which, ct_tensor *const *sample, ct_tensor **jacobians);

/* The same matrices by backward, of one output with respect to each of `inputs`, which all require
 * a gradient. */
ct_error ct_jacobian_analytical(ct_tensor *output, ct_tensor *const *inputs, int64_t inputs_len,
				ct_tensor **jacobians);

#endif
