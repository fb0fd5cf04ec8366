/*
 * Segments of shared memory; segment.h says how they live and go.
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

#include "interop/segment.h"
#include "interop/segment_file.h"

/* The mark has a page of its own: the bytes are then all that a program sees which maps the file
 * without knowing of us. */
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

/* All that this process has, for its end. */
static struct ct_segment *segments;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int busy;         /* how many threads are making or closing one that is not in the list */
static bool ended;       /* the process is at its end, */
static pthread_t ending; /* which this thread brings about */

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

/* --- What the process has -------------------------------------------------------------------- */

static void lock_list(void)
{
	pthread_mutex_lock(&mutex);
}

static void unlock_list(void)
{
	pthread_mutex_unlock(&mutex);
}

static void unlock_list_in_child(void)
{
	busy = 0; /* the child does not have these threads */
	unlock_list();
}

/* A child of a process with threads must not find the list half changed. */
static void watch_forks(void)
{
	pthread_atfork(lock_list, unlock_list, unlock_list_in_child);
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
	*segment->link = segment->next;
	if (segment->next)
		segment->next->link = segment->link;
	unlock_list();
}

/* --- Leaving --------------------------------------------------------------------------------- */

/* Behind munmap(): gives up the lock, and removes the segment when it was the last one. */
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

/* At the process's end threads may still be at work on the memory, so it must stay. But a mapping
 * keeps the descriptor it was made of alive, and the lock with it: it is made anew, in place, of a
 * descriptor without a lock. */
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

/* When the process ends, what is not in the list would stay. A thread that was cancelled in between
 * is waited for in vain, hence the limit. */
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
		if (segment->fd >= 0)
			leave_mapped(segment);
	unlock_list();
}

/* By quick_exit() a process ends while its other threads go on. */
__attribute__((constructor)) static void leave_all_at_quick_exit(void)
{
	at_quick_exit(leave_all);
}

/* --- Making and opening ---------------------------------------------------------------------- */

/* Does not return in another thread than the one that ends the process: what is made from then on
 * would stay. */
static void begin_busy(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, watch_forks);
	lock_list();
	while (ended && !pthread_equal(ending, pthread_self())) {
		unlock_list();
		pause();
		lock_list();
	}
	busy++;
	unlock_list();
}

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

/* A new file with a lock on it, under a name that nobody else has. */
static ct_error make_file(const char *function, struct ct_segment *segment)
{
	struct stat about;

	for (int i = 0; i < 100; i++) {
		CT_TRY(make_name(function, segment->name));
		segment->fd = ct_segment_file_open(segment->name, O_RDWR | O_CREAT | O_EXCL);
		if (segment->fd < 0 && errno == EEXIST)
			continue;
		if (segment->fd < 0)
			return system_error(function, segment->name, "making the segment");
		if (ct_segment_file_lock(segment->fd, LOCK_SH) == 0 &&
		    ct_segment_file_is_ours(segment->fd, &about))
			return NULL;
		/* A reaper was faster than the lock. */
		close(segment->fd);
		segment->fd = -1;
	}
	errno = EEXIST;
	return system_error(function, segment->name, "finding a name for the segment");
}

/* All of it, now: when there is no room, writing to it later would kill the process. */
static int reserve(int fd, int64_t size)
{
	int failure;

	do
		failure = posix_fallocate(fd, 0, size);
	while (failure == EINTR);
	errno = failure;
	return failure;
}

static ct_error map(const char *function, struct ct_segment *segment)
{
	void *base = mmap(NULL, (size_t)file_size(segment->nbytes), PROT_READ | PROT_WRITE,
			  MAP_SHARED, segment->fd, 0);

	if (base == MAP_FAILED)
		return system_error(function, segment->name, "mapping the segment");
	segment->base = base;
	return NULL;
}

static ct_error fill_file(const char *function, struct ct_segment *segment)
{
	struct mark mark = this_mark;

	mark.nbytes = segment->nbytes;
	/* The umask may have taken something away. */
	if (fchmod(segment->fd, 0600))
		return system_error(function, segment->name, "setting its permissions");
	if (reserve(segment->fd, file_size(segment->nbytes)))
		return system_error(function, segment->name, "making room for the segment");
	CT_TRY(map(function, segment));
	memcpy((char *)segment->base + file_size(segment->nbytes) - SEGMENT_UNIT, &mark,
	       sizeof mark);
	return NULL;
}

static ct_error new_segment(const char *function, int64_t nbytes, struct ct_segment **result)
{
	struct ct_segment *segment;

	if (nbytes > SEGMENT_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "%lld bytes are more than a segment can have",
				    (long long)nbytes);
	segment = calloc(1, sizeof *segment);
	if (segment == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a segment");
	segment->fd = -1;
	segment->nbytes = nbytes;
	*result = segment;
	return NULL;
}

/* What was begun comes to nothing; a name that we made is removed, since nobody knows it. */
static void give_up(struct ct_segment *segment)
{
	if (segment->base)
		munmap(segment->base, (size_t)file_size(segment->nbytes));
	if (segment->fd >= 0)
		leave(segment);
	free(segment);
}

static ct_error create(const char *function, int64_t nbytes, struct ct_segment **result)
{
	struct ct_segment *segment;
	ct_error error;

	CT_TRY(new_segment(function, nbytes, &segment));
	error = make_file(function, segment);
	if (error == NULL)
		error = fill_file(function, segment);
	if (error) {
		give_up(segment);
		return error;
	}
	note(segment);
	*result = segment;
	return NULL;
}

ct_error ct_segment_create(const char *function, int64_t nbytes, struct ct_segment **result)
{
	ct_error error;

	ct_segment_reap_sometimes();
	begin_busy();
	error = create(function, nbytes, result);
	end_busy();
	return error;
}

/* The exclusive lock is only ever held for a moment, unless a stranger has it. */
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
			"argument 1 (handle): segment %s is not the one that was shared: "
			"it has %lld bytes, not %lld, or another owner",
			segment->name, (long long)about.st_size, (long long)size);
	if (pread(segment->fd, &mark, sizeof mark, size - SEGMENT_UNIT) != sizeof mark ||
	    memcmp(mark.magic, this_mark.magic, sizeof mark.magic) ||
	    mark.order != this_mark.order || mark.nbytes != segment->nbytes)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument 1 (handle): segment %s has no mark of libctorch's",
				    segment->name);
	if (mark.version != SEGMENT_VERSION)
		return ct_error_new(
			CT_ERROR_ARGUMENT, function,
			"argument 1 (handle): segment %s is of version %u, this library "
			"knows version %d",
			segment->name, mark.version, SEGMENT_VERSION);
	return NULL;
}

static ct_error gone(const char *function, const char *name)
{
	return ct_error_new(
		CT_ERROR_RUNTIME, function,
		"segment %s is gone: nobody has it open any more. Whoever shares a tensor "
		"keeps it until the others have opened it",
		name);
}

static ct_error open_file(const char *function, struct ct_segment *segment)
{
	struct stat about;

	segment->fd = ct_segment_file_open(segment->name, O_RDWR);
	if (segment->fd < 0 && errno == ENOENT)
		return gone(function, segment->name);
	if (segment->fd < 0 || lock_patiently(segment->fd))
		return system_error(function, segment->name, "opening the segment");
	if (fstat(segment->fd, &about) == 0 && about.st_nlink == 0)
		return gone(function, segment->name);
	CT_TRY(check_file(function, segment));
	return map(function, segment);
}

static ct_error open_named(const char *function, const char *name, int64_t nbytes,
			   struct ct_segment **result)
{
	struct ct_segment *segment;
	ct_error error;

	CT_TRY(new_segment(function, nbytes, &segment));
	snprintf(segment->name, sizeof segment->name, "%s", name);
	error = open_file(function, segment);
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

	ct_segment_reap_sometimes();
	begin_busy();
	error = open_named(function, name, nbytes, result);
	end_busy();
	return error;
}

void ct_segment_close(struct ct_segment *segment)
{
	if (segment == NULL)
		return;
	forget(segment);
	munmap(segment->base, (size_t)file_size(segment->nbytes));
	if (segment->fd >= 0)
		leave(segment);
	end_busy();
	free(segment);
}
