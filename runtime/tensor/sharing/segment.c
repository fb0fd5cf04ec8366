/*
 * Segments of shared memory; segment.h describes their lifetime.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <ctorch/macros/try.h>

#include "tensor/sharing/segment.h"
#include "core/base/no_memory.h"
#include "tensor/sharing/segment_file.h"

/* The mark has its own page, so that a foreign program that maps the file sees only the bytes. */
#define SEGMENT_UNIT 4096
#define SEGMENT_VERSION 1
#define SEGMENT_MAX (INT64_MAX / 2)

struct mark {
	char magic[8];
	uint32_t version;
	uint32_t order; /* 1, in the machine's byte order */
	int64_t nbytes;
};

static const struct mark this_mark = { "ctshmem", SEGMENT_VERSION, 1, 0 };

struct ct_segment {
	int fd;
	char name[CT_SEGMENT_NAME];
	void *base;
	int64_t nbytes;
	struct ct_segment *next, **link; /* in `segments` */
};

/* All segments of this process, for its end. One without `base` is being created: no other process
 * knows its name yet. */
static struct ct_segment *segments;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int busy;         /* how many threads have a file that is not in the list */
static bool ended;       /* the process is ending, */
static pthread_t ending; /* and this thread ends it */

static int64_t file_size(int64_t nbytes)
{
	return (nbytes + SEGMENT_UNIT - 1) / SEGMENT_UNIT * SEGMENT_UNIT + SEGMENT_UNIT;
}

void *ct_segment_data(const struct ct_segment *segment)
{
	return segment->base;
}

const char *ct_segment_name(const struct ct_segment *segment)
{
	return segment->name;
}

/* --- The process's segments ------------------------------------------------------------------ */

static void lock_list(void)
{
	pthread_mutex_lock(&mutex);
}

static void unlock_list(void)
{
	pthread_mutex_unlock(&mutex);
}

static void unlink_from_list(struct ct_segment *segment)
{
	*segment->link = segment->next;
	if (segment->next)
		segment->next->link = segment->link;
}

/* Threads of the parent continue to create them; the child does not have these threads. */
static void drop_unfinished(void)
{
	struct ct_segment *segment, *next;

	for (segment = segments; segment; segment = next) {
		next = segment->next;
		if (segment->base)
			continue;
		unlink_from_list(segment);
		close(segment->fd);
		free(segment);
	}
}

static void unlock_list_in_child(void)
{
	busy = 0; /* the child does not have these threads */
	if (!pthread_equal(ending, pthread_self()))
		ended = false; /* nor the one that was ending the parent */
	drop_unfinished();
	unlock_list();
}

/* In a child of a process with threads, the list must not be half changed. */
static void watch_forks(void)
{
	pthread_atfork(lock_list, unlock_list, unlock_list_in_child);
}

/* Whether the process is ending. The list is complete by then: later segments must not need to be
 * removed. Never stop a thread here, since the end may wait for it: a destructor of the program may
 * join it. */
static bool begin_busy(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	bool at_end;

	pthread_once(&once, watch_forks);
	lock_list();
	at_end = ended;
	busy++;
	unlock_list();
	return at_end;
}

static void end_busy(void)
{
	lock_list();
	busy--;
	unlock_list();
}

static void note(struct ct_segment *segment)
{
	lock_list();
	segment->next = segments;
	segment->link = &segments;
	if (segments)
		segments->link = &segment->next;
	segments = segment;
	unlock_list();
}

/* The thread is busy until it has closed the segment. */
static void forget(struct ct_segment *segment)
{
	lock_list();
	busy++;
	unlink_from_list(segment);
	unlock_list();
}

/* --- Leaving --------------------------------------------------------------------------------- */

/* After munmap(): releases the lock, and removes the segment if it was the last one. */
static void leave(struct ct_segment *segment)
{
	int other;

	close(segment->fd);
	segment->fd = -1;
	other = ct_segment_file_open(segment->name, O_RDWR);
	if (other < 0)
		return;
	ct_segment_file_remove_unused(other, segment->name);
	close(other);
}

static bool is_same_file(int a, int b)
{
	struct stat of_a, of_b;

	return fstat(a, &of_a) == 0 && fstat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
	       of_a.st_ino == of_b.st_ino;
}

/* At the process's end threads may still use the memory, so it must stay. But a mapping keeps its
 * descriptor alive, and the lock with it, so this maps it again, in place, from a descriptor
 * without a lock. */
static void leave_mapped(struct ct_segment *segment)
{
	int other = ct_segment_file_open(segment->name, O_RDWR);

	if (other < 0)
		return;
	if (is_same_file(other, segment->fd) &&
	    mmap(segment->base, (size_t)file_size(segment->nbytes), PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, other, 0) != MAP_FAILED) {
		close(segment->fd);
		segment->fd = -1;
		ct_segment_file_remove_unused(other, segment->name);
	}
	close(other);
}

/* The thread that creates the segment continues, and finds nothing to remove when it is done. */
static void leave_at_end(struct ct_segment *segment)
{
	if (segment->base == NULL)
		ct_segment_file_unlink(segment->name);
	else if (segment->fd >= 0)
		leave_mapped(segment);
}

/* Segments that are not in the list when the process ends would stay, so it waits for them. The
 * limit is for a thread that was cancelled in between. */
static void wait_for_busy_threads(void)
{
	const struct timespec millisecond = { 0, 1000000 };

	for (int i = 0; busy > 0 && i < 1000; i++) {
		unlock_list();
		nanosleep(&millisecond, NULL);
		lock_list();
	}
}

__attribute__((destructor)) static void leave_all(void)
{
	lock_list();
	ended = true;
	ending = pthread_self();
	wait_for_busy_threads();
	for (struct ct_segment *segment = segments; segment; segment = segment->next)
		leave_at_end(segment);
	unlock_list();
}

/* After quick_exit() other threads continue while the process ends. */
__attribute__((constructor)) static void leave_all_at_quick_exit(void)
{
	at_quick_exit(leave_all);
}

/* --- Creating and opening -------------------------------------------------------------------- */

static ct_error system_error(const char *function, const char *name, const char *what)
{
	return ct_error_new(CT_ERROR_RUNTIME, function, "%s/%s: %s: %s", CT_SEGMENT_FOLDER, name,
			    what, strerror(errno));
}

static ct_error make_name(const char *function, char name[CT_SEGMENT_NAME])
{
	unsigned long long number;

	if (getrandom(&number, sizeof number, 0) != sizeof number)
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "no random number for a segment's name: %s", strerror(errno));
	snprintf(name, CT_SEGMENT_NAME, CT_SEGMENT_PREFIX "%ld_%016llx", (long)getpid(), number);
	return NULL;
}

/* A new file with a lock on it, under a unique name. */
static ct_error make_file(const char *function, struct ct_segment *segment)
{
	struct stat about;

	for (int i = 0; i < 100; i++) {
		CT_TRY(make_name(function, segment->name));
		segment->fd = ct_segment_file_open(segment->name, O_RDWR | O_CREAT | O_EXCL);
		if (segment->fd < 0 && errno == EEXIST)
			continue;
		if (segment->fd < 0)
			return system_error(function, segment->name, "creating the segment");
		if (ct_segment_file_lock(segment->fd, LOCK_SH) == 0 &&
		    ct_segment_file_is_ours(segment->fd, &about))
			return NULL;
		/* A reaper came before the lock. */
		close(segment->fd);
		segment->fd = -1;
	}
	errno = EEXIST;
	return system_error(function, segment->name, "finding a name for the segment");
}

/* At the process's end: a file that is removed with its descriptor and mappings. Other processes
 * cannot find it. */
static ct_error make_nameless_file(const char *function, struct ct_segment *segment)
{
	CT_TRY(make_name(function, segment->name));
	segment->fd = memfd_create(segment->name, MFD_CLOEXEC);
	return segment->fd < 0 ? system_error(function, segment->name, "creating the segment")
			       : NULL;
}

/* Allocates all of it now: writing to it later without room would kill the process. */
static int reserve(int fd, int64_t size)
{
	int failure;

	do
		failure = posix_fallocate(fd, 0, size);
	while (failure == EINTR);
	errno = failure;
	return failure;
}

static ct_error map(const char *function, const struct ct_segment *segment, void **base)
{
	*base = mmap(NULL, (size_t)file_size(segment->nbytes), PROT_READ | PROT_WRITE, MAP_SHARED,
		     segment->fd, 0);
	if (*base == MAP_FAILED)
		return system_error(function, segment->name, "mapping the segment");
	return NULL;
}

/* From here on the segment is complete, for the end of the process, too. */
static void set_base(struct ct_segment *segment, void *base)
{
	lock_list();
	segment->base = base;
	unlock_list();
}

static ct_error fill_file(const char *function, struct ct_segment *segment)
{
	struct mark mark = this_mark;
	void *base;

	mark.nbytes = segment->nbytes;
	/* The umask may have removed some. */
	if (fchmod(segment->fd, 0600))
		return system_error(function, segment->name, "setting its permissions");
	if (reserve(segment->fd, file_size(segment->nbytes)))
		return system_error(function, segment->name, "allocating the segment");
	CT_TRY(map(function, segment, &base));
	memcpy((char *)base + file_size(segment->nbytes) - SEGMENT_UNIT, &mark, sizeof mark);
	set_base(segment, base);
	return NULL;
}

static ct_error new_segment(const char *function, int64_t nbytes, struct ct_segment **result)
{
	struct ct_segment *segment;

	if (nbytes > SEGMENT_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "invalid segment size: %lld bytes",
				    (long long)nbytes);
	segment = calloc(1, sizeof *segment);
	if (segment == NULL)
		return ct_no_memory(function, "for a segment");
	segment->fd = -1;
	segment->nbytes = nbytes;
	*result = segment;
	return NULL;
}

/* While the file is still empty. Allocating much takes long, and the end of the process does not
 * wait for it: it finds the segment in the list. */
static ct_error begin_segment(const char *function, int64_t nbytes, struct ct_segment **result)
{
	struct ct_segment *segment = NULL;
	ct_error error;

	CT_TRY(new_segment(function, nbytes, &segment));
	if (begin_busy())
		error = make_nameless_file(function, segment);
	else
		error = make_file(function, segment);
	if (error)
		free(segment);
	else
		note(*result = segment);
	end_busy();
	return error;
}

ct_error ct_segment_create(const char *function, int64_t nbytes, struct ct_segment **result)
{
	struct ct_segment *segment = NULL;
	ct_error error;

	ct_segment_reap_sometimes();
	CT_TRY(begin_segment(function, nbytes, &segment));
	error = fill_file(function, segment);
	if (error)
		ct_segment_close(segment);
	else
		*result = segment;
	return error;
}

/* Our processes hold the exclusive lock only for a moment. */
static int lock_patiently(int fd)
{
	const struct timespec millisecond = { 0, 1000000 };

	for (int i = 0; i < 1000; i++) {
		if (ct_segment_file_lock(fd, LOCK_SH | LOCK_NB) == 0)
			return 0;
		if (errno != EWOULDBLOCK)
			return -1;
		nanosleep(&millisecond, NULL);
	}
	return -1;
}

static ct_error check_file(const char *function, const struct ct_segment *segment)
{
	int64_t size = file_size(segment->nbytes);
	struct stat about = { 0 };
	struct mark mark;

	if (!ct_segment_file_is_ours(segment->fd, &about) || about.st_size != size)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (handle): segment %s is not the one that was shared: it has "
			"%lld bytes (expected %lld), or another owner",
			segment->name, (long long)about.st_size, (long long)size);
	if (pread(segment->fd, &mark, sizeof mark, size - SEGMENT_UNIT) != sizeof mark ||
	    memcmp(mark.magic, this_mark.magic, sizeof mark.magic) ||
	    mark.order != this_mark.order || mark.nbytes != segment->nbytes)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (handle): segment %s was not created by libctorch",
				    segment->name);
	if (mark.version != SEGMENT_VERSION)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (handle): segment %s has version %u, but this library supports "
			"version %d",
			segment->name, mark.version, SEGMENT_VERSION);
	return NULL;
}

static ct_error gone(const char *function, const char *name)
{
	return ct_error_new(
		CT_ERROR_RUNTIME, function,
		"segment %s no longer exists: all its users have closed it. Keep a shared tensor "
		"until the other processes have opened it",
		name);
}

/* Without a lock at the process's end, since it would keep others from removing the name. */
static ct_error open_file(const char *function, struct ct_segment *segment, bool at_end)
{
	struct stat about;

	segment->fd = ct_segment_file_open(segment->name, O_RDWR);
	if (segment->fd < 0 && errno == ENOENT)
		return gone(function, segment->name);
	if (segment->fd < 0 || (!at_end && lock_patiently(segment->fd)))
		return system_error(function, segment->name, "opening the segment");
	if (fstat(segment->fd, &about) == 0 && about.st_nlink == 0)
		return gone(function, segment->name);
	CT_TRY(check_file(function, segment));
	return map(function, segment, &segment->base);
}

static ct_error open_named(const char *function, const char *name, int64_t nbytes, bool at_end,
			   struct ct_segment **result)
{
	struct ct_segment *segment = NULL;
	ct_error error;

	CT_TRY(new_segment(function, nbytes, &segment));
	snprintf(segment->name, sizeof segment->name, "%s", name);
	error = open_file(function, segment, at_end);
	if (error) {
		if (segment->fd >= 0)
			close(segment->fd);
		free(segment);
		return error;
	}
	note(segment);
	*result = segment;
	return NULL;
}

ct_error ct_segment_open(const char *function, const char *name, int64_t nbytes,
			 struct ct_segment **result)
{
	ct_error error;
	bool at_end;

	ct_segment_reap_sometimes();
	at_end = begin_busy();
	error = open_named(function, name, nbytes, at_end, result);
	end_busy();
	return error;
}

void ct_segment_close(struct ct_segment *segment)
{
	if (segment == NULL)
		return;
	forget(segment);
	if (segment->base)
		munmap(segment->base, (size_t)file_size(segment->nbytes));
	if (segment->fd >= 0)
		leave(segment);
	end_busy();
	free(segment);
}
