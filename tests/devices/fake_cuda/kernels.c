/* kernels.c: the kernels that libraries register when they are loaded, and their launches. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct kernel {
	const void *function; /* the host's function that stands for it */
	const char *name;     /* "_ZN2at6native..." */
};

static struct kernel *kernels;
static size_t kernel_count, kernel_capacity;
static bool is_sorted;

/* --- what the compiler's code calls (its declarations are in no header) ------------------------- */

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *function, char *device_function,
			    const char *name, int threads, void *thread, void *block,
			    void *block_size, void *grid_size, int *warp_size);
void __cudaRegisterVar(void **handle, char *variable, char *device_variable, const char *name,
		       int is_external, size_t nbytes, int is_constant, int is_global);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
			       size_t shared, cudaStream_t stream);

void **__cudaRegisterFatBinary(void *binary)
{
	static void *handle;

	(void)binary;
	return &handle;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
	(void)handle;
}

void __cudaRegisterFunction(void **handle, const char *function, char *device_function,
			    const char *name, int threads, void *thread, void *block,
			    void *block_size, void *grid_size, int *warp_size)
{
	(void)handle, (void)device_function, (void)threads, (void)thread, (void)block,
		(void)block_size, (void)grid_size, (void)warp_size;
	pthread_mutex_lock(&fake_lock);
	if (kernel_count == kernel_capacity) {
		kernel_capacity = kernel_capacity ? 2 * kernel_capacity : 4096;
		kernels = realloc(kernels, kernel_capacity * sizeof *kernels);
		if (!kernels)
			abort();
	}
	kernels[kernel_count++] = (struct kernel){ function, name };
	is_sorted = false;
	pthread_mutex_unlock(&fake_lock);
}

void __cudaRegisterVar(void **handle, char *variable, char *device_variable, const char *name,
		       int is_external, size_t nbytes, int is_constant, int is_global)
{
	(void)handle, (void)variable, (void)device_variable, (void)name, (void)is_external,
		(void)nbytes, (void)is_constant, (void)is_global;
}

/* kernel<<<grid, block, shared, stream>>>(...) is a push here, and a pop in the host's function. */
static _Thread_local struct {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
} configurations[16];
static _Thread_local size_t configuration_count;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
	if (configuration_count == sizeof configurations / sizeof *configurations)
		return cudaErrorInvalidValue;
	configurations[configuration_count].grid = grid;
	configurations[configuration_count].block = block;
	configurations[configuration_count].shared = shared;
	configurations[configuration_count++].stream = stream;
	return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	if (configuration_count == 0)
		return fake_result(cudaErrorInvalidValue);
	configuration_count--;
	*grid = configurations[configuration_count].grid;
	*block = configurations[configuration_count].block;
	*shared = configurations[configuration_count].shared;
	*(cudaStream_t *)stream = configurations[configuration_count].stream;
	return cudaSuccess;
}

/* --- launches ---------------------------------------------------------------------------------- */

static int by_function(const void *a, const void *b)
{
	uintptr_t one = (uintptr_t)((const struct kernel *)a)->function;
	uintptr_t other = (uintptr_t)((const struct kernel *)b)->function;

	return (one > other) - (one < other);
}

static const char *kernel_name(const void *function)
{
	struct kernel key = { .function = function }, *kernel = NULL;

	pthread_mutex_lock(&fake_lock);
	if (!is_sorted && kernel_count)
		qsort(kernels, kernel_count, sizeof *kernels, by_function);
	is_sorted = true;
	if (kernel_count)
		kernel = bsearch(&key, kernels, kernel_count, sizeof *kernels, by_function);
	pthread_mutex_unlock(&fake_lock);
	return kernel ? kernel->name : NULL;
}

/* The name by the C++ library that libtorch has loaded. */
static void log_kernel(const char *name, const struct CUstream_st *stream)
{
	char *(*demangle)(const char *, char *, size_t *, int *) = NULL;
	void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
	char *text = NULL;
	int status;

	if (library)
		*(void **)&demangle = dlsym(library, "__cxa_demangle");
	if (demangle)
		text = demangle(name, NULL, NULL, &status);
	if (stream->device || stream->number)
		fake_log("kernel %s: device %d, stream %d", text ? text : name, stream->device,
			 stream->number);
	else
		fake_log("kernel %s", text ? text : name);
	free(text);
	if (library)
		dlclose(library);
}

cudaError_t fake_launch(const char *name, dim3 grid, dim3 block, cudaStream_t stream)
{
	if (!name)
		return cudaErrorInvalidDeviceFunction;
	if (grid.x * grid.y * grid.z == 0 || block.x * block.y * block.z == 0 ||
	    block.x * block.y * block.z > 1024)
		return cudaErrorInvalidConfiguration;
	if (fake_stream(stream)->device != fake_current_device())
		return cudaErrorInvalidResourceHandle;
	if (fake_is_logging())
		log_kernel(name, fake_stream(stream));
	return fake_do(stream, &(struct CUgraphNode_st){ .work = KERNEL, .name = name });
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
			     size_t shared, cudaStream_t stream)
{
	(void)arguments, (void)shared;
	return fake_result(fake_launch(kernel_name(function), grid, block, stream));
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)
{
	*kernel = (cudaKernel_t)(uintptr_t)function;
	return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
			       size_t shared, cudaStream_t stream)
{
	return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
				void **arguments)
{
	return cudaLaunchKernel(function, config->gridDim, config->blockDim, arguments,
				config->dynamicSmemBytes, config->stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
					void **arguments, size_t shared, cudaStream_t stream)
{
	return cudaLaunchKernel(function, grid, block, arguments, shared, stream);
}

/* Only its address is used, and only for kernels. */
cudaError_t cudaGetSymbolAddress(void **address, const void *symbol)
{
	*address = (void *)(uintptr_t)symbol;
	return fake_result(fake_enter());
}

/* --- the driver's functions -------------------------------------------------------------------- */

/* Any that libcuda has; one that it lacks refuses when it is called. */
static int refuse_driver_function(void)
{
	return fake_refuse("a function of the driver", cudaErrorNotSupported);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version,
					     unsigned long long flags,
					     enum cudaDriverEntryPointQueryResult *result)
{
	void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);

	(void)version, (void)flags;
	*function = driver ? dlsym(driver, name) : NULL;
	if (driver)
		dlclose(driver);
	if (!*function) {
		fake_log("no function %s in the driver", name);
		*(int (**)(void))function = refuse_driver_function;
	}
	if (result)
		*result = cudaDriverEntryPointSuccess;
	return fake_result(fake_enter());
}

/* --- for the other libraries ------------------------------------------------------------------- */

int fake_handle_new(void **handle)
{
	struct fake_handle *own = calloc(1, sizeof *own);

	if (!own)
		abort();
	*handle = own;
	return 0;
}

int fake_handle_free(void *handle)
{
	free(handle);
	return 0;
}

int fake_handle_set_stream(void *handle, cudaStream_t stream)
{
	((struct fake_handle *)handle)->stream = stream;
	return 0;
}

int fake_library_call_in(const char *function, cudaStream_t stream)
{
	return (int)fake_do(stream, &(struct CUgraphNode_st){ .work = LIBRARY, .name = function });
}

int fake_library_call(const char *function, const void *handle)
{
	return fake_library_call_in(function, ((const struct fake_handle *)handle)->stream);
}
