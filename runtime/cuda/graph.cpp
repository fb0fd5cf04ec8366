/*
 * Graphs, by libtorch's own class for them.
 */
#include <map>
#include <mutex>

#include <ATen/Context.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGraphsC10Utils.h>
#include <cuda_runtime_api.h>

#include <ctorch/cuda/graph.h>

#include "core/base/compat.hpp"
#include "cuda/common.hpp"
#include "cuda/graph.h"

namespace {

struct captured_graph : at::cuda::CUDAGraph {
	using CUDAGraph::CUDAGraph;

	/* Before 2.12 a capture that fails leaves its generators capturing, which then refuse to
	 * draw numbers. */
	void release_generators()
	{
#if !CT_TORCH_AT_LEAST(2, 12)
		for (const auto &[state, increment] : captured_generator_states_)
			state->capturing_ = false;
#endif
	}
};

} // namespace

/* libtorch's class does not show its state. */
struct ct_cuda_graph {
	explicit ct_cuda_graph(bool keep_graph) : graph(keep_graph), is_kept(keep_graph) {}

	captured_graph graph;
	bool is_kept;
	bool is_capturing = false;
	bool is_captured = false;
};

namespace {

using ct::cuda::needed;

cudaStreamCaptureMode mode_of(ct_cuda_capture_mode mode)
{
	switch (mode) {
	case CT_CUDA_CAPTURE_MODE_GLOBAL:
		return cudaStreamCaptureModeGlobal;
	case CT_CUDA_CAPTURE_MODE_THREAD_LOCAL:
		return cudaStreamCaptureModeThreadLocal;
	case CT_CUDA_CAPTURE_MODE_RELAXED:
		return cudaStreamCaptureModeRelaxed;
	default:
		ct::cuda::refuse("argument 2 (options): mode %d is not a ct_cuda_capture_mode",
				 static_cast<int>(mode));
	}
}

/* Also what a capture that has failed left behind. */
void reset(ct_cuda_graph &of)
{
	of.graph.reset();
	of.is_captured = false;
}

/* For a capture that has failed. Any other reset leaves the generators alone, since another graph
 * may be capturing with them. */
void drop_capture(ct_cuda_graph &of)
{
	reset(of);
	of.graph.release_generators();
}

/* Before the first call that a capture forbids: the one in progress then goes on. */
void need_no_capture()
{
	TORCH_CHECK(c10::cuda::currentStreamCaptureStatusMayInitCtx() ==
			    c10::cuda::CaptureStatus::None,
		    "the current stream is being captured already: one capture runs at a time, so "
		    "end that one first");
}

void begin(ct_cuda_graph &of, const ct_cuda_graph_begin_options &options)
{
	if (of.is_captured || of.is_capturing)
		TORCH_CHECK(false,
			    "this graph has captured work already, or is capturing: reset it "
			    "with ct_cuda_graph_reset(), or create another one");
	need_no_capture();
	/* The first use of random numbers creates it, which a capture does not permit. */
	at::globalContext().defaultGenerator(c10::Device(at::kCUDA, c10::cuda::current_device()));
	try {
		of.graph.capture_begin({ options.pool.first, options.pool.second },
				       mode_of(options.mode));
	} catch (...) {
		drop_capture(of);
		throw;
	}
	of.is_capturing = true;
}

void end(ct_cuda_graph &of)
{
	TORCH_CHECK(of.is_capturing,
		    "this graph is not capturing: call ct_cuda_graph_begin() first");
	of.is_capturing = false;
	try {
		of.graph.capture_end();
		/* Otherwise the first replay would have to, or fail, by release. */
		if (of.is_kept)
			of.graph.instantiate();
	} catch (...) {
		drop_capture(of);
		/* The failed call has reported it; without this, the next one would, too. */
		(void)cudaGetLastError();
		throw;
	}
	of.is_captured = true;
}

/* One for each device, since memory is freed in the stream that allocated it. */
c10::cuda::CUDAStream capture_stream()
{
	static std::mutex lock;
	static std::map<c10::DeviceIndex, c10::cuda::CUDAStream> streams;
	const std::lock_guard<std::mutex> guard(lock);
	const c10::DeviceIndex device = c10::cuda::current_device();
	const auto found = streams.find(device);

	if (found != streams.end())
		return found->second;
	return streams.emplace(device, c10::cuda::getStreamFromPool(false, device)).first->second;
}

ct_cuda_graph &captured(const ct_cuda_graph *self)
{
	auto &of = needed(const_cast<ct_cuda_graph *>(self), 1, "self");

	TORCH_CHECK(of.is_captured, "this graph has no captured work");
	return of;
}

} // namespace

ct_error ct_cuda_graph_new(const ct_cuda_graph_options *options, ct_cuda_graph **result) noexcept
try {
	ct::cuda::need_cuda();
	if (result)
		*result = new ct_cuda_graph(options && options->keep_graph);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

void ct_cuda_graph_free(ct_cuda_graph *self) noexcept
try {
	if (self && self->is_capturing)
		end(*self);
	delete self;
} catch (...) {
	ct_error_free(ct::cuda::caught(__func__));
	delete self;
}

ct_error ct_cuda_graph_begin(ct_cuda_graph *self,
			     const ct_cuda_graph_begin_options *options) noexcept
try {
	begin(needed(self, 1, "self"), options ? *options : ct_cuda_graph_begin_options{});
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_end(ct_cuda_graph *self) noexcept
try {
	end(needed(self, 1, "self"));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

bool ct_cuda_graph_is_captured(const ct_cuda_graph *self) noexcept
{
	return self && self->is_captured;
}

ct_error ct_cuda_graph_replay(ct_cuda_graph *self) noexcept
try {
	captured(self).graph.replay();
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_reset(ct_cuda_graph *self) noexcept
try {
	TORCH_CHECK(!needed(self, 1, "self").is_capturing,
		    "this graph is capturing: end that first");
	reset(*self);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_pool(const ct_cuda_graph *self, ct_cuda_pool_id *result) noexcept
try {
	const auto pool = captured(self).graph.pool();

	ct::cuda::give({ pool.first, pool.second }, result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_pool_handle(ct_cuda_pool_id *result) noexcept
try {
	const auto pool = at::cuda::graph_pool_handle();

	ct::cuda::give({ pool.first, pool.second }, result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_save_dot(const ct_cuda_graph *self, const char *path) noexcept
try {
	ct_cuda_graph &of = captured(self);

	TORCH_CHECK(of.is_kept, "the graph was not created with .keep_graph");
	C10_CUDA_CHECK(cudaGraphDebugDotPrint(of.graph.raw_cuda_graph(), &needed(path, 2, "path"),
					      cudaGraphDebugDotFlagsVerbose));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_capture_stream_(ct_stream *result) noexcept
try {
	ct::cuda::give(ct::cuda::from_stream(capture_stream()), result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_graph_need_work_(ct_cuda_graph *graph, const char *function) noexcept
try {
	size_t count = 0;

	C10_CUDA_CHECK(cudaGraphGetNodes(graph->graph.raw_cuda_graph(), nullptr, &count));
	if (count == 0) {
		reset(*graph);
		TORCH_CHECK(false, "the step gave cuda:", int{ c10::cuda::current_device() },
			    ", the current device, no work, so there is nothing to replay: make "
			    "the device of its tensors current with ct_device_set_current()");
	}
	return nullptr;
} catch (...) {
	return ct::cuda::caught(function);
}

/* --- A block that is captured ----------------------------------------------------------------- */

ct_error ct_cuda_capture_begin_(struct ct_cuda_capture_ *self,
				const ct_cuda_graph_begin_options *options) noexcept
try {
	ct_cuda_graph *graph = self->graph;

	self->graph = nullptr;
	needed(graph, 2, "graph");
	need_no_capture();
	/* As Python does: what is unused goes into the graph's pool instead. */
	c10::cuda::device_synchronize();
	c10::cuda::CUDACachingAllocator::emptyCache();
	ct::cuda::check(ct_stream_swap_(ct::cuda::from_stream(capture_stream()), &self->was));
	try {
		begin(*graph, options ? *options : ct_cuda_graph_begin_options{});
	} catch (...) {
		ct_stream_leave_(&self->was);
		throw;
	}
	self->graph = graph;
	return nullptr;
} catch (...) {
	return ct::cuda::caught("CT_CUDA_CAPTURE");
}

void ct_cuda_capture_end_(struct ct_cuda_capture_ *self) noexcept
{
	self->runs = false;
	*self->error = ct_cuda_graph_end(self->graph);
	self->graph = nullptr;
	ct_stream_leave_(&self->was);
}

void ct_cuda_capture_abandon_(struct ct_cuda_capture_ *self) noexcept
try {
	if (self->graph == nullptr)
		return;
	ct_error_free(ct_cuda_graph_end(self->graph));
	ct_stream_leave_(&self->was);
	reset(*self->graph);
} catch (...) {
	ct_error_free(ct::cuda::caught(__func__));
}
