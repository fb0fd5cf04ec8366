/*
 * Bytes in memory as an open file.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "files/io/error.h"
#include "files/io/memory.h"

static ct_error copy_all(const char *function, const char *path, int fd, const char *bytes,
			 size_t n)
{
	while (n > 0) {
		const ssize_t written = write(fd, bytes, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return ct_file_error(function, path, "copying it");
		bytes += written;
		n -= (size_t)written;
	}
	return NULL;
}

ct_error ct_file_of_bytes(const char *function, const char *path, const void *bytes, size_t n,
			  int *fd)
{
	const int opened = memfd_create("libctorch", MFD_CLOEXEC);
	ct_error error;

	if (opened < 0)
		return ct_file_error(function, path, "copying it");
	error = copy_all(function, path, opened, bytes, n);
	if (error)
		close(opened);
	else
		*fd = opened;
	return error;
}
