/*
 * The function that a thread has set to follow long work on files.
 */
#include <stdbool.h>
#include <stddef.h>

#include <ctorch/files/file.h>

static _Thread_local struct {
	ct_file_progress_function call;
	void *context;
	bool is_running; /* files that it writes itself are not reported */
} progress;

void ct_file_set_progress(ct_file_progress_function callback, void *context)
{
	progress.call = callback;
	progress.context = context;
}

bool ct_file_report_progress(int64_t done, int64_t total)
{
	bool goes_on;

	if (progress.call == NULL || progress.is_running)
		return true;
	progress.is_running = true;
	goes_on = progress.call(done, total, progress.context);
	progress.is_running = false;
	return goes_on;
}
