/*
 * Whether a stream records a graph. Before 2.12 libtorch does not tell; CUDA's run time does.
 */
#include <c10/core/DeviceGuard.h>

#include <dlfcn.h>

#include <ctorch/device/stream.h>

#include "core/base/compat.hpp"
#include "device/streams/capturing.h"
#include "device/streams/guard.hpp"

namespace {

#if CT_HAS_STREAM_CAPTURE

bool ask_device(const at::Stream &stream)
{
	return ct::guard_of(stream.device_type()).isStreamCapturing(stream);
}

#elif CT_HAS_STREAM_HANDLE

using ask_function = int (*)(void *stream, int *status);

/* NULL if the device is none of CUDA's. The function is that of the run time which libtorch needs. */
ask_function cuda_function(at::DeviceType type)
{
	void *library = type == at::kCUDA ? dlopen("libc10_cuda.so", RTLD_LAZY | RTLD_NOLOAD)
					  : nullptr;
	void *function = library ? dlsym(library, "cudaStreamIsCapturing") : nullptr;

	if (library)
		dlclose(library);
	return reinterpret_cast<ask_function>(function);
}

bool ask_device(const at::Stream &stream)
{
	const ask_function ask = cuda_function(stream.device_type());
	const c10::DeviceGuard guard(stream.device());
	int status = 0;

	if (ask == nullptr)
		ct::refuse_release("asking a stream whether it is capturing needs", "2.12");
	const int error = ask(ct::guard_of(at::kCUDA).getStreamNativeHandle(stream), &status);
	TORCH_CHECK(error == 0, "CUDA error ", error, ": cudaStreamIsCapturing() failed");
	return status != 0;
}

#else

bool ask_device(const at::Stream &stream)
{
	ct::refuse_release("asking a stream whether it is capturing needs",
			   stream.device_type() == at::kCUDA ? "2.11" : "2.12");
}

#endif

} // namespace

bool ct_tells_capturing(ct_device_type type) noexcept
{
#if CT_HAS_STREAM_CAPTURE
	(void)type;
	return true;
#elif CT_HAS_STREAM_HANDLE
	return type == CT_DEVICE_TYPE_CUDA && cuda_function(at::kCUDA);
#else
	(void)type;
	return false;
#endif
}

ct_error ct_stream_is_capturing(ct_stream stream, bool *result) noexcept
try {
	const at::Stream asked = ct::indexed_stream(stream, 1, "stream");

	ct::give_value(!asked.device().is_cpu() && ask_device(asked), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
