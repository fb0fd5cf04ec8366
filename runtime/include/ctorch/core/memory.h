/**
 * @file
 * Live handles: counts, a report, leaks, the memory cache, and a hook for when memory runs out.
 *
 * Handles are always counted. Their tensors, bytes and creators are recorded only while tracking is
 * on: ct_memory_set_tracking_enabled(), or CTORCH_REPORT_LEAKS=1 in the environment. Tracking takes
 * about 0.2 microseconds for each handle, and about 1 with 100,000 tensors.
 *
 * Reports and messages number threads in the order of their first call that returns a tensor or
 * opens a scope.
 */
#ifndef CTORCH_CORE_MEMORY_H
#define CTORCH_CORE_MEMORY_H

#include <stdio.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Figures --------------------------------------------------------------------------------- */

/** Handles and bytes of a thread or of the process; -1: unknown. */
typedef struct ct_memory_usage {
	int64_t handles;          /**< returned and not yet released */
	int64_t handles_peak;     /**< maximum of `handles`; for the process, only while tracked */
	int64_t handles_given;    /**< returned by all calls so far */
	int64_t handles_released; /**< released by calls and by scopes so far */
	int64_t bytes;            /**< of the distinct storages of tracked handles */
	int64_t bytes_peak;       /**< maximum of `bytes` */
	int64_t allocated_bytes;  /**< allocated from malloc() (glibc) and the cache by all code */
	int64_t reserved_bytes;   /**< obtained from the system by malloc() and the cache */
	int64_t cached_bytes;     /**< free memory that the cache keeps for the next steps */
} ct_memory_usage;

/**
 * Returns the current numbers of handles and bytes; either pointer may be NULL.
 *
 * A thread counts the handles that its own calls returned and released. If it releases handles of
 * other threads, its `handles` may be negative; the process's number is exact. A storage counts for
 * the thread that first had a handle on it, with its size at that time.
 *
 * The last three fields are set only for the process. Computing them takes microseconds, or
 * milliseconds in a heap with very many free chunks; where that matters, read only the thread's
 * figures. `allocated_bytes` and `reserved_bytes` include all other memory of the process: what
 * exceeds `bytes` belongs to autograd, libtorch itself or other code. The cache counts in pieces of
 * 256 KiB.
 *
 * @param thread   figures of the calling thread
 * @param process  figures of all threads, including ended ones
 */
CT_API void ct_memory_stats(ct_memory_usage *thread,
			    ct_memory_usage *process) CT_THREAD_STATE CT_NOEXCEPT;

/** Returns how many handles there are in the process, as `handles` of ct_memory_stats() does, but
 * without its slow figures: cheap enough to check for leaks after every test or request. */
CT_API int64_t ct_memory_handle_count(void) CT_NOEXCEPT;

/** Resets every peak to the current value, as torch.cuda.reset_peak_memory_stats(). */
CT_API void ct_memory_reset_peak(void) CT_NOEXCEPT;

/** Returns whether live handles are tracked. */
CT_API bool ct_memory_is_tracking_enabled(void) CT_NOEXCEPT;

/** Turns tracking on or off, for all threads. Handles that were created before are not tracked;
 * turning it off discards all records. In a checked library (ctorch-check) it is always on; that
 * library also looks up every tensor that you pass, and remembers the last 65,536 released ones. */
CT_API void ct_memory_set_tracking_enabled(bool enabled) CT_NOEXCEPT;

/* --- Reports --------------------------------------------------------------------------------- */

/**
 * Writes a report of live handles: the counts, the number of handles that the calling thread's open
 * scopes own, then the tracked handles in groups of the same shape, dtype, device, creating
 * function and call site, sorted by bytes, largest first. The tensor's first handle determines
 * shape, dtype, bytes and function; further handles (ct_tensor_retain(), an in-place result) count
 * in the same line. A call site is shown as file and offset for addr2line, with its function's name
 * if the program exports it (link with -rdynamic). A storage that tensors of two groups share
 * counts in both, and once in the sum.
 *
 * @param stream  NULL is stderr
 * @return an error if writing to the stream fails, or if there is no memory for the text
 */
CT_API ct_error ct_memory_report(FILE *stream)
	CT_TEXT(ct_memory_report_to_string) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Returns the report of ct_memory_report() as a text; `*result` is new: ct_free(). */
CT_API ct_error ct_memory_report_to_string(char **result) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Turns tracking on, and writes ct_memory_report() to stderr if handles are alive when the program
 * ends by exit(), ct_exit() or a return from main(). Handles that ct_tensor_free_later() queued are
 * freed first. Scopes that are still open in that thread are not closed; the report names them.
 * Further calls have no effect. The environment variable CTORCH_REPORT_LEAKS=1 does the same for an
 * unmodified program. */
CT_API ct_error ct_memory_report_leaks_at_exit(void) CT_RETURNS_ERROR;

/**
 * Turns the warning about growing scopes on or off, for all threads; it is on by default.
 *
 * A loop whose steps release nothing fills the scope around it, and the process grows until memory
 * runs out. The warning appears when a scope owns more than 10,000 tensors, or when an optimizer
 * has made more than 1,000 steps in it that each left a tensor behind. It has one line for each
 * call, which says which call fills which scope, how many tensors the scope holds and how many
 * bytes they have. It goes to the handler of ct_set_warning_handler(), otherwise to stderr. CT_E()
 * and CT_M() record file and line of their calls; for other calls the line has the function's name
 * and the address for addr2line. Handles that are freed, disowned or moved up do not count.
 */
CT_API void ct_memory_set_growth_warning_enabled(bool enabled) CT_NOEXCEPT;

/** Returns whether that warning is on. */
CT_API bool ct_memory_is_growth_warning_enabled(void) CT_NOEXCEPT;

/* --- The cache ------------------------------------------------------------------------------- */

/**
 * Sets how many bytes of free memory the cache may hold, for all threads.
 *
 * The cache keeps the memory of released CPU tensors for the next training steps, which saves the
 * page faults of new memory. The first ct_gc() of the process starts it; from then on, tensors of
 * at least 4 KiB come from it. Memory that 8 steps have not used returns to the system; a loop
 * inside a step counts as part of that step. The ct_gc_finish() that closes the last open step of
 * the process returns all free memory.
 *
 * This function also starts the cache, unless `nbytes` is 0. In a program that does not call
 * ct_gc(), freed memory then stays in the cache, up to the limit, until ct_memory_empty_cache().
 * Call it before other threads use libtorch, since it replaces libtorch's allocator.
 *
 * CTORCH_NO_MEMORY_CACHING=1 in the environment sets the initial limit to 0, and so does
 * AddressSanitizer. The cache never starts if addresses are limited (`ulimit -v`) or the program
 * has installed an allocator of its own in C++.
 *
 * @param nbytes  the limit; memory beyond it returns to the system when it is freed, in pieces of
 *                256 KiB. 0 turns the cache off: libtorch's allocator serves new tensors. Negative:
 *                no limit, the default
 */
CT_API void ct_memory_set_cache_limit(int64_t nbytes) CT_MAY_BLOCK CT_NOEXCEPT;

/** Returns the limit of the cache in bytes; -1: no limit. */
CT_API int64_t ct_memory_cache_limit(void) CT_NOEXCEPT;

/** Returns the free memory of the cache to the system, and that of devices' caches to the devices
 * (torch.accelerator.empty_cache()). The result is the number of bytes. Tensors keep their memory.
 * Before libtorch 2.10 it leaves devices out. */
CT_API int64_t ct_memory_empty_cache(void) CT_MAY_BLOCK CT_NOEXCEPT;

/* --- Out of memory --------------------------------------------------------------------------- */

/**
 * Called to make room if a device has no memory for a tensor, in the requesting thread and in the
 * middle of its call: run a garbage collector, drop a cache. Returns true to try again.
 *
 * It may call libctorch and open scopes of its own. It must not release anything that the
 * interrupted call may use: closing a scope that was open before, ct_gc() and ct_gc_finish() are
 * errors, and handles that were passed to the call must not be freed. It must return, without
 * longjmp or a C++ exception, and may be called in several threads at once, including libtorch's own.
 *
 * @param device   where memory is missing; the CPU has no index
 * @param nbytes   the requested size
 * @param context  the context that was set with the hook
 */
typedef bool (*ct_out_of_memory_hook)(ct_device device, int64_t nbytes, void *context);

/**
 * Sets the hook of the process; NULL removes it. The cache is emptied before the hook runs;
 * handles that ct_tensor_free_later() queued are freed before and after it. If this released
 * memory, the allocation is tried again whatever the hook returned. The hook is not called for its
 * own allocations. Set the first one before other threads use libctorch, since this replaces
 * libtorch's allocators. After you remove it, a call may still be running in another thread. If the
 * second attempt fails, or there is no hook, the call returns an error of kind
 * CT_ERROR_OUT_OF_MEMORY with the requested size.
 *
 * The hook is called for the CPU; for CUDA in programs with libctorch_cuda, by linking or
 * ct_load_library(); and for the device of a plug-in whose tensors come from c10::GetAllocator()
 * (libtorch 2.10 and later).
 */
CT_API void ct_memory_set_out_of_memory_hook(ct_out_of_memory_hook hook CT_KEPT,
					     void *context CT_KEPT) CT_NOEXCEPT;

/* For libraries of devices. The first registers a function that puts an allocator in front of
 * libtorch's, which is called when there is a hook, perhaps more than once; the second is what that
 * allocator calls if it has no memory, and returns whether to try again. */
typedef void (*ct_memory_install_function_)(void);
CT_API void ct_memory_on_hook_(ct_memory_install_function_ install) CT_NOEXCEPT;
CT_API bool ct_memory_make_room_(ct_device device, int64_t nbytes) CT_CALLS_BACK CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
