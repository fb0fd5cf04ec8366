/*
 * Writing files completely or not at all.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/access.h"
#include "files/error.h"
#include "files/map.h"
#include "files/new_file.h"
#include "files/write.h"

/* Linux's own limit. */
enum { MAX_LINKS = 40 };

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

static ct_error fill(const char *function, const char *path, int fd, const char *target,
		     const struct stat *old, const struct ct_file_piece *pieces, size_t n)
{
	CT_TRY(write_pieces(function, path, fd, pieces, n));
	if (old && !ct_file_keep_access(fd, target, old))
		return ct_file_error(function, path, "copying the old file's permissions");
	/* Otherwise the new name could reach the disk before the bytes. */
	if (fsync(fd))
		return ct_file_error(function, path, "writing to it");
	return NULL;
}

/* `old` is the file at `target`, or NULL. Until the new one has its permissions it is private. */
static ct_error replace(const char *function, const char *path, const char *target,
			const struct stat *old, const struct ct_file_piece *pieces, size_t n)
{
	struct ct_new_file file;
	ct_error error;

	CT_TRY(ct_new_file_open(function, path, target, old ? 0600 : 0666,
				old ? "creating a file beside it" : "creating it", &file));
	error = fill(function, path, file.fd, target, old, pieces, n);
	if (error == NULL)
		error = ct_new_file_replace(function, &file);
	ct_new_file_close(&file);
	return error;
}

/* --- Finding the file to replace ------------------------------------------------------------- */

static bool is_link(const char *path)
{
	struct stat about;

	return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* The target of a symbolic link, relative to the link's folder. */
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

/* Where open() would create a missing file: realpath() needs an existing one. NULL with errno. */
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
	struct stat about;
	bool exists = stat(path, &about) == 0;
	ct_error error;
	char *target;

	if (*path == '\0')
		errno = ENOENT;
	/* Renaming would not need this permission. */
	if (*path == '\0' || (exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS)))
		return ct_file_error(function, path, "opening it");
	if (exists && !S_ISREG(about.st_mode))
		return write_in_place(function, path, pieces, n);
	target = exists ? realpath(path, NULL) : path_of_new(path);
	if (target)
		error = replace(function, path, target, exists ? &about : NULL, pieces, n);
	else
		error = ct_file_error(function, path, "finding it");
	free(target);
	return error;
}
