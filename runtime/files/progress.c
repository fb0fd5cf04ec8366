/*
 * Progress of long work on files.
 */
#include <stdbool.h>
#include <stddef.h>

#include <ctorch/file.h>

#include "files/progress.h"

/* Calling it for every tensor of a file of many small ones would take longer than writing them. */
enum { STEP = 1 << 20 };

static _Thread_local struct {
	ct_file_progress call;
	void *context;
	bool is_running; /* files that it writes itself are not reported */
} progress;

void ct_file_set_progress(ct_file_progress callback, void *context)
{
	progress.call = callback;
	progress.context = context;
}

static ct_error report(struct ct_file_work *work)
{
	bool goes_on;

	work->reported = work->done;
	if (progress.call == NULL || progress.is_running)
		return NULL;
	progress.is_running = true;
	goes_on = progress.call(work->done, work->total, progress.context);
	progress.is_running = false;
	if (goes_on)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, work->function, "%s: cancelled after %lld bytes",
			    work->path, (long long)work->done);
}

ct_error ct_file_work_begin(struct ct_file_work *work)
{
	return report(work);
}

ct_error ct_file_work_add(struct ct_file_work *work, size_t n)
{
	work->done += (int64_t)n;
	return work->done - work->reported < STEP ? NULL : report(work);
}

ct_error ct_file_work_end(struct ct_file_work *work)
{
	return work->done == work->reported ? NULL : report(work);
}
