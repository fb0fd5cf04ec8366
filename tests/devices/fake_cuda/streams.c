/* streams.c: streams, and waiting for them. */
#include <stdlib.h>

#include "internal.h"

static struct CUstream_st default_streams[MAX_DEVICES];
/* All that were created. A destroyed one stays: events refer to it. */
static struct CUstream_st *streams;

struct CUstream_st *fake_stream(cudaStream_t handle)
{
	if (handle && handle != cudaStreamLegacy && handle != cudaStreamPerThread)
		return handle;
	default_streams[fake_current_device()].device = fake_current_device();
	return &default_streams[fake_current_device()];
}

bool fake_is_default_stream(const struct CUstream_st *stream)
{
	return stream == &default_streams[stream->device];
}

struct CUstream_st *fake_streams(void)
{
	return streams;
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

/* --- waiting ---------------------------------------------------------------------------------- */

cudaError_t cudaStreamSynchronize(cudaStream_t handle)
{
	struct CUstream_st *stream = fake_stream(handle);
	cudaError_t error;

	fake_show_fault();
	error = fake_enter();
	if (error)
		return fake_result(error);
	pthread_mutex_lock(&fake_lock);
	error = fake_spoil(stream->capture);
	if (!error)
		fake_finish(stream->device, stream->last);
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
	error = fake_spoil(stream->capture);
	if (!error && !fake_is_finished(stream->device, stream->last))
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
	error = fake_spoil_device(device);
	if (!error)
		fake_finish_device(device);
	pthread_mutex_unlock(&fake_lock);
	if (!error) {
		fake_add(fake_cuda_device_synchronizations);
		fake_log("synchronize device");
	}
	return fake_result(error);
}
