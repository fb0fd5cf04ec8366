/**
 * @file
 * The training loop's memory, and freeing on behalf of a garbage collector.
 *
 *     CT_EACH_STEP (step, 1, STEPS) {
 *             ... forward, backward, update: nothing to free ...
 *     }
 *
 * Tensors created in a step are released when the next step begins. Tensors created before the loop
 * (parameters, buffers) stay, and so do tensors that ct_scope_disown() takes out of a step.
 *
 * Your own loop calls ct_gc() at the beginning of each step and ct_gc_finish() after the last one:
 *
 *     CT_SCOPE; // of the function: closes the step too when CT_TRY leaves the loop
 *
 *     while (loss > goal) {
 *             CT_TRY(ct_gc());
 *             ...
 *     }
 *     CT_TRY(ct_gc_finish());
 *
 * If the loop ends without ct_gc_finish(), the step stays open and owns the thread's later tensors.
 * So put a CT_SCOPE around the loop, or leave your own scope with ct_scope_leave().
 */
#ifndef CTORCH_CORE_GC_H
#define CTORCH_CORE_GC_H

#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins a step: a scope (scope.h) of this thread that the next ct_gc() closes.
 *
 * If the thread's innermost scope is a step, its tensors are released and a new step replaces it.
 * Otherwise a step is opened inside the innermost scope. So a function that is called in a step and
 * has its own loop must put a scope around it; otherwise its first ct_gc() ends its caller's step
 * and releases its caller's tensors. Steps of other threads are not affected.
 *
 * It also frees the handles that ct_tensor_free_later() queued. The first call of the process
 * starts the memory cache (ct_memory_set_cache_limit()).
 *
 * @return an error if there is no memory for a step; if 8 steps are nested, usually because each
 *         step opens a scope and does not close it (the message names that scope); or in an
 *         out-of-memory hook or a deleter
 */
CT_API ct_error ct_gc(void) CT_THREAD_STATE CT_CALLS_BACK CT_SCOPES(steps) CT_RETURNS_ERROR;

/** Ends the loop: if the thread's innermost scope is a step, closes it and releases its tensors; if
 * it was the last open step of the process, empties the cache (ct_memory_empty_cache()). If the
 * scope is not a step, as after a loop that never ran, nothing happens. Also frees the handles that
 * ct_tensor_free_later() queued. An error in an out-of-memory hook or a deleter. */
CT_API ct_error ct_gc_finish(void) CT_SAME_THREAD(ct_gc) CT_CALLS_BACK
	CT_SCOPES(closes) CT_RETURNS_ERROR;

/** Frees a handle, from any thread and without waiting, at the next ct_gc(), ct_gc_finish() or
 * ct_tensor_free_pending() of any thread: for finalizers, which a garbage collector runs at any
 * time in any thread. No scope may own the handle, and no call in progress may use it: hold a
 * reference to the object during calls. A deleter then runs in the thread that frees. If there is
 * no memory to queue the handle, it is freed at once. */
CT_API void ct_tensor_free_later(ct_tensor *self CT_TAKEN) CT_NOEXCEPT;

/** Frees the handles that ct_tensor_free_later() queued, for programs without a loop that calls
 * ct_gc(). Returns their number. */
CT_API int64_t ct_tensor_free_pending(void) CT_CALLS_BACK CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
