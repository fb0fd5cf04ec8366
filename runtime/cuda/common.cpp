/*
 * Devices and streams: see common.hpp.
 */
#include <cstring>

#include <ATen/Context.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>

#include <ctorch/core/scope.h>
#include <ctorch/device/cuda.h>
#include <ctorch/tensor/tensor.h>

#include "cuda/common.hpp"

namespace ct::cuda {

void need_cuda()
{
	char *reason = nullptr;

	if (c10::cuda::device_count() > 0) {
		at::globalContext().lazyInitDevice(at::kCUDA);
		return;
	}
	check(ct_cuda_why_unavailable(&reason));
	ct_error error = ct_error_new(CT_ERROR_RUNTIME, nullptr, "CUDA is not available: %s",
				      reason ? reason : "there is no device");
	ct_free(reason);
	throw error_of_c(error);
}

c10::DeviceIndex index_of(ct_device device, int position)
{
	if (device.type != CT_DEVICE_TYPE_CUDA)
		refuse("argument %d (device) must be a CUDA device", position);
	need_cuda();
	if (device.index == -1)
		return c10::cuda::current_device();
	if (device.index < 0 || device.index >= c10::cuda::device_count())
		refuse("argument %d (device): there is no cuda:%d; there are %d devices", position,
		       static_cast<int>(device.index), static_cast<int>(c10::cuda::device_count()));
	return static_cast<c10::DeviceIndex>(device.index);
}

cudaUUID_t uuid_of(c10::DeviceIndex index)
{
	cudaDeviceProp properties;

	C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
	return properties.uuid;
}

c10::DeviceIndex index_with(const char uuid[16])
{
	for (c10::DeviceIndex i = 0; i < c10::cuda::device_count(); i++)
		if (std::memcmp(uuid_of(i).bytes, uuid, 16) == 0)
			return i;
	TORCH_CHECK(false, "this process does not see the sender's device; compare "
			   "CUDA_VISIBLE_DEVICES of the two");
}

c10::cuda::CUDAStream stream_of(ct_stream stream, int position)
{
	const c10::DeviceIndex index = index_of({ stream.device_type, stream.device_index },
						position);

	return c10::cuda::CUDAStream(
		c10::Stream(c10::Stream::UNSAFE, c10::Device(at::kCUDA, index), stream.id));
}

ct_stream from_stream(const c10::cuda::CUDAStream &stream)
{
	return { stream.id(), CT_DEVICE_TYPE_CUDA, stream.device_index() };
}

} // namespace ct::cuda
