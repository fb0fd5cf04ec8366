/**
 * @file
 * Differentiation: backward and grad, and the modes in which operations are or are not recorded.
 *
 * Operations on a tensor that requires a gradient are recorded in a graph, which graph.h walks and
 * draws; hook.h has callbacks for what happens in it.
 */
#ifndef CTORCH_AUTOGRAD_H
#define CTORCH_AUTOGRAD_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Backward: gradients are added to the leaves --------------------------------------------- */

/**
 * Python's `loss.backward()`: computes the gradient of a single number by every leaf that it
 * depends on and that requires one, and adds it to the leaf's ct_tensor_grad(). The graph is
 * released; a second call on it is an error.
 */
CT_API ct_error ct_autograd_backward(const ct_tensor *self) CT_CALL;

/**
 * Python's Tensor.backward() with all of its arguments.
 *
 * @param gradient      the gradient by `self`, of its shape; NULL: 1, if `self` is a single number
 * @param retain_graph  whether the graph can be used again; NULL: as `create_graph`
 * @param create_graph  whether the computation of the gradients is recorded, so that they can be
 *                      differentiated in turn
 * @param inputs        the only tensors to compute gradients for; NULL: all leaves. Unlike a NULL
 *                      list, an empty one is an error.
 */
CT_API ct_error ct_autograd_backward_with(const ct_tensor *self, const ct_tensor *gradient,
					  const bool *retain_graph, bool create_graph,
					  ct_tensor *const *inputs, int64_t inputs_len) CT_CALL;

/**
 * Python's torch.autograd.backward(): of several tensors at once, which is not the same as of one
 * after the other when they share a part of the graph: it is gone through once.
 *
 * @param tensors       what is differentiated; at least one
 * @param gradients     the gradient by each of `tensors`, as many as those; NULL, and NULL for one
 *                      of them: 1, if it is a single number
 * @param retain_graph  as in ct_autograd_backward_with(), and so are the ones after it
 */
CT_API ct_error ct_autograd_backward_tensors(ct_tensor *const *tensors, int64_t tensors_len,
					     ct_tensor *const *gradients, int64_t gradients_len,
					     const bool *retain_graph, bool create_graph,
					     ct_tensor *const *inputs, int64_t inputs_len) CT_CALL;

/* --- Grad: gradients are results ------------------------------------------------------------- */

/** What ct_autograd_grad() may be told; the names are Python's. ct_autograd_grad_defaults() first,
 * so that what a later version adds has its default. */
typedef struct ct_autograd_grad_options {
	ct_tensor *const *grad_outputs; /**< the gradient by each output; NULL (also of one): 1 */
	int64_t grad_outputs_len;       /**< as many as outputs, or 0 when there are none */
	const bool *retain_graph;       /**< NULL: as `create_graph` */
	bool create_graph;              /**< whether the results can be differentiated in turn */
	bool allow_unused;              /**< NULL for an input that the outputs do not depend on */
	bool materialize_grads;         /**< zeros for such an input; without `allow_unused`, too */
} ct_autograd_grad_options;

CT_API ct_autograd_grad_options ct_autograd_grad_defaults(void) CT_NOEXCEPT;

/**
 * Python's torch.autograd.grad(): the sum of the gradients of `outputs` by each of `inputs`. No
 * ct_tensor_grad() changes. Python's `is_grads_batched` is not offered: it is made of vmap, which
 * libtorch's C++ has no public form of.
 *
 *     ct_tensor *inputs[] = { w, b }, *grads[2];
 *
 *     CT_TRY(ct_autograd_grad(&loss, 1, inputs, 2, NULL, grads));
 *
 * @param outputs  what is differentiated; at least one
 * @param inputs   by what; at least one, leaves or not
 * @param options  NULL: the defaults
 * @param grads    room for `inputs_len` handles, all of which are written: new ones, or NULL where
 *                 `allow_unused` allows it
 */
CT_API ct_error ct_autograd_grad(ct_tensor *const *outputs, int64_t outputs_len,
				 ct_tensor *const *inputs, int64_t inputs_len,
				 const ct_autograd_grad_options *options,
				 ct_tensor **grads) CT_CALL;

/* --- What autograd knows of a tensor; more in tensor.h ---------------------------------------
 *
 * Python's requires_grad_() is ct_tensor_set_requires_grad(). Detaching is an operator: ct_detach()
 * gives a tensor with the same memory and no history, ct_detach_() cuts a tensor off in place.
 */

/** How many times the tensor's memory was written to by an in-place operation, Python's
 * Tensor._version; views share it. An error for inference tensors, which do not count. */
CT_API ct_error ct_tensor_version(const ct_tensor *self, int64_t *result) CT_CALL;

/** Python's Tensor.retain_grad(): backward is to leave a gradient in a tensor that is no leaf, too.
 * Nothing changes for a leaf; an error for a tensor that does not require a gradient. As in Python,
 * a view whose base was written to still counts as a leaf here, and nothing changes for it, until
 * its history is asked for: call ct_tensor_is_leaf() first. */
CT_API ct_error ct_tensor_retain_grad(ct_tensor *self) CT_CALL;

/** Whether ct_tensor_retain_grad() was asked of a tensor that is no leaf; false for NULL. */
CT_API bool ct_tensor_retains_grad(const ct_tensor *self) CT_NOEXCEPT;

/** Which of the results of its grad_fn the tensor is; 0 for a leaf, -1 for NULL. */
CT_API int64_t ct_tensor_output_nr(const ct_tensor *self) CT_NOEXCEPT;

/** Whether it was made in inference mode; false for NULL. */
CT_API bool ct_tensor_is_inference(const ct_tensor *self) CT_NOEXCEPT;

/* --- Modes -----------------------------------------------------------------------------------
 *
 * A mode is entered and left, and leaving brings back what was before, whatever that is. The
 * blocks below do both. All but anomaly detection are the thread's own: leave in the thread that
 * entered, in the reverse order.
 */

/** Which mode. */
typedef int32_t ct_autograd_mode;

enum ct_autograd_mode_value {
	/** Whether operations are recorded: torch.no_grad(), enable_grad(), set_grad_enabled(). */
	CT_AUTOGRAD_GRAD = 0,
	/** torch.inference_mode(): nothing is recorded, and what is made inside can never be part
	 * of a graph, for which it is made faster. Entered with false, it is off again inside. */
	CT_AUTOGRAD_INFERENCE = 1,
	/** torch.autograd.set_multithreading_enabled(): whether backward may use a thread for each
	 * device. On the CPU it runs in the thread that calls it in any case. */
	CT_AUTOGRAD_MULTITHREADING = 2,
	/** torch.autograd.detect_anomaly(): backward fails when a function returns nan, and says
	 * which. Of the whole process, in all threads. */
	CT_AUTOGRAD_ANOMALY = 3,
	/** The same, without the check for nan: only tells the place of the forward call. */
	CT_AUTOGRAD_ANOMALY_PLACES = 4,
	/** Whether tangents are seen and computed (forward_ad.h): _set_fwd_grad_enabled(). */
	CT_AUTOGRAD_FORWARD = 5
};

/** What was before a mode was entered. Plain data, which only ct_autograd_leave() reads. */
typedef struct ct_autograd_was {
	ct_autograd_mode mode; /**< that was entered */
	int32_t flags;         /**< what libtorch's modes were */
	int32_t block;         /**< for the blocks: 1 until one has run */
	uint64_t included;     /**< of the dispatcher's keys, for inference mode */
	uint64_t excluded;
} ct_autograd_was;

/** Switches a mode on or off and says in `was` what it was (NULL: not wanted). An unknown mode
 * changes nothing. */
CT_API void ct_autograd_enter(ct_autograd_mode mode, bool enabled,
			      ct_autograd_was *was) CT_NOEXCEPT;

/** Brings back what was before; NULL is accepted. */
CT_API void ct_autograd_leave(const ct_autograd_was *was) CT_NOEXCEPT;

/** Whether this thread records operations for backward. */
CT_API bool ct_autograd_is_grad_enabled(void) CT_NOEXCEPT;

/** Switches recording on or off for this thread, and returns what it was:
 * `bool was = ct_autograd_set_grad_enabled(false); ...; ct_autograd_set_grad_enabled(was);` */
CT_API bool ct_autograd_set_grad_enabled(bool enabled) CT_NOEXCEPT;

/** Whether this thread is in inference mode. */
CT_API bool ct_autograd_is_inference_mode_enabled(void) CT_NOEXCEPT;

/** Whether backward may use a thread for each device; true in releases before 2.0, which cannot be
 * told otherwise. */
CT_API bool ct_autograd_is_multithreading_enabled(void) CT_NOEXCEPT;

/** As ct_autograd_set_grad_enabled(), of that. */
CT_API bool ct_autograd_set_multithreading_enabled(bool enabled) CT_NOEXCEPT;

/** Whether anomaly detection is on, in the process. */
CT_API bool ct_autograd_is_anomaly_enabled(void) CT_NOEXCEPT;

/** Whether it looks for nan, when it is on. */
CT_API bool ct_autograd_is_anomaly_check_nan_enabled(void) CT_NOEXCEPT;

/**
 * Python's torch.autograd.set_detect_anomaly(), for the process.
 *
 * While it is on, every operation that is recorded remembers where it was called, and a backward
 * that fails in it has libtorch print that place as a warning on stderr: libtorch's C++ backtrace,
 * with the addresses of the C functions that called (Python shows its own lines instead). With
 * `check_nan` a function that returns nan fails with, for example, `RuntimeError: Function
 * 'SqrtBackward0' returned nan values in its 0th output.` It costs milliseconds an operation.
 */
CT_API void ct_autograd_set_detect_anomaly(bool enabled, bool check_nan) CT_NOEXCEPT;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.no_grad():` for the block that follows. What was before is so again once the
 * block is left, in whatever way: at its end, by return (CT_TRY too), goto, break or continue; by
 * longjmp it is not. Inside the block, break and continue mean the block, not a loop around it.
 *
 * To the compiler it is a loop, which might not run at all. Where a block always
 * returns, put a return behind it all the same, or gcc and clang warn (-Wreturn-type) that the
 * function may end without a value:
 *
 *     static ct_error predict(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_NO_GRAD {
 *                     return ct_relu(x, result);
 *             }
 *             return NULL;
 *     }
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_autograd_enter() and ct_autograd_leave(). All this holds for the other blocks, too.
 */
#define CT_NO_GRAD CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_GRAD, false)

/** Python's `with torch.enable_grad():`, for inside of CT_NO_GRAD. */
#define CT_ENABLE_GRAD CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_GRAD, true)

/** Python's `with torch.set_grad_enabled(enabled):`. */
#define CT_GRAD_MODE(enabled) CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_GRAD, enabled)

/** Python's `with torch.inference_mode():`. */
#define CT_INFERENCE_MODE CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_INFERENCE, true)

/** Python's `with torch.autograd.detect_anomaly():`. Of the whole process. */
#define CT_DETECT_ANOMALY CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_ANOMALY, true)

/** A block in a mode, such as `CT_AUTOGRAD_BLOCK(CT_AUTOGRAD_MULTITHREADING, false) { ... }`. */
#define CT_AUTOGRAD_BLOCK(mode, enabled) CT_AUTOGRAD_BLOCK_AT_(mode, enabled, __LINE__)

#define CT_AUTOGRAD_BLOCK_AT_(mode, enabled, line) CT_AUTOGRAD_BLOCK_NAMED_(mode, enabled, line)
#define CT_AUTOGRAD_BLOCK_NAMED_(mode, enabled, line)                                           \
	for (ct_autograd_was ct_was_##line##_ __attribute__((cleanup(ct_autograd_leave_at_))) = \
		     ct_autograd_entered_(mode, enabled);                                       \
	     ct_was_##line##_.block; ct_was_##line##_.block = 0)

static inline ct_autograd_was ct_autograd_entered_(ct_autograd_mode mode, bool enabled)
{
	ct_autograd_was was;

	ct_autograd_enter(mode, enabled, &was);
	was.block = 1;
	return was;
}

static inline void ct_autograd_leave_at_(ct_autograd_was *was)
{
	ct_autograd_leave(was);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
