/* streams.c: streams, events, work in them, and captures. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "internal.h"

struct CUevent_st {
	bool is_recorded, has_no_timing;
	int device;
	struct timespec time;
	uint64_t last; /* the work before it */
	/* Of the capture in which it was recorded: its number, the stream, the work there before. */
	unsigned long long capture;
	struct CUstream_st *stream;
	uint64_t captured;
};

static struct CUstream_st default_streams[MAX_DEVICES];
/* All that were created. A destroyed one stays: events refer to it. */
static struct CUstream_st *streams;
static struct capture *captures;
static int stream_count;
static unsigned long long capture_count;
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

/* Work is numbered; what has a higher number than finished[] of its device is unfinished if held. */
static uint64_t work_count, finished[MAX_DEVICES];
static atomic_bool is_held;

/* --- streams ---------------------------------------------------------------------------------- */

struct CUstream_st *fake_stream(cudaStream_t handle)
{
	if (handle && handle != cudaStreamLegacy && handle != cudaStreamPerThread)
		return handle;
	default_streams[fake_current_device()].device = fake_current_device();
	return &default_streams[fake_current_device()];
}

static cudaError_t new_stream(cudaStream_t *result, unsigned flags, int priority)
{
	struct CUstream_st *stream;
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	stream = calloc(1, sizeof *stream);
	if (!stream)
		abort();
	stream->device = fake_current_device();
	stream->flags = flags;
	stream->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
	pthread_mutex_lock(&fake_lock);
	stream->number = ++stream_count;
	stream->next = streams;
	streams = stream;
	pthread_mutex_unlock(&fake_lock);
	fake_add(fake_cuda_streams);
	*result = stream;
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *result)
{
	return new_stream(result, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *result, unsigned flags)
{
	return new_stream(result, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *result, unsigned flags, int priority)
{
	return new_stream(result, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	(void)stream;
	return fake_result(fake_enter());
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
	*priority = fake_stream(stream)->priority;
	return fake_result(fake_enter());
}

/* --- captures --------------------------------------------------------------------------------- */

/* Requires the lock. */
static struct capture *capture_numbered(unsigned long long id)
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

static cudaError_t begin_capture(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
	struct CUstream_st *stream = fake_stream(handle);
	struct capture *capture;

	/* The legacy stream cannot be captured. */
	if (stream == &default_streams[stream->device])
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
	for (const struct CUstream_st *stream = streams; stream; stream = stream->next)
		if (stream->capture == capture && stream != capture->origin &&
		    stream->joined < stream->captured)
			return true;
	return false;
}

static void free_capture(struct capture *capture)
{
	struct capture **place = &captures;

	for (struct CUstream_st *stream = streams; stream; stream = stream->next)
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

/* --- work ------------------------------------------------------------------------------------- */

static const fake_cuda_kind kinds[] = {
	[KERNEL] = fake_cuda_launches,
	[LIBRARY] = fake_cuda_library_calls,
	[FILL] = fake_cuda_fills,
	[HOST_FUNCTION] = fake_cuda_host_functions,
};

static void run_rows(const struct CUgraphNode_st *work)
{
	for (size_t row = 0; row < work->height; row++) {
		char *destination = work->destination + row * work->pitch;
		if (work->work == COPY)
			memmove(destination, work->source + row * work->source_pitch, work->nbytes);
		else
			memset(destination, work->value, work->nbytes);
	}
}

void fake_run(const struct CUgraphNode_st *work)
{
	if (work->work == COPY || work->work == FILL)
		run_rows(work);
	else if (work->work == HOST_FUNCTION)
		work->function(work->data);
	else if (work->work == KERNEL)
		fake_count_for_fault(work->name);
}

static void log_work(const struct CUgraphNode_st *work)
{
	/* KERNEL: fake_launch() */
	if (work->work == LIBRARY)
		fake_log("library %s", work->name);
	else if (work->work == COPY)
		fake_log("%s: %zu", fake_cuda_kind_name((int)work->kind),
			 work->nbytes * work->height);
	else if (work->work == FILL)
		fake_log("fill: %zu", work->nbytes * work->height);
	else if (work->work == HOST_FUNCTION)
		fake_log("host function");
}

cudaError_t fake_do(cudaStream_t handle, const struct CUgraphNode_st *work)
{
	struct CUstream_st *stream = fake_stream(handle);
	struct capture *capture;
	cudaError_t error = fake_enter();

	if (error)
		return error;
	log_work(work);
	pthread_mutex_lock(&fake_lock);
	capture = stream->capture;
	if (capture && capture->is_invalid) {
		error = cudaErrorStreamCaptureInvalidated;
	} else if (capture) {
		fake_graph_add(capture->graph, work);
		stream->captured++;
	} else {
		stream->last = ++work_count;
	}
	pthread_mutex_unlock(&fake_lock);
	if (error)
		return error;
	if (capture) {
		fake_add(fake_cuda_captured);
		return cudaSuccess;
	}
	fake_add(work->work == COPY ? work->kind : kinds[work->work]);
	fake_run(work);
	return cudaSuccess;
}

void fake_cuda_hold(bool hold)
{
	pthread_mutex_lock(&fake_lock);
	for (int device = 0; device < MAX_DEVICES; device++)
		finished[device] = work_count;
	is_held = hold;
	pthread_mutex_unlock(&fake_lock);
}

/* Requires the lock. */
static void finish(int device, uint64_t last)
{
	if (finished[device] < last)
		finished[device] = last;
}

static bool is_finished(int device, uint64_t last)
{
	return !is_held || last <= finished[device];
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
	return fake_result(fake_do(stream, &(struct CUgraphNode_st){ .work = HOST_FUNCTION,
								     .function = function,
								     .data = data }));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
				  unsigned flags)
{
	cudaError_t error = fake_enter();

	(void)flags;
	if (!error && fake_stream(stream)->capture)
		error = cudaErrorStreamCaptureUnsupported;
	if (error)
		return fake_result(error);
	fake_add(fake_cuda_host_functions);
	callback(stream, cudaSuccess, data);
	return cudaSuccess;
}

/* --- copies and fills ------------------------------------------------------------------------- */

static fake_cuda_kind copy_kind(int destination, int source)
{
	if (destination < 0)
		return source < 0 ? fake_cuda_copies_on_host : fake_cuda_copies_to_host;
	if (source < 0)
		return fake_cuda_copies_to_device;
	return destination == source ? fake_cuda_copies_on_device
				     : fake_cuda_copies_between_devices;
}

static cudaError_t copy_rows(void *destination, size_t pitch, const void *source,
			     size_t source_pitch, size_t nbytes, size_t height, cudaStream_t stream)
{
	int to, from;
	struct CUgraphNode_st work = { .work = COPY,
				       .nbytes = nbytes,
				       .height = height,
				       .pitch = pitch,
				       .source_pitch = source_pitch };

	if (nbytes == 0 || height == 0)
		return fake_enter();
	work.destination = fake_storage(destination, (height - 1) * pitch + nbytes, &to);
	work.source = fake_storage(source, (height - 1) * source_pitch + nbytes, &from);
	if (!work.destination || !work.source)
		return cudaErrorInvalidValue;
	work.kind = copy_kind(to, from);
	return fake_do(stream, &work);
}

cudaError_t cudaMemcpyAsync(void *destination, const void *source, size_t nbytes,
			    enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind;
	return fake_result(copy_rows(destination, 0, source, 0, nbytes, 1, stream));
}

cudaError_t cudaMemcpy(void *destination, const void *source, size_t nbytes,
		       enum cudaMemcpyKind kind)
{
	cudaError_t error = fake_forbid_in_capture();

	if (error)
		return fake_result(error);
	fake_show_fault();
	error = cudaMemcpyAsync(destination, source, nbytes, kind, NULL);
	if (!error) {
		fake_add(fake_cuda_blocking_copies);
		fake_log("synchronize copy");
	}
	return error;
}

cudaError_t cudaMemcpyPeerAsync(void *destination, int to, const void *source, int from,
				size_t nbytes, cudaStream_t stream)
{
	(void)to, (void)from;
	return cudaMemcpyAsync(destination, source, nbytes, cudaMemcpyDefault, stream);
}

cudaError_t cudaMemcpy2DAsync(void *destination, size_t pitch, const void *source,
			      size_t source_pitch, size_t width, size_t height,
			      enum cudaMemcpyKind kind, cudaStream_t stream)
{
	(void)kind;
	return fake_result(
		copy_rows(destination, pitch, source, source_pitch, width, height, stream));
}

/* Constants of kernels that do not run. */
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t nbytes, size_t offset,
			       enum cudaMemcpyKind kind)
{
	(void)symbol, (void)source, (void)nbytes, (void)offset, (void)kind;
	fake_add(fake_cuda_copies_to_device);
	fake_add(fake_cuda_blocking_copies);
	return fake_result(fake_enter());
}

cudaError_t cudaMemsetAsync(void *destination, int value, size_t nbytes, cudaStream_t stream)
{
	int device;
	struct CUgraphNode_st work = {
		.work = FILL, .nbytes = nbytes, .height = 1, .value = value
	};

	if (nbytes == 0)
		return fake_result(fake_enter());
	work.destination = fake_storage(destination, nbytes, &device);
	if (!work.destination)
		return fake_result(cudaErrorInvalidValue);
	return fake_result(fake_do(stream, &work));
}

cudaError_t cudaMemset(void *destination, int value, size_t nbytes)
{
	return cudaMemsetAsync(destination, value, nbytes, NULL);
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Asking or waiting for a stream that is captured spoils the capture. Requires the lock. */
static cudaError_t spoil(struct capture *capture)
{
	if (!capture)
		return cudaSuccess;
	capture->is_invalid = true;
	return cudaErrorStreamCaptureUnsupported;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
	struct CUstream_st *stream = fake_stream(handle);
	cudaError_t error;

	fake_show_fault();
	error = fake_enter();
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = spoil(stream->capture);
	if (!error)
		finish(stream->device, stream->last);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_stream_synchronizations);
		fake_log("synchronize stream");
	}
	return fake_result(error);
}

cudaError_t cudaStreamQuery(cudaStream_t handle)
{
	struct CUstream_st *stream = fake_stream(handle);
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = spoil(stream->capture);
	if (!error && !is_finished(stream->device, stream->last))
		error = cudaErrorNotReady;
	pthread_mutex_unlock(&fake_lock);
	return fake_result(error);
}

cudaError_t cudaDeviceSynchronize(void)
{
	int device = fake_current_device();
	cudaError_t error;

	fake_show_fault();
	error = fake_enter();
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	for (struct capture *capture = captures; capture; capture = capture->next)
		if (capture->origin->device == device)
			error = spoil(capture);
	if (!error)
		finish(device, work_count);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_device_synchronizations);
		fake_log("synchronize device");
	}
	return fake_result(error);
}

/* --- events ----------------------------------------------------------------------------------- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	*event = calloc(1, sizeof **event);
	if (!*event)
		abort();
	(*event)->has_no_timing = flags & cudaEventDisableTiming;
	(*event)->device = fake_current_device();
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	free(event);
	return fake_result(fake_enter());
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t handle, unsigned flags)
{
	struct CUstream_st *stream = fake_stream(handle);
	cudaError_t error = fake_enter();

	(void)flags;
	if (!error && event->device != stream->device)
		error = cudaErrorInvalidResourceHandle;
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	event->is_recorded = true;
	event->last = stream->last;
	event->stream = stream;
	event->capture = stream->capture ? stream->capture->id : 0;
	event->captured = stream->captured;
	clock_gettime(CLOCK_MONOTONIC, &event->time);
	pthread_mutex_unlock(&fake_lock);
	fake_add(fake_cuda_event_records);
	return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

/* Makes the stream part of the event's capture, as waiting for the event does. */
static cudaError_t join_capture(struct CUstream_st *stream, const struct CUevent_st *event)
{
	struct capture *capture = event->capture ? capture_numbered(event->capture) : NULL;

	if (!capture)
		return cudaSuccess;
	if (stream->capture && stream->capture != capture)
		return cudaErrorStreamCaptureMerge;
	if (!stream->capture) {
		stream->capture = capture;
		stream->captured = 1; /* so that it must be joined even without work */
		stream->joined = 0;
	}
	if (event->stream != stream && event->stream->joined < event->captured)
		event->stream->joined = event->captured;
	return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags)
{
	struct CUstream_st *stream = fake_stream(handle);
	cudaError_t error = fake_enter();

	(void)flags;
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = join_capture(stream, event);
	if (!error && stream->last < event->last && stream->device == event->device)
		stream->last = event->last;
	pthread_mutex_unlock(&fake_lock);
	fake_add(fake_cuda_stream_waits);
	return fake_result(error);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	if (event->capture && capture_numbered(event->capture))
		error = cudaErrorCapturedEvent;
	else if (!is_finished(event->device, event->last))
		error = cudaErrorNotReady;
	pthread_mutex_unlock(&fake_lock);
	return fake_result(error);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	cudaError_t error;

	fake_show_fault();
	error = fake_enter();
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	if (event->capture && capture_numbered(event->capture))
		error = cudaErrorCapturedEvent;
	else
		finish(event->device, event->last);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_event_synchronizations);
		fake_log("synchronize event");
	}
	return fake_result(error);
}

/* Between the calls that recorded them. */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
	cudaError_t error = fake_enter();

	if (error)
		return fake_result(error);
	if (!start->is_recorded || !end->is_recorded || start->has_no_timing || end->has_no_timing)
		return fake_result(cudaErrorInvalidResourceHandle);
	if (cudaEventQuery(start) || cudaEventQuery(end))
		return cudaErrorNotReady;
	*milliseconds = (float)(end->time.tv_sec - start->time.tv_sec) * 1e3F +
			(float)(end->time.tv_nsec - start->time.tv_nsec) * 1e-6F;
	return cudaSuccess;
}

/* All work is done when another process can ask. */
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
	(void)event;
	memset(handle, 0, sizeof *handle);
	return fake_result(fake_enter());
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
	(void)handle;
	return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
}
