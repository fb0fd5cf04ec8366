/**
 * @file
 * CUDA's memory beyond what ctorch/device/memory.h has for all devices: pools, a limit for the
 * process, snapshots, and allocators of your own.
 *
 * A device with index -1 is the calling thread's current one.
 */
#ifndef CTORCH_CUDA_MEMORY_H
#define CTORCH_CUDA_MEMORY_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/cuda/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_CUDA_MEMORY_LIBRARY "ctorch_cuda"

/* --- Limits and back ends --------------------------------------------------------------------- */

/**
 * Limits what the process may allocate on a device (torch.cuda.set_per_process_memory_fraction()).
 * More is an OutOfMemoryError, as if the device had less memory.
 *
 * @param fraction  of the device's whole memory, from 0 to 1
 */
CT_API ct_error ct_cuda_set_memory_fraction(ct_device device, double fraction) CT_RETURNS_ERROR;

/** Returns the limit as a fraction of the device's memory, at first 1
 * (torch.cuda.get_per_process_memory_fraction()). */
CT_API ct_error ct_cuda_memory_fraction(ct_device device, double *result) CT_RETURNS_ERROR;

/** Returns the name of the allocator: "native", "cudaMallocAsync" or "pluggable"
 * (torch.cuda.get_allocator_backend()). `*result` is new: ct_free(). */
CT_API ct_error ct_cuda_allocator_backend(char **result) CT_RETURNS_ERROR;

/* --- Snapshots -------------------------------------------------------------------------------- */

/** What ct_cuda_memory_history_start() records. */
typedef struct ct_cuda_memory_history_options {
	bool only_state;     /**< what is allocated now, not the events before it */
	bool no_stacks;      /**< leave out the C and C++ functions that allocated */
	int64_t max_entries; /**< the number of events that are kept; 0: all */
} ct_cuda_memory_history_options;

/** Starts recording allocations on all devices, for ct_cuda_memory_snapshot_save()
 * (torch.cuda.memory._record_memory_history()). Stacks cost some microseconds for each allocation.
 * */
CT_API ct_error ct_cuda_memory_history_start(
	const ct_cuda_memory_history_options *options CT_NULLABLE) CT_RETURNS_ERROR;

/** Stops recording (torch.cuda.memory._record_memory_history(enabled=None)). */
CT_API ct_error ct_cuda_memory_history_stop(void) CT_RETURNS_ERROR;

/**
 * Writes what is allocated on all devices, and the recorded events, as a pickle that
 * https://pytorch.org/memory_viz and `python -m torch.cuda._memory_viz` read
 * (torch.cuda.memory._dump_snapshot()).
 */
CT_API ct_error ct_cuda_memory_snapshot_save(const char *path) CT_RETURNS_ERROR;

/* --- Pools ------------------------------------------------------------------------------------ */

/** Memory that is kept apart from all other: torch.cuda.MemPool. ct_cuda_mem_pool_free() frees it.
 * */
typedef struct ct_cuda_mem_pool ct_cuda_mem_pool;

/** An allocator of your own: ct_cuda_allocator_new(). */
typedef struct ct_cuda_allocator ct_cuda_allocator;

/** Options of ct_cuda_mem_pool_new(); zeros are PyTorch's defaults. */
typedef struct ct_cuda_mem_pool_options {
	const ct_cuda_allocator *allocator; /**< where its memory is from; NULL: CUDA */
	bool use_on_oom;                    /**< other allocations may use it before they fail */
} ct_cuda_mem_pool_options;

/** Creates a pool on the current device. `*result` is new: ct_cuda_mem_pool_free(). It belongs to
 * the caller, not to a scope. */
CT_API ct_error ct_cuda_mem_pool_new(const ct_cuda_mem_pool_options *options CT_NULLABLE,
				     ct_cuda_mem_pool **result) CT_RETURNS_ERROR;

/** Frees a pool. Memory that tensors use is freed with them. A pool that was entered during a capture
 * must live as long as the graph. Ignores NULL. */
CT_API void ct_cuda_mem_pool_free(ct_cuda_mem_pool *self) CT_NOEXCEPT;

/** Returns the name of the pool, for the capture of a graph (MemPool.id); zeros for NULL. */
CT_API ct_cuda_pool_id ct_cuda_mem_pool_id(const ct_cuda_mem_pool *self) CT_NOEXCEPT;

/** From now on the calling thread allocates from the pool on its device: the beginning of Python's
 * `with torch.cuda.use_mem_pool(pool):`. Pools do not nest.
 * @return RuntimeError if the pool is entered, or the thread has entered another one of the device */
CT_API ct_error ct_cuda_mem_pool_enter(ct_cuda_mem_pool *self) CT_THREAD_STATE CT_RETURNS_ERROR;

/** The thread that entered the pool allocates as before. */
CT_API ct_error ct_cuda_mem_pool_leave(ct_cuda_mem_pool *self)
	CT_SAME_THREAD(ct_cuda_mem_pool_enter) CT_RETURNS_ERROR;

/* --- Allocators of your own ------------------------------------------------------------------- */

/** Returns memory of a device, aligned to 256 bytes or more; NULL is an OutOfMemoryError.
 * @param stream  a cudaStream_t: the first that uses the memory */
typedef void *(*ct_cuda_allocate_function)(int64_t nbytes, int64_t device_index,
					   void *stream CT_BORROWED,
					   void *context)CT_LENGTH(nbytes);

/** Frees such memory. */
typedef void (*ct_cuda_free_function)(void *memory CT_TAKEN CT_LENGTH(nbytes), int64_t nbytes,
				      int64_t device_index, void *stream CT_BORROWED,
				      void *context);

/**
 * Creates an allocator (torch.cuda.memory.CUDAPluggableAllocator). Any thread may call its
 * functions, which must not throw, jump, or call libctorch. libtorch keeps it until the process
 * ends once it is used, so the context must live as long.
 */
CT_API ct_error ct_cuda_allocator_new(ct_cuda_allocate_function allocate CT_KEPT,
				      ct_cuda_free_function free_memory CT_KEPT,
				      void *context CT_NULLABLE,
				      ct_cuda_allocator **result) CT_RETURNS_ERROR;

/** Frees a handle on an allocator. Ignores NULL. */
CT_API void ct_cuda_allocator_free(ct_cuda_allocator *self) CT_NOEXCEPT;

/** Makes the allocator that of all CUDA memory (torch.cuda.memory.change_current_allocator()).
 * It must be the first use of CUDA in the process: otherwise it is a RuntimeError. */
CT_API ct_error ct_cuda_allocator_install(const ct_cuda_allocator *self) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
