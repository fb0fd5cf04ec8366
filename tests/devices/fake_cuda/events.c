/* events.c: events, also those that are recorded in a capture. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "internal.h"

static _Atomic int64_t events;

int64_t fake_cuda_events(void)
{
	return events;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	const bool is_shared = flags & cudaEventInterprocess;
	cudaError_t error = fake_enter();

	if (!error && is_shared && !(flags & cudaEventDisableTiming))
		error = cudaErrorInvalidValue;
	if (error)
		return fake_result(error);
	*event = calloc(1, sizeof **event);
	if (!*event)
		abort();
	events++;
	(*event)->has_no_timing = flags & cudaEventDisableTiming;
	(*event)->device = fake_current_device();
	return is_shared ? fake_result(fake_share_event(*event, -1)) : cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	fake_unshare_event(event);
	free(event);
	events--;
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
	fake_record_shared_event(event);
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
	else if (fake_is_foreign(event) ? !fake_foreign_is_reached(event)
					: !fake_is_finished(event->device, event->last))
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
	else if (fake_is_foreign(event))
		fake_wait_for_foreign(event);
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
