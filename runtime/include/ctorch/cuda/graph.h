/**
 * @file
 * CUDA graphs: work that is recorded once and launched as a whole.
 *
 * A capture records the work that a stream gets instead of doing it; a replay does all of it with
 * one call, which saves the host's time for hundreds of small kernels. A replay uses the same
 * memory as the capture: copy new inputs into the tensors that the captured work read, and read the
 * results from those that it wrote. Memory that is allocated during the capture belongs to the
 * graph's pool, and is used again by each replay, also after the tensors are freed.
 *
 * Nothing that is captured may wait for the device: reading a number (ct_tensor_item_double()),
 * copying to the host, indexing with a mask, synchronizing. Such a call fails, which ends the
 * capture with an error. Do the same work a few times before, so that libraries allocate what they
 * need. ct_cuda_graphed_step_new() does all of this for a training step.
 *
 *     CT_CUDA_CAPTURE(err, graph, NULL) {
 *             CT_TRY(CT(mul, &y, x, 2));
 *     }
 *     CT_TRY(err);
 *     CT_TRY(ct_copy_(x, next, false, &x));
 *     CT_TRY(ct_cuda_graph_replay(graph));
 *
 * A graph is one thread's at a time, and one capture runs at a time in a process. Objects of this
 * header belong to the caller, not to a scope; ct_scope_defer() gives one to a scope.
 */
#ifndef CTORCH_CUDA_GRAPH_H
#define CTORCH_CUDA_GRAPH_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/device/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_CUDA_GRAPH_LIBRARY "ctorch_cuda"

/* --- Graphs ----------------------------------------------------------------------------------- */

/** Recorded work: torch.cuda.CUDAGraph. ct_cuda_graph_free() frees it. */
typedef struct ct_cuda_graph ct_cuda_graph;

/** The name of a pool of memory, which several graphs may share if they are replayed in the order
 * of their captures; zeros: none. A value. */
typedef struct ct_cuda_pool_id {
	uint64_t first;
	uint64_t second;
} ct_cuda_pool_id;

/** What other threads may do during a capture: cudaStreamCaptureMode. */
typedef int32_t ct_cuda_capture_mode;

enum ct_cuda_capture_mode_value {
	CT_CUDA_CAPTURE_MODE_GLOBAL = 0,       /**< nothing that could disturb it */
	CT_CUDA_CAPTURE_MODE_THREAD_LOCAL = 1, /**< anything; this thread is still restricted */
	CT_CUDA_CAPTURE_MODE_RELAXED = 2       /**< no thread is restricted */
};

/** Options of ct_cuda_graph_new(); zeros are PyTorch's defaults. */
typedef struct ct_cuda_graph_options {
	bool keep_graph; /**< keep the template, for ct_cuda_graph_save_dot() */
} ct_cuda_graph_options;

/** Creates a graph without work. `*result` is new: ct_cuda_graph_free(). */
CT_API ct_error ct_cuda_graph_new(const ct_cuda_graph_options *options CT_NULLABLE,
				  ct_cuda_graph **result) CT_RETURNS_ERROR;

/** Frees a graph, and gives its memory back to the allocator. Its last replay may still run: then
 * the tensors that it writes to must live on, or be recorded in its stream. Ends a capture that is
 * in progress. Ignores NULL. */
CT_API void ct_cuda_graph_free(ct_cuda_graph *self) CT_NOEXCEPT;

/** Options of ct_cuda_graph_begin() and CT_CUDA_CAPTURE(); zeros are PyTorch's defaults. */
typedef struct ct_cuda_graph_begin_options {
	ct_cuda_pool_id pool;      /**< of ct_cuda_graph_pool() or ct_cuda_graph_pool_handle() */
	ct_cuda_capture_mode mode; /**< what other threads may do */
} ct_cuda_graph_begin_options;

/**
 * Begins a capture in the current stream, which must not be the default one
 * (CUDAGraph.capture_begin()). CT_CUDA_CAPTURE() chooses a stream, and ends the capture in any
 * case.
 *
 * @return RuntimeError in the default stream, during another capture, and for a graph that has work
 *         already
 */
CT_API ct_error ct_cuda_graph_begin(ct_cuda_graph *self,
				    const ct_cuda_graph_begin_options *options CT_NULLABLE)
	CT_THREAD_STATE CT_RETURNS_ERROR;

/** Ends the capture, in the stream in which it began (CUDAGraph.capture_end()). After an error the
 * graph is as it was before the capture, and can be used for another one. */
CT_API ct_error ct_cuda_graph_end(ct_cuda_graph *self)
	CT_SAME_THREAD(ct_cuda_graph_begin) CT_RETURNS_ERROR;

/** Returns whether the graph has captured work that can be replayed. */
CT_API bool ct_cuda_graph_is_captured(const ct_cuda_graph *self) CT_NOEXCEPT;

/** Does the captured work in the current stream, and returns at once (CUDAGraph.replay()). */
CT_API ct_error ct_cuda_graph_replay(ct_cuda_graph *self) CT_RETURNS_ERROR;

/** Drops the captured work and its memory (CUDAGraph.reset()). The graph can then capture again. */
CT_API ct_error ct_cuda_graph_reset(ct_cuda_graph *self) CT_RETURNS_ERROR;

/** Returns the pool of a captured graph (CUDAGraph.pool()), for the capture of another one. */
CT_API ct_error ct_cuda_graph_pool(const ct_cuda_graph *self,
				   ct_cuda_pool_id *result) CT_RETURNS_ERROR;

/** Returns a pool that no graph has yet (torch.cuda.graph_pool_handle()). */
CT_API ct_error ct_cuda_graph_pool_handle(ct_cuda_pool_id *result) CT_RETURNS_ERROR;

/** Writes the nodes of a captured graph and their order as a file of Graphviz
 * (CUDAGraph.debug_dump()). The graph must have been created with `.keep_graph`. */
CT_API ct_error ct_cuda_graph_save_dot(const ct_cuda_graph *self,
				       const char *path) CT_RETURNS_ERROR;

/* --- A block that is captured ----------------------------------------------------------------- */

/* A capture in progress. */
struct ct_cuda_capture_ {
	ct_cuda_graph *graph; /* NULL: none is in progress */
	ct_error *error;
	struct ct_stream_was_ was;
	bool runs;
};
CT_API ct_error ct_cuda_capture_begin_(struct ct_cuda_capture_ *self,
				       const ct_cuda_graph_begin_options *options CT_NULLABLE)
	CT_RETURNS_ERROR;
CT_API void ct_cuda_capture_end_(struct ct_cuda_capture_ *self) CT_NOEXCEPT;
CT_API void ct_cuda_capture_abandon_(struct ct_cuda_capture_ *self) CT_NOEXCEPT;

#ifdef __GNUC__

/**
 * Captures the following block: Python's `with torch.cuda.graph(graph):`. The current device is
 * synchronized and its unused memory is freed; then the block runs with a stream of its own on that
 * device, and its work is captured. If control leaves the block by return (CT_TRY too), goto, break or
 * continue, the capture is abandoned, and the graph stays without work.
 *
 * @param error    a variable of type ct_error, set to NULL; if the capture cannot begin, it is set
 *                 to the error, and the block does not run; it is also set if the capture has
 *                 failed
 * @param graph    a ct_cuda_graph *
 * @param options  a const ct_cuda_graph_begin_options *, or NULL
 *
 * It needs GNU C's cleanup attribute (gcc, clang) and does not exist elsewhere; there, use
 * ct_cuda_graph_begin().
 */
#define CT_CUDA_CAPTURE(error, graph, options) CT_CUDA_CAPTURE_AT_(error, graph, options, __LINE__)

#define CT_CUDA_CAPTURE_AT_(error, graph, options, line) \
	CT_CUDA_CAPTURE_NAMED_(error, graph, options, line)
#define CT_CUDA_CAPTURE_NAMED_(error, graph, options, line)                  \
	for (struct ct_cuda_capture_ ct_cuda_capture_##line##_               \
	     __attribute__((cleanup(ct_cuda_capture_abandon_))) =            \
		     ct_cuda_capture_entered_(&(error), (graph), (options)); \
	     ct_cuda_capture_##line##_.runs; ct_cuda_capture_end_(&ct_cuda_capture_##line##_))

static inline struct ct_cuda_capture_ ct_cuda_capture_entered_(
	ct_error *error, ct_cuda_graph *graph, const ct_cuda_graph_begin_options *options)
{
	struct ct_cuda_capture_ self = {
		graph, error, { { 0, CT_DEVICE_TYPE_NONE, -1 }, { CT_DEVICE_TYPE_NONE, -1 } }, false
	};

	*error = ct_cuda_capture_begin_(&self, options);
	self.runs = *error == NULL;
	return self;
}

#endif

/* --- A training step that is captured --------------------------------------------------------- */

/** A training step that becomes a graph: ct_cuda_graphed_step_new(). */
typedef struct ct_cuda_graphed_step ct_cuda_graphed_step;

/** Does one step; an error ends the run. Tensors that it creates belong to a scope of its own. */
typedef ct_error (*ct_cuda_step_function)(void *context);

/** Options of ct_cuda_graphed_step_new(); zeros are the defaults. */
typedef struct ct_cuda_graphed_step_options {
	int64_t warm_up_count CT_DEFAULT(3); /**< steps that are done before the capture; 0: 3 */
	ct_cuda_graph_begin_options begin; /**< the pool, and what other threads may do */
} ct_cuda_graphed_step_options;

/**
 * Prepares a step for ct_cuda_graphed_step_run(). The step reads its inputs from tensors that stay
 * the same, into which the program copies each batch, and leaves results, such as the loss, in
 * tensors that it was given. The optimizer must be one that can be captured: `.capturable = true`,
 * or SGD.
 *
 * @param step     called by ct_cuda_graphed_step_run(), in its thread
 * @param context  passed to `step`; kept until the graphed step is freed
 * @param release  called with the context then; may be NULL
 */
CT_API ct_error ct_cuda_graphed_step_new(ct_cuda_step_function step, void *context CT_NULLABLE,
					 ct_release_function release CT_NULLABLE,
					 const ct_cuda_graphed_step_options *options CT_NULLABLE,
					 ct_cuda_graphed_step **result) CT_RETURNS_ERROR;

/** Frees a graphed step and its graph. Ignores NULL. */
CT_API void ct_cuda_graphed_step_free(ct_cuda_graphed_step *self) CT_NOEXCEPT;

/**
 * Does one step. The first runs call the function, in a stream of its own, which warms up libraries
 * and the allocator; the next one captures it, and replays the graph; all later ones only replay
 * it, in the current stream.
 *
 * Until the step is captured, the device of its tensors must be the current one.
 *
 * @return the function's error; that of a call that cannot be captured names the call, and its
 *         trace the line of your program if the call is in CT_TRY(). RuntimeError if the step gives
 *         the current device no work. After an error the next run tries to capture again
 */
CT_API ct_error ct_cuda_graphed_step_run(ct_cuda_graphed_step *self) CT_RETURNS_ERROR;

/** Returns whether the step is captured, so that further runs only replay it. */
CT_API bool ct_cuda_graphed_step_is_captured(const ct_cuda_graphed_step *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
