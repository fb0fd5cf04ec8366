/*
 * Which line of a C program calls, in the form of Python's stack traces.
 */
#include <stdio.h>
#include <string.h>

#include "core/base/caller.h"
#include "export/record/trace.h"

const char *ct_trace_of_caller(struct ct_arena *arena)
{
	struct ct_caller caller;
	char text[512];
	char *copy;

	ct_find_caller(&caller);
	snprintf(text, sizeof text, "File \"%s\", line %d, in %s", caller.file, caller.line,
		 caller.function ? caller.function : "C");
	copy = ct_arena_new(arena, strlen(text) + 1);
	if (copy)
		strcpy(copy, text);
	return copy;
}
