/*
 * Whether this thread records a program.
 */
#include "core/base/caller.h"
#include "core/base/error_make.h"
#include "core/base/recording.h"

__thread struct ct_recording_watch *ct_this_recording;

ct_error ct_recording_refuse(const char *what)
{
	struct ct_recording_watch *watch = ct_this_recording;
	struct ct_caller caller;
	char place[256];
	ct_error error;

	ct_find_caller(&caller);
	watch->write_place(place, sizeof place);
	error = ct_error_new(
		CT_ERROR_RUNTIME, caller.function,
		"%s: %s() %s, which cannot be recorded; compute with operators instead", place,
		caller.function ? caller.function : "the program", what);
	if (watch->error == NULL)
		watch->error = ct_error_copy(error);
	return error;
}
