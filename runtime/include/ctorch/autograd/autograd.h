/**
 * @file
 * Differentiation: backward and grad, and the modes that switch recording on and off.
 *
 * Operations on a tensor that requires a gradient are recorded in a graph. graph.h walks and draws
 * it; hook.h has callbacks that run during backward.
 */
#ifndef CTORCH_AUTOGRAD_AUTOGRAD_H
#define CTORCH_AUTOGRAD_AUTOGRAD_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Backward: gradients are added to the leaves --------------------------------------------- */

/**
 * Computes the gradient of a single number with respect to every leaf that it depends on and that
 * requires a gradient, and adds it to the leaf's ct_tensor_grad(): Python's `loss.backward()`. The
 * graph is released; a second call on it is an error.
 */
CT_API ct_error ct_tensor_backward(const ct_tensor *self) CT_CALLS_BACK CT_RETURNS_ERROR;

/**
 * Runs backward with all arguments of Python's Tensor.backward().
 *
 * @param gradient      the gradient with respect to `self`, of its shape; NULL: 1, if `self` is a
 *                      single number
 * @param retain_graph  whether to keep the graph for another backward; NULL: the value of
 *                      `create_graph`
 * @param create_graph  whether to record the computation of the gradients, so that they can be
 *                      differentiated in turn
 * @param inputs        the only tensors to compute gradients for; CT_NO_TENSORS: all leaves. Unlike
 *                      a NULL list, an empty one is an error.
 */
CT_API ct_error ct_tensor_backward_with(const ct_tensor *self,
					const ct_tensor *gradient CT_NULLABLE,
					const bool *retain_graph CT_NULLABLE CT_LENGTH(1),
					bool create_graph,
					ct_tensors inputs) CT_CALLS_BACK CT_RETURNS_ERROR;

/**
 * Differentiates several tensors at once: Python's torch.autograd.backward(). If they share a part
 * of the graph, backward traverses it once; separate calls would traverse it once each.
 *
 * @param tensors       the tensors to differentiate; at least one
 * @param gradients     the gradient with respect to each of `tensors`, one for each; CT_NO_TENSORS,
 *                      or a NULL element: 1, if the tensor is a single number
 * @param retain_graph  like the following parameters, as in ct_tensor_backward_with()
 */
CT_API ct_error ct_autograd_backward_tensors(ct_tensors tensors, ct_tensors gradients,
					     const bool *retain_graph CT_NULLABLE CT_LENGTH(1),
					     bool create_graph,
					     ct_tensors inputs) CT_CALLS_BACK CT_RETURNS_ERROR;

/* --- Grad: gradients are results ------------------------------------------------------------- */

/** Keyword arguments of Python's torch.autograd.grad(); zeros are the defaults. */
typedef struct ct_autograd_grad_options {
	ct_tensor *const *grad_outputs; /**< one for each output; NULL, or a NULL element: 1 */
	int64_t grad_outputs_len;       /**< the number of outputs; 0 with NULL */
	const bool *retain_graph CT_LENGTH(1); /**< NULL: the value of `create_graph` */
	bool create_graph;              /**< whether the results can be differentiated in turn */
	bool allow_unused;              /**< NULL for an input that no output depends on */
	bool materialize_grads;         /**< zeros instead of NULL; does not need `allow_unused` */
} ct_autograd_grad_options;

/**
 * Computes the sum of the gradients of `outputs` with respect to each of `inputs`: Python's
 * torch.autograd.grad(). No ct_tensor_grad() changes. Python's `is_grads_batched` is not available:
 * it needs vmap, which libtorch's C++ does not export.
 *
 *     ct_tensor *inputs[] = { w, b }, *grads[2];
 *
 *     CT_TRY(ct_autograd_grad(CT_TENSORS(loss), CT_TENSORS_OF(inputs, 2), NULL, grads));
 *
 * @param outputs  the tensors to differentiate; at least one
 * @param inputs   the tensors to differentiate with respect to; at least one, leaves or not
 * @param options  NULL: the defaults
 * @param grads    room for one handle per input; all are written: a new handle, or NULL for an
 *                 unused input if `allow_unused` is set
 */
CT_API ct_error
ct_autograd_grad(ct_tensors outputs, ct_tensors inputs, const ct_autograd_grad_options *options,
		 ct_tensor **grads CT_LENGTH(inputs.len)) CT_CALLS_BACK CT_RETURNS_ERROR;

/* --- What autograd knows about a tensor; more in tensor.h ------------------------------------
 *
 * Python's requires_grad_() is ct_tensor_set_requires_grad(). Detaching is an operator: ct_detach()
 * returns a tensor with the same memory and no history, ct_detach_() removes a tensor's history in
 * place.
 */

/** Returns how many in-place operations have written to the tensor's memory: Python's
 * Tensor._version, which views share. An error for inference tensors, which have no version
 * counter. */
CT_API ct_error ct_tensor_version(const ct_tensor *self, int64_t *result) CT_BRIEF CT_RETURNS_ERROR;

/** Makes backward store the gradient of a tensor that is not a leaf: Python's Tensor.retain_grad().
 * It has no effect on a leaf; a tensor that does not require a gradient is an error. As in Python,
 * a view whose base was written to still counts as a leaf, so that the call has no effect, until
 * its history is read: call ct_tensor_is_leaf() first. */
CT_API ct_error ct_tensor_retain_grad(ct_tensor *self) CT_BRIEF CT_RETURNS_ERROR;

/** Returns whether ct_tensor_retain_grad() was called for a tensor that is not a leaf; false for
 * NULL. */
CT_API bool ct_tensor_retains_grad(const ct_tensor *self) CT_NOEXCEPT;

/** Returns the tensor's index among the results of its grad_fn; 0 for a leaf, -1 for NULL. */
CT_API int64_t ct_tensor_output_nr(const ct_tensor *self) CT_NOEXCEPT;

/** Returns whether the tensor was made in inference mode; false for NULL. */
CT_API bool ct_tensor_is_inference(const ct_tensor *self) CT_NOEXCEPT;

/* --- Modes -----------------------------------------------------------------------------------
 *
 * You enter a mode and leave it; leaving restores the previous state. The blocks of
 * macros/blocks.h, such as CT_NO_GRAD, do both. Modes other than anomaly detection belong to the
 * calling thread: leave them in the same thread, in reverse order. */

/** A mode of autograd. */
typedef int32_t ct_autograd_mode;

enum ct_autograd_mode_value {
	/** Whether operations are recorded: torch.no_grad(), enable_grad(), set_grad_enabled(). */
	CT_AUTOGRAD_GRAD = 0,
	/** torch.inference_mode(): nothing is recorded, and tensors made in it can never be part of
	 * a graph, which makes them faster. Entering with false switches it off. */
	CT_AUTOGRAD_INFERENCE = 1,
	/** torch.autograd.set_multithreading_enabled(): whether backward may use a thread for each
	 * device. On the CPU it always runs in the calling thread. */
	CT_AUTOGRAD_MULTITHREADING = 2,
	/** torch.autograd.detect_anomaly(): if a function returns nan, backward fails and names it.
	 * Applies to all threads of the process. */
	CT_AUTOGRAD_ANOMALY = 3,
	/** The same without the check for nan: an error only shows the location of the forward
	 * call. */
	CT_AUTOGRAD_ANOMALY_PLACES = 4,
	/** Whether operations use and compute tangents (forward_ad.h): _set_fwd_grad_enabled(). */
	CT_AUTOGRAD_FORWARD = 5
};

/** The state before a mode was entered: plain data for ct_autograd_leave(). */
typedef struct ct_autograd_was {
	ct_autograd_mode mode; /**< the mode that was entered */
	int32_t flags;         /**< the state of libtorch's modes */
	int32_t block;         /**< for the blocks: 1 until the block has run */
	uint64_t included;     /**< the dispatcher's keys, for inference mode */
	uint64_t excluded;
} ct_autograd_was;

/** Turns a mode on or off and stores the previous state in `previous`, which may be NULL. An
 * unknown mode has no effect. */
CT_API void ct_autograd_enter(ct_autograd_mode mode, bool enabled,
			      ct_autograd_was *previous) CT_THREAD_STATE CT_NOEXCEPT;

/** Restores the previous state; NULL is accepted. */
CT_API void ct_autograd_leave(const ct_autograd_was *was)
	CT_SAME_THREAD(ct_autograd_enter) CT_NOEXCEPT;

/** Returns whether this thread records operations for backward. */
CT_API bool ct_autograd_is_grad_enabled(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Turns recording on or off for this thread. */
CT_API void ct_autograd_set_grad_enabled(bool enabled) CT_THREAD_STATE CT_NOEXCEPT;

/** Returns whether this thread is in inference mode. */
CT_API bool ct_autograd_is_inference_mode_enabled(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Returns whether backward may use a thread for each device; always true in releases before 2.0,
 * which have no such switch. */
CT_API bool ct_autograd_is_multithreading_enabled(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Sets whether backward may use a thread for each device, for this thread. */
CT_API void ct_autograd_set_multithreading_enabled(bool enabled) CT_THREAD_STATE CT_NOEXCEPT;

/** Returns whether anomaly detection is on in this process. */
CT_API bool ct_autograd_is_anomaly_enabled(void) CT_NOEXCEPT;

/** Returns whether anomaly detection, while it is on, checks for nan. */
CT_API bool ct_autograd_is_anomaly_check_nan_enabled(void) CT_NOEXCEPT;

/**
 * Turns anomaly detection on or off for the process: Python's torch.autograd.set_detect_anomaly().
 *
 * While it is on, every recorded operation remembers where it was called. If its backward fails,
 * libtorch prints that location as a warning on stderr: libtorch's C++ backtrace, with the
 * addresses of the calling C functions (Python shows its own lines instead). With `check_nan` a
 * function that returns nan fails with, for example, `RuntimeError: Function 'SqrtBackward0'
 * returned nan values in its 0th output.` Each operation takes milliseconds longer.
 */
CT_API void ct_autograd_set_anomaly_enabled(bool enabled, bool check_nan) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
