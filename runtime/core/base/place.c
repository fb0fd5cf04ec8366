/*
 * A readable text for a code address.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "core/base/place.h"

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* In addr2line's units: absolute addresses for a program that is loaded where it was linked,
 * otherwise offsets. */
static uintptr_t offset_in_file(const Dl_info *info, uintptr_t address)
{
	const ElfW(Ehdr) *header = info->dli_fbase;

	return header->e_type == ET_EXEC ? address : address - (uintptr_t)info->dli_fbase;
}

const char *ct_place_text(const void *return_address, char *text, size_t size)
{
	/* The return address may be on another line, or in another function if the call was the
	 * last instruction. */
	const uintptr_t address = (uintptr_t)return_address - 1;
	Dl_info info;
	uintptr_t offset;

	if (return_address == NULL) {
		snprintf(text, size, "an unknown place");
		return text;
	}
	if (dladdr((const void *)address, &info) == 0 || info.dli_fname == NULL) {
		snprintf(text, size, "%p", return_address);
		return text;
	}
	offset = offset_in_file(&info, address);
	/* A C++ name may be long, and the rest is more useful. */
	if (info.dli_sname)
		snprintf(text, size, "%.60s (%s+0x%" PRIxPTR ")", info.dli_sname,
			 file_name(info.dli_fname), offset);
	else
		snprintf(text, size, "%s+0x%" PRIxPTR, file_name(info.dli_fname), offset);
	return text;
}
