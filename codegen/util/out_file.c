#include "util/out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_AT_MOST = 40 }; /* the limit of Linux */

/* --- streams ---------------------------------------------------------------------------------- */

/* The descriptor of stdout or stderr if one of them is this file. Opening the file by its name
 * would write from its beginning, over their output. */
static int descriptor_of(const struct stat *file)
{
	struct stat its;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &its) && its.st_dev == file->st_dev && its.st_ino == file->st_ino)
			return fd;
	return -1;
}

bool out_is_stream(const char *path)
{
	struct stat there;

	if (stat(path, &there) || S_ISDIR(there.st_mode))
		return false;
	return !S_ISREG(there.st_mode) || descriptor_of(&there) >= 0;
}

int out_open_stream(const char *path)
{
	struct stat there;
	int fd = stat(path, &there) ? -1 : descriptor_of(&there);

	return fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 0)
		       : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

/* --- files ------------------------------------------------------------------------------------ */

/* Replaces `found`, a symbolic link, by its target, which is relative to the folder of the link. */
static bool follow(char found[PATH_MAX], const char *target, size_t length)
{
	const char *slash = strrchr(found, '/');
	size_t folder = slash && *target != '/' ? (size_t)(slash - found) + 1 : 0;

	if (folder + length >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(found + folder, target, length);
	found[folder + length] = '\0';
	return true;
}

bool out_resolve_links(const char *path, char found[PATH_MAX])
{
	char target[PATH_MAX];
	ssize_t length;

	if (snprintf(found, PATH_MAX, "%s", path) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	for (int links = 0; (length = readlink(found, target, sizeof target)) >= 0; links++) {
		if (links == LINKS_AT_MOST) {
			errno = ELOOP;
			return false;
		}
		if (!follow(found, target, (size_t)length))
			return false;
	}
	return true;
}
