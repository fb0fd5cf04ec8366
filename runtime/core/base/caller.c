/*
 * Which call of the program is in progress.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "core/base/caller.h"
#include "core/base/place.h"

__thread struct ct_noted_place ct_noted_place;

struct walk {
	struct ct_caller *caller;
	const void *library; /* where this library was loaded */
	bool is_found;
};

struct listing {
	struct walk walk;
	const void **addresses;
	int64_t len, room;
};

/* Addresses that are remembered, each at its place; NULL: none. */
enum { KNOWN = 512 };
struct known {
	const void *address;
	Dl_info info;
};
static __thread struct known *known_addresses;

void ct_callers_remember(void)
{
	if (known_addresses == NULL)
		known_addresses = calloc(KNOWN, sizeof *known_addresses);
}

void ct_callers_forget(void)
{
	free(known_addresses);
	known_addresses = NULL;
}

/* As dladdr(). */
static bool find_address(const void *address, Dl_info *result)
{
	struct known *known = known_addresses ? &known_addresses[(uintptr_t)address * 31 % KNOWN]
					      : NULL;

	if (known && known->address == address) {
		*result = known->info;
		return true;
	}
	if (dladdr(address, result) == 0 || result->dli_fname == NULL)
		return false;
	if (known)
		*known = (struct known){ address, *result };
	return true;
}

/* The code between a macro's note and its call is shorter. */
enum { LONGEST_MACRO = 1024 };

/* Whether a macro noted the call that returns to this address in this function: the note comes
 * shortly before the call. */
static bool is_noted(const void *function, uintptr_t return_address)
{
	const uintptr_t noted = (uintptr_t)ct_noted_place.caller;

	return ct_noted_place.file && function && noted < return_address &&
	       return_address - noted < LONGEST_MACRO &&
	       _Unwind_FindEnclosingFunction((void *)(noted - 1)) == function;
}

static void take_place(struct ct_caller *caller, const void *function, uintptr_t return_address)
{
	if (is_noted(function, return_address)) {
		caller->file = ct_noted_place.file;
		caller->line = ct_noted_place.line;
		return;
	}
	caller->file = ct_place_text((const void *)return_address, caller->text,
				     sizeof caller->text);
}

/* The library's own frames, libctorch_image's, and libtorch's, which calls hooks. */
static bool is_below_program(const struct walk *walk, const Dl_info *info)
{
	static const char *const libraries[] = { "libctorch_image", "libtorch.", "libtorch_",
						 "libc10" };
	const char *slash = strrchr(info->dli_fname, '/');
	const char *name = slash ? slash + 1 : info->dli_fname;

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		if (strncmp(name, libraries[i], strlen(libraries[i])) == 0)
			return true;
	return info->dli_fbase == walk->library;
}

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument)
{
	struct walk *walk = argument;
	int is_before = 0;
	const uintptr_t at = _Unwind_GetIPInfo(context, &is_before);
	Dl_info info;

	if (!find_address((const void *)(at - !is_before), &info))
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

static const void *own_library(void)
{
	Dl_info own;

	return find_address((const void *)(uintptr_t)own_library, &own) ? own.dli_fbase : NULL;
}

void ct_find_caller(struct ct_caller *caller)
{
	struct walk walk = { .caller = caller, .library = own_library() };

	*caller = (struct ct_caller){ 0 };
	_Unwind_Backtrace(visit, &walk);
	if (!walk.is_found)
		caller->file = ct_place_text(NULL, caller->text, sizeof caller->text);
}

/* --- All callers ------------------------------------------------------------------------------ */

static _Unwind_Reason_Code list_frame(struct _Unwind_Context *context, void *argument)
{
	struct listing *self = argument;
	int is_before = 0;
	const uintptr_t at = _Unwind_GetIPInfo(context, &is_before) - !is_before;
	Dl_info info;

	if (!find_address((const void *)at, &info))
		return _URC_NORMAL_STOP;
	if (!is_below_program(&self->walk, &info))
		self->addresses[self->len++] = (const void *)at;
	return self->len < self->room ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

int64_t ct_list_callers(const void **addresses, int64_t room)
{
	struct listing self = { .walk = { .library = own_library() },
				.addresses = addresses,
				.room = room };

	_Unwind_Backtrace(list_frame, &self);
	return self.len;
}
