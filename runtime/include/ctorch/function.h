/**
 * @file
 * Operations with your own forward and backward: Python's torch.autograd.Function.
 */
#ifndef CTORCH_FUNCTION_H
#define CTORCH_FUNCTION_H

#include <ctorch/list.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * One application of a ct_function: what its forward keeps for its backward. Python's `ctx`.
 *
 * It belongs to the library and is valid in the callback that receives it. What forward sets with
 * it (what to save, which inputs it has written to, ...) takes effect when forward returns.
 */
typedef struct ct_function_context ct_function_context;

/**
 * Computes the outputs from the inputs. As in Python, its operations are not recorded.
 *
 * Handles that it creates belong to a scope of the callback, as the inputs do, so it frees none of
 * them. An input is NULL if it was NULL in ct_function_apply(). An output may be an input:
 * unchanged, it becomes another tensor on the same memory; if forward wrote to it, it needs
 * ct_function_mark_dirty().
 *
 * @param inputs   ct_function_input_count() tensors, borrowed
 * @param outputs  where to put ct_function_output_count() tensors, which must all be set; borrowed:
 *                 the library takes its own references. Move a tensor of a CT_SCOPE in the callback
 *                 up first.
 * @return NULL, or an error, which ct_function_apply() returns unchanged
 */
typedef ct_error (*ct_forward_function)(
	ct_function_context *context,
	ct_tensor *const *inputs CT_LENGTH(ct_function_input_count(context)),
	ct_tensor **outputs CT_LENGTH(ct_function_output_count(context)));

/**
 * Computes the gradients with respect to the inputs from those with respect to the outputs. Scopes
 * are as in forward; an error is returned by the backward that called this, whichever thread it ran
 * in. With `create_graph` its operations are recorded, so that they can be differentiated in turn.
 * Backwards of one application do not run at the same time; those of different ones may.
 *
 * @param grad_outputs  ct_function_output_count() gradients, borrowed; a missing one is zeros, or
 *                      NULL after ct_function_set_materialize_grads(context, false)
 * @param grad_inputs   where to put ct_function_input_count() gradients, each of the shape of its
 *                      input; borrowed. NULL: no gradient. Set those that are needed, to a tensor
 *                      or to NULL, unless all of `grad_outputs` are NULL; the others
 *                      (ct_function_needs_input_grad()) are already NULL.
 */
typedef ct_error (*ct_backward_function)(
	ct_function_context *context,
	ct_tensor *const *grad_outputs CT_LENGTH(ct_function_output_count(context)),
	ct_tensor **grad_inputs CT_LENGTH(ct_function_input_count(context)));

/**
 * Computes the tangents of the outputs from those of the inputs, for forward mode (forward_ad.h).
 * It runs at the end of ct_function_apply(), after forward, if an input is dual. Scopes and errors
 * are as in forward. Its operations are recorded if recording is on; they compute no tangents of
 * their own.
 *
 * @param grad_inputs   ct_function_input_count() tangents, borrowed; zeros for an input that is not
 *                      dual, or NULL after ct_function_set_materialize_grads(context, false). NULL
 *                      where the input is NULL or of integers.
 * @param grad_outputs  where to put ct_function_output_count() tangents, each of the shape of its
 *                      output; borrowed. All must be set; NULL: zeros, and for an output that is
 *                      marked as not differentiable or of integers, no tangent. For an input that
 *                      forward wrote to, jvp writes to its tangent and puts that here; if an output
 *                      is a view of an input, its tangent is the same view of the input's tangent.
 */
typedef ct_error (*ct_jvp_function)(
	ct_function_context *context,
	ct_tensor *const *grad_inputs CT_LENGTH(ct_function_input_count(context)),
	ct_tensor **grad_outputs CT_LENGTH(ct_function_output_count(context)));

/**
 * A function, usually a `static const` of your program. Each application copies it, including the
 * name. Only `name` and `forward` are required; the other members may be 0, NULL or false. Python's
 * `vmap` and `setup_context` are not available.
 */
typedef struct ct_function {
	const char *name;              /**< "MyExp"; its node in the graph is MyExpBackward */
	ct_forward_function forward;   /**< computes the outputs */
	ct_backward_function backward; /**< NULL: backward through it is an error */
	int64_t inputs_len;            /**< how many inputs it takes; 0: any number */
	int64_t outputs_len;           /**< how many outputs it has; 0: any number */
	int64_t data_size;        /**< above 0: each application copies this many bytes of `data` */
	ct_release_function release; /**< releases `data`; a copy is freed after it; may be NULL */
	bool once_differentiable; /**< backward runs unrecorded; differentiating it is an error */
	ct_jvp_function jvp;      /**< NULL: applying it to a dual tensor is an error */
} ct_function;

/**
 * Python's `MyFunction.apply(...)`: runs forward, and records the application if recording is on
 * and an input requires a gradient.
 *
 * `data` is for everything that is not a tensor: numbers, flags, a plan. Forward and backward get
 * it from ct_function_data(). On success the application takes it over: the library calls `release`
 * with it once, when neither the graph nor a backward needs it any more, in the thread where that
 * happens; without a graph, before this returns. On an error `release` is not called, and `data`
 * stays the caller's. With `data_size` the application owns a copy instead, and yours may go as
 * soon as the call returns.
 *
 * @param data         may be NULL
 * @param inputs       the tensors that it gets; an element may be NULL
 * @param outputs      `outputs_len` places for new tensors; NULL drops them
 * @return forward's error, unchanged; libtorch's error if what forward did or marked cannot be
 *         recorded, such as writing to a leaf; an ArgumentError if an output was not set. After an
 *         error, inputs that forward marked as written to stay so, and backward through them may be
 *         an error that says so.
 */
CT_API ct_error ct_function_apply(const ct_function *self, void *data CT_KEPT CT_NULLABLE,
				  ct_tensors inputs, ct_tensor **outputs CT_NULLABLE,
				  int64_t outputs_len) CT_RETURNS_ERROR;

/* --- For all callbacks ---------------------------------------------------------------------- */

/** The `data` of ct_function_apply(), or its copy. */
CT_API void *ct_function_data(const ct_function_context *context) CT_NOEXCEPT;

/** Number of inputs, NULL ones included. */
CT_API int64_t ct_function_input_count(const ct_function_context *context) CT_NOEXCEPT;

/** Number of outputs. */
CT_API int64_t ct_function_output_count(const ct_function_context *context) CT_NOEXCEPT;

/** Python's ctx.needs_input_grad: whether the gradient with respect to this input is needed. In
 * forward and jvp: whether the input requires one. In backward: whether this backward continues
 * from there; one that was called with `inputs` may need fewer. False if there is no such input. */
CT_API bool ct_function_needs_input_grad(const ct_function_context *context,
					 int64_t index) CT_NOEXCEPT;

/* --- For forward ----------------------------------------------------------------------------- */

/** Python's ctx.save_for_backward(): keeps inputs, outputs or other tensors of forward until
 * backward has run; a second call replaces the first. An element may be NULL. Save tensors in this
 * way, not in `data`: only then is a write to one before backward detected, and an output does not
 * keep itself alive. */
CT_API ct_error ct_function_save_for_backward(ct_function_context *context,
					      ct_tensors tensors) CT_RETURNS_ERROR;

/** Python's ctx.save_for_forward(): sets what ct_function_saved_tensors() gives in jvp; a second
 * call replaces the first. An element may be NULL. The tensors are kept until ct_function_apply()
 * returns. */
CT_API ct_error ct_function_save_for_forward(ct_function_context *context,
					     ct_tensors tensors) CT_RETURNS_ERROR;

/** Python's ctx.mark_dirty(): marks the inputs that forward has written to. All of them must be
 * outputs too. An error if a tensor is not an input. */
CT_API ct_error ct_function_mark_dirty(ct_function_context *context,
				       ct_tensors tensors) CT_RETURNS_ERROR;

/** Python's ctx.mark_non_differentiable(): marks the outputs that do not require a gradient. Those
 * of integers never do. */
CT_API ct_error ct_function_mark_non_differentiable(ct_function_context *context,
						    ct_tensors tensors) CT_RETURNS_ERROR;

/** Python's ctx.set_materialize_grads(): whether missing gradients in backward and missing tangents
 * in jvp are zeros (true, the default) or NULL. */
CT_API ct_error ct_function_set_materialize_grads(ct_function_context *context,
						  bool materialize) CT_RETURNS_ERROR;

/* --- For backward and jvp -------------------------------------------------------------------- */

/** Python's ctx.saved_tensors: the tensors of ct_function_save_for_backward(), or in jvp those of
 * ct_function_save_for_forward(), in the same order; each is a new handle, which in a callback
 * belongs to its scope, or NULL. In backward, an error if a tensor was written to since, or if the
 * graph was released: a second backward without `retain_graph`.
 * @param results      `results_len` places; NULL drops them
 * @param results_len  as many as were saved */
CT_API ct_error ct_function_saved_tensors(ct_function_context *context,
					  ct_tensor **results CT_NULLABLE,
					  int64_t results_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
