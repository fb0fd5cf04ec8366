/* cuda.c: the driver: contexts, and modules whose kernels are launched by name. */
#define _GNU_SOURCE
#include <cuda.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct CUmod_st {
	int unused;
};

struct CUfunc_st {
	char *name;
	struct CUfunc_st *next;
};

/* Kept: a captured launch refers to the name. */
static struct CUfunc_st *functions;
static struct CUctx_st {
	int device;
} contexts[MAX_DEVICES];

CUresult cuInit(unsigned flags)
{
	(void)flags;
	return fake_device_count() ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

CUresult cuDriverGetVersion(int *version)
{
	return (CUresult)cudaDriverGetVersion(version);
}

/* NVRTC asks for it, and does without. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
	(void)id;
	*table = NULL;
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* The errors of the driver that the fake returns have the numbers of the run time's. */
CUresult cuGetErrorString(CUresult error, const char **text)
{
	*text = cudaGetErrorString((cudaError_t)error);
	return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **text)
{
	*text = cudaGetErrorName((cudaError_t)error);
	return CUDA_SUCCESS;
}

/* --- devices and contexts ---------------------------------------------------------------------- */

CUresult cuDeviceGetCount(int *count)
{
	*count = fake_device_count();
	return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	if (ordinal < 0 || ordinal >= fake_device_count())
		return CUDA_ERROR_INVALID_DEVICE;
	*device = ordinal;
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *is_active)
{
	(void)device;
	if (flags)
		*flags = 0;
	if (is_active)
		*is_active = fake_enter() == cudaSuccess;
	return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	if (device < 0 || device >= fake_device_count())
		return CUDA_ERROR_INVALID_DEVICE;
	contexts[device].device = device;
	*context = &contexts[device];
	return (CUresult)fake_enter();
}

/* libtorch keeps the context alive. */
CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
	return device < 0 || device >= fake_device_count() ? CUDA_ERROR_INVALID_DEVICE
							   : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
	return cuDevicePrimaryCtxRetain(context, fake_current_device());
}

CUresult cuCtxSetCurrent(CUcontext context)
{
	return context ? (CUresult)cudaSetDevice(context->device) : CUDA_SUCCESS;
}

/* --- modules: any image is one, and has every function ------------------------------------------ */

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
			    CUjit_option *options, void **values)
{
	(void)image, (void)count, (void)options, (void)values;
	*module = calloc(1, sizeof **module);
	if (!*module)
		abort();
	return (CUresult)fake_enter();
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult cuModuleUnload(CUmodule module)
{
	free(module);
	return CUDA_SUCCESS;
}

static struct CUfunc_st *function_named(const char *name)
{
	struct CUfunc_st *function = functions;

	while (function && strcmp(function->name, name) != 0)
		function = function->next;
	if (function)
		return function;
	function = calloc(1, sizeof *function);
	if (!function || !(function->name = strdup(name)))
		abort();
	function->next = functions;
	return functions = function;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	(void)module;
	pthread_mutex_lock(&fake_lock);
	*function = function_named(name);
	pthread_mutex_unlock(&fake_lock);
	return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
	(void)function;
	*value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
	return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
	(void)function, (void)attribute, (void)value;
	return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
	(void)function, (void)config;
	return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, CUfunction function, int block,
						     size_t shared)
{
	return (CUresult)cudaOccupancyMaxActiveBlocksPerMultiprocessor(count, function, block,
								       shared);
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
			unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
			CUstream stream, void **arguments, void **extra)
{
	(void)shared, (void)arguments, (void)extra;
	return (CUresult)fake_launch(function->name, (dim3){ grid_x, grid_y, grid_z },
				     (dim3){ block_x, block_y, block_z }, stream);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
				   unsigned grid_z, unsigned block_x, unsigned block_y,
				   unsigned block_z, unsigned shared, CUstream stream,
				   void **arguments)
{
	return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
			      stream, arguments, NULL);
}
