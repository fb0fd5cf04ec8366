/*
 * Files in memory.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interop/file_map.h"

ct_error ct_file_error(const char *function, const char *path, const char *what)
{
	return ct_error_new(errno == ENOMEM ? CT_ERROR_OUT_OF_MEMORY : CT_ERROR_RUNTIME, function,
			    "%s: %s: %s", path, what, strerror(errno));
}

static ct_error check_regular(const char *function, const char *path, int fd, int64_t *size)
{
	struct stat about;

	if (fstat(fd, &about))
		return ct_file_error(function, path, "asking for its size");
	if (!S_ISREG(about.st_mode))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (path): %s is not a regular file", path);
	*size = about.st_size;
	return NULL;
}

static int open_file(const char *path, int access)
{
	/* Not to block: opening a pipe would wait for whoever writes to it. */
	return open(path, access | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
}

ct_error ct_file_open(const char *function, const char *path, int access, int *fd, int64_t *size)
{
	ct_error error;

	*fd = open_file(path, access);
	if (*fd < 0)
		return ct_file_error(function, path, "opening it");
	error = check_regular(function, path, *fd, size);
	if (error) {
		close(*fd);
		*fd = -1;
	}
	return error;
}

ct_error ct_file_read(const char *function, const char *path, int fd, void *bytes, size_t n)
{
	char *at = bytes;

	while (n) {
		ssize_t got = read(fd, at, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return ct_file_error(function, path, "reading it");
		if (got == 0)
			return ct_error_new(CT_ERROR_VALUE, function,
					    "%s: it ends %zu bytes too early", path, n);
		at += got;
		n -= (size_t)got;
	}
	return NULL;
}

/* --- Opening --------------------------------------------------------------------------------- */

/* Makes the file as long as is needed, with blocks of the disk behind it: writing to a hole when
 * the disk is full would kill the process. */
static ct_error make_longer(const char *function, const char *path, int fd, int64_t size,
			    int64_t wanted)
{
	int failure;

	do
		failure = posix_fallocate(fd, size, wanted - size);
	while (failure == EINTR);
	if (failure == 0)
		return NULL;
	errno = failure;
	return ct_file_error(function, path, "making it longer");
}

static ct_error too_short(const char *function, const char *path, int64_t size, int64_t wanted)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (path): %s has %lld bytes, offset and shape want %lld",
			    path, (long long)size, (long long)wanted);
}

static ct_error fit(const char *function, const char *path, int fd, int64_t size, int64_t wanted,
		    bool grow)
{
	ct_error error;

	if (size >= wanted)
		return NULL;
	if (!grow)
		return too_short(function, path, size, wanted);
	error = make_longer(function, path, fd, size, wanted);
	if (error && ftruncate(fd, size))
		errno = 0; /* It stays as long as it got. */
	return error;
}

static ct_error map(const char *function, const char *path, int fd, const ct_map_options *options,
		    int64_t nbytes, struct ct_file_map *result)
{
	int64_t in_page = options->offset % sysconf(_SC_PAGESIZE);
	void *base;

	if (nbytes == 0)
		return NULL;
	base = mmap(NULL, (size_t)(nbytes + in_page), PROT_READ | PROT_WRITE,
		    options->shared ? MAP_SHARED : MAP_PRIVATE | MAP_NORESERVE, fd,
		    options->offset - in_page);
	if (base == MAP_FAILED)
		return ct_file_error(function, path, "mapping it");
	result->base = base;
	result->length = (size_t)(nbytes + in_page);
	result->data = (char *)base + in_page;
	return NULL;
}

/* What could not be mapped is not left behind. */
static ct_error open_new(const char *function, const char *path, const ct_map_options *options,
			 int64_t nbytes, int fd, struct ct_file_map *result)
{
	ct_error error = fit(function, path, fd, 0, options->offset + nbytes, true);

	if (error == NULL)
		error = map(function, path, fd, options, nbytes, result);
	if (error)
		unlink(path);
	close(fd);
	return error;
}

static ct_error open_old(const char *function, const char *path, const ct_map_options *options,
			 int64_t nbytes, struct ct_file_map *result)
{
	ct_error error;
	int64_t size;
	int fd;

	CT_TRY(ct_file_open(function, path, options->shared ? O_RDWR : O_RDONLY, &fd, &size));
	error = fit(function, path, fd, size, options->offset + nbytes,
		    options->shared && options->grow);
	if (error == NULL)
		error = map(function, path, fd, options, nbytes, result);
	close(fd);
	return error;
}

/* Both are at most what fits in memory and in a file; the page is for map(). */
static ct_error check_extent(const char *function, const ct_map_options *options, int64_t nbytes)
{
	int64_t end;

	if (__builtin_add_overflow(options->offset, nbytes, &end) ||
	    __builtin_add_overflow(end, sysconf(_SC_PAGESIZE), &end))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "offset and shape are more bytes than a file can have");
	return NULL;
}

ct_error ct_file_map_open(const char *function, const char *path, const ct_map_options *options,
			  int64_t nbytes, struct ct_file_map **result)
{
	struct ct_file_map *opened;
	ct_error error;
	int fd = -1;

	CT_TRY(check_extent(function, options, nbytes));
	opened = calloc(1, sizeof *opened);
	if (opened == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a mapping");
	opened->shared = options->shared;
	if (options->shared && options->grow)
		fd = open_file(path, O_RDWR | O_CREAT | O_EXCL);
	error = fd >= 0 ? open_new(function, path, options, nbytes, fd, opened)
			: open_old(function, path, options, nbytes, opened);
	if (error) {
		free(opened);
		return error;
	}
	*result = opened;
	return NULL;
}

void ct_file_map_close(struct ct_file_map *map)
{
	if (map && map->base)
		munmap(map->base, map->length);
	free(map);
}

void ct_file_map_release(void *data, void *map)
{
	(void)data;
	ct_file_map_close(map);
}
