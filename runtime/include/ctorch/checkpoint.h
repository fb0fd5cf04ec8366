/**
 * @file
 * Checkpointing: less memory for more computing. Python's torch.utils.checkpoint.
 *
 * What a function computes on the way to its outputs is not kept for backward. Its inputs are, and
 * when backward needs the rest, the function is called again.
 */
#ifndef CTORCH_CHECKPOINT_H
#define CTORCH_CHECKPOINT_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The function whose intermediate tensors are not kept: computes `outputs_len` outputs from the
 * inputs. Called once by ct_checkpoint() and then by each backward, in whatever thread that runs.
 *
 * What it calls gives handles that belong to a scope of the callback's own, and it frees nothing.
 * The outputs are borrowed: the library takes references of its own. All must be set.
 *
 * Called again it has to do the same: operations that depend on anything but the inputs and
 * `context` give other gradients than without checkpointing, and mostly an error. A backward stops
 * it as soon as all is there that is needed (`early_stop`): the operator that it calls then returns
 * an error, which the function has to return. So it uses CT_TRY() and never CT_CHECK().
 *
 * @return NULL, or an error, which ct_checkpoint() or the backward returns as it is
 */
typedef ct_error (*ct_checkpoint_function)(ct_tensor *const *inputs, int64_t inputs_len,
					   void *context, ct_tensor **outputs, int64_t outputs_len);

/** The names are Python's. ct_checkpoint_defaults() first, so that what a later version adds has
 * its default. */
typedef struct ct_checkpoint_options {
	bool use_reentrant;            /**< false; see ct_checkpoint() */
	bool preserve_rng_state;       /**< whether it draws the same random numbers again: true */
	const char *determinism_check; /**< "default", or "none" */
	bool early_stop;               /**< stop once all that is needed is there: true */
} ct_checkpoint_options;

CT_API ct_checkpoint_options ct_checkpoint_defaults(void) CT_NOEXCEPT;

/**
 * Python's torch.utils.checkpoint.checkpoint(): calls the function, and keeps its inputs instead of
 * what its operations save for backward.
 *
 * Called again, it finds what was so at this call: the default device (device.h) and, with
 * `preserve_rng_state`, the state of the default generators of the CPU and of the inputs' devices,
 * which go on afterwards as if nothing had been drawn. Recording is on.
 *
 * By default the operations are recorded as always, and every way of going back works: backward
 * with and without `inputs`, ct_autograd_grad(), `retain_graph`, for which each backward computes
 * again, `create_graph`, checkpoints inside of checkpoints, and going back within the function.
 * A backward with `retain_graph` through a part of the function keeps what it computed again for
 * the other parts until the graph is freed.
 * Shape, dtype and device of what is computed again are compared with what was there before
 * (`determinism_check`).
 *
 * With `use_reentrant` the function runs unrecorded and is one node of the graph, whose backward
 * calls it again, recorded and to its end, and goes back through that. At least one input and one
 * output must require a gradient; ct_autograd_grad() and backward with `inputs` are errors, and the
 * last two options are not used.
 *
 * In both, whatever `context` leads to (the weights of a layer) gets its gradients as well.
 *
 * @param context      handed to `function`; on success the library calls `release` (NULL: nothing
 *                     to release) with it once, when no graph needs it any more, in whatever thread
 *                     that happens. On an error it is the caller's as before.
 * @param inputs       `inputs_len` tensors; an element may be NULL
 * @param options      NULL: the defaults
 * @param outputs      `outputs_len` places for new tensors; NULL drops them
 * @param outputs_len  how many outputs the function has; 1 or more
 * @return the function's error as it is. Later, from backward: `RuntimeError:
 *         torch.utils.checkpoint: ...` when it has done something else than before.
 */
CT_API ct_error ct_checkpoint(ct_checkpoint_function function, void *context, ct_release release,
			      ct_tensor *const *inputs, int64_t inputs_len,
			      const ct_checkpoint_options *options, ct_tensor **outputs,
			      int64_t outputs_len) CT_CALL;

/** One of several functions that follow one another: from one tensor to one tensor. */
typedef struct ct_checkpoint_step {
	ct_checkpoint_function function; /**< called with one input and one output */
	void *context;                   /**< handed to it */
	ct_release release;              /**< releases `context`; NULL: nothing to release */
} ct_checkpoint_step;

/**
 * Python's torch.utils.checkpoint.checkpoint_sequential(): runs the steps one after the other, in
 * segments of `steps_len / segments` steps, each of them under ct_checkpoint(). The last one, which
 * has the steps that remain, is not: backward would compute it again at once.
 *
 * @param steps     copied; what is said of the context of ct_checkpoint() holds for each of theirs,
 *                  and they are released together
 * @param segments  1 or more, and at most `steps_len`, unless that is 0 and the result the input
 * @param options   NULL: the defaults
 */
CT_API ct_error ct_checkpoint_sequential(const ct_checkpoint_step *steps, int64_t steps_len,
					 int64_t segments, const ct_tensor *input,
					 const ct_checkpoint_options *options,
					 ct_tensor **result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
