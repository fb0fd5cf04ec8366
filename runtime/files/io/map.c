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

#include <ctorch/macros/try.h>

#include "core/base/no_memory.h"
#include "files/io/error.h"
#include "files/io/grow.h"
#include "files/io/map.h"
#include "files/io/new_file.h"

static ct_error check_regular(const char *function, const char *path, int fd, int64_t *size)
{
	struct stat about;

	if (fstat(fd, &about))
		return ct_file_error(function, path, "reading its size");
	if (!S_ISREG(about.st_mode))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (path): %s is not a regular file", path);
	*size = about.st_size;
	return NULL;
}

ct_error ct_file_open(const char *function, const char *path, int access, int *fd, int64_t *size)
{
	ct_error error;

	/* Non-blocking: opening a pipe would wait for its other end. */
	*fd = open(path, access | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
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
					    "%s: it is %zu bytes too short", path, n);
		at += got;
		n -= (size_t)got;
	}
	return NULL;
}

/* --- Opening --------------------------------------------------------------------------------- */

static ct_error map_make_longer(const char *function, const char *path, int fd, int64_t wanted)
{
	const int failure = ct_file_grow(fd, wanted);

	if (failure == 0)
		return NULL;
	errno = failure;
	return ct_file_error(function, path, "extending it");
}

static ct_error too_short(const char *function, const char *path, int64_t size, int64_t wanted)
{
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "argument 1 (path): %s has %lld bytes, but offset and shape need %lld",
			    path, (long long)size, (long long)wanted);
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

static void unmap(struct ct_file_map *map)
{
	if (map->base)
		munmap(map->base, map->length);
	map->base = NULL;
}

/* A missing file gets its name when it is long enough and mapped; on a failure nothing is left.
 * `taken`: another process was faster, or the file system needs the name first. */
static ct_error map_new(const char *function, const char *path, const ct_map_options *options,
			int64_t nbytes, struct ct_file_map *result, bool *taken)
{
	struct ct_new_file file;
	ct_error error;

	CT_TRY(ct_new_file_open(function, path, path, 0666, "creating it", &file));
	error = map_make_longer(function, path, file.fd, options->offset + nbytes);
	if (error == NULL)
		error = map(function, path, file.fd, options, nbytes, result);
	if (error == NULL)
		error = ct_new_file_add(function, &file, taken);
	ct_new_file_close(&file);
	return error;
}

static ct_error map_old(const char *function, const char *path, const ct_map_options *options,
			int64_t nbytes, struct ct_file_map *result)
{
	const int64_t wanted = options->offset + nbytes;
	ct_error error = NULL;
	int64_t size;
	int fd;

	CT_TRY(ct_file_open(function, path, options->shared ? O_RDWR : O_RDONLY, &fd, &size));
	if (options->grow)
		error = map_make_longer(function, path, fd, wanted);
	else if (size < wanted)
		error = too_short(function, path, size, wanted);
	if (error == NULL)
		error = map(function, path, fd, options, nbytes, result);
	close(fd);
	return error;
}

static bool is_there(const char *path)
{
	struct stat about;

	return lstat(path, &about) == 0 || errno != ENOENT;
}

/* Creates a missing file. If it exists after all, it is mapped. */
static ct_error map_any(const char *function, const char *path, const ct_map_options *options,
			int64_t nbytes, struct ct_file_map *result)
{
	bool taken = true;

	if (options->grow && !is_there(path))
		CT_TRY(map_new(function, path, options, nbytes, result, &taken));
	if (!taken)
		return NULL;
	unmap(result);
	return map_old(function, path, options, nbytes, result);
}

/* Both are limited to what fits in memory and in a file; the page is for map(). */
static ct_error check_extent(const char *function, const ct_map_options *options, int64_t nbytes)
{
	int64_t end;

	if (__builtin_add_overflow(options->offset, nbytes, &end) ||
	    __builtin_add_overflow(end, sysconf(_SC_PAGESIZE), &end))
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "offset and shape exceed the maximum file size");
	return NULL;
}

static ct_error make_map(const char *function, bool shared, struct ct_file_map **result)
{
	*result = calloc(1, sizeof **result);
	if (*result == NULL)
		return ct_no_memory(function, "for a mapping");
	(*result)->shared = shared;
	return NULL;
}

/* Returns the map, or drops it after an error. */
static ct_error map_hand_over(ct_error error, struct ct_file_map *map, struct ct_file_map **result)
{
	if (error)
		ct_file_map_close(map);
	else
		*result = map;
	return error;
}

ct_error ct_file_map_open(const char *function, const char *path, const ct_map_options *options,
			  int64_t nbytes, struct ct_file_map **result)
{
	struct ct_file_map *opened;

	CT_TRY(check_extent(function, options, nbytes));
	CT_TRY(make_map(function, options->shared, &opened));
	return map_hand_over(map_any(function, path, options, nbytes, opened), opened, result);
}

ct_error ct_file_map_opened(const char *function, const char *path, int fd,
			    const ct_map_options *options, int64_t nbytes,
			    struct ct_file_map **result)
{
	struct ct_file_map *opened;

	CT_TRY(make_map(function, options->shared, &opened));
	return map_hand_over(map(function, path, fd, options, nbytes, opened), opened, result);
}

void ct_file_map_close(struct ct_file_map *map)
{
	if (map)
		unmap(map);
	free(map);
}

void ct_file_map_release(void *data, void *map)
{
	(void)data;
	ct_file_map_close(map);
}
