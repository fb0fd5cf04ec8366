/*
 * Inside libctorch_cuda: the stream in which blocks and steps are captured, and whether a step gave it
 * work.
 */
#ifndef CT_CUDA_GRAPH_H
#define CT_CUDA_GRAPH_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/cuda/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The stream that captures on the current device; every call returns the same one. */
__attribute__((visibility("hidden"))) ct_error ct_cuda_capture_stream_(ct_stream *result)
	CT_NOEXCEPT;

/* An error if the captured graph, which was created with keep_graph, has no work; then it is reset. */
__attribute__((visibility("hidden"))) ct_error ct_cuda_graph_need_work_(
	ct_cuda_graph *graph, const char *function) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
