/*
 * Inside libctorch_cuda: the stream in which blocks and steps are captured.
 */
#ifndef CT_CUDA_GRAPH_H
#define CT_CUDA_GRAPH_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The stream that captures on the current device; every call returns the same one. */
__attribute__((visibility("hidden"))) ct_error ct_cuda_capture_stream_(ct_stream *result)
	CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
