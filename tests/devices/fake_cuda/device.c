/* device.c: devices and what they say of themselves: an H100's numbers. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

enum {
	MULTIPROCESSORS = 132,
	THREADS_IN_BLOCK = 1024,
	THREADS_IN_MULTIPROCESSOR = 2048,
	BLOCKS_IN_MULTIPROCESSOR = 32,
	SHARED_IN_BLOCK = 48 << 10,
	SHARED_IN_BLOCK_OPTIN = 227 << 10,
	SHARED_IN_MULTIPROCESSOR = 228 << 10,
	REGISTERS = 65536,
	VERSION = CUDART_VERSION
};

static _Thread_local int current;
static bool has_peer[MAX_DEVICES][MAX_DEVICES];

int fake_current_device(void)
{
	return current;
}

static bool is_device(int device)
{
	return device >= 0 && device < fake_device_count();
}

cudaError_t cudaGetDeviceCount(int *count)
{
	cudaError_t error = fake_enter();

	*count = error ? 0 : fake_device_count();
	return fake_result(error);
}

cudaError_t cudaGetDevice(int *device)
{
	*device = current;
	return fake_result(fake_enter());
}

cudaError_t cudaSetDevice(int device)
{
	cudaError_t error = fake_enter();

	if (!error && !is_device(device))
		error = cudaErrorInvalidDevice;
	if (!error)
		current = device;
	return fake_result(error);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
	cudaError_t error = fake_enter();

	if (!error && !is_device(device))
		error = cudaErrorInvalidDevice;
	if (error)
		return fake_result(error);
	*properties = (struct cudaDeviceProp){
		.uuid.bytes = { 'f', 'a', 'k', 'e', (char)device },
		.totalGlobalMem = fake_memory_limit(),
		.sharedMemPerBlock = SHARED_IN_BLOCK,
		.sharedMemPerBlockOptin = SHARED_IN_BLOCK_OPTIN,
		.sharedMemPerMultiprocessor = SHARED_IN_MULTIPROCESSOR,
		.regsPerBlock = REGISTERS,
		.regsPerMultiprocessor = REGISTERS,
		.warpSize = 32,
		.memPitch = 2147483647,
		.maxThreadsPerBlock = THREADS_IN_BLOCK,
		.maxThreadsDim = { 1024, 1024, 64 },
		.maxGridSize = { 2147483647, 65535, 65535 },
		.maxThreadsPerMultiProcessor = THREADS_IN_MULTIPROCESSOR,
		.maxBlocksPerMultiProcessor = BLOCKS_IN_MULTIPROCESSOR,
		.totalConstMem = 65536,
		.major = 9,
		.textureAlignment = 512,
		.texturePitchAlignment = 32,
		.multiProcessorCount = MULTIPROCESSORS,
		.canMapHostMemory = 1,
		.concurrentKernels = 1,
		.asyncEngineCount = 3,
		.unifiedAddressing = 1,
		.managedMemory = 1,
		.memoryBusWidth = 5120,
		.l2CacheSize = 50 << 20,
		.streamPrioritiesSupported = 1,
		.cooperativeLaunch = 1,
		.pciBusID = device + 1,
		.memoryPoolsSupported = 1,
		.hostRegisterSupported = 1,
		.ipcEventSupported = 1,
	};
	snprintf(properties->name, sizeof properties->name, "Fake CUDA device %d", device);
	return cudaSuccess;
}

/* Those that are a member of the properties. */
static const struct {
	enum cudaDeviceAttr attribute;
	size_t offset;
} members[] = {
#define MEMBER(attribute, member)                                               \
	{                                                                       \
		cudaDevAttr##attribute, offsetof(struct cudaDeviceProp, member) \
	}
	MEMBER(MaxThreadsPerBlock, maxThreadsPerBlock),
	MEMBER(MaxBlockDimX, maxThreadsDim[0]),
	MEMBER(MaxBlockDimY, maxThreadsDim[1]),
	MEMBER(MaxBlockDimZ, maxThreadsDim[2]),
	MEMBER(MaxGridDimX, maxGridSize[0]),
	MEMBER(MaxGridDimY, maxGridSize[1]),
	MEMBER(MaxGridDimZ, maxGridSize[2]),
	MEMBER(MaxRegistersPerBlock, regsPerBlock),
	MEMBER(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
	MEMBER(WarpSize, warpSize),
	MEMBER(MultiProcessorCount, multiProcessorCount),
	MEMBER(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
	MEMBER(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
	MEMBER(ComputeCapabilityMajor, major),
	MEMBER(ComputeCapabilityMinor, minor),
	MEMBER(L2CacheSize, l2CacheSize),
	MEMBER(UnifiedAddressing, unifiedAddressing),
	MEMBER(ManagedMemory, managedMemory),
	MEMBER(CooperativeLaunch, cooperativeLaunch),
	MEMBER(MemoryPoolsSupported, memoryPoolsSupported),
	MEMBER(PciBusId, pciBusID),
#undef MEMBER
};

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
	struct cudaDeviceProp properties;
	cudaError_t error = cudaGetDeviceProperties(&properties, device);

	if (error)
		return error;
	*value = 0; /* a feature that the fake does not have */
	if (attribute == cudaDevAttrMaxSharedMemoryPerBlock)
		*value = SHARED_IN_BLOCK;
	else if (attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin)
		*value = SHARED_IN_BLOCK_OPTIN;
	else if (attribute == cudaDevAttrMaxSharedMemoryPerMultiprocessor)
		*value = SHARED_IN_MULTIPROCESSOR;
	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (members[i].attribute == attribute)
			memcpy(value, (const char *)&properties + members[i].offset, sizeof *value);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int len, int device)
{
	if (!is_device(device))
		return fake_result(cudaErrorInvalidDevice);
	snprintf(text, (size_t)len, "0000:%02x:00.0", device + 1);
	return fake_result(fake_enter());
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	*least = 0;
	*greatest = -5;
	return fake_result(fake_enter());
}

cudaError_t cudaDeviceCanAccessPeer(int *result, int device, int peer)
{
	if (!is_device(device) || !is_device(peer))
		return fake_result(cudaErrorInvalidDevice);
	*result = device != peer;
	return fake_result(fake_enter());
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
	cudaError_t error = fake_enter();

	(void)flags;
	if (error)
		return fake_result(error);
	if (!is_device(peer) || peer == current)
		return fake_result(cudaErrorInvalidDevice);
	pthread_mutex_lock(&fake_lock);
	if (has_peer[current][peer])
		error = cudaErrorPeerAccessAlreadyEnabled;
	has_peer[current][peer] = true;
	pthread_mutex_unlock(&fake_lock);
	return fake_result(error);
}

cudaError_t cudaDriverGetVersion(int *version)
{
	*version = fake_driver_version();
	return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
	*version = VERSION;
	return cudaSuccess;
}

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

cudaError_t cudaProfilerStart(void)
{
	fake_log("profiler start");
	return fake_result(fake_enter());
}

cudaError_t cudaProfilerStop(void)
{
	fake_log("profiler stop");
	return fake_result(fake_enter());
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *function)
{
	(void)function;
	*attributes = (struct cudaFuncAttributes){
		.maxThreadsPerBlock = THREADS_IN_BLOCK,
		.numRegs = 32,
		.ptxVersion = 90,
		.binaryVersion = 90,
	};
	return fake_result(fake_enter());
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
	(void)function, (void)attribute, (void)value;
	return fake_result(fake_enter());
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute,
					    int value, int device)
{
	(void)device;
	return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *count, const void *function,
								   int block, size_t shared,
								   unsigned flags)
{
	(void)function, (void)shared, (void)flags;
	*count = block > 0 ? THREADS_IN_MULTIPROCESSOR / block : 1;
	if (*count > BLOCKS_IN_MULTIPROCESSOR)
		*count = BLOCKS_IN_MULTIPROCESSOR;
	return fake_result(fake_enter());
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *count, const void *function,
							  int block, size_t shared)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(count, function, block,
								      shared, 0);
}
