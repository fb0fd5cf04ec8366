/**
 * @file
 * Operations with your own forward and backward: Python's torch.autograd.Function.
 */
#ifndef CTORCH_AUTOGRAD_CUSTOM_FUNCTION_H
#define CTORCH_AUTOGRAD_CUSTOM_FUNCTION_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * One application of a ct_function, with everything that forward keeps for backward: Python's
 * `ctx`.
 *
 * It belongs to the library and is valid in the callback that receives it. The settings that
 * forward makes (tensors to save, inputs it has written to, ...) take effect when forward returns.
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
 * @param outputs  room for ct_function_output_count() tensors, which must all be set; borrowed: the
 *                 library takes its own references. If a tensor belongs to a CT_SCOPE in the
 *                 callback, move it up first.
 * @return NULL, or an error, which ct_function_apply() returns unchanged
 */
typedef ct_error (*ct_forward_function)(
	ct_function_context *context,
	ct_tensor *const *inputs CT_LENGTH(ct_function_input_count(context)),
	ct_tensor **outputs CT_LENGTH(ct_function_output_count(context)));

/**
 * Computes the gradients with respect to the inputs from the gradients with respect to the outputs.
 * Scopes are as in forward; the backward that called this returns its error, whichever thread it
 * ran in. With `create_graph` its operations are recorded, so that they can be differentiated in
 * turn. Backwards of one application do not run concurrently; backwards of different ones may.
 *
 * @param grad_outputs  ct_function_output_count() gradients, borrowed; a missing one is zeros, or
 *                      NULL after ct_function_set_materialize_grads(context, false)
 * @param grad_inputs   room for ct_function_input_count() gradients, each of the shape of its
 *                      input; borrowed. NULL: no gradient. Set every needed gradient
 *                      (ct_function_needs_input_grad()) to a tensor or to NULL, unless all of
 *                      `grad_outputs` are NULL; the others are already NULL.
 */
typedef ct_error (*ct_backward_function)(
	ct_function_context *context,
	ct_tensor *const *grad_outputs CT_LENGTH(ct_function_output_count(context)),
	ct_tensor **grad_inputs CT_LENGTH(ct_function_input_count(context)));

/**
 * Computes the tangents of the outputs from the tangents of the inputs, for forward mode
 * (forward_ad.h). It runs at the end of ct_function_apply(), after forward, if an input is dual.
 * Scopes and errors are as in forward. Its operations are recorded if recording is on; they compute
 * no tangents of their own.
 *
 * @param grad_inputs   ct_function_input_count() tangents, borrowed; zeros for an input that is not
 *                      dual, or NULL after ct_function_set_materialize_grads(context, false). NULL
 *                      if the input is NULL or has integers.
 * @param grad_outputs  room for ct_function_output_count() tangents, each of the shape of its
 *                      output; borrowed. All must be set; NULL: zeros, or no tangent if the output
 *                      is marked as not differentiable or has integers. For an input that forward
 *                      wrote to, jvp writes to its tangent and returns it here; if an output is a
 *                      view of an input, its tangent is the same view of the input's tangent.
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
	const char *name;              /**< "MyExp"; the node in the graph is MyExpBackward */
	ct_forward_function forward CT_CONTEXT(data); /**< computes the outputs */
	ct_backward_function backward
		CT_CONTEXT(data);      /**< NULL: backward through it is an error */
	int64_t inputs_len;            /**< number of inputs; 0: any */
	int64_t outputs_len;           /**< number of outputs; 0: any */
	int64_t data_size; /**< above 0: each application copies this many bytes of `data` */
	ct_release_function release
		CT_RELEASES(data); /**< releases `data`; a copy is freed after it; may be NULL */
	bool once_differentiable; /**< backward runs unrecorded; differentiating it is an error */
	ct_jvp_function jvp CT_CONTEXT(data); /**< NULL: applying it to a dual tensor is an error */
} ct_function;

/**
 * Runs forward, and records the application if recording is on and an input requires a gradient:
 * Python's `MyFunction.apply(...)`.
 *
 * `data` is for everything that is not a tensor: numbers, flags, a plan. Forward and backward read
 * it with ct_function_data(). On success the application takes ownership: the library calls
 * `release` with it once, when neither the graph nor a backward needs it anymore, in the thread
 * where that happens; without a graph, before this returns. On an error `release` is not called,
 * and the caller keeps `data`. With `data_size` the application owns a copy instead, and you may
 * release yours as soon as the call returns.
 *
 * @param data         may be NULL
 * @param inputs       the tensors passed to forward; an element may be NULL
 * @param outputs      room for `outputs_len` new tensors; NULL drops them
 * @return forward's error, unchanged; libtorch's error if an action or a mark of forward cannot be
 *         recorded, such as writing to a leaf; an ArgumentError if an output was not set. After an
 *         error, inputs that forward marked as dirty stay marked, and backward through them may be
 *         an error that says so.
 */
CT_API ct_error ct_function_apply(const ct_function *self, void *data CT_KEPT CT_NULLABLE,
				  ct_tensors inputs, ct_tensor **outputs CT_NULLABLE,
				  int64_t outputs_len) CT_RETURNS_ERROR;

/* --- For all callbacks ---------------------------------------------------------------------- */

/** Returns the `data` of ct_function_apply(), or its copy. */
CT_API void *ct_function_data(const ct_function_context *context) CT_NOEXCEPT;

/** Returns the number of inputs, including NULL. */
CT_API int64_t ct_function_input_count(const ct_function_context *context) CT_NOEXCEPT;

/** Returns the number of outputs. */
CT_API int64_t ct_function_output_count(const ct_function_context *context) CT_NOEXCEPT;

/** Returns whether the gradient with respect to this input is needed: Python's
 * ctx.needs_input_grad. In forward and jvp: whether the input requires one. In backward: whether
 * this backward continues from there; with `inputs`, backward may need fewer. False if there is no
 * such input. */
CT_API bool ct_function_needs_input_grad(const ct_function_context *context,
					 int64_t index) CT_NOEXCEPT;

/* --- For forward ----------------------------------------------------------------------------- */

/** Keeps inputs, outputs or other tensors of forward until backward has run: Python's
 * ctx.save_for_backward(). A second call replaces the first. An element may be NULL. Save tensors
 * in this way, not in `data`: only then is a write to one before backward detected, and an output
 * does not keep itself alive. */
CT_API ct_error ct_function_save_for_backward(ct_function_context *context,
					      ct_tensors tensors) CT_BRIEF CT_RETURNS_ERROR;

/** Sets the tensors that ct_function_saved_tensors() returns in jvp: Python's
 * ctx.save_for_forward(). A second call replaces the first. An element may be NULL. The tensors are
 * kept until ct_function_apply() returns. */
CT_API ct_error ct_function_save_for_forward(ct_function_context *context,
					     ct_tensors tensors) CT_BRIEF CT_RETURNS_ERROR;

/** Marks the inputs that forward has written to: Python's ctx.mark_dirty(). All of them must be
 * outputs, too. An error if a tensor is not an input. */
CT_API ct_error ct_function_mark_dirty(ct_function_context *context,
				       ct_tensors tensors) CT_BRIEF CT_RETURNS_ERROR;

/** Marks the outputs that do not require a gradient: Python's ctx.mark_non_differentiable().
 * Outputs with integers never do. */
CT_API ct_error ct_function_mark_non_differentiable(ct_function_context *context,
						    ct_tensors tensors) CT_BRIEF CT_RETURNS_ERROR;

/** Sets whether missing gradients in backward and missing tangents in jvp are zeros (true, the
 * default) or NULL: Python's ctx.set_materialize_grads(). */
CT_API ct_error ct_function_set_materialize_grads(ct_function_context *context,
						  bool materialize) CT_BRIEF CT_RETURNS_ERROR;

/* --- For backward and jvp -------------------------------------------------------------------- */

/** Returns the tensors of ct_function_save_for_backward(), or in jvp of
 * ct_function_save_for_forward(), in the same order: Python's ctx.saved_tensors. Each is a new
 * handle, which in a callback belongs to its scope, or NULL. In backward, an error if a tensor was
 * written to since, or if the graph was released: a second backward without `retain_graph`.
 * @param results      room for `results_len` tensors; NULL drops them
 * @param results_len  the number of saved tensors */
CT_API ct_error ct_function_saved_tensors(ct_function_context *context,
					  ct_tensor **results CT_NULLABLE,
					  int64_t results_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
