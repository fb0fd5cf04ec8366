/*
 * A readable text for a code address.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <inttypes.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "memory/place.h"

/* --- outside the library ---------------------------------------------------------------------- */

enum { MOST_CALLS = 64 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uintptr_t own_begin, own_end; /* of the library in memory */

static int note_if_own(struct dl_phdr_info *info, size_t size, void *context)
{
	const uintptr_t own = (uintptr_t)&note_if_own;
	uintptr_t end = info->dlpi_addr;

	(void)size;
	(void)context;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD)
			end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr +
			      info->dlpi_phdr[i].p_memsz;
	if (own < info->dlpi_addr || own >= end)
		return 0;
	own_begin = info->dlpi_addr;
	own_end = end;
	return 1;
}

static void find_own(void)
{
	dl_iterate_phdr(note_if_own, NULL);
}

static bool is_inside(const void *address)
{
	return (uintptr_t)address >= own_begin && (uintptr_t)address < own_end;
}

const void *ct_place_outside(const void *return_address)
{
	void *calls[MOST_CALLS];
	int n, i = 0;

	pthread_once(&once, find_own);
	if (!is_inside(return_address))
		return return_address;
	n = backtrace(calls, MOST_CALLS);
	while (i < n && calls[i] != return_address)
		i++;
	while (i < n && is_inside(calls[i]))
		i++;
	return i < n ? calls[i] : return_address;
}

/* --- texts ------------------------------------------------------------------------------------ */

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
