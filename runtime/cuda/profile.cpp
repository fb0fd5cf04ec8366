/*
 * Ranges of NVTX, the profiler, and the mode that reports calls that wait.
 */
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>
#include <torch/csrc/profiler/stubs/base.h>

#include <ctorch/cuda/profile.h>

#include "cuda/common.hpp"

/* In a header that the wheel with the run time lacks. */
extern "C" cudaError_t cudaProfilerStart();
extern "C" cudaError_t cudaProfilerStop();

/* The state that libc10_cuda reads, by its name: the inline function of the header would have a
 * state of its own in this library, whose symbols others do not see. So no file of this library may
 * call that function, nor c10::cuda::stream_synchronize() and memcpy_and_sync(), which do. */
extern c10::cuda::WarningState warning_state_of_c10 __asm__(
	"_ZZN3c104cuda13warning_stateEvE14warning_state_");

namespace {

/* libtorch's profiler has them, so that nothing more of NVIDIA's is needed. */
const torch::profiler::impl::ProfilerStubs &nvtx()
{
	const torch::profiler::impl::ProfilerStubs *stubs = torch::profiler::impl::cudaStubs();

	TORCH_CHECK(stubs->enabled(), "this libtorch was built without NVTX");
	return *stubs;
}

} // namespace

ct_error ct_cuda_nvtx_range_push(const char *name) noexcept
try {
	nvtx().rangePush(&ct::cuda::needed(name, 1, "name"));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_nvtx_range_pop() noexcept
try {
	nvtx().rangePop();
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_nvtx_mark(const char *name) noexcept
try {
	nvtx().mark(&ct::cuda::needed(name, 1, "name"));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_profiler_start() noexcept
try {
	ct::cuda::need_cuda();
	C10_CUDA_CHECK(cudaProfilerStart());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_profiler_stop() noexcept
try {
	ct::cuda::need_cuda();
	C10_CUDA_CHECK(cudaProfilerStop());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_set_sync_debug_mode(ct_cuda_sync_debug mode) noexcept
try {
	using c10::cuda::SyncDebugMode;
	static_assert(CT_CUDA_SYNC_DEBUG_OFF == static_cast<int>(SyncDebugMode::L_DISABLED) &&
		      CT_CUDA_SYNC_DEBUG_WARN == static_cast<int>(SyncDebugMode::L_WARN) &&
		      CT_CUDA_SYNC_DEBUG_ERROR == static_cast<int>(SyncDebugMode::L_ERROR));

	if (mode < CT_CUDA_SYNC_DEBUG_OFF || mode > CT_CUDA_SYNC_DEBUG_ERROR)
		ct::cuda::refuse("argument 1 (mode): %d is not a ct_cuda_sync_debug",
				 static_cast<int>(mode));
	warning_state_of_c10.set_sync_debug_mode(static_cast<SyncDebugMode>(mode));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_cuda_sync_debug ct_cuda_sync_debug_mode() noexcept
{
	return static_cast<ct_cuda_sync_debug>(warning_state_of_c10.get_sync_debug_mode());
}
