/**
 * @file
 * Hooks: functions of yours that backward calls with gradients, to see or to replace them.
 *
 * Registering one gives a ct_hook, which removes it again. Until then it lives as long as the
 * tensor or the node that it was registered for. Its `context` is released exactly once, by
 * `release` (NULL: nothing to release): when the hook is removed, or with the tensor or node; when
 * the hook is running at that moment, after it. When registering fails, `context` is still the
 * caller's.
 *
 * In a hook:
 * - What it is given is borrowed until it returns. Handles that it is given or makes belong to a
 *   scope of the call's own (scope.h): it frees nothing. To keep one, ct_scope_keep() it.
 * - What it returns as a replacement is borrowed, too: the library takes its own reference. Out of
 *   a CT_SCOPE of the hook's own it has to be moved up: ct_scope_move_up().
 * - An error that it returns ends backward, which returns that error unchanged. In whatever thread
 *   the hook ran.
 * - It may register and remove hooks, itself included, and differentiate.
 * - Operations are recorded only when backward was called with `create_graph`.
 *
 * It must return (no longjmp, no exception). It runs in the thread that called backward, with
 * these exceptions: gradients of tensors on other devices are computed in a thread of the device,
 * and a backward inside of a hook inside of ... more than 60 deep goes on in a thread of libtorch's
 * pool. Hooks of tensors that several threads differentiate through run in all of these at once.
 *
 * A hook that refers to its own tensor or node by a reference in `context` keeps it alive for ever:
 * remove it to break the cycle.
 */
#ifndef CTORCH_HOOK_H
#define CTORCH_HOOK_H

#include <ctorch/graph.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Names a registered hook, for the whole process and for ever: a number, never 0, that needs no
 * release. `int64_t` in the functions' types. */
#define CT_HOOK_NONE INT64_C(0)

/** Removes a hook, from any thread, also while it runs. True when it was there; false when it was
 * removed before, when its tensor or node is gone, and for a number that names none. */
CT_API bool ct_hook_remove(int64_t hook) CT_NOEXCEPT;

/* --- Of tensors ------------------------------------------------------------------------------ */

/**
 * Called with the gradient by the tensor.
 *
 * @param grad         NULL when there is none: the tensor is one of several results of a function,
 *                     and only the others were used
 * @param replacement  what to go on with instead, of the same shape, dtype and device; NULL, which
 *                     it is at the call, keeps `grad`
 */
typedef ct_error (*ct_tensor_hook)(const ct_tensor *grad, void *context, ct_tensor **replacement);

/**
 * Python's Tensor.register_hook(). Hooks of a tensor run in the order in which they were
 * registered, each with what the one before has made of the gradient, before the gradient is added
 * to a leaf or handed on to what the tensor was computed from. They also run for gradients that
 * ct_autograd_grad() returns.
 *
 * After an in-place operation on the tensor, hooks from before still see the gradient by what it
 * was, and new ones that by what it is.
 *
 * @param hook  where to put the number; NULL: it stays as long as the tensor
 */
CT_API ct_error ct_tensor_register_hook(ct_tensor *self, ct_tensor_hook call, void *context,
					ct_release release, int64_t *hook) CT_CALL;

/** Called with a leaf whose ct_tensor_grad() backward has just added to. It may write to both, and
 * remove the gradient: an optimizer's step while backward goes on. */
typedef ct_error (*ct_post_accumulate_hook)(ct_tensor *leaf, void *context);

/** Python's Tensor.register_post_accumulate_grad_hook(). An error for other tensors than leaves
 * that require a gradient, and in releases of libtorch before 2.1. */
CT_API ct_error ct_tensor_register_post_accumulate_hook(ct_tensor *self,
							ct_post_accumulate_hook call, void *context,
							ct_release release, int64_t *hook) CT_CALL;

/* --- Of nodes --------------------------------------------------------------------------------
 *
 * They run when the node is executed. A node that ct_autograd_grad() stops at is not: its gradient
 * is a result, and only the tensor's hooks run.
 */

/**
 * Called before a node is executed.
 *
 * @param grads         the gradients by the node's results, as many as ct_node_num_inputs(); NULL
 *                      is one that is not there
 * @param replacements  as long as `grads`, all NULL at the call; what is put there replaces a
 *                      gradient
 */
typedef ct_error (*ct_node_pre_hook)(ct_tensor *const *grads, int64_t grads_len, void *context,
				     ct_tensor **replacements);

/** Python's Node.register_prehook(). Register hooks of a node while no backward uses it. */
CT_API ct_error ct_node_register_pre_hook(ct_node *self, ct_node_pre_hook call, void *context,
					  ct_release release, int64_t *hook) CT_CALL;

/**
 * Called after a node was executed.
 *
 * @param grad_inputs   what it computed: the gradients for each of ct_node_num_next(); NULL where
 *                      none is needed
 * @param grad_outputs  what it was given, as in ct_node_pre_hook
 * @param replacements  as long as `grad_inputs`
 */
typedef ct_error (*ct_node_post_hook)(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
				      ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				      void *context, ct_tensor **replacements);

/** Python's Node.register_hook(). */
CT_API ct_error ct_node_register_post_hook(ct_node *self, ct_node_post_hook call, void *context,
					   ct_release release, int64_t *hook) CT_CALL;

/* --- Of saved tensors ------------------------------------------------------------------------
 *
 * A recorded operation saves tensors for backward. While a pair of these is pushed, it is asked to
 * pack each one, and the graph keeps what it packed instead: a copy with fewer bits, on another
 * device, in a file, or a number to compute it again from.
 */

/** Packs a tensor that an operation saves: `*packed` is what the graph keeps, NULL at the call.
 * It must not write to `tensor`, nor keep a reference to it: the tensor may be the operation's own
 * result, which would keep the graph, and so itself, for ever. Keep what is computed from it, or
 * what ct_detach() gives. */
typedef ct_error (*ct_saved_tensor_pack)(const ct_tensor *tensor, void *context, void **packed);

/** The tensor again, when backward needs it, once for each time; of the shape, dtype and device of
 * what was packed. `packed` stays. */
typedef ct_error (*ct_saved_tensor_unpack)(void *packed, void *context, ct_tensor **tensor);

/** Releases what was packed, with the graph, in whatever thread that happens. */
typedef void (*ct_saved_tensor_free)(void *packed, void *context);

/**
 * Begins what Python's torch.autograd.graph.saved_tensors_hooks() is: tensors that this thread's
 * operations save are packed, by the pair pushed last. `context` is released when it was popped and
 * nothing packed is left.
 *
 * libtorch asks its engine for such hooks. In a process where another one is in charge, which is
 * Python's when PyTorch is imported there, it is an error.
 *
 * @param free_packed  NULL: nothing to release
 */
CT_API ct_error ct_saved_tensors_push(ct_saved_tensor_pack pack, ct_saved_tensor_unpack unpack,
				      ct_saved_tensor_free free_packed, void *context,
				      ct_release release) CT_CALL;

/** Ends the pair that this thread pushed last; graphs that it packed for keep using it. An error
 * when there is none. */
CT_API ct_error ct_saved_tensors_pop(void) CT_CALL;

/** How many pairs this thread has pushed and not popped. */
CT_API int64_t ct_saved_tensors_depth(void) CT_NOEXCEPT;

/** Pops until so many are left: what leaving a block means. */
CT_API void ct_saved_tensors_pop_to(int64_t depth) CT_NOEXCEPT;

/**
 * Begins what Python's torch.autograd.graph.save_on_cpu() is: what is saved for backward is kept in
 * the memory of the CPU, and goes back to its device when backward needs it. It is a pair of hooks
 * as ct_saved_tensors_push() pushes it, and ended in the same ways.
 *
 * What is on the CPU already is not copied, unless `pin_memory` is asked for. A tensor without
 * data, on the meta device, is an error of the operation that saves it.
 *
 * @param pin_memory  copy into memory that is pinned, and do not wait for the copies; where there
 *                    is no CUDA device, and of sparse tensors, the copy is not pinned
 */
CT_API ct_error ct_save_on_cpu_push(bool pin_memory) CT_CALL;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Python's `with torch.autograd.graph.save_on_cpu():` for the block that follows. It ends once the
 * block is left, in whatever way but by longjmp; break and continue mean the block.
 *
 *     ct_error err = NULL;
 *
 *     CT_SAVE_ON_CPU(err, true) {
 *             CT_TRY(forward(model, x, &loss));
 *     }
 *     CT_TRY(err);
 *
 * @param error       a variable of type ct_error, set to NULL; when the hooks cannot be pushed it
 *                    gets the reason, and the block does not run
 * @param pin_memory  as of ct_save_on_cpu_push()
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_save_on_cpu_push() and ct_saved_tensors_pop().
 */
#define CT_SAVE_ON_CPU(error, pin_memory) CT_SAVE_ON_CPU_AT_(error, pin_memory, __LINE__)

#define CT_SAVE_ON_CPU_AT_(error, pin_memory, line) CT_SAVE_ON_CPU_NAMED_(error, pin_memory, line)
#define CT_SAVE_ON_CPU_NAMED_(error, pin_memory, line)                                   \
	for (int64_t ct_saved_depth_##line##_                                            \
	     __attribute__((cleanup(ct_saved_tensors_leave_),                            \
			    unused)) = ct_saved_tensors_depth(),                         \
			    ct_saved_once_##line##_ =                                    \
				    ((error) = ct_save_on_cpu_push(pin_memory)) == NULL; \
	     ct_saved_once_##line##_; ct_saved_once_##line##_ = 0)

/** A declaration for the beginning of a block: whatever is pushed in the block behind it is popped
 * when the block is left, in whatever way (see CT_SCOPE). */
#define CT_SAVED_TENSORS_BLOCK                                                           \
	int64_t ct_saved_tensors_depth_ __attribute__((cleanup(ct_saved_tensors_leave_), \
						       unused)) = ct_saved_tensors_depth()

static inline void ct_saved_tensors_leave_(int64_t *depth)
{
	ct_saved_tensors_pop_to(*depth);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
