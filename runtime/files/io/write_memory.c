/*
 * The bytes of a file that is written to memory.
 */
#define _GNU_SOURCE

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "files/io/map.h"
#include "files/io/write.h"

static ct_error read_back(const char *function, const char *name, int fd, char **result,
			  size_t *nbytes)
{
	struct stat about;
	ct_error error;
	char *bytes;

	if (fstat(fd, &about) || lseek(fd, 0, SEEK_SET))
		return ct_file_error(function, name, "reading it");
	bytes = malloc((size_t)about.st_size + 1);
	if (bytes == NULL)
		return ct_no_memory(function, "for %s", name);
	error = ct_file_read(function, name, fd, bytes, (size_t)about.st_size);
	if (error) {
		free(bytes);
		return error;
	}
	*result = bytes;
	*nbytes = (size_t)about.st_size;
	return NULL;
}

ct_error ct_file_write_memory(const char *function, const char *name, ct_file_writer writer,
			      void *context, char **result, size_t *nbytes)
{
	const int fd = memfd_create("libctorch", MFD_CLOEXEC);
	ct_error error;

	if (fd < 0)
		return ct_file_error(function, name, "writing it");
	error = ct_file_write_to(function, name, fd, writer, context);
	if (error == NULL)
		error = read_back(function, name, fd, result, nbytes);
	close(fd);
	return error;
}
