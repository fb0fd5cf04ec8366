/*
 * Inside the library: writing files completely or not at all.
 */
#ifndef CT_FILES_IO_WRITE_H
#define CT_FILES_IO_WRITE_H

#include <stddef.h>

#include <ctorch/core/error.h>

#include "files/io/work.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ct_file_piece {
	const void *bytes;
	size_t n;
};

/* Writes the pieces, one after the other, to a file next to `path`, which replaces it when all of
 * it is on the disk. If `path` is not a regular file, writes to it directly. */
ct_error ct_file_write(const char *function, const char *path, const struct ct_file_piece *pieces,
		       size_t n) CT_WARN_UNUSED;

/* A file that is being written. Small pieces wait in the buffer, since a call of the system takes
 * longer than copying them. */
struct ct_file_output {
	const char *function, *path; /* for errors */
	struct ct_file_work work;    /* which is reported */
	int fd;
	size_t waiting;
	char buffer[4096];
};

/* Appends bytes, which need not stay valid. */
ct_error ct_file_put(struct ct_file_output *output, const void *bytes, size_t n) CT_WARN_UNUSED;

/* Writes a file's bytes by ct_file_put(), so that they need not all be in memory. */
typedef ct_error (*ct_file_writer)(struct ct_file_output *output, void *context);

/* As ct_file_write(): an error of the writer leaves the old file. `total` is the number of bytes, for
 * reports of progress; -1: not known. */
ct_error ct_file_write_by(const char *function, const char *path, int64_t total,
			  ct_file_writer writer, void *context) CT_WARN_UNUSED;

/* The same, to an open file. `path` is for errors. */
ct_error ct_file_write_to(const char *function, const char *path, int fd, ct_file_writer writer,
			  void *context) CT_WARN_UNUSED;

/* The bytes in memory instead of a file: free(). `name` is for errors. */
ct_error ct_file_write_memory(const char *function, const char *name, ct_file_writer writer,
			      void *context, char **result, size_t *nbytes) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
