/**
 * @file
 * Names for NVIDIA's profilers (Nsight Systems), and the calls that wait for a device.
 */
#ifndef CTORCH_CUDA_PROFILE_H
#define CTORCH_CUDA_PROFILE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_CUDA_PROFILE_LIBRARY "ctorch_cuda"

/* --- Ranges and marks of NVTX ----------------------------------------------------------------- */

/** Begins a range of the calling thread's time line; ranges nest (torch.cuda.nvtx.range_push()).
 * Without a profiler it takes nanoseconds. */
CT_API ct_error ct_cuda_nvtx_range_push(const char *name) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Ends the innermost range of the thread (torch.cuda.nvtx.range_pop()). */
CT_API ct_error ct_cuda_nvtx_range_pop(void)
	CT_SAME_THREAD(ct_cuda_nvtx_range_push) CT_RETURNS_ERROR;

/** Marks a moment of the time line (torch.cuda.nvtx.mark()). */
CT_API ct_error ct_cuda_nvtx_mark(const char *name) CT_RETURNS_ERROR;

/* --- The profiler ----------------------------------------------------------------------------- */

/** A profiler that was started with --capture-range=cudaProfilerApi records from now on
 * (torch.cuda.profiler.start()). */
CT_API ct_error ct_cuda_profiler_start(void) CT_RETURNS_ERROR;

/** It stops recording (torch.cuda.profiler.stop()). */
CT_API ct_error ct_cuda_profiler_stop(void) CT_RETURNS_ERROR;

/* --- Calls that wait -------------------------------------------------------------------------- */

/** What happens when an operator waits for the device. */
typedef int32_t ct_cuda_sync_debug;

enum ct_cuda_sync_debug_value {
	CT_CUDA_SYNC_DEBUG_OFF = 0,  /**< nothing */
	CT_CUDA_SYNC_DEBUG_WARN = 1, /**< a warning */
	CT_CUDA_SYNC_DEBUG_ERROR = 2 /**< a RuntimeError */
};

/** Reports operators that wait for the device, as reading a number does, to find what keeps the
 * device idle; for all threads (torch.cuda.set_sync_debug_mode()). */
CT_API ct_error ct_cuda_set_sync_debug_mode(ct_cuda_sync_debug mode) CT_RETURNS_ERROR;

/** Returns what is set (torch.cuda.get_sync_debug_mode()). */
CT_API ct_cuda_sync_debug ct_cuda_sync_debug_mode(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
