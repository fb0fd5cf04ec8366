/**
 * @file
 * Derivatives of a C function: Jacobians, Hessians, and their products with vectors. Python's
 * torch.autograd.functional.
 *
 * Each takes the function, its inputs, options and room for the results, and none changes an input
 * or its gradient:
 *
 *     ct_tensor *jacobian;
 *
 *     CT_TRY(ct_functional_jacobian(f, NULL, CT_TENSORS(x), 1, NULL, &jacobian));
 *
 * | you want | call | at the cost of |
 * | --- | --- | --- |
 * | the Jacobian J | ct_functional_jacobian() | a backward for each element of the outputs |
 * | v J | ct_functional_vjp() | one backward |
 * | J v | ct_functional_jvp() | two backwards; forward_ad.h does it in one pass |
 * | the Hessian H | ct_functional_hessian() | a backward for each element of the inputs |
 * | v H | ct_functional_vhp() | two backwards |
 * | H v | ct_functional_hvp() | three backwards; for a smooth function, v H is the same |
 *
 * Inputs are tensors, floating point or complex; they need not require a gradient. The function
 * receives its own tensors with their values. An error of the function is returned unchanged; other
 * errors are Python's, with Python's text.
 */
#ifndef CTORCH_AUTOGRAD_JACOBIAN_H
#define CTORCH_AUTOGRAD_JACOBIAN_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes `outputs_len` outputs from the inputs: the function to differentiate. Functions for
 * ct_gradcheck() have the same type.
 *
 * Handles that it creates belong to a scope of the callback, so it frees none of them. The outputs
 * are borrowed: the library takes its own references. All must be set. The function must compute
 * with the tensors that it receives, not with the caller's, and change none of them.
 *
 * @return NULL, or an error
 */
typedef ct_error (*ct_functional_function)(ct_tensor *const *inputs, int64_t inputs_len,
					   void *context, ct_tensor **outputs, int64_t outputs_len);

/** The way a Jacobian is computed. */
typedef int32_t ct_functional_strategy;

enum ct_functional_strategy_value {
	/** Row by row, with one backward for each element of the outputs. */
	CT_FUNCTIONAL_REVERSE_MODE = 0,
	/** Column by column: the function is called for each element of the inputs, in forward mode
	 * (forward_ad.h). Faster if there are fewer inputs than outputs. */
	CT_FUNCTIONAL_FORWARD_MODE = 1
};

/** Python's keyword arguments; zeros are the defaults. */
typedef struct ct_functional_options {
	bool create_graph;               /**< whether results can be differentiated in turn */
	bool strict;                     /**< an error, not zeros, if an input has no effect */
	ct_functional_strategy strategy; /**< for Jacobians and Hessians */
} ct_functional_options;

/**
 * Computes the derivatives of each output with respect to each input: Python's jacobian().
 *
 * With CT_FUNCTIONAL_FORWARD_MODE neither `create_graph` nor `strict` is possible, as in Python,
 * and no dual level may be open. Python supports this mode only with `vectorize=True`, which calls
 * the function once for all directions, with vmap, and is not available here. The values are the
 * same.
 *
 * @param context       passed to `function`
 * @param output_count  number of outputs of the function
 * @param options       NULL: the defaults
 * @param jacobians     room for output_count * inputs.len new tensors: jacobians[i * inputs.len +
 *                      j] is the Jacobian of output i with respect to input j; its shape is the
 *                      output's followed by the input's
 */
CT_API ct_error ct_functional_jacobian(
	ct_functional_function function, void *context, ct_tensors inputs, int64_t output_count,
	const ct_functional_options *options,
	ct_tensor **jacobians CT_LENGTH(product(output_count, inputs.len))) CT_RETURNS_ERROR;

/**
 * Computes the second derivatives of a function with one output, a single number: Python's
 * hessian().
 *
 * @param options   NULL: the defaults. The strategy applies to the second differentiation
 *                  (`outer_jacobian_strategy`); the first is in reverse mode.
 * @param hessians  room for inputs.len * inputs.len new tensors: hessians[i * inputs.len + j] is
 *                  the Hessian with respect to inputs i and j; its shape is input i's followed by
 *                  input j's
 */
CT_API ct_error ct_functional_hessian(
	ct_functional_function function, void *context, ct_tensors inputs,
	const ct_functional_options *options,
	ct_tensor **hessians CT_LENGTH(product(inputs.len, inputs.len))) CT_RETURNS_ERROR;

/**
 * Computes the product of a vector and the Jacobian: Python's vjp().
 *
 * @param v        the vector: tensors of the shapes of the outputs; CT_NO_TENSORS: 1, if
 *                 there is one output, a single number
 * @param options  NULL: the defaults; the strategy is not used
 * @param outputs  room for `output_count` new tensors, the function's outputs; NULL drops them
 * @param results  room for inputs.len new tensors, of the shapes of the inputs
 */
CT_API ct_error ct_functional_vjp(ct_functional_function function, void *context, ct_tensors inputs,
				  int64_t output_count, ct_tensors v,
				  const ct_functional_options *options,
				  ct_tensor **outputs CT_NULLABLE CT_LENGTH(output_count),
				  ct_tensor **results CT_LENGTH(inputs.len)) CT_RETURNS_ERROR;

/**
 * Computes the product of the Jacobian and a vector, by differentiating a backward: Python's jvp().
 *
 * @param v        tensors of the shapes of the inputs; CT_NO_TENSORS: 1, if there is one
 *                 input, a single number
 * @param results  room for `output_count` new tensors, of the shapes of the outputs
 */
CT_API ct_error ct_functional_jvp(ct_functional_function function, void *context, ct_tensors inputs,
				  int64_t output_count, ct_tensors v,
				  const ct_functional_options *options,
				  ct_tensor **outputs CT_NULLABLE CT_LENGTH(output_count),
				  ct_tensor **results CT_LENGTH(output_count)) CT_RETURNS_ERROR;

/**
 * Computes the product of a vector and the Hessian of a function with one output, a single number:
 * Python's vhp().
 *
 * @param v        as in ct_functional_jvp()
 * @param output   the function's output, new; NULL drops it
 * @param results  room for inputs.len new tensors, of the shapes of the inputs
 */
CT_API ct_error ct_functional_vhp(ct_functional_function function, void *context, ct_tensors inputs,
				  ct_tensors v, const ct_functional_options *options,
				  ct_tensor **output,
				  ct_tensor **results CT_LENGTH(inputs.len)) CT_RETURNS_ERROR;

/** Computes the product of the Hessian and a vector: Python's hvp(). The arguments are the same as
 * for ct_functional_vhp(), which is faster and gives the same result if the second derivatives are
 * continuous. */
CT_API ct_error ct_functional_hvp(ct_functional_function function, void *context, ct_tensors inputs,
				  ct_tensors v, const ct_functional_options *options,
				  ct_tensor **output,
				  ct_tensor **results CT_LENGTH(inputs.len)) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
