#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "graphs.h"

static ct_error as_error(const std::exception &exception)
{
	return ct_error_new(CT_ERROR_RUNTIME, "%s", exception.what());
}

/* One stream for a device: memory is freed in the stream that allocated it. */
static c10::cuda::CUDAStream stream_of(int device)
{
	static const c10::cuda::CUDAStream streams[] = { c10::cuda::getStreamFromPool(false, 0),
							 c10::cuda::getStreamFromPool(false, 1) };

	return streams[device];
}

ct_error run_in_stream(int device, capture_call call, void *context)
{
	const c10::cuda::CUDAStreamGuard guard(stream_of(device));

	return call(context);
}

ct_error capture_graph(int device, capture_call call, void *context, void **result)
{
	const c10::cuda::CUDAStreamGuard guard(stream_of(device));
	auto graph = std::make_unique<at::cuda::CUDAGraph>();
	ct_error error = nullptr;

	try {
		graph->capture_begin();
		error = call(context);
		graph->capture_end();
	} catch (const std::exception &exception) {
		if (!error)
			error = as_error(exception);
	}
	if (!error)
		*result = graph.release();
	return error;
}

ct_error replay_graph(void *graph)
{
	try {
		static_cast<at::cuda::CUDAGraph *>(graph)->replay();
	} catch (const std::exception &exception) {
		return as_error(exception);
	}
	return nullptr;
}

void free_graph(void *graph)
{
	delete static_cast<at::cuda::CUDAGraph *>(graph);
}
