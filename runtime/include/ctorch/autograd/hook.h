/**
 * @file
 * Hooks: your functions that backward calls with gradients, to read or replace them.
 *
 * Registering a hook returns a number, with which you can remove it. Otherwise the hook lives as
 * long as the tensor or the node for which it was registered. The library releases its `context`
 * exactly once, with `release` (NULL: nothing to release): when the hook is removed, or with the
 * tensor or node; if the hook is running, after it returns. If registering fails, the caller keeps
 * `context`.
 *
 * In a hook:
 * - Its arguments are borrowed until it returns. Handles that it receives or creates belong to a
 *   scope of the call (scope.h): it frees none of them. To keep one, call ct_scope_disown(), or
 *   ct_scope_disown_object() if it is not a tensor.
 * - A replacement that it returns is borrowed, too: the library takes its own reference. If it
 *   belongs to a CT_SCOPE in the hook, call ct_scope_move_up() first.
 * - An error that it returns ends backward, which returns that error unchanged, whichever thread
 *   the hook ran in.
 * - It may register and remove hooks, itself included, and differentiate.
 * - Operations are recorded only if backward was called with `create_graph`.
 *
 * It must return (no longjmp, no exception). It runs in the thread that called backward, with two
 * exceptions: gradients of tensors on other devices are computed in a thread of the device, and
 * backwards nested more than 60 deep in hooks run in a thread of libtorch's pool. If several
 * threads run backward through the same tensor, its hooks run in all of them at once.
 *
 * A hook whose `context` holds a reference to its own tensor or node keeps it alive forever: remove
 * the hook to break the cycle.
 */
#ifndef CTORCH_AUTOGRAD_HOOK_H
#define CTORCH_AUTOGRAD_HOOK_H

#include <ctorch/autograd/graph.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/try.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A registered hook is an `int64_t` that is unique in the process, never 0, and needs no
 * release. */
#define CT_HOOK_NONE INT64_C(0)

/** Removes a hook, from any thread, even while it runs. Returns true if it was registered; false if
 * it was removed before, if its tensor or node is released, and for any other number. */
CT_API bool ct_hook_remove(int64_t hook) CT_CALLS_BACK CT_NOEXCEPT;

/* --- Hooks of tensors ------------------------------------------------------------------------ */

/**
 * Is called with the gradient with respect to the tensor.
 *
 * @param grad         NULL if there is none: the tensor is one of several results of a function,
 *                     and only other results were used
 * @param replacement  the gradient to use instead, with the same shape, dtype and device; initially
 *                     NULL, which keeps `grad`
 */
typedef ct_error (*ct_tensor_hook)(const ct_tensor *grad CT_NULLABLE, void *context,
				   ct_tensor **replacement);

/**
 * Registers a hook for a tensor: Python's Tensor.register_hook(). Hooks of a tensor run in the
 * order of registration, each with the gradient that the previous one left, before the gradient is
 * added to a leaf or passed on to the node of the tensor. They also run for gradients that
 * ct_autograd_grad() returns.
 *
 * After an in-place operation on the tensor, earlier hooks still receive the gradient with respect
 * to its old value, and later ones the gradient with respect to its new value.
 *
 * @param hook  receives the number; NULL: the hook lives as long as the tensor
 */
CT_API ct_error ct_tensor_register_hook(ct_tensor *self, ct_tensor_hook call, void *context,
					ct_release_function release CT_NULLABLE,
					int64_t *hook) CT_RETURNS_ERROR;

/** Is called with a leaf after backward has added to its ct_tensor_grad(). It may write to both,
 * and remove the gradient: an optimizer's step during backward. */
typedef ct_error (*ct_post_accumulate_hook)(ct_tensor *leaf, void *context);

/** Registers a hook for a leaf: Python's Tensor.register_post_accumulate_grad_hook(). An error
 * unless the tensor is a leaf that requires a gradient, and in releases of libtorch before 2.1. */
CT_API ct_error ct_tensor_register_post_accumulate_hook(ct_tensor *self,
							ct_post_accumulate_hook call, void *context,
							ct_release_function release CT_NULLABLE,
							int64_t *hook) CT_RETURNS_ERROR;

/* --- Hooks of nodes --------------------------------------------------------------------------
 *
 * They run when the node is executed. A node that ct_autograd_grad() stops at is not executed: its
 * gradient is a result, and only the tensor's hooks run.
 */

/**
 * Is called before a node is executed.
 *
 * @param grads         ct_node_input_count() gradients with respect to the operation's results; a
 *                      missing one is NULL
 * @param replacements  as long as `grads`, initially all NULL; a tensor here replaces that gradient
 */
typedef ct_error (*ct_node_pre_hook)(ct_tensor *const *grads, int64_t grads_len, void *context,
				     ct_tensor **replacements CT_LENGTH(grads_len));

/** Registers a hook before a node: Python's Node.register_prehook(). Register hooks of a node while
 * no backward uses it. */
CT_API ct_error ct_node_register_pre_hook(ct_node *self, ct_node_pre_hook call, void *context,
					  ct_release_function release CT_NULLABLE,
					  int64_t *hook) CT_RETURNS_ERROR;

/**
 * Is called after a node was executed.
 *
 * @param grad_inputs   its results: ct_node_next_count() gradients; NULL where none is needed
 * @param grad_outputs  its inputs, as in ct_node_pre_hook
 * @param replacements  as long as `grad_inputs`
 */
typedef ct_error (*ct_node_post_hook)(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
				      ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				      void *context,
				      ct_tensor **replacements CT_LENGTH(grad_inputs_len));

/** Registers a hook after a node: Python's Node.register_hook(). */
CT_API ct_error ct_node_register_post_hook(ct_node *self, ct_node_post_hook call, void *context,
					   ct_release_function release CT_NULLABLE,
					   int64_t *hook) CT_RETURNS_ERROR;

/* --- Hooks of saved tensors ------------------------------------------------------------------
 *
 * A recorded operation saves tensors for backward. While a pair of these hooks is pushed, it packs
 * each tensor, and the graph keeps the packed object instead: a copy with fewer bits, on another
 * device, in a file, or a number from which to recompute the tensor.
 */

/** Packs a tensor that an operation saves; the graph keeps `*packed`, initially NULL. It must not
 * write to `tensor`, nor keep a reference to it: the tensor may be the operation's own result,
 * which would keep the graph, and thus itself, alive forever. Keep something computed from it, or
 * the result of ct_detach(). */
typedef ct_error (*ct_saved_tensor_pack_hook)(const ct_tensor *tensor, void *context,
					      void **packed CT_TAKEN);

/** Returns the tensor whenever backward needs it, with the shape, dtype and device of the packed
 * tensor. It must not release `packed`. */
typedef ct_error (*ct_saved_tensor_unpack_hook)(void *packed CT_NULLABLE CT_BORROWED, void *context,
						ct_tensor **tensor);

/** Releases a packed object when the graph is released, in the thread where that happens. */
typedef void (*ct_saved_tensor_release_function)(void *packed CT_NULLABLE CT_TAKEN, void *context);

/**
 * Begins Python's torch.autograd.graph.saved_tensors_hooks(): the pair pushed last packs the
 * tensors that this thread's operations save. `context` is released when the pair has been popped
 * and no packed object is left.
 *
 * libtorch asks its engine for these hooks. Pushing is an error in a process that uses another
 * engine, such as Python's if PyTorch is imported.
 *
 * @param free_packed  NULL: nothing to release
 */
CT_API ct_error
ct_saved_tensors_push(ct_saved_tensor_pack_hook pack, ct_saved_tensor_unpack_hook unpack,
		      ct_saved_tensor_release_function free_packed CT_NULLABLE, void *context,
		      ct_release_function release CT_NULLABLE) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Pops the pair that this thread pushed last; graphs whose tensors it packed keep using it. An
 * error if there is none. */
CT_API ct_error ct_saved_tensors_pop(void)
	CT_SAME_THREAD(ct_saved_tensors_push) CT_CALLS_BACK CT_RETURNS_ERROR;

/** Returns the number of pairs that this thread has pushed and not popped. */
CT_API int64_t ct_saved_tensors_depth(void) CT_THREAD_STATE CT_NOEXCEPT;

/** Pops pairs until `depth` are left: the end of a block. */
CT_API void ct_saved_tensors_pop_to(int64_t depth)
	CT_SAME_THREAD(ct_saved_tensors_push) CT_CALLS_BACK CT_NOEXCEPT;

/**
 * Begins Python's torch.autograd.graph.save_on_cpu(): tensors saved for backward are kept in the
 * CPU's memory, and copied back to their device when backward needs them. It pushes a pair of hooks
 * as ct_saved_tensors_push() does, and ends in the same ways.
 *
 * A tensor that is already on the CPU is copied only with `pin_memory`. For a tensor without data,
 * on the meta device, the operation that saves it returns an error.
 *
 * @param pin_memory  copy into pinned memory, and do not wait for the copies; without an
 *                    accelerator, and for sparse tensors, the copy is not pinned
 */
CT_API ct_error ct_save_on_cpu_push(bool pin_memory) CT_RETURNS_ERROR;

#if defined(__GNUC__) || defined(__clang__)
/**
 * Saves tensors on the CPU for the rest of the enclosing C block:
 * `CT_SAVE_ON_CPU_SCOPE(pin_memory);` is Python's `with torch.autograd.graph.save_on_cpu():`. Use
 * it in functions that return a ct_error: like CT_TRY, it returns the error if the hooks cannot be
 * pushed.
 */
#define CT_SAVE_ON_CPU_SCOPE(pin_memory) \
	CT_SAVED_TENSORS_SCOPE;          \
	CT_TRY(ct_save_on_cpu_push(pin_memory))

/**
 * Saves tensors on the CPU in the following block: Python's `with
 * torch.autograd.graph.save_on_cpu():`. It ends when control leaves the block in any way except
 * longjmp; break and continue refer to the block.
 *
 *     ct_error err = NULL;
 *
 *     CT_SAVE_ON_CPU(err, true) {
 *             CT_TRY(forward(model, x, &loss));
 *     }
 *     CT_TRY(err);
 *
 * @param error       a variable of type ct_error, set to NULL; if the hooks cannot be pushed, it is
 *                    set to the error, and the block does not run
 * @param pin_memory  as in ct_save_on_cpu_push()
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

/** Pops pairs that are pushed in the rest of the enclosing C block when control leaves it in any
 * way except longjmp: `CT_SAVED_TENSORS_SCOPE;`. */
#define CT_SAVED_TENSORS_SCOPE CT_SAVED_TENSORS_SCOPE_AT_(__LINE__)

#define CT_SAVED_TENSORS_SCOPE_AT_(line) CT_SAVED_TENSORS_SCOPE_NAMED_(line)
#define CT_SAVED_TENSORS_SCOPE_NAMED_(line)                                               \
	int64_t ct_saved_depth_##line##_ __attribute__((cleanup(ct_saved_tensors_leave_), \
							unused)) = ct_saved_tensors_depth()

/** Pops pairs that are pushed in the block when control leaves it: `CT_SAVED_TENSORS { ... }`. The
 * notes on blocks at CT_NO_GRAD apply here, too. */
#define CT_SAVED_TENSORS CT_SAVED_TENSORS_AT_(__LINE__)

#define CT_SAVED_TENSORS_AT_(line) CT_SAVED_TENSORS_NAMED_(line)
#define CT_SAVED_TENSORS_NAMED_(line)                                                              \
	for (int64_t ct_saved_depth_##line##_                                                      \
	     __attribute__((cleanup(ct_saved_tensors_leave_), unused)) = ct_saved_tensors_depth(), \
							      ct_saved_once_##line##_ = 1;         \
	     ct_saved_once_##line##_; ct_saved_once_##line##_ = 0)

static inline void ct_saved_tensors_leave_(int64_t *depth)
{
	ct_saved_tensors_pop_to(*depth);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
