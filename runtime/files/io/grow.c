/*
 * Extending files, with disk blocks for all of it: writing to a hole when the disk is full would
 * kill the process.
 *
 * Another process may extend the same file at any moment, map it and fill it. So we never write
 * before the end of the file, and never undo anything after a failure. A lock keeps our own
 * processes apart; it makes sizes exact, but no data is lost without it.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "files/io/grow.h"

/* A byte that no file has, so that programs that lock parts of their files do not interfere. */
static bool set_lock(int fd, short type)
{
	struct flock byte = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = INT64_MAX - 1, .l_len = 1
	};

	return fcntl(fd, F_OFD_SETLK, &byte) == 0;
}

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits at most a second: a program that locks the whole file, perhaps this one, may keep the
 * lock. */
static bool lock(int fd)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	const int64_t end = milliseconds() + 1000;

	while (!set_lock(fd, F_WRLCK)) {
		if ((errno != EAGAIN && errno != EACCES) || milliseconds() > end)
			return false;
		nanosleep(&moment, NULL);
	}
	return true;
}

static bool is_long_enough(int fd, int64_t wanted)
{
	struct stat about;

	return fstat(fd, &about) == 0 && about.st_size >= wanted;
}

/* Some file systems keep the blocks that they could reserve if the rest does not fit, so do not
 * begin if it cannot fit. If in doubt, the answer is yes. A killed process may have left blocks
 * beyond the end; a file with holes may already have them all. Root's blocks count, since other
 * users may be allowed to use them. */
static bool has_room(int fd, const struct stat *about, int64_t wanted)
{
	const int64_t owned = (int64_t)about->st_blocks * 512;
	const int64_t beyond = owned < about->st_size ? owned : owned - about->st_size;
	const int64_t missing = wanted - about->st_size - beyond;
	struct statvfs disk;

	if (missing <= 0 || fstatvfs(fd, &disk) || disk.f_blocks == 0) /* not known */
		return true;
	return (uint64_t)missing / disk.f_frsize <= disk.f_bfree;
}

static int reserve(int fd, int mode, int64_t begin, int64_t end)
{
	int failure;

	do
		failure = fallocate(fd, mode, begin, end - begin) ? errno : 0;
	while (failure == EINTR);
	return failure == ENOSYS ? EOPNOTSUPP : failure;
}

/* For a file system without fallocate(). posix_fallocate() would write zeros to each missing block,
 * even if another process has filled it since. */
static int append_zeros(int fd, int64_t wanted)
{
	static const char zeros[1 << 14];
	struct stat about;

	if (fcntl(fd, F_SETFL, O_APPEND))
		return errno;
	for (;;) {
		if (fstat(fd, &about))
			return errno;
		if (about.st_size >= wanted)
			return 0;
		const int64_t n = wanted - about.st_size;
		if (write(fd, zeros, n < (int64_t)sizeof zeros ? (size_t)n : sizeof zeros) < 0 &&
		    errno != EINTR)
			return errno;
	}
}

static int grow_make_longer(int fd, int64_t wanted)
{
	struct stat about;
	int failure;

	if (fstat(fd, &about))
		return errno;
	if (about.st_size >= wanted)
		return 0;
	if (!has_room(fd, &about, wanted))
		return ENOSPC;
	/* First without changing the size, so that a full disk leaves the file unchanged. */
	failure = reserve(fd, FALLOC_FL_KEEP_SIZE, about.st_size, wanted);
	if (failure == 0 || failure == EOPNOTSUPP)
		failure = reserve(fd, 0, about.st_size, wanted);
	return failure == EOPNOTSUPP ? append_zeros(fd, wanted) : failure;
}

int ct_file_grow(int fd, int64_t wanted)
{
	bool locked;
	int failure;

	if (is_long_enough(fd, wanted))
		return 0;
	locked = lock(fd);
	failure = grow_make_longer(fd, wanted);
	if (locked) /* closing does not: the mapping keeps the file open */
		set_lock(fd, F_UNLCK);
	/* Another process may have used the room, for the same bytes. */
	return is_long_enough(fd, wanted) ? 0 : failure;
}
