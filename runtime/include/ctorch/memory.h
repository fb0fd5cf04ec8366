/**
 * @file
 * What is alive: counts, a report, leaks, and what to do when memory runs out.
 *
 * Handles are always counted. Which tensors they are, their bytes and who made them is known while
 * they are tracked: ct_memory_set_tracking(), or CTORCH_REPORT_LEAKS=1 in the environment. Tracking
 * costs some 0.2 microseconds for each handle, among 100,000 tensors about 1.
 *
 * Threads are numbered, in reports and messages, in the order of their first call that gives a
 * tensor or opens a scope.
 */
#ifndef CTORCH_MEMORY_H
#define CTORCH_MEMORY_H

#include <stdio.h>

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Figures --------------------------------------------------------------------------------- */

/** Handles and bytes, of one thread or of the process. -1: not known. */
typedef struct ct_memory_usage {
	int64_t handles;          /**< given and not yet released */
	int64_t handles_peak;     /**< the most there were at once; of the process: while tracked */
	int64_t handles_given;    /**< by all calls so far */
	int64_t handles_released; /**< by freeing and by scopes, so far */
	int64_t bytes;            /**< of the distinct storages behind tracked handles */
	int64_t bytes_peak;       /**< the most there were at once */
	int64_t allocated_bytes;  /**< what malloc() (glibc's) and the cache have given out */
	int64_t reserved_bytes;   /**< what these two hold of the system for that */
	int64_t cached_bytes;     /**< what the cache holds for the next steps */
} ct_memory_usage;

/**
 * How many handles and bytes there are now; either pointer may be NULL.
 *
 * A thread counts the handles that its own calls gave and released. One that releases what others
 * made has released more than it was given, and its `handles` is negative; the process's is exact.
 * A storage counts for the thread that first had a handle on it, with the bytes it had then.
 *
 * The last three fields are of the process alone; finding them takes microseconds, in a heap of very
 * many free pieces milliseconds, so ask for the thread's figures where that matters. The first two
 * of them contain everything else in the process too; what is allocated beyond `bytes` is held by
 * autograd, by libtorch itself or by others. The cache counts in pieces of 256 KiB.
 *
 * @param thread   the calling thread's
 * @param process  all threads', ended ones too
 */
CT_API void ct_memory_stats(ct_memory_usage *thread, ct_memory_usage *process) CT_NOEXCEPT;

/** Lets every peak begin again at what there is now, as torch.cuda.reset_peak_memory_stats(). */
CT_API void ct_memory_reset_peak(void) CT_NOEXCEPT;

/** Switches tracking on or off, for all threads; returns what it was. Handles that were given
 * before it was on are not known to it; switched off, it forgets what it knew. In a checked build
 * (-DCTORCH_CHECKED=ON), which also looks up every tensor that is passed and remembers the 65,536
 * that were released last, it is always on. */
CT_API bool ct_memory_set_tracking(bool enabled) CT_NOEXCEPT;

/* --- Reports --------------------------------------------------------------------------------- */

/**
 * Writes what is alive: the counts, how many of the handles the calling thread's open scopes own,
 * then the tracked handles in groups of the same shape, dtype, device, creating function and place
 * of its call, those of most bytes first. Shape, dtype, bytes and function are those of the
 * tensor's first handle; another one (ct_tensor_keep(), an in-place result) counts in the same
 * line. A place is told with its function's name if the program exports it (link with -rdynamic),
 * and as file and offset for addr2line. A storage behind tensors of two groups counts in both, and
 * once in the sum.
 *
 * @param stream  NULL is stderr
 * @return an error when the stream does not take the text, or without memory for it
 */
CT_API ct_error ct_memory_report(FILE *stream) CT_CALL;

/** Switches tracking on, and lets the program write ct_memory_report() to stderr when it ends by
 * exit(), ct_exit() or by returning from main() and handles are alive; nothing when none is. What
 * ct_tensor_free_later() left is freed before. Scopes that are still open in that thread are not
 * closed; the report names them. To call it again changes nothing. The environment variable
 * CTORCH_REPORT_LEAKS=1 does the same for a program as it is. */
CT_API ct_error ct_memory_report_leaks_at_exit(void) CT_CALL;

/* --- The cache ------------------------------------------------------------------------------- */

/**
 * Sets how many bytes of free memory the cache may hold, for all threads.
 *
 * The cache keeps the memory of released CPU tensors for the next training steps, so that they do
 * not pay for the page faults of new memory. The first ct_gc() of the process starts it; from then
 * on, tensors of at least 4 KiB come from it. Memory that 8 steps have not used returns to the
 * system; a loop inside a step counts as part of that step. The ct_gc_finish() that closes the last
 * open step of the process returns all that is free.
 *
 * This function also starts the cache, unless `nbytes` is 0. In a program that does not call
 * ct_gc(), memory then stays in it, up to the limit, until ct_memory_empty_cache(). Call it before
 * other threads use libtorch, since it replaces libtorch's allocator.
 *
 * CTORCH_NO_MEMORY_CACHING=1 in the environment sets the limit 0 at first, and so does
 * AddressSanitizer. The cache never starts if addresses are limited (`ulimit -v`) or the program
 * has installed an allocator of its own in C++.
 *
 * @param nbytes  memory that exceeds this returns to the system when it is freed, in pieces of 256
 *                KiB; 0 switches the cache off: new tensors get their memory from libtorch's
 *                allocator; negative: no limit, the default
 * @return the limit before; -1: none
 */
CT_API int64_t ct_memory_set_cache_limit(int64_t nbytes) CT_NOEXCEPT;

/** Returns the free memory of the cache to the system, as torch.cuda.empty_cache() does for a GPU,
 * and the number of its bytes to the caller. Tensors keep their memory. */
CT_API int64_t ct_memory_empty_cache(void) CT_NOEXCEPT;

/* --- Out of memory --------------------------------------------------------------------------- */

/**
 * Called when the CPU allocator has no memory for a tensor, in the thread that asked for it and in
 * the middle of its call, to make room: run a garbage collector, drop a cache. True: try once more.
 *
 * It may call libctorch and open scopes of its own. What the interrupted call may use it must leave
 * alone: to close a scope that was open before is an error, as are ct_gc() and ct_gc_finish(), and
 * a handle that the call was given must not be freed. It must return (no longjmp), and may be
 * called in several threads at once, libtorch's own among them.
 *
 * @param nbytes   what was asked for
 * @param context  as it was set
 */
typedef bool (*ct_out_of_memory_hook)(int64_t nbytes, void *context);

/** Sets the hook of the process; NULL removes it. Before it is called, the cache is emptied; before
 * and after it is called, what ct_tensor_free_later() left is freed. If either was anything, the
 * allocation is tried again whatever the hook returned. A hook that runs out of memory itself is not called for that. Set the
 * first one before other threads use libctorch, since libtorch's allocator is replaced then; when
 * it is removed, a call of it may still be under way in another thread.
 * If the second attempt fails too, or without a hook, the call returns an error of the kind
 * CT_ERROR_OUT_OF_MEMORY that tells how many bytes were asked for. */
CT_API void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook, void *context) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
