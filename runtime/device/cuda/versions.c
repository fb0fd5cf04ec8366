/*
 * Versions of NVIDIA's libraries, asked of the libraries themselves.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <dlfcn.h>

#include <ctorch/device/cuda.h>

#include "device/cuda/needed.h"

/* A function of a library, as POSIX has dlsym() used. */
static void find_function(void *library, const char *name, void *function)
{
	*(void **)function = dlsym(library, name);
}

/* All of them have this form: cuDriverGetVersion(), cudaRuntimeGetVersion(), ncclGetVersion(). */
static int64_t version_of(void *library, const char *name)
{
	int (*ask)(int *version);
	int version = 0;

	find_function(library, name, &ask);
	return ask && ask(&version) == 0 ? version : 0;
}

int64_t ct_cuda_driver_version(void)
{
	/* Stays loaded: libtorch_cuda needs it. */
	void *driver = dlopen("libcuda.so.1", RTLD_NOW);

	return driver ? version_of(driver, "cuDriverGetVersion") : 0;
}

static int64_t cudnn_version(void)
{
	size_t (*ask)(void);

	find_function(RTLD_DEFAULT, "cudnnGetVersion", &ask);
	return ask ? (int64_t)ask() : 0;
}

ct_error ct_cuda_version_numbers(ct_cuda_versions *result)
{
	if (result)
		*result = (ct_cuda_versions){
			.driver = ct_cuda_driver_version(),
			.runtime = version_of(RTLD_DEFAULT, "cudaRuntimeGetVersion"),
			.cudnn = cudnn_version(),
			.nccl = version_of(RTLD_DEFAULT, "ncclGetVersion"),
		};
	return NULL;
}
