/*
 * Events of other processes.
 */
#include <cstring>

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <ctorch/cuda/share.h>

#include "cuda/common.hpp"

namespace {

using ct::cuda::check;
using ct::cuda::needed;

constexpr char event_signature[] = "ctevt01"; /* with its NUL */

/* What is sent. */
struct event_message {
	char begins_with[8];
	char uuid[16]; /* of the device */
	cudaIpcEventHandle_t handle;
};

/* The event becomes one of libctorch, or is destroyed if that fails. */
void give_event(cudaEvent_t native, c10::DeviceIndex index, ct_event **result)
{
	ct_event *event = nullptr;
	const ct_error error = ct_event_from_native(native, { CT_DEVICE_TYPE_CUDA, index }, &event);

	if (error)
		cudaEventDestroy(native);
	check(error);
	if (result)
		*result = event;
	else
		ct_event_free(event);
}

event_message describe(const ct_event *event)
{
	const ct_device device = ct_event_device(event);
	event_message message{};
	void *native = nullptr;
	cudaError_t error = cudaErrorInvalidResourceHandle;

	check(ct_event_native_handle(event, &native));
	if (device.type == CT_DEVICE_TYPE_CUDA && native)
		error = cudaIpcGetEventHandle(&message.handle, static_cast<cudaEvent_t>(native));
	if (error == cudaErrorInvalidResourceHandle) {
		(void)cudaGetLastError(); /* or the next call would report it, too */
		TORCH_CHECK_VALUE(false, "only events of ct_cuda_event_new_interprocess() can be "
					 "shared");
	}
	C10_CUDA_CHECK(error);
	std::memcpy(message.begins_with, event_signature, sizeof message.begins_with);
	std::memcpy(message.uuid,
		    ct::cuda::uuid_of(static_cast<c10::DeviceIndex>(device.index)).bytes,
		    sizeof message.uuid);
	return message;
}

event_message read_message(const void *bytes, int64_t nbytes)
{
	event_message message;

	TORCH_CHECK_VALUE(nbytes == static_cast<int64_t>(sizeof message) &&
				  std::memcmp(bytes, event_signature, sizeof event_signature) == 0,
			  "the bytes are not those of ct_cuda_event_ipc_encode()");
	std::memcpy(&message, bytes, sizeof message);
	return message;
}

} // namespace

ct_error ct_cuda_event_new_interprocess(ct_device device, ct_event **result) noexcept
try {
	const c10::DeviceIndex index = ct::cuda::index_of(device, 1);
	const c10::cuda::CUDAGuard guard(index);
	cudaEvent_t native;

	C10_CUDA_CHECK(
		cudaEventCreateWithFlags(&native, cudaEventDisableTiming | cudaEventInterprocess));
	give_event(native, index, result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_event_ipc_encode(const ct_event *event, char **bytes, int64_t *nbytes) noexcept
try {
	if (event == nullptr)
		ct::cuda::refuse("argument 1 (event) must not be NULL");
	needed(bytes, 2, "bytes");
	needed(nbytes, 3, "nbytes");
	const event_message message = describe(event);

	*bytes = ct::cuda::give_bytes(&message, sizeof message);
	*nbytes = sizeof message;
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_event_ipc_decode(const void *bytes, int64_t nbytes, ct_event **result) noexcept
try {
	if (bytes == nullptr)
		ct::cuda::refuse("argument 1 (bytes) must not be NULL");
	const event_message message = read_message(bytes, nbytes);

	ct::cuda::need_cuda();
	const c10::DeviceIndex index = ct::cuda::index_with(message.uuid);
	const c10::cuda::CUDAGuard guard(index);
	cudaEvent_t native;

	C10_CUDA_CHECK(cudaIpcOpenEventHandle(&native, message.handle));
	give_event(native, index, result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}
