/**
 * @file
 * The training loop's memory, and freeing on behalf of a garbage collector.
 *
 * A loop calls ct_gc() at the head of each step and ct_gc_finish() behind the last one:
 *
 *     CT_SCOPE; // of the function: closes the step too when CT_TRY leaves the loop
 *
 *     for (step = 0; step < steps; step++) {
 *             CT_TRY(ct_gc());
 *             ... forward, backward, update: nothing to free ...
 *     }
 *     CT_TRY(ct_gc_finish());
 *
 * What a step makes is gone when the next one begins. What was made before the loop (parameters,
 * buffers) stays, and so does what ct_scope_keep() takes out of a step.
 *
 * A step that is left without ct_gc_finish() stays open, and owns what the thread is given from
 * then on. So put a CT_SCOPE around the loop, or leave a scope of your own with ct_scope_leave().
 */
#ifndef CTORCH_GC_H
#define CTORCH_GC_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins a step: a scope (scope.h) of this thread that the next ct_gc() closes.
 *
 * When the thread's innermost scope is a step, its tensors are released and a new step takes its
 * place. Otherwise a step is opened inside the innermost scope. So a function that is called in a
 * step and has a loop of its own puts a scope around it; without one its first ct_gc() ends its
 * caller's step and releases its caller's tensors. Other threads and their steps are not concerned.
 *
 * It also frees what ct_tensor_free_later() left. The first call of the process starts the cache of
 * memory (ct_memory_set_cache_limit()).
 *
 * @return an error when there is no memory for a step; when 8 steps are open inside one another,
 *         which mostly means that a scope is opened in each step and not closed in it, and it is
 *         named; or in an out-of-memory hook or a deleter
 */
CT_API ct_error ct_gc(void) CT_CALL;

/** Ends the loop: when the thread's innermost scope is a step, its tensors are released and it is
 * closed; if it was the last open step of the process, the cache is emptied. When it is not a step,
 * as after a loop that never ran, nothing happens. Also frees what ct_tensor_free_later() left. An
 * error in an out-of-memory hook or a deleter. */
CT_API ct_error ct_gc_finish(void) CT_CALL;

/** Frees a handle, from any thread and without waiting, at the next ct_gc(), ct_gc_finish() or
 * ct_tensor_free_pending() of any thread: for finalisers, which run where and when a garbage
 * collector likes. No scope may own the handle and no call in progress may use it: hold a reference
 * to the object during calls. A deleter then runs in the thread that frees. Without memory to note
 * it, the handle is freed at once. */
CT_API void ct_tensor_free_later(ct_tensor *self) CT_NOEXCEPT;

/** Frees what ct_tensor_free_later() left, for programs without a loop that calls ct_gc(). Returns
 * how many handles that were. */
CT_API int64_t ct_tensor_free_pending(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
