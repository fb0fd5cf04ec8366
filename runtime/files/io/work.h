/*
 * Inside the library: counting the bytes of long work on files, for reports.
 */
#ifndef CT_FILES_IO_WORK_H
#define CT_FILES_IO_WORK_H

#include <stddef.h>

#include <ctorch/core/error.h>

/* What is written by one call of the system, so that reports are less than 16 MiB apart. */
enum { CT_FILE_CHUNK = 1 << 23 };

/* The work on one file. */
struct ct_file_work {
	const char *function, *path; /* for errors */
	int64_t done, total;         /* bytes; `total` may be too small, and -1: not known */
	int64_t reported;            /* of `done`, in the last report */
};

/* Reports that the work begins. An error if it is cancelled, as of the functions below. */
ct_error ct_file_work_begin(struct ct_file_work *work) CT_WARN_UNUSED;

/* Counts bytes, and reports if there are enough of them since the last time. */
ct_error ct_file_work_add(struct ct_file_work *work, size_t n) CT_WARN_UNUSED;

/* Reports the end, where the total is what was done, if that was not reported. */
ct_error ct_file_work_end(struct ct_file_work *work) CT_WARN_UNUSED;

#endif
