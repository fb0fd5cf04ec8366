/*
 * Whether this thread records a program.
 */
#include <stdio.h>

#include "core/base/caller.h"
#include "core/base/error_make.h"
#include "core/base/recording.h"

__thread struct ct_recording_watch *ct_this_recording;

ct_error ct_recording_refuse(void)
{
	struct ct_caller caller;
	char line[16] = "";
	ct_error error;

	ct_find_caller(&caller);
	if (caller.line > 0)
		snprintf(line, sizeof line, ":%d", caller.line);
	error = ct_error_new(CT_ERROR_RUNTIME, caller.function,
			     "%s%s: %s() accesses the elements of a tensor, which cannot be recorded; "
			     "compute with operators instead",
			     caller.file, line, caller.function ? caller.function : "the program");
	if (ct_this_recording->error == NULL)
		ct_this_recording->error = ct_error_copy(error);
	return error;
}
