/* events.c: events, also those of captures and of other processes. */
#define _GNU_SOURCE
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
	struct capture *capture = event->capture ? fake_capture_numbered(event->capture) : NULL;

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
	if (event->capture && fake_capture_numbered(event->capture))
		error = cudaErrorCapturedEvent;
	else if (!fake_is_finished(event->device, event->last))
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
	if (event->capture && fake_capture_numbered(event->capture))
		error = cudaErrorCapturedEvent;
	else
		fake_finish(event->device, event->last);
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
