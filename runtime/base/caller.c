/*
 * Which call of the program is in progress.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unwind.h>

#include "base/caller.h"
#include "base/place.h"

__thread struct ct_noted_place ct_noted_place;

struct walk {
	struct ct_caller *caller;
	const void *library; /* where this library was loaded */
	bool is_found;
};

static bool is_noted_in(const void *function)
{
	const struct ct_noted_place *noted = &ct_noted_place;

	return noted->file && function &&
	       _Unwind_FindEnclosingFunction((char *)noted->caller - 1) == function;
}

static void take_place(struct ct_caller *caller, const void *function, uintptr_t return_address)
{
	if (is_noted_in(function)) {
		caller->file = ct_noted_place.file;
		caller->line = ct_noted_place.line;
		return;
	}
	caller->file = ct_place_text((const void *)return_address, caller->text,
				     sizeof caller->text);
}

/* The library's own, those on top of it, and libtorch's: hooks are called from there. */
static bool is_below_program(const struct walk *walk, const Dl_info *info)
{
	const char *slash = strrchr(info->dli_fname, '/');
	const char *name = slash ? slash + 1 : info->dli_fname;

	return info->dli_fbase == walk->library || strncmp(name, "libctorch", 9) == 0 ||
	       strncmp(name, "libtorch", 8) == 0 || strncmp(name, "libc10", 6) == 0;
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
	struct walk *walk = argument;
	int is_before = 0;
	const uintptr_t at = _Unwind_GetIPInfo(context, &is_before);
	Dl_info info;

	if (dladdr((const void *)(at - !is_before), &info) == 0 || info.dli_fname == NULL)
		return _URC_NORMAL_STOP;
	if (!is_below_program(walk, &info)) {
		take_place(walk->caller, (const void *)_Unwind_GetRegionStart(context), at);
		walk->is_found = true;
		return _URC_NORMAL_STOP;
	}
	if (info.dli_sname && strncmp(info.dli_sname, "ct_", 3) == 0)
		walk->caller->function = info.dli_sname;
	return _URC_NO_REASON;
}

void ct_find_caller(struct ct_caller *caller)
{
	struct walk walk = { .caller = caller };
	Dl_info own;

	*caller = (struct ct_caller){ 0 };
	if (dladdr((const void *)(uintptr_t)ct_find_caller, &own))
		walk.library = own.dli_fbase;
	_Unwind_Backtrace(visit, &walk);
	if (!walk.is_found)
		caller->file = ct_place_text(NULL, caller->text, sizeof caller->text);
}
