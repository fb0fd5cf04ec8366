/*
 * Counting the bytes of long work on files, for reports.
 */
#include <ctorch/files/file.h>

#include "files/io/work.h"

/* A report for every tensor of a file of many small ones would take longer than writing them. */
enum { STEP = 1 << 20 };

static ct_error report(struct ct_file_work *work)
{
	work->reported = work->done;
	/* A total of an archive that is being written is without its headers. */
	if (work->total >= 0 && work->done > work->total)
		work->total = work->done;
	if (ct_file_report_progress(work->done, work->total))
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
	if (work->done == work->reported && work->done == work->total)
		return NULL;
	work->total = work->done;
	return report(work);
}
