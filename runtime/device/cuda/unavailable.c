/*
 * Why CUDA cannot be used, in one sentence with what to do.
 */
#define _GNU_SOURCE /* dladdr(), glob() */

#include <dlfcn.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/core/scope.h>
#include <ctorch/device/cuda.h>
#include <ctorch/device/load.h>
#include <ctorch/tensor/device.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "device/cuda/needed.h"
#include "device/loading/load.h"

/* --- Libraries of NVIDIA ---------------------------------------------------------------------- */

/* The packages of PyPI that a libtorch for CUDA needs. The sizes are those of the pinned libtorch, as
 * pip downloads them for x86-64. */
static const struct package {
	const char *library; /* its name up to ".so" */
	const char *name;
	double megabytes;
	bool has_version; /* the name ends with CUDA's version; until CUDA 12 all of them do */
} packages[] = {
	{ "libcudnn", "nvidia-cudnn", 519, true },
	{ "libcublas", "nvidia-cublas", 405, false },
	{ "libcublasLt", "nvidia-cublas", 405, false },
	{ "libcufft", "nvidia-cufft", 218, false },
	{ "libnccl", "nvidia-nccl", 216, true },
	{ "libcusparseLt", "nvidia-cusparselt", 170, true },
	{ "libcusolver", "nvidia-cusolver", 228, false },
	{ "libcusparse", "nvidia-cusparse", 192,
	  false }, /* with nvidia-nvjitlink, which it requires */
	{ "libnvshmem_host", "nvidia-nvshmem", 135, true },
	{ "libcurand", "nvidia-curand", 60, false }, /* until libtorch 2.11, whose it is */
	{ "libnvrtc", "nvidia-cuda-nvrtc", 47, false },
	{ "libcufile", "nvidia-cufile", 1.4, false },
	{ "libcudart", "nvidia-cuda-runtime", 2.3, false },
	{ "libcupti", "nvidia-cuda-cupti", 12, false },
};

enum { PACKAGE_COUNT = sizeof packages / sizeof *packages };

static const struct package *package_of(const char *library)
{
	const size_t len = strcspn(library, ".");

	for (size_t i = 0; i < PACKAGE_COUNT; i++)
		if (strlen(packages[i].library) == len &&
		    strncmp(packages[i].library, library, len) == 0)
			return &packages[i];
	return NULL;
}

/* What is missing of libtorch_cuda. */
struct missing {
	const char *path;                           /* of libtorch_cuda */
	const struct package *noted[PACKAGE_COUNT]; /* those that are missing */
	size_t count;
	int runtime; /* the major version of CUDA; 0: unknown */
};

static bool exists(const char *pattern)
{
	glob_t found;
	const bool does = glob(pattern, GLOB_NOSORT, NULL, &found) == 0;

	globfree(&found);
	return does;
}

/* Where the run path of PyTorch's libraries leads, and where the loader looks. */
static bool can_be_found(const char *library, const char *path)
{
	char pattern[PATH_MAX];
	const int folder = (int)(strrchr(path, '/') - path);
	void *loaded;

	snprintf(pattern, sizeof pattern, "%.*s/../../nvidia/*/lib/%s", folder, path, library);
	if (exists(pattern))
		return true;
	loaded = dlopen(library, RTLD_LAZY);
	if (loaded)
		dlclose(loaded);
	return loaded != NULL;
}

/* Some packages have two libraries, and several libraries need some of them. */
static bool is_noted(const struct missing *of, const struct package *package)
{
	for (size_t i = 0; i < of->count; i++)
		if (strcmp(of->noted[i]->name, package->name) == 0)
			return true;
	return false;
}

static void note_needed(const char *library, void *context)
{
	struct missing *of = context;
	const struct package *package = package_of(library);

	sscanf(library, "libcudart.so.%d", &of->runtime);
	if (package && !is_noted(of, package) && !can_be_found(library, of->path))
		of->noted[of->count++] = package;
}

static void note_needed_by(struct missing *of, const char *file)
{
	char path[PATH_MAX];

	ct_libtorch_path(file, path, sizeof path);
	ct_visit_needed(path, note_needed, of);
}

/* --- The sentence ----------------------------------------------------------------------------- */

static void tell_driver(struct ct_text *text)
{
	ct_text_add(text, "no NVIDIA driver is installed (there is no libcuda.so.1): install the "
			  "driver, or give the container access to the GPU, for example by "
			  "`docker run --gpus all`");
}

static void tell_old_driver(struct ct_text *text, int64_t driver, int runtime)
{
	ct_text_addf(
		text,
		"the NVIDIA driver is too old: it supports CUDA %" PRId64 ".%" PRId64
		", and this libtorch is for CUDA %d: install a newer driver, or a libtorch for "
		"CUDA %" PRId64,
		driver / 1000, driver % 1000 / 10, runtime, driver / 1000);
}

static void tell_package(struct ct_text *text, const struct package *package, int runtime)
{
	ct_text_add(text, package->name);
	if (package->has_version || runtime < 13)
		ct_text_addf(text, "-cu%d", runtime);
}

static void tell_missing(struct ct_text *text, const struct missing *of)
{
	double megabytes = 0;

	ct_text_add(text,
		    "libraries of NVIDIA are missing: run scripts/fetch-libtorch.sh --cuda, or "
		    "install the packages ");
	for (size_t i = 0; i < of->count; i++) {
		ct_text_add(text, i ? ", " : "");
		tell_package(text, of->noted[i], of->runtime);
		megabytes += of->noted[i]->megabytes;
	}
	ct_text_addf(text,
		     " (about %.0f MB) with pip, and put their folders nvidia/*/lib into "
		     "LD_LIBRARY_PATH",
		     megabytes);
}

static void tell_no_device(struct ct_text *text)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");

	ct_text_add(text, "the driver finds no device that this process may use: ");
	if (visible)
		ct_text_addf(text, "CUDA_VISIBLE_DEVICES is '%s'", visible);
	else
		ct_text_add(text, "see what nvidia-smi says");
}

/* What is wrong with libtorch_cuda, or with the driver that it meets. */
static void tell_what_is_wrong(struct ct_text *text, const char *path, bool is_loaded)
{
	struct missing of = { .path = path };
	const int64_t driver = ct_cuda_driver_version();

	note_needed_by(&of, "libtorch_cuda.so");
	note_needed_by(&of, "libtorch_cuda_linalg.so");
	note_needed_by(&of, "libtorch_nvshmem.so");
	note_needed_by(&of, "libcaffe2_nvrtc.so");
	if (driver == 0)
		tell_driver(text);
	else if (driver / 1000 < of.runtime)
		tell_old_driver(text, driver, of.runtime);
	else if (is_loaded)
		tell_no_device(text);
	else if (of.count)
		tell_missing(text, &of);
	else
		ct_text_add(text, "libtorch_cuda is not loaded: call ct_device_load("
				  "CT_DEVICE_TYPE_CUDA), set CTORCH_DEVICES=cuda, or link "
				  "libctorch_cuda");
}

/* Leaves the text empty if there is a device. */
static void tell(struct ct_text *text)
{
	char path[PATH_MAX];

	if (ct_device_count(CT_DEVICE_TYPE_CUDA) > 0)
		return;

	const bool is_loaded = ct_device_is_loaded(CT_DEVICE_TYPE_CUDA);

	ct_libtorch_path("libtorch_cuda.so", path, sizeof path);
	if (is_loaded || access(path, F_OK) == 0)
		tell_what_is_wrong(text, path, is_loaded);
	else
		ct_text_add(text,
			    "this libtorch was built without CUDA, or its CUDA part is not "
			    "there: run scripts/fetch-libtorch.sh --cuda, or use the libtorch "
			    "of `pip install torch`");
}

ct_error ct_cuda_why_unavailable(char **result)
{
	struct ct_text text = { .data = NULL };

	tell(&text);
	if (text.failed || result == NULL) {
		const bool failed = text.failed;

		ct_text_release(&text);
		return failed ? ct_no_memory(__func__, "for the reason") : NULL;
	}
	if (text.data) {
		ct_error error = ct_scope_adopt_memory(text.data);

		if (error)
			return error;
	}
	*result = text.data;
	return NULL;
}
