/*
 * Loading libraries with operators and devices.
 */
#include "operators/library/open.h"

#include <dlfcn.h>

#include <ctorch/core/error.h>
#include <ctorch/operators/operator.h>

#include "autograd/engine/devices.h"
#include "core/base/numbers.h"
#include "core/memory/allocator.h"

const char *ct_library_open(const char *path, int flags)
{
	const char *reason;
	void *was, *library;

	/* Its constructors register operators, whose schemas have numbers. */
	was = ct_enter_c_locale();
	/* Binds all symbols now, so that a missing one is an error here and does not end a later
	 * call. */
	library = dlopen(path, RTLD_NOW | flags);
	ct_leave_c_locale(was);
	if (library) {
		ct_engine_admit_devices();
		if (ct_memory_has_hook())
			ct_device_allocator_install();
		return NULL;
	}
	reason = dlerror();
	return reason ? reason : "no reason is given";
}

ct_error ct_load_library(const char *path)
{
	const bool had_cuda = ct_has_cuda();
	const char *reason;

	if (path == NULL || *path == '\0')
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument 1 (path) must be the name of a library");
	reason = ct_library_open(path, RTLD_LOCAL);
	if (reason == NULL) /* libctorch_cuda loads libtorch's CUDA part, too */
		return had_cuda || !ct_has_cuda() ? NULL : ct_refuse_late_cuda(__func__);
	return ct_error_new(CT_ERROR_RUNTIME, __func__, "Could not load this library: %s: %s", path,
			    reason);
}
