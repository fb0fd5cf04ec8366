/*
 * Inside the library: named segments of shared memory that are removed with their last user.
 *
 * A segment is a file that shm_open() made: the bytes, from its beginning, and after them, in its
 * last SEGMENT_UNIT bytes, a mark. Every user has it open and a shared lock (flock) on it, which
 * the kernel drops with the last copy of the descriptor, however the process ends. Only the holder
 * of the exclusive lock may remove the name, and there is one only if there are no shared ones. So:
 *
 * - A process that has the shared lock and finds that the file still has its name (st_nlink) can be
 *   sure that it keeps it. Check this after locking: in creating, since a reaper may come between
 *   creating and locking, and in opening, since the last user may.
 * - To close, a process releases its lock, opens the name again, and requests the exclusive lock
 *   with that second descriptor: a forked child shares the first one, and its lock, so a request
 *   with the first would succeed while the child still uses the memory.
 * - If two close at once, at least the later one gets the exclusive lock.
 * - Process ids do not matter (the one in the name is for people), so containers can share
 *   /dev/shm.
 */
#ifndef CT_TENSOR_SHARING_SEGMENT_H
#define CT_TENSOR_SHARING_SEGMENT_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "ctorch_", a process id, "_", 16 hexadecimal digits, and the end; without a slash. */
#define CT_SEGMENT_NAME 48

struct ct_segment;

/* A new one with room for `nbytes` zero bytes. */
ct_error ct_segment_create(const char *function, int64_t nbytes,
			   struct ct_segment **result) CT_WARN_UNUSED;

/* One that a process has; its size must be that of `nbytes`. */
ct_error ct_segment_open(const char *function, const char *name, int64_t nbytes,
			 struct ct_segment **result) CT_WARN_UNUSED;

void ct_segment_close(struct ct_segment *segment);

/* Removes unused ones; returns how many. */
int64_t ct_segment_reap(void);

void *ct_segment_data(const struct ct_segment *segment);
const char *ct_segment_name(const struct ct_segment *segment);

/* Whether it is a name of ct_segment_create(). */
bool ct_segment_is_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
