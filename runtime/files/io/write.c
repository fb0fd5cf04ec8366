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

#include <ctorch/macros/try.h>

#include "files/io/access.h"
#include "files/io/error.h"
#include "files/io/new_file.h"
#include "files/io/write.h"

/* Linux's own limit. */
enum { MAX_LINKS = 40 };

static ct_error write_all(struct ct_file_output *output, const char *at, size_t n)
{
	while (n) {
		ssize_t written = write(output->fd, at, n < CT_FILE_CHUNK ? n : CT_FILE_CHUNK);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return ct_file_error(output->function, output->path, "writing to it");
		CT_TRY(ct_file_work_add(&output->work, (size_t)written));
		at += written;
		n -= (size_t)written;
	}
	return NULL;
}

static ct_error flush(struct ct_file_output *output)
{
	const size_t n = output->waiting;

	output->waiting = 0;
	return write_all(output, output->buffer, n);
}

ct_error ct_file_put(struct ct_file_output *output, const void *bytes, size_t n)
{
	if (n > sizeof output->buffer - output->waiting)
		CT_TRY(flush(output));
	if (n > sizeof output->buffer)
		return write_all(output, bytes, n);
	if (n)
		memcpy(output->buffer + output->waiting, bytes, n);
	output->waiting += n;
	return NULL;
}

/* How to make a file's bytes. */
struct source {
	const char *function, *path;
	int64_t total; /* of bytes */
	ct_file_writer writer;
	void *context;
};

static ct_error write_bytes(const struct source *source, int fd)
{
	struct ct_file_output output = { .function = source->function,
					 .path = source->path,
					 .fd = fd };

	output.work = (struct ct_file_work){ source->function, source->path, 0, source->total, 0 };
	CT_TRY(ct_file_work_begin(&output.work));
	CT_TRY(source->writer(&output, source->context));
	CT_TRY(flush(&output));
	return ct_file_work_end(&output.work);
}

ct_error ct_file_write_to(const char *function, const char *path, int fd, ct_file_writer writer,
			  void *context)
{
	return write_bytes(&(struct source){ function, path, -1, writer, context }, fd);
}

static ct_error write_in_place(const struct source *source)
{
	int fd = open(source->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	ct_error error;

	if (fd < 0)
		return ct_file_error(source->function, source->path, "opening it");
	error = write_bytes(source, fd);
	if (close(fd) && error == NULL)
		error = ct_file_error(source->function, source->path, "writing to it");
	return error;
}

static ct_error fill(const struct source *source, int fd, const char *target,
		     const struct stat *old)
{
	CT_TRY(write_bytes(source, fd));
	if (old && !ct_file_keep_access(fd, target, old))
		return ct_file_error(source->function, source->path,
				     "copying the old file's permissions");
	/* Otherwise the new name could reach the disk before the bytes. */
	if (fsync(fd))
		return ct_file_error(source->function, source->path, "writing to it");
	return NULL;
}

/* `old` is the file at `target`, or NULL. Until the new one has its permissions it is private. */
static ct_error write_replace(const struct source *source, const char *target,
			      const struct stat *old)
{
	struct ct_new_file file;
	ct_error error;

	CT_TRY(ct_new_file_open(source->function, source->path, target, old ? 0600 : 0666,
				old ? "creating a file beside it" : "creating it", &file));
	error = fill(source, file.fd, target, old);
	if (error == NULL)
		error = ct_new_file_replace(source->function, &file);
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

ct_error ct_file_write_by(const char *function, const char *path, int64_t total,
			  ct_file_writer writer, void *context)
{
	const struct source source = { function, path, total, writer, context };
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
		return write_in_place(&source);
	target = exists ? realpath(path, NULL) : path_of_new(path);
	if (target)
		error = write_replace(&source, target, exists ? &about : NULL);
	else
		error = ct_file_error(function, path, "finding it");
	free(target);
	return error;
}

struct pieces {
	const struct ct_file_piece *pieces;
	size_t n;
};

static ct_error write_pieces(struct ct_file_output *output, void *context)
{
	const struct pieces *all = context;

	for (size_t i = 0; i < all->n; i++)
		CT_TRY(ct_file_put(output, all->pieces[i].bytes, all->pieces[i].n));
	return NULL;
}

ct_error ct_file_write(const char *function, const char *path, const struct ct_file_piece *pieces,
		       size_t n)
{
	int64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += (int64_t)pieces[i].n;
	return ct_file_write_by(function, path, total, write_pieces, &(struct pieces){ pieces, n });
}
