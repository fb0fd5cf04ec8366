#include "util/in_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The errno of a file that is not regular: no function called here sets it. */
enum { NOT_REGULAR = ENOTSUP };

/* Waits for a writer, because a pipe that is not open for writing yet looks like an empty file. */
static int wait_for_writer(int fd)
{
	struct pollfd pipe = { .fd = fd, .events = POLLIN };

	while (poll(&pipe, 1, -1) < 0)
		if (errno != EINTR)
			return -1;
	return 0;
}

/* 0, or -1 with errno. */
static int check(int fd, enum in_kind kind)
{
	struct stat file;
	int flags;

	if (fstat(fd, &file))
		return -1;
	if (S_ISREG(file.st_mode))
		return 0;
	if (kind == IN_FOUND) {
		errno = S_ISDIR(file.st_mode) ? EISDIR : NOT_REGULAR;
		return -1;
	}
	if (S_ISFIFO(file.st_mode) && wait_for_writer(fd))
		return -1;
	flags = fcntl(fd, F_GETFL);
	return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
}

int in_open_descriptor(const char *path, enum in_kind kind)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	int error;

	if (fd < 0 || !check(fd, kind))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

FILE *in_open(const char *path, enum in_kind kind)
{
	int fd = in_open_descriptor(path, kind);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "rb");

	if (fd >= 0 && !file)
		close(fd);
	return file;
}

const char *in_problem(void)
{
	return errno == NOT_REGULAR ? "not a regular file" : strerror(errno);
}
