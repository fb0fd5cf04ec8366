/**
 * @file
 * Checkpointing: trades computation for memory. Python's torch.utils.checkpoint.
 *
 * Only the inputs of a function are kept for backward, not its intermediate tensors. When backward
 * needs these, the library calls the function again.
 */
#ifndef CTORCH_AUTOGRAD_CHECKPOINT_H
#define CTORCH_AUTOGRAD_CHECKPOINT_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes `outputs_len` outputs from the inputs; its intermediate tensors are not kept.
 * ct_checkpoint() calls it once, and then each backward, in the thread that backward runs in.
 *
 * Handles that it creates belong to a scope of the callback, so it frees none of them. The outputs
 * are borrowed: the library takes its own references. All must be set.
 *
 * Every call must compute the same: operations that depend on anything but the inputs and `context`
 * give different gradients than without checkpointing, and usually an error. Unless `no_early_stop`
 * is set, backward stops the function as soon as it has all it needs: the next operator returns an
 * error, which the function must return. So use CT_TRY() in it, never CT_CHECK().
 *
 * @return NULL, or an error, which ct_checkpoint() or the backward returns unchanged
 */
typedef ct_error (*ct_checkpoint_function)(ct_tensor *const *inputs, int64_t inputs_len,
					   void *context, ct_tensor **outputs, int64_t outputs_len);

/** Python's keyword arguments; zeros are the defaults (CT_ZERO in macros/literals.h is 0). */
typedef struct ct_checkpoint_options {
	bool use_reentrant;            /**< see ct_checkpoint() */
	bool no_preserve_rng_state;    /**< draw new random numbers */
	bool no_early_stop;            /**< continue when backward has all it needs */
	const char *determinism_check
		CT_DEFAULT("default"); /**< "default" or "none"; NULL: "default" */
} ct_checkpoint_options;

/**
 * Calls the function, and keeps its inputs instead of the tensors that its operations save for
 * backward: Python's torch.utils.checkpoint.checkpoint().
 *
 * Later calls of the function run with the default device (device.h) and the autocast state
 * (autocast.h) of this call. Unless `no_preserve_rng_state` is set, the default generators of the
 * CPU and of the inputs' devices also start in the state of this call, and continue afterwards as
 * if nothing had been drawn. Recording is on.
 *
 * By default operations are recorded as usual, and all of these work: backward with or without
 * `inputs`, ct_autograd_grad(), `retain_graph` (each backward recomputes), `create_graph`, nested
 * checkpoints, and backward within the function. A backward with `retain_graph` through a part of
 * the function keeps the tensors recomputed for the other parts until the graph is freed. The
 * shape, dtype and device of recomputed tensors must match the first call (`determinism_check`).
 *
 * With `use_reentrant` the function runs unrecorded and becomes one node of the graph. The node's
 * backward calls the whole function again, recorded, and runs backward through it. At least one
 * input and one output must require a gradient; ct_autograd_grad() and backward with `inputs` are
 * errors, and the last two options have no effect.
 *
 * In both cases, tensors that `context` refers to (the weights of a layer) receive their gradients,
 * too.
 *
 * @param context      passed to `function`. On success the library calls `release` (NULL: nothing
 *                     to release) with it once, when no graph needs it anymore, in the thread where
 *                     that happens. On an error the caller keeps it.
 * @param inputs       the tensors passed to the function; an element may be NULL
 * @param options      NULL: the defaults
 * @param outputs      room for `outputs_len` new tensors; NULL drops them
 * @param outputs_len  the number of outputs, at least 1
 * @return the function's error, unchanged. Later, from backward: `RuntimeError:
 *         torch.utils.checkpoint: ...` if the function did not repeat its first call.
 */
CT_API ct_error ct_checkpoint(ct_checkpoint_function function, void *context,
			      ct_release_function release CT_NULLABLE, ct_tensors inputs,
			      const ct_checkpoint_options *options, ct_tensor **outputs CT_NULLABLE,
			      int64_t outputs_len) CT_RETURNS_ERROR;

/** One step of a sequence: a function from one tensor to one tensor. */
typedef struct ct_checkpoint_step {
	ct_checkpoint_function function; /**< called with one input and one output */
	void *context;                   /**< passed to it */
	ct_release_function release;     /**< releases `context`; NULL: nothing to release */
} ct_checkpoint_step;

/**
 * Runs the steps in order, in segments of `steps_len / segments` steps: Python's
 * torch.utils.checkpoint.checkpoint_sequential(). Each segment is a ct_checkpoint(), except the
 * last one, which has the remaining steps: backward would recompute it at once.
 *
 * @param steps     copied. Their contexts follow the rules for `context` of ct_checkpoint(), and
 *                  are released together.
 * @param segments  1 to `steps_len`; with 0 steps, which return the input, any positive number
 * @param options   NULL: the defaults
 */
CT_API ct_error ct_checkpoint_sequential(const ct_checkpoint_step *steps, int64_t steps_len,
					 int64_t segments, const ct_tensor *input,
					 const ct_checkpoint_options *options,
					 ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
