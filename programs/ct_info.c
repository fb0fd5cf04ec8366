/*
 * ct_info: facts for a bug report about libctorch, libtorch and the machine, as lines or as JSON.
 *
 * Sections and facts are written as they are found; report.c has the two formats.
 */
#define _GNU_SOURCE /* dladdr() */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#include "report.h"

/* Set by CMake for the build that the program and the library are of. */
#ifndef CT_INFO_BUILD_TYPE
#define CT_INFO_BUILD_TYPE "unknown"
#endif
#ifndef CT_INFO_COMPILER
#define CT_INFO_COMPILER "unknown"
#endif
#ifndef CT_INFO_SANITIZERS
#define CT_INFO_SANITIZERS ""
#endif
#ifdef CTORCH_CHECKED
#define CT_INFO_CHECKED true
#else
#define CT_INFO_CHECKED false
#endif

/* The file that a symbol was loaded from. */
static void tell_file(const char *symbol)
{
	void *address = dlsym(RTLD_DEFAULT, symbol);
	Dl_info info;

	tell_text("file", address && dladdr(address, &info) ? info.dli_fname : "unknown");
}

/* A text of the library, or why there is none. */
static void tell_result(const char *key, ct_error (*ask)(char **))
{
	char *text = NULL;
	ct_error err = ask(&text);

	tell_text(key, err ? err : text);
	ct_error_free(err);
	ct_free(text);
}

static void tell_libctorch(void)
{
	begin_section("libctorch", 26);
	tell_text("version", ct_version());
	tell_text("headers", CT_VERSION);
	tell_number("abi", CT_ABI_VERSION);
	tell_file("ct_version");
	tell_text("build type", CT_INFO_BUILD_TYPE);
	tell_text("compiler", CT_INFO_COMPILER);
	tell_text("sanitizers", *CT_INFO_SANITIZERS ? CT_INFO_SANITIZERS : "none");
	tell_bool("checked", CT_INFO_CHECKED);
	end_section();
}

static void tell_libtorch(void)
{
	begin_section("libtorch", 26);
	tell_text("built for", ct_libtorch_version_built());
	tell_text("running", ct_libtorch_version());
	tell_file("aoti_torch_abi_version");
	tell_result("cpu capability", ct_cpu_capability);
	end_section();
}

static void tell_memory_of(ct_device device)
{
	int64_t available, total;
	ct_error err = ct_device_memory(device, &available, &total);

	if (err == NULL) {
		tell_number("memory", total);
		tell_number("memory available", available);
	}
	ct_error_free(err);
}

static ct_error cpu_name(char **result)
{
	return ct_device_name(CT_DEVICE_CPU, result);
}

static void tell_system(void)
{
	struct utsname system;
	char text[512];
	void *allocator = dlsym(RTLD_DEFAULT, "malloc");
	Dl_info info;

	begin_section("system", 26);
	if (uname(&system) == 0) {
		snprintf(text, sizeof text, "%.100s %.150s %.100s", system.sysname, system.release,
			 system.machine);
		tell_text("kernel", text);
	}
	tell_result("cpu", cpu_name);
	tell_number("cores", sysconf(_SC_NPROCESSORS_ONLN));
	tell_memory_of(CT_DEVICE_CPU);
	/* CPU tensors use malloc(), which a preloaded library may have replaced. */
	tell_text("allocator", allocator && dladdr(allocator, &info) ? info.dli_fname : "unknown");
	end_section();
}

static void tell_settings(void)
{
	const char *precision = NULL;
	ct_error err = ct_float32_matmul_precision(&precision);

	begin_section("settings", 26);
	tell_number("threads", ct_num_threads());
	tell_number("interop threads", ct_num_interop_threads());
	tell_text("default dtype", ct_dtype_name(ct_default_dtype()));
	tell_text("float32 matmul precision", err ? err : precision);
	tell_bool("deterministic", ct_are_deterministic_algorithms_enabled());
	tell_bool("deterministic, only warns", ct_is_deterministic_algorithms_warn_only_enabled());
	ct_error_free(err);
	end_section();
}

static void tell_flags(void)
{
	begin_section("flags", 68);
	for (ct_flag flag = 0; ct_flag_name(flag) != NULL; flag++) {
		bool enabled = false;
		ct_error err = ct_flag_get(flag, &enabled);

		if (err)
			tell_text(ct_flag_name(flag), err);
		else
			tell_bool(ct_flag_name(flag), enabled);
		ct_error_free(err);
	}
	end_section();
}

static void tell_devices(void)
{
	const ct_device accelerator = ct_device_accelerator();

	begin_section("devices", 26);
	for (ct_device_type type = 1; ct_device_type_name(type) != NULL; type++)
		if (ct_device_count(type) > 0)
			tell_number(ct_device_type_name(type), ct_device_count(type));
	tell_text("accelerator", accelerator.type == CT_DEVICE_TYPE_NONE
					 ? "none"
					 : ct_device_type_name(accelerator.type));
	end_section();
}

/* 13020 is 13.2, and 92600 is 9.26.0: each part has its factor. */
static void tell_version(const char *name, int64_t version, int64_t major, int64_t minor)
{
	char text[64];

	if (version == 0)
		return;
	snprintf(text, sizeof text, "%d.%d", (int)(version / major),
		 (int)(version % major / minor));
	if (minor > 10)
		snprintf(text + strlen(text), sizeof text - strlen(text), ".%d",
			 (int)(version % minor));
	tell_text(name, text);
}

static void tell_cuda_devices(void)
{
	for (int32_t i = 0; i < ct_device_count(CT_DEVICE_TYPE_CUDA); i++) {
		char title[32], text[64];
		int64_t available, total;
		ct_error err = ct_device_memory(CT_DEVICE_CUDA(i), &available, &total);

		snprintf(title, sizeof title, "cuda:%d", (int)i);
		snprintf(text, sizeof text, "%lld bytes, %lld of them available", (long long)total,
			 (long long)available);
		tell_text(title, err ? err : text);
		ct_error_free(err);
	}
}

/* libtorch's CUDA part is large, so it is loaded only if there is a driver. */
static void tell_cuda(void)
{
	ct_cuda_versions versions = { .driver = 0 };
	char *why = NULL;
	ct_error err = ct_cuda_version_numbers(&versions);

	begin_section("cuda", 26);
	if (err == NULL && versions.driver)
		ct_error_free(ct_device_load(CT_DEVICE_TYPE_CUDA));
	ct_error_free(err);
	err = ct_cuda_why_unavailable(&why);
	tell_bool("available", err == NULL && why == NULL);
	if (err || why)
		tell_text("because", err ? err : why);
	ct_error_free(err);
	ct_free(why);
	err = ct_cuda_version_numbers(&versions);
	tell_version("driver", versions.driver, 1000, 10);
	tell_version("runtime", versions.runtime, 1000, 10);
	tell_version("cudnn", versions.cudnn, 10000, 100);
	tell_version("nccl", versions.nccl, 10000, 100);
	ct_error_free(err);
	tell_cuda_devices();
	end_section();
}

static void tell_backends(void)
{
	begin_section("backends", 26);
	for (ct_backend backend = 0; ct_backend_name(backend) != NULL; backend++)
		tell_bool(ct_backend_name(backend), ct_backend_is_available(backend));
	end_section();
}

/* Environment variables that change the behavior of the two libraries, if set. */
static void tell_environment(void)
{
	static const char *const names[] = {
		"ATEN_CPU_CAPABILITY",
		"CTORCH_ALLOW_OTHER_LIBTORCH",
		"CTORCH_NO_MEMORY_CACHING",
		"CTORCH_REPORT_LEAKS",
		"CUBLAS_WORKSPACE_CONFIG",
		"CUDA_VISIBLE_DEVICES",
		"DNNL_MAX_CPU_ISA",
		"KMP_AFFINITY",
		"KMP_BLOCKTIME",
		"LD_LIBRARY_PATH",
		"LD_PRELOAD",
		"MALLOC_ARENA_MAX",
		"MKL_NUM_THREADS",
		"OMP_NUM_THREADS",
		"OMP_PROC_BIND",
		"ONEDNN_MAX_CPU_ISA",
		"OPENBLAS_NUM_THREADS",
		"PYTORCH_ALLOC_CONF",
		"PYTORCH_CUDA_ALLOC_CONF",
		"PYTORCH_NO_CUDA_MEMORY_CACHING",
		"TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
		"TORCH_SHOW_CPP_STACKTRACES",
	};

	begin_section("environment", 32);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (getenv(names[i]) != NULL)
			tell_text(names[i], getenv(names[i]));
	end_section();
}

static void tell_texts(void)
{
	begin_section("texts", 26);
	tell_result("config", ct_show_config);
	tell_result("parallel", ct_parallel_info);
	end_section();
}

static void tell_all(void)
{
	tell_libctorch();
	tell_libtorch();
	tell_system();
	tell_settings();
	tell_flags();
	tell_cuda();
	tell_devices();
	tell_backends();
	tell_environment();
	tell_texts();
}

/* --- The command line ------------------------------------------------------------------------ */

static const char usage[] =
	"Usage: ct_info [--json]\n"
	"Prints the versions and settings of libctorch and libtorch, and the machine they run on,\n"
	"for a bug report. It contains nothing about you except the values of well-known\n"
	"environment variables and the paths of the libraries.\n"
	"\n"
	"  --json     as JSON, with the same names\n"
	"  --version  only the versions\n"
	"  --help     this\n"
	"\n"
	"Exit status: 0, 1 when the text cannot be written, 2 on a wrong command line.\n";

static int finish(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	perror("ct_info: cannot write");
	return 1;
}

static int tell_report(bool as_json)
{
	begin_report(as_json);
	tell_all();
	end_report();
	return finish();
}

int main(int argc, char **argv)
{
	const char *option = argc == 2 ? argv[1] : "";

	if (argc == 1)
		return tell_report(false);
	if (strcmp(option, "--json") == 0)
		return tell_report(true);
	if (strcmp(option, "--version") == 0) {
		printf("ct_info %s, libtorch %s\n", ct_version(), ct_libtorch_version());
		return finish();
	}
	if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0) {
		fputs(usage, stdout);
		return finish();
	}
	fprintf(stderr, "ct_info: %s '%s'\n%s",
		argc == 2 ? "unknown option" : "too many arguments:", argv[argc == 2 ? 1 : 2],
		usage);
	return 2;
}
