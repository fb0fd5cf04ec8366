#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include "calls.h"

static _Atomic int64_t counts[gpu_call_count];

const char *gpu_call_name(int32_t call)
{
	static const char *const names[] = {
#define X(name) #name,
		GPU_CALLS(X)
#undef X
	};

	return call >= 0 && call < gpu_call_count ? names[call] : NULL;
}

int64_t gpu_calls(int32_t call)
{
	return counts[call];
}

void gpu_calls_reset(void)
{
	for (int i = 0; i < gpu_call_count; i++)
		counts[i] = 0;
}

static void *next(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function) {
		fprintf(stderr, "calls.c: no %s: %s\n", name, dlerror());
		abort();
	}
	return function;
}

/* A function of the run time, which counts as `call`. */
#define COUNT(call, name, parameters, arguments)          \
	cudaError_t name parameters;                      \
	cudaError_t name parameters                       \
	{                                                 \
		static cudaError_t(*pass_on) parameters;  \
                                                          \
		if (!pass_on)                             \
			*(void **)&pass_on = next(#name); \
		counts[gpu_call_##call]++;                \
		return pass_on arguments;                 \
	}

COUNT(launches, cudaLaunchKernel,
      (const void *function, dim3 grid, dim3 block, void **args, size_t shared,
       cudaStream_t stream),
      (function, grid, block, args, shared, stream))
COUNT(launches, __cudaLaunchKernel,
      (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream),
      (kernel, grid, block, args, shared, stream))
COUNT(launches, cudaLaunchKernelExC,
      (const cudaLaunchConfig_t *config, const void *function, void **args),
      (config, function, args))
COUNT(launches, cudaLaunchCooperativeKernel,
      (const void *function, dim3 grid, dim3 block, void **args, size_t shared,
       cudaStream_t stream),
      (function, grid, block, args, shared, stream))
COUNT(launches, cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t stream), (graph, stream))
COUNT(copies, cudaMemcpyAsync,
      (void *to, const void *from, size_t nbytes, enum cudaMemcpyKind kind, cudaStream_t stream),
      (to, from, nbytes, kind, stream))
COUNT(copies, cudaMemcpy, (void *to, const void *from, size_t nbytes, enum cudaMemcpyKind kind),
      (to, from, nbytes, kind))
COUNT(fills, cudaMemsetAsync, (void *to, int value, size_t nbytes, cudaStream_t stream),
      (to, value, nbytes, stream))
COUNT(fills, cudaMemset, (void *to, int value, size_t nbytes), (to, value, nbytes))
COUNT(synchronizations, cudaStreamSynchronize, (cudaStream_t stream), (stream))
COUNT(synchronizations, cudaEventSynchronize, (cudaEvent_t event), (event))
COUNT(synchronizations, cudaDeviceSynchronize, (void), ())
