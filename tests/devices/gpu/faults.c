/* A fork, and a kernel that writes to an address that is none. */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cuda.h>

#include "gpu.h"

enum { SECONDS_FOR_A_CHILD = 20 };

static ct_error use_device(void)
{
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(4), .device = GPU);
	CT_E(add, x, x);
	CT_TRY(CT_DONE());
	return ct_device_synchronize(GPU);
}

/* Exits with 0 if CUDA is refused. */
static void be_child(void)
{
	ct_error error;

	alarm(SECONDS_FOR_A_CHILD); /* instead of hanging */
	error = use_device();
	_exit(error && ct_error_class_of(error) == CT_ERROR_ACCELERATOR ? 0 : 1);
}

ct_error do_fork(int64_t unused)
{
	pid_t child;
	int status;

	(void)unused;
	CT_TRY(use_device());
	child = fork();
	if (child == 0)
		be_child();
	if (child < 0 || waitpid(child, &status, 0) != child)
		return ct_error_new(CT_ERROR_RUNTIME, __func__, "cannot fork");
	if (WIFSIGNALED(status))
		report("the child gets an error", false, "signal %d", WTERMSIG(status));
	else
		report("the child gets an error", WEXITSTATUS(status) == 0, "exit status %d",
		       WEXITSTATUS(status));
	CT_TRY(use_device());
	report("the parent goes on", true, "on cuda:0");
	return NULL;
}

/* --- A fault ---------------------------------------------------------------------------------- */

/* What nvcc would make of `*(int *)0 = 1`; the driver compiles it. The version is that of CUDA 12.0,
 * which all drivers of CUDA 13 know. */
static const char ptx[] = ".version 8.0\n"
			  ".target sm_75\n"
			  ".address_size 64\n"
			  ".visible .entry write_nowhere()\n"
			  "{\n"
			  "	.reg .b64 %address;\n"
			  "	.reg .b32 %one;\n"
			  "	mov.u64 %address, 0;\n"
			  "	mov.u32 %one, 1;\n"
			  "	st.global.u32 [%address], %one;\n"
			  "	ret;\n"
			  "}\n";

/* The driver is there if CUDA is; the program does not link to it. */
static ct_error launch_by_driver(void)
{
	__typeof__(cuModuleLoadData) *load;
	__typeof__(cuModuleGetFunction) *get;
	__typeof__(cuLaunchKernel) *launch;
	void *driver = dlopen("libcuda.so.1", RTLD_NOW);
	CUmodule module;
	CUfunction function;
	CUresult status;

	if (!driver)
		return ct_error_new(CT_ERROR_RUNTIME, "dlopen", "%s", dlerror());
	*(void **)&load = dlsym(driver, "cuModuleLoadData");
	*(void **)&get = dlsym(driver, "cuModuleGetFunction");
	*(void **)&launch = dlsym(driver, "cuLaunchKernel");
	if (!load || !get || !launch)
		return ct_error_new(CT_ERROR_RUNTIME, "dlsym", "%s", dlerror());
	if ((status = load(&module, ptx)) || (status = get(&function, module, "write_nowhere")) ||
	    (status = launch(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL)))
		return ct_error_new(CT_ERROR_RUNTIME, "the driver", "error %d", (int)status);
	return NULL;
}

static void check_failure(const char *name, ct_error error)
{
	report(name, error && strstr(error, "illegal memory access"), "%.*s",
	       error ? (int)strcspn(error, "\n") : 8, error ? error : "no error");
	ct_error_free(error);
}

ct_error do_fault(int64_t unused)
{
	(void)unused;
	CT_TRY(use_device());
	CT_TRY(launch_by_driver());
	check_failure("the next call that waits", ct_device_synchronize(GPU));
	check_failure("every later call", use_device());
	return NULL;
}
