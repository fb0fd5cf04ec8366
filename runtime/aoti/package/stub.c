/*
 * Packages need a library called libtorch.so. The one in PyTorch's wheels needs the libraries of CUDA,
 * too; ours, lib/ctorch/libtorch.so, needs only libtorch_cpu.so. Once it is loaded, the dynamic linker
 * uses it for every package.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "aoti/package/package.h"
#include "core/base/no_memory.h"

static const char name[] = "libtorch.so";

/* Beside this library are folders of its own; the checked library is in one of them. */
static const char *const places[] = { "ctorch", ".." };

/* The path of the stub in one of the places; new, or NULL. */
static char *stub_path(const char *library, const char *place)
{
	const char *slash = strrchr(library, '/');
	char *path;

	if (slash == NULL ||
	    asprintf(&path, "%.*s/%s/%s", (int)(slash - library), library, place, name) < 0)
		return NULL;
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static ct_error load_from(const char *function, char *path)
{
	const bool is_loaded = dlopen(path, RTLD_NOW | RTLD_GLOBAL) != NULL;

	free(path);
	return is_loaded ? NULL
			 : ct_error_new(CT_ERROR_RUNTIME, function, "cannot load %s: %s", name,
					dlerror());
}

/* The library stays loaded. */
ct_error ct_aoti_load_stub(const char *function)
{
	Dl_info about = { .dli_fname = NULL };

	if (dlopen(name, RTLD_NOW | RTLD_NOLOAD))
		return NULL;
	dladdr((const void *)(uintptr_t)ct_aoti_load_stub, &about);
	for (size_t i = 0; about.dli_fname && i < sizeof places / sizeof *places; i++) {
		char *path = stub_path(about.dli_fname, places[i]);

		if (path)
			return load_from(function, path);
	}
	return ct_error_new(
		CT_ERROR_RUNTIME, function,
		"%s, which packages of AOTInductor need, is not beside %s, in the folder "
		"ctorch: install libctorch completely",
		name, about.dli_fname ? about.dli_fname : "libctorch.so");
}
