/*
 * Inside the library: writing files completely or not at all.
 */
#ifndef CT_FILES_WRITE_H
#define CT_FILES_WRITE_H

#include <stddef.h>

#include <ctorch/error.h>

struct ct_file_piece {
	const void *bytes;
	size_t n;
};

/* Writes the pieces, one after the other, to a file next to `path`, which replaces it when all of
 * it is on the disk. If `path` is not a regular file, writes to it directly. */
ct_error ct_file_write(const char *function, const char *path, const struct ct_file_piece *pieces,
		       size_t n) CT_WARN_UNUSED;

#endif
