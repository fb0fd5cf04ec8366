/**
 * @file
 * Operations with a forward and a backward of one's own: Python's torch.autograd.Function.
 */
#ifndef CTORCH_FUNCTION_H
#define CTORCH_FUNCTION_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * One application of a ct_function: what its forward notes for its backward. Python's `ctx`.
 *
 * It belongs to the library and is valid in the callback that it is handed to. What forward says
 * with it (what to save, which inputs it has written to, ...) counts once forward has returned.
 */
typedef struct ct_function_context ct_function_context;

/**
 * Computes the outputs from the inputs. Nothing of it is recorded for backward, as in Python.
 *
 * What it calls gives handles that belong to a scope of the callback's own, and it frees nothing.
 * So do the inputs; an input is NULL where ct_function_apply() was given NULL. An output may be an
 * input: as it is, it becomes another tensor on the same memory; written to, it needs
 * ct_function_mark_dirty().
 *
 * @param inputs   ct_function_inputs_len() tensors, borrowed
 * @param outputs  where to put ct_function_outputs_len() tensors; borrowed: the library takes
 *                 references of its own, so one out of a CT_SCOPE of the callback's has to be moved
 *                 up. All must be set.
 * @return NULL, or an error, which ct_function_apply() returns as it is
 */
typedef ct_error (*ct_function_forward)(ct_function_context *context, ct_tensor *const *inputs,
					ct_tensor **outputs);

/**
 * Computes the gradients by the inputs from those by the outputs. Scopes and errors are as in
 * forward; an error comes out of the backward that led here, whichever thread this ran in. Under
 * `create_graph` what it does is recorded, so that it can be differentiated in turn. Backwards of
 * the same application do not run at the same time, those of several may.
 *
 * @param grad_outputs  ct_function_outputs_len() gradients, borrowed; zeros where none came in,
 *                      or NULL after ct_function_set_materialize_grads(context, false)
 * @param grad_inputs   where to put ct_function_inputs_len() gradients, each of the shape of its
 *                      input; borrowed. NULL: there is none. Those that are needed must be set, to
 *                      a tensor or to NULL, unless all of `grad_outputs` are NULL; the others
 *                      (ct_function_needs_input_grad()) are NULL before.
 */
typedef ct_error (*ct_function_backward)(ct_function_context *context,
					 ct_tensor *const *grad_outputs, ct_tensor **grad_inputs);

/**
 * Computes the tangents of the outputs from those of the inputs, for forward mode (forward_ad.h). It
 * runs at the end of ct_function_apply(), after forward, when an input is dual. Scopes and errors
 * are as in forward. What it does is recorded for backward when recording is on; tangents of what it
 * computes are not computed.
 *
 * @param grad_inputs   ct_function_inputs_len() tangents, borrowed; zeros for an input that is not
 *                      dual, or NULL after ct_function_set_materialize_grads(context, false). NULL
 *                      where the input is NULL or of integers.
 * @param grad_outputs  where to put ct_function_outputs_len() tangents, each of the shape of its
 *                      output; borrowed. All must be set; NULL: zeros, and for an output that is
 *                      marked as not differentiable or of integers, no tangent. If forward has
 *                      written to an input, jvp writes to its tangent and puts it here; if an output
 *                      is a view of an input, its tangent is such a view of the input's tangent.
 */
typedef ct_error (*ct_function_jvp)(ct_function_context *context, ct_tensor *const *grad_inputs,
				    ct_tensor **grad_outputs);

/**
 * What a function is: mostly a `static const` of the program. It is copied with each application,
 * its name too. Members that are left out (0, NULL, false) have a meaning; only `name` and
 * `forward` must be there. Of Python's, `vmap` and `setup_context` are not offered.
 */
typedef struct ct_function {
	const char *name;              /**< "MyExp"; its node in the graph is MyExpBackward */
	ct_function_forward forward;   /**< computes the outputs */
	ct_function_backward backward; /**< NULL: going back through it is an error */
	int64_t inputs_len;            /**< how many inputs it takes; 0: any number */
	int64_t outputs_len;           /**< how many outputs it has; 0: any number */
	int64_t data_size;  /**< above 0: `data` of an application is copied, that many bytes */
	ct_release release; /**< releases `data`, of which a copy is freed after; may be NULL */
	bool once_differentiable; /**< backward runs unrecorded; differentiating it is an error */
	ct_function_jvp jvp;      /**< NULL: applying it to a dual tensor is an error */
} ct_function;

/**
 * Python's `MyFunction.apply(...)`: runs forward, and records the application when recording is on
 * and an input requires a gradient.
 *
 * `data` is for what is no tensor: numbers, flags, a plan. Forward and backward get it by
 * ct_function_data(). On success the application has taken it over: `release` is called with it
 * once, when neither the graph nor a backward needs it any more, in whichever thread that happens;
 * without a graph that is before this returns. On an error `release` is not called, and `data` is
 * the caller's as before. With `data_size` it is a copy that all this is said of, and yours may go
 * as soon as the call returns.
 *
 * @param data         may be NULL
 * @param inputs       `inputs_len` tensors; an element may be NULL
 * @param outputs      `outputs_len` places for new tensors; NULL drops them
 * @return forward's error as it is; libtorch's when what forward has done or marked cannot be
 *         recorded, as writing to a leaf; an ArgumentError when an output was not set. After an
 *         error, inputs that forward has marked as written to stay written to, and going back
 *         through them may be an error that says so.
 */
CT_API ct_error ct_function_apply(const ct_function *function, void *data, ct_tensor *const *inputs,
				  int64_t inputs_len, ct_tensor **outputs,
				  int64_t outputs_len) CT_CALL;

/* --- For all callbacks ---------------------------------------------------------------------- */

/** What ct_function_apply() was given as `data`, or the copy of it. */
CT_API void *ct_function_data(const ct_function_context *context) CT_NOEXCEPT;

/** Number of inputs, NULL ones included. */
CT_API int64_t ct_function_inputs_len(const ct_function_context *context) CT_NOEXCEPT;

/** Number of outputs. */
CT_API int64_t ct_function_outputs_len(const ct_function_context *context) CT_NOEXCEPT;

/** Python's ctx.needs_input_grad: whether a gradient by this input is wanted. In forward that is
 * whether the input requires one; in backward, whether this very backward goes on from there, which
 * is less when it was called for some `inputs` only. In jvp it is as in forward. False when there is
 * no such input. */
CT_API bool ct_function_needs_input_grad(const ct_function_context *context,
					 int64_t index) CT_NOEXCEPT;

/* --- For forward ----------------------------------------------------------------------------- */

/** Python's ctx.save_for_backward(): keeps inputs, outputs or what forward has computed until
 * backward has run; of a second call only the last counts. An element may be NULL. Tensors are to
 * be saved so and not kept in `data`: only then a tensor that is written to before backward is
 * noticed, and an output does not keep itself alive. */
CT_API ct_error ct_function_save(ct_function_context *context, ct_tensor *const *tensors,
				 int64_t tensors_len) CT_CALL;

/** Python's ctx.save_for_forward(): what ct_function_saved() gives in jvp; of a second call only the
 * last counts. An element may be NULL. It is kept until ct_function_apply() returns. */
CT_API ct_error ct_function_save_for_forward(ct_function_context *context,
					     ct_tensor *const *tensors,
					     int64_t tensors_len) CT_CALL;

/** Python's ctx.mark_dirty(): says which inputs forward has written to. All of them must be outputs
 * too. An error when a tensor is no input. */
CT_API ct_error ct_function_mark_dirty(ct_function_context *context, ct_tensor *const *tensors,
				       int64_t tensors_len) CT_CALL;

/** Python's ctx.mark_non_differentiable(): says which outputs do not require a gradient. Those of
 * integers never do. */
CT_API ct_error ct_function_mark_non_differentiable(ct_function_context *context,
						    ct_tensor *const *tensors,
						    int64_t tensors_len) CT_CALL;

/** Python's ctx.set_materialize_grads(): whether backward gets zeros for gradients that did not
 * come in, and jvp for tangents (true, as it is at first), or NULL. */
CT_API ct_error ct_function_set_materialize_grads(ct_function_context *context,
						  bool materialize) CT_CALL;

/* --- For backward and jvp -------------------------------------------------------------------- */

/** Python's ctx.saved_tensors: what ct_function_save() was given, and in jvp what
 * ct_function_save_for_forward() was given, in its order; each is a new handle, in a callback its
 * scope's, or NULL. In backward, an error when a tensor was written to since, and when the graph has
 * been released: the second backward without `retain_graph`.
 * @param results      `results_len` places; NULL drops them
 * @param results_len  as many as were saved */
CT_API ct_error ct_function_saved(ct_function_context *context, ct_tensor **results,
				  int64_t results_len) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
