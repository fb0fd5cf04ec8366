/**
 * @file
 * Whether a backward is right: Python's torch.autograd.gradcheck() and gradgradcheck().
 */
#ifndef CTORCH_GRADCHECK_H
#define CTORCH_GRADCHECK_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function that is checked: computes `outputs_len` outputs from the inputs. It is called many
 * times and should come to the same each time.
 *
 * What it calls gives handles that belong to a scope of the callback's own, and it frees nothing.
 * The outputs are borrowed: the library takes references of its own. All must be set. It uses the
 * tensors that it is given and changes none of them.
 *
 * @return NULL, or an error, which the check returns as it is
 */
typedef ct_error (*ct_gradcheck_function)(ct_tensor *const *inputs, int64_t inputs_len,
					  void *context, ct_tensor **outputs, int64_t outputs_len);

/** How it is checked; the names are Python's. ct_gradcheck_defaults() first, so that what a later
 * version adds has its default. */
typedef struct ct_gradcheck_options {
	double eps;                /**< how far an element is moved to either side: 1e-6 */
	double atol;               /**< what Jacobians may differ by: 1e-5 ... */
	double rtol;               /**< ... and this times the numerical one: 1e-3 */
	double nondet_tol;         /**< what two backwards of the same may differ by: 0 */
	bool check_undefined_grad; /**< whether missing ones must count as zeros: true */
	bool check_forward_ad;     /**< whether forward mode is checked: false */
	bool check_backward_ad;    /**< whether backward is checked: true */
} ct_gradcheck_options;

CT_API ct_gradcheck_options ct_gradcheck_defaults(void) CT_NOEXCEPT;

/**
 * Python's torch.autograd.gradcheck(): compares, for each output and each input that requires a
 * gradient, the Jacobian that backward gives with one from central differences, for which each
 * element is moved by `eps` to either side.
 *
 * Also checked: that two backwards give the same, that zeros as gradients lead to zeros, and that
 * missing ones are taken for zeros. Of a complex input the two parts are moved one after the other,
 * and of a complex output the two parts are checked one after the other.
 *
 * With `check_forward_ad` the same Jacobians are also compared with what forward mode gives, column by
 * column. Of a complex input the two parts are then moved one after the other, and an input without
 * a tangent must count as one with zeros. No dual level may be
 * open (forward_ad.h).
 *
 * The tolerances are for float64 and complex128. Inputs of less precision are checked all the same,
 * and when they fail the message says that this is likely why. Inputs that require a gradient are
 * strided and do not overlap themselves.
 *
 * Python's fast_mode, masked, check_batched_grad and check_grad_dtypes are not offered.
 *
 *     CT_CHECK(ct_gradcheck(my_function, NULL, &x, 1, 1, NULL, NULL));
 *
 * @param context      handed to `function`
 * @param inputs       `inputs_len` tensors; at least one requires a gradient. An element may be
 *                     NULL. They are changed while the check runs, and as before when it returns.
 * @param outputs_len  how many outputs `function` has; those that require no gradient are left out
 * @param options      NULL: the defaults
 * @param result       NULL: a gradient that is wrong is an error, a RuntimeError whose message
 *                     shows output, input and both Jacobians. Otherwise it is told here, and only
 *                     what prevents the check is an error. Outputs and inputs are numbered among
 *                     those that require a gradient.
 */
CT_API ct_error ct_gradcheck(ct_gradcheck_function function, void *context,
			     ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
			     const ct_gradcheck_options *options, bool *result) CT_CALL;

/**
 * Python's torch.autograd.gradgradcheck(): checks the gradient of the gradient, that is,
 * ct_gradcheck() of the function that takes `inputs` and `grad_outputs` to the gradients by
 * `inputs`. In messages inputs are numbered on with `grad_outputs`. Python's check_fwd_over_rev and
 * check_rev_over_rev are `check_forward_ad` and `check_backward_ad` of the options.
 *
 * @param grad_outputs      the gradient by each output that requires one; those that require a
 *                          gradient themselves are also checked. NULL: random ones between -1 and
 *                          1, which do.
 * @param grad_outputs_len  as many as there are such outputs; 0 with NULL
 */
CT_API ct_error ct_gradgradcheck(ct_gradcheck_function function, void *context,
				 ct_tensor *const *inputs, int64_t inputs_len, int64_t outputs_len,
				 ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				 const ct_gradcheck_options *options, bool *result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
