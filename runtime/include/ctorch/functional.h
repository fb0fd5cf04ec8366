/**
 * @file
 * Derivatives of a C function: Jacobians, Hessians, and their products with vectors. Python's
 * torch.autograd.functional.
 *
 * All of them take the function, its inputs, the options and room for the results, and none of them
 * changes an input or its gradient:
 *
 *     ct_tensor *jacobian;
 *
 *     CT_TRY(ct_functional_jacobian(f, NULL, &x, 1, 1, NULL, &jacobian));
 *
 * | you want | call | at the cost of |
 * | --- | --- | --- |
 * | the Jacobian J | ct_functional_jacobian() | a backward for each element of the outputs |
 * | v J | ct_functional_vjp() | one backward |
 * | J v | ct_functional_jvp() | two backwards; forward_ad.h does it in one pass |
 * | the Hessian H | ct_functional_hessian() | a backward for each element of the inputs |
 * | v H | ct_functional_vhp() | two backwards |
 * | H v | ct_functional_hvp() | three backwards; of a smooth function v H is the same |
 *
 * Inputs are `inputs_len` tensors, floating point or complex; they need not require a gradient. The
 * function gets tensors of its own with their values. An error of the function is returned as it
 * is, and where Python has an error, its text is Python's.
 */
#ifndef CTORCH_FUNCTIONAL_H
#define CTORCH_FUNCTIONAL_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that is differentiated: computes `outputs_len` outputs from the inputs. A function
 * for ct_gradcheck() has the same form.
 *
 * What it calls gives handles that belong to a scope of the callback's own, and it frees nothing.
 * The outputs are borrowed: the library takes references of its own. All must be set. It computes
 * with the tensors that it is given, not with the caller's, and changes none of them.
 *
 * @return NULL, or an error
 */
typedef ct_error (*ct_functional_function)(ct_tensor *const *inputs, int64_t inputs_len,
					   void *context, ct_tensor **outputs, int64_t outputs_len);

/** How a Jacobian is computed. */
typedef int32_t ct_functional_strategy;

enum ct_functional_strategy_value {
	/** Row by row, by a backward for each element of the outputs. */
	CT_REVERSE_MODE = 0,
	/** Column by column: the function is called for each element of the inputs, in forward mode
	 * (forward_ad.h). It pays where there are fewer inputs than outputs. */
	CT_FORWARD_MODE = 1
};

/** The names are Python's. ct_functional_defaults() first, so that what a later version adds has its
 * default. */
typedef struct ct_functional_options {
	bool create_graph; /**< whether results can be differentiated in turn: false */
	bool strict;       /**< an error, not zeros, where an input does not matter: false */
	ct_functional_strategy strategy; /**< of Jacobians and Hessians: CT_REVERSE_MODE */
} ct_functional_options;

CT_API ct_functional_options ct_functional_defaults(void) CT_NOEXCEPT;

/**
 * Python's jacobian(): the derivatives of each output by each input.
 *
 * With CT_FORWARD_MODE neither `create_graph` nor `strict` is possible, as in Python, and no dual
 * level may be open. Python computes it only with `vectorize=True`, which is not offered: it calls
 * the function once, on all directions at once, and needs vmap. The values are the same.
 *
 * @param context      handed to `function`
 * @param outputs_len  how many outputs the function has
 * @param options      NULL: the defaults
 * @param jacobians    room for outputs_len * inputs_len new tensors: that of output i by input j is
 *                     jacobians[i * inputs_len + j], of the shape of the output followed by that of
 *                     the input
 */
CT_API ct_error ct_functional_jacobian(ct_functional_function function, void *context,
				       ct_tensor *const *inputs, int64_t inputs_len,
				       int64_t outputs_len, const ct_functional_options *options,
				       ct_tensor **jacobians) CT_CALL;

/**
 * Python's hessian(): the second derivatives of a function with one output, a single number.
 *
 * @param options   NULL: the defaults. The strategy is that of the second differentiation
 *                  (`outer_jacobian_strategy`); the first is in reverse mode.
 * @param hessians  room for inputs_len * inputs_len new tensors: that by input i and input j is
 *                  hessians[i * inputs_len + j], of the shape of the one followed by that of the
 *                  other
 */
CT_API ct_error ct_functional_hessian(ct_functional_function function, void *context,
				      ct_tensor *const *inputs, int64_t inputs_len,
				      const ct_functional_options *options,
				      ct_tensor **hessians) CT_CALL;

/**
 * Python's vjp(): the product of a vector and the Jacobian.
 *
 * @param v        the vector: `v_len` tensors of the shapes of the outputs; NULL with 0: 1, if there
 *                 is one output, a single number
 * @param options  NULL: the defaults; no strategy
 * @param outputs  room for `outputs_len` new tensors, what the function computes; NULL drops them
 * @param results  room for `inputs_len` new tensors, of the shapes of the inputs
 */
CT_API ct_error ct_functional_vjp(ct_functional_function function, void *context,
				  ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
				  ct_tensor *const *v, int64_t v_len,
				  const ct_functional_options *options, ct_tensor **outputs,
				  ct_tensor **results) CT_CALL;

/**
 * Python's jvp(): the product of the Jacobian and a vector, by differentiating a backward.
 *
 * @param v        `v_len` tensors of the shapes of the inputs; NULL with 0: 1, if there is one
 *                 input, a single number
 * @param results  room for `outputs_len` new tensors, of the shapes of the outputs
 */
CT_API ct_error ct_functional_jvp(ct_functional_function function, void *context,
				  ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
				  ct_tensor *const *v, int64_t v_len,
				  const ct_functional_options *options, ct_tensor **outputs,
				  ct_tensor **results) CT_CALL;

/**
 * Python's vhp(): the product of a vector and the Hessian of a function with one output, a single
 * number.
 *
 * @param v        as of ct_functional_jvp()
 * @param output   what the function computes, new; NULL drops it
 * @param results  room for `inputs_len` new tensors, of the shapes of the inputs
 */
CT_API ct_error ct_functional_vhp(ct_functional_function function, void *context,
				  ct_tensor *const *inputs, int64_t inputs_len, ct_tensor *const *v,
				  int64_t v_len, const ct_functional_options *options,
				  ct_tensor **output, ct_tensor **results) CT_CALL;

/** Python's hvp(): the product of the Hessian and a vector. Arguments are as of
 * ct_functional_vhp(), which is faster and gives the same wherever the second derivatives are
 * continuous. */
CT_API ct_error ct_functional_hvp(ct_functional_function function, void *context,
				  ct_tensor *const *inputs, int64_t inputs_len, ct_tensor *const *v,
				  int64_t v_len, const ct_functional_options *options,
				  ct_tensor **output, ct_tensor **results) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
