/* work.c: pieces of work: done at once, or added to a graph; whether they are finished. */
#include <stdatomic.h>
#include <string.h>

#include "internal.h"

/* Work is numbered; what has a higher number than finished[] of its device is unfinished if held. */
static uint64_t work_count, finished[MAX_DEVICES];
static atomic_bool is_held, is_hung;
static pthread_cond_t goes_on = PTHREAD_COND_INITIALIZER;

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
		fake_count_for_fault();
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
	fake_update_shared_events();
	pthread_mutex_unlock(&fake_lock);
}

void fake_cuda_hang(bool hang)
{
	fake_cuda_hold(hang);
	pthread_mutex_lock(&fake_lock);
	is_hung = hang;
	pthread_cond_broadcast(&goes_on);
	pthread_mutex_unlock(&fake_lock);
}

void fake_finish(int device, uint64_t last)
{
	while (is_hung && finished[device] < last)
		pthread_cond_wait(&goes_on, &fake_lock);
	if (finished[device] < last)
		finished[device] = last;
	fake_update_shared_events();
}

void fake_finish_device(int device)
{
	fake_finish(device, work_count);
}

bool fake_is_finished(int device, uint64_t last)
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
