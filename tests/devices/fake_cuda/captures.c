/* captures.c: captures of streams, and what spoils them. */
#include <stdlib.h>

#include "internal.h"

static struct capture *captures;
static unsigned long long capture_count;
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

struct capture *fake_capture_numbered(unsigned long long id)
{
	struct capture *capture = captures;

	while (capture && capture->id != id)
		capture = capture->next;
	return capture;
}

/* Whether CUDA's rules for modes forbid this thread a call that could interfere with the capture. */
static bool forbids(const struct capture *capture)
{
	if (thread_mode == cudaStreamCaptureModeRelaxed)
		return false;
	if (pthread_equal(capture->thread, pthread_self()))
		return capture->mode != cudaStreamCaptureModeRelaxed;
	return thread_mode == cudaStreamCaptureModeGlobal &&
	       capture->mode == cudaStreamCaptureModeGlobal;
}

cudaError_t fake_forbid_in_capture(void)
{
	cudaError_t error = cudaSuccess;

	pthread_mutex_lock(&fake_lock);
	for (struct capture *capture = captures; capture; capture = capture->next)
		if (forbids(capture)) {
			capture->is_invalid = true;
			error = cudaErrorStreamCaptureUnsupported;
		}
	pthread_mutex_unlock(&fake_lock);
	return error;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	enum cudaStreamCaptureMode before = thread_mode;

	thread_mode = *mode;
	*mode = before;
	return fake_result(fake_enter());
}

cudaError_t fake_spoil(struct capture *capture)
{
	if (!capture)
		return cudaSuccess;
	capture->is_invalid = true;
	return cudaErrorStreamCaptureUnsupported;
}

cudaError_t fake_spoil_device(int device)
{
	cudaError_t error = cudaSuccess;

	for (struct capture *capture = captures; capture; capture = capture->next)
		if (capture->origin->device == device)
			error = fake_spoil(capture);
	return error;
}

static cudaError_t begin_capture(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
	struct CUstream_st *stream = fake_stream(handle);
	struct capture *capture;

	/* The legacy stream cannot be captured. */
	if (fake_is_default_stream(stream))
		return cudaErrorStreamCaptureUnsupported;
	if (stream->capture)
		return cudaErrorIllegalState;
	capture = calloc(1, sizeof *capture);
	if (!capture)
		abort();
	*capture = (struct capture){ .origin = stream,
				     .mode = mode,
				     .thread = pthread_self(),
				     .id = ++capture_count,
				     .graph = fake_graph_new(),
				     .next = captures };
	captures = capture;
	stream->capture = capture;
	stream->captured = stream->joined = 0;
	return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = begin_capture(stream, mode);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_captures_begun);
		fake_log("begin capture");
	}
	return fake_result(error);
}

/* Whether another stream has work of the capture for which the first one did not wait. */
static bool has_unjoined(const struct capture *capture)
{
	for (const struct CUstream_st *stream = fake_streams(); stream; stream = stream->next)
		if (stream->capture == capture && stream != capture->origin &&
		    stream->joined < stream->captured)
			return true;
	return false;
}

static void free_capture(struct capture *capture)
{
	struct capture **place = &captures;

	for (struct CUstream_st *stream = fake_streams(); stream; stream = stream->next)
		if (stream->capture == capture)
			stream->capture = NULL;
	while (*place != capture)
		place = &(*place)->next;
	*place = capture->next;
	free(capture);
}

static cudaError_t end_capture(struct CUstream_st *stream, cudaGraph_t *graph)
{
	struct capture *capture = stream->capture;
	cudaError_t error = cudaSuccess;

	*graph = NULL;
	if (!capture)
		return cudaErrorIllegalState;
	if (capture->origin != stream)
		return cudaErrorStreamCaptureUnmatched;
	if (capture->mode != cudaStreamCaptureModeRelaxed &&
	    !pthread_equal(capture->thread, pthread_self()))
		return cudaErrorStreamCaptureWrongThread;
	if (capture->is_invalid)
		error = cudaErrorStreamCaptureInvalidated;
	else if (has_unjoined(capture))
		error = cudaErrorStreamCaptureUnjoined;
	if (error)
		cudaGraphDestroy(capture->graph);
	else
		*graph = capture->graph;
	free_capture(capture);
	return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = end_capture(fake_stream(handle), graph);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_captures_ended);
		fake_log("end capture");
	}
	return fake_result(error);
}

static enum cudaStreamCaptureStatus capture_status(const struct CUstream_st *stream)
{
	if (!stream->capture)
		return cudaStreamCaptureStatusNone;
	return stream->capture->is_invalid ? cudaStreamCaptureStatusInvalidated
					   : cudaStreamCaptureStatusActive;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, enum cudaStreamCaptureStatus *status,
				     unsigned long long *id, cudaGraph_t *graph,
				     const cudaGraphNode_t **dependencies,
				     const cudaGraphEdgeData **edges, size_t *count)
{
	struct CUstream_st *stream = fake_stream(handle);
	const struct capture *capture;

	pthread_mutex_lock(&fake_lock);
	capture = stream->capture;
	*status = capture_status(stream);
	if (id)
		*id = capture ? capture->id : 0;
	if (graph)
		*graph = capture ? capture->graph : NULL;
	if (dependencies)
		*dependencies = NULL;
	if (edges)
		*edges = NULL;
	if (count)
		*count = 0;
	pthread_mutex_unlock(&fake_lock);
	return fake_result(fake_enter());
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status)
{
	return cudaStreamGetCaptureInfo(handle, status, NULL, NULL, NULL, NULL, NULL);
}

/* A graph here is a sequence, without other dependencies. */
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
						const cudaGraphEdgeData *edges, size_t count,
						unsigned flags)
{
	(void)stream, (void)dependencies, (void)edges, (void)count, (void)flags;
	return fake_result(fake_enter());
}
