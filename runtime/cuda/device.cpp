/*
 * What CUDA knows about a device.
 */
#include <cstdio>
#include <cstring>
#include <string>

#include <ATen/detail/CUDAHooksInterface.h>
#include <ATen/Context.h>
#include <ATen/cuda/PeerToPeerAccess.h>
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime_api.h>

#include <ctorch/cuda/device.h>

#include "cuda/common.hpp"

namespace {

cudaDeviceProp properties_of(c10::DeviceIndex index)
{
	cudaDeviceProp found;

	C10_CUDA_CHECK(cudaGetDeviceProperties(&found, index));
	return found;
}

ct_cuda_properties convert(const cudaDeviceProp &from)
{
	ct_cuda_properties to{};

	to.major = from.major;
	to.minor = from.minor;
	to.total_memory_nbytes = static_cast<int64_t>(from.totalGlobalMem);
	to.multi_processor_count = from.multiProcessorCount;
	to.warp_size = from.warpSize;
	to.max_threads_per_multi_processor = from.maxThreadsPerMultiProcessor;
	to.max_threads_per_block = from.maxThreadsPerBlock;
	to.registers_per_multi_processor = from.regsPerMultiprocessor;
	to.shared_memory_per_block_nbytes = static_cast<int64_t>(from.sharedMemPerBlock);
	to.shared_memory_per_block_optin_nbytes = static_cast<int64_t>(from.sharedMemPerBlockOptin);
	to.shared_memory_per_multi_processor_nbytes = static_cast<int64_t>(
		from.sharedMemPerMultiprocessor);
	to.l2_cache_nbytes = from.l2CacheSize;
	to.memory_bus_width = from.memoryBusWidth;
	to.pci_domain = from.pciDomainID;
	to.pci_bus = from.pciBusID;
	to.pci_device = from.pciDeviceID;
	to.is_integrated = from.integrated != 0;
	to.is_multi_gpu_board = from.isMultiGpuBoard != 0;
	return to;
}

/* In hexadecimal, in groups of 4, 2, 2, 2 and 6 bytes. */
std::string text_of(const cudaUUID_t &uuid)
{
	std::string text;

	for (size_t i = 0; i < sizeof uuid.bytes; i++) {
		char two[3];

		std::snprintf(two, sizeof two, "%02x",
			      static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
		text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
		text += two;
	}
	return text;
}

/* "sm_75" of each "code=sm_75", as -gencode of nvcc has them. */
std::string architectures_in(const std::string &config)
{
	static const char before[] = "code=";
	std::string found;

	for (size_t at = 0; (at = config.find(before, at)) != std::string::npos;) {
		at += sizeof before - 1;
		const size_t end = config.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789",
							    at);
		if (!found.empty())
			found += ' ';
		found += config.substr(at, end - at);
	}
	return found;
}

} // namespace

ct_error ct_cuda_device_properties(ct_device device, ct_cuda_properties *result) noexcept
try {
	ct::cuda::give(convert(properties_of(ct::cuda::index_of(device, 1))), result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_device_name(ct_device device, char **result) noexcept
try {
	const cudaDeviceProp found = properties_of(ct::cuda::index_of(device, 1));

	if (result)
		*result = ct::cuda::give_bytes(found.name, std::strlen(found.name));
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_device_uuid(ct_device device, char **result) noexcept
try {
	const std::string text = text_of(properties_of(ct::cuda::index_of(device, 1)).uuid);

	if (result)
		*result = ct::cuda::give_bytes(text.data(), text.size());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_device_capability(ct_device device, int64_t *major, int64_t *minor) noexcept
try {
	const cudaDeviceProp found = properties_of(ct::cuda::index_of(device, 1));

	ct::cuda::give<int64_t>(found.major, major);
	ct::cuda::give<int64_t>(found.minor, minor);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_architectures(char **result) noexcept
try {
	const std::string found = architectures_in(at::detail::getCUDAHooks().showConfig());

	if (result)
		*result = ct::cuda::give_bytes(found.data(), found.size());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_can_access_peer(ct_device device, ct_device peer, bool *result) noexcept
try {
	const c10::DeviceIndex from = ct::cuda::index_of(device, 1);
	const c10::DeviceIndex to = ct::cuda::index_of(peer, 2);
	int can = 0;

	/* CUDA's answer for a device and itself is 0, and Python's. */
	C10_CUDA_CHECK(cudaDeviceCanAccessPeer(&can, from, to));
	ct::cuda::give(can != 0, result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}
