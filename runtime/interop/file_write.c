/*
 * Writing files that are there whole or not at all.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interop/file_map.h"
#include "interop/file_write.h"

/* As many as Linux itself follows. */
enum { MAX_LINKS = 40 };

/* A regular file that is about to be replaced, or one that is new. */
struct target {
	char *path; /* behind symbolic links, which stay */
	bool exists;
	mode_t mode;
	char *temporary;
};

static ct_error write_all(const char *function, const char *path, int fd,
			  const struct ct_file_piece *piece)
{
	const char *at = piece->bytes;
	size_t n = piece->n;

	while (n) {
		ssize_t written = write(fd, at, n);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return ct_file_error(function, path, "writing to it");
		at += written;
		n -= (size_t)written;
	}
	return NULL;
}

static ct_error write_pieces(const char *function, const char *path, int fd,
			     const struct ct_file_piece *pieces, size_t n)
{
	for (size_t i = 0; i < n; i++)
		CT_TRY(write_all(function, path, fd, &pieces[i]));
	return NULL;
}

static ct_error write_in_place(const char *function, const char *path,
			       const struct ct_file_piece *pieces, size_t n)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	ct_error error;

	if (fd < 0)
		return ct_file_error(function, path, "opening it");
	error = write_pieces(function, path, fd, pieces, n);
	if (close(fd) && error == NULL)
		error = ct_file_error(function, path, "writing to it");
	return error;
}

/* A name that nobody has, in the same folder, since rename() works within one file system. */
static int open_temporary(struct target *target)
{
	static atomic_uint counter;
	size_t size = strlen(target->path) + 64;
	int fd = -1;

	target->temporary = malloc(size);
	if (target->temporary == NULL)
		return -1;
	for (int i = 0; i < 100 && fd < 0; i++) {
		snprintf(target->temporary, size, "%s.%ld-%u.tmp", target->path, (long)getpid(),
			 atomic_fetch_add(&counter, 1));
		fd = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static ct_error fill_temporary(const char *function, const char *path, int fd,
			       const struct target *target, const struct ct_file_piece *pieces,
			       size_t n)
{
	ct_error error = write_pieces(function, path, fd, pieces, n);

	if (error == NULL && target->exists && fchmod(fd, target->mode))
		error = ct_file_error(function, path, "giving it the old one's permissions");
	/* Otherwise the new name could be on the disk before the bytes are. */
	if (error == NULL && fsync(fd))
		error = ct_file_error(function, path, "writing to it");
	if (close(fd) && error == NULL)
		error = ct_file_error(function, path, "writing to it");
	return error;
}

static ct_error replace(const char *function, const char *path, struct target *target,
			const struct ct_file_piece *pieces, size_t n)
{
	int fd = open_temporary(target);
	ct_error error;

	if (fd < 0)
		return ct_file_error(function, path, "making a file beside it");
	error = fill_temporary(function, path, fd, target, pieces, n);
	if (error == NULL && rename(target->temporary, target->path))
		error = ct_file_error(function, path, "giving the new file its name");
	if (error)
		unlink(target->temporary);
	return error;
}

/* --- What is replaced ------------------------------------------------------------------------ */

static bool is_link(const char *path)
{
	struct stat about;

	return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* What a symbolic link says, seen from the folder that the link is in. */
static char *behind_link(const char *link)
{
	const char *slash = strrchr(link, '/');
	char target[PATH_MAX], *path;
	const ssize_t n = readlink(link, target, sizeof target);
	size_t folder;

	if (n < 0)
		return NULL;
	if (n == sizeof target) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	folder = slash && target[0] != '/' ? (size_t)(slash - link) + 1 : 0;
	path = malloc(folder + (size_t)n + 1);
	if (path == NULL)
		return NULL;
	memcpy(path, link, folder);
	memcpy(path + folder, target, (size_t)n);
	path[folder + (size_t)n] = '\0';
	return path;
}

/* Where open() would make a file that is not there: realpath() knows none of those. NULL with
 * errno. */
static char *path_of_new(const char *path)
{
	char *found = strdup(path);

	for (int links = 0; found && is_link(found); links++) {
		char *next = links < MAX_LINKS ? behind_link(found) : NULL;

		if (links == MAX_LINKS)
			errno = ELOOP;
		free(found);
		found = next;
	}
	return found;
}

ct_error ct_file_write(const char *function, const char *path, const struct ct_file_piece *pieces,
		       size_t n)
{
	struct target target = { 0 };
	struct stat about;
	ct_error error;

	/* With a suffix it would be a name. */
	if (*path == '\0') {
		errno = ENOENT;
		return ct_file_error(function, path, "opening it");
	}
	target.exists = stat(path, &about) == 0;
	if (target.exists && !S_ISREG(about.st_mode))
		return write_in_place(function, path, pieces, n);
	target.mode = target.exists ? about.st_mode & 07777 : 0;
	target.path = target.exists ? realpath(path, NULL) : path_of_new(path);
	if (target.path)
		error = replace(function, path, &target, pieces, n);
	else
		error = ct_file_error(function, path, "finding it");
	free(target.temporary);
	free(target.path);
	return error;
}
