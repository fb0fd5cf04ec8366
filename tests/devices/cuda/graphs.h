/* graphs.h: captures by libtorch's C++, until libctorch has functions for them. */
#ifndef CUDA_GRAPHS_H
#define CUDA_GRAPHS_H

#include <ctorch/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the call in a stream of its own of the device; with a graph, captures what it does. An error
 * is the call's or the capture's; after it there is no graph. */
typedef ct_error (*capture_call)(void *context);
ct_error run_in_stream(int device, capture_call call, void *context);
ct_error capture_graph(int device, capture_call call, void *context, void **graph);
ct_error replay_graph(void *graph);
void free_graph(void *graph);

#ifdef __cplusplus
}
#endif

#endif
