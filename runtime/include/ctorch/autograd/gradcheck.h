/**
 * @file
 * Checks of a backward: Python's torch.autograd.gradcheck() and gradgradcheck().
 */
#ifndef CTORCH_AUTOGRAD_GRADCHECK_H
#define CTORCH_AUTOGRAD_GRADCHECK_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes `outputs_len` outputs from the inputs: the function to check. It is called many times
 * and should return the same result each time.
 *
 * Handles that it creates belong to a scope of the callback, so it frees none of them. The outputs
 * are borrowed: the library takes its own references. All must be set. It must use the tensors that
 * it receives, and change none of them.
 *
 * @return NULL, or an error, which the check returns unchanged
 */
typedef ct_error (*ct_gradcheck_function)(ct_tensor *const *inputs, int64_t inputs_len,
					  void *context, ct_tensor **outputs, int64_t outputs_len);

/** Python's keyword arguments; zeros are the defaults, CT_ZERO (macros/literals.h) is 0. */
typedef struct ct_gradcheck_options {
	double eps CT_DEFAULT(1e-6);  /**< distance by which an element is moved each way */
	double atol CT_DEFAULT(1e-5); /**< allowed difference of Jacobians: this ... */
	double rtol CT_DEFAULT(1e-3); /**< ... plus this times the numerical one */
	double nondet_tol; /**< allowed difference of two equal backwards; default 0 */
	bool no_check_undefined_grad; /**< do not check that missing gradients count as zeros */
	bool check_forward_ad;        /**< check forward mode */
	bool no_check_backward_ad;    /**< do not check backward */
} ct_gradcheck_options;

/**
 * Compares, for each output and each input that requires a gradient, the Jacobian of backward with
 * a Jacobian from central differences, which move each element by `eps` in both directions:
 * Python's torch.autograd.gradcheck().
 *
 * It also checks that two backwards give the same result, that zero gradients lead to zeros, and
 * that missing gradients count as zeros. The two parts of a complex input are moved one after the
 * other, and the two parts of a complex output are checked one after the other.
 *
 * With `check_forward_ad` it also compares these Jacobians with forward mode's, column by column.
 * The two parts of a complex input are moved one after the other, and an input without a tangent
 * must act like an input whose tangent is zeros. No dual level may be open (forward_ad.h).
 *
 * The tolerances are for float64 and complex128. Inputs of less precision are checked too; if they
 * fail, the message gives the precision as the likely reason. Inputs that require a gradient must
 * be strided and must not overlap themselves.
 *
 * Python's fast_mode, masked, check_batched_grad and check_grad_dtypes are not available.
 *
 *     CT_CHECK(ct_gradcheck(my_function, NULL, CT_TENSORS(x), 1, NULL, NULL));
 *
 * @param context       passed to `function`
 * @param inputs        tensors; at least one requires a gradient. An element may be NULL. They
 *                      change during the check, and have their old values when it returns.
 * @param output_count  number of outputs of `function`; outputs that require no gradient are
 *                      skipped
 * @param options       NULL: the defaults
 * @param result        NULL: a wrong gradient is a RuntimeError whose message shows output, input
 *                      and both Jacobians. Otherwise the answer is written here, and only a check
 *                      that cannot be made is an error. Only outputs and inputs that require a
 *                      gradient are numbered.
 */
CT_API ct_error ct_gradcheck(ct_gradcheck_function function, void *context, ct_tensors inputs,
			     int64_t output_count, const ct_gradcheck_options *options,
			     bool *result) CT_RETURNS_ERROR;

/**
 * Checks the gradient of the gradient: Python's torch.autograd.gradgradcheck(). It runs
 * ct_gradcheck() on the function that maps `inputs` and `grad_outputs` to the gradients with
 * respect to `inputs`. Messages number `grad_outputs` after the inputs. Python's check_fwd_over_rev
 * and check_rev_over_rev are `check_forward_ad` and `no_check_backward_ad` of the options.
 *
 * @param grad_outputs  the gradient with respect to each output that requires one; they are also
 *                      checked if they require a gradient themselves. CT_NO_TENSORS: random numbers
 *                      between -1 and 1, which do.
 */
CT_API ct_error ct_gradgradcheck(ct_gradcheck_function function, void *context, ct_tensors inputs,
				 int64_t output_count, ct_tensors grad_outputs,
				 const ct_gradcheck_options *options,
				 bool *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
