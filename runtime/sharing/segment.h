/*
 * Inside the library: named segments of shared memory that go with their last user.
 *
 * A segment is a file that shm_open() made: the bytes, from its beginning, and behind them, in its
 * last SEGMENT_UNIT bytes, a mark. Every user has it open and a shared lock (flock) on it, which
 * the kernel drops with the last copy of the descriptor, however the process ends. Only whoever
 * gets the exclusive lock may remove the name, and it is had only when nobody has a shared one. So:
 *
 * - Whoever has the shared lock and finds that the file still has its name (st_nlink) can be sure
 *   that it keeps it. It is checked after locking: in creating, since a reaper may come between
 *   making and locking, and in opening, since the last user may.
 * - Whoever closes gives up its lock, opens the name once more, and asks for the exclusive lock by
 *   that second descriptor: a child that was forked shares the first one, and its lock, so that
 *   asking by the first would succeed while the child still uses the memory.
 * - Of two that close at once, at least the later one gets the exclusive lock.
 * - Process ids play no part (one stands in the name, for people), so that containers which share
 *   /dev/shm may use it together.
 */
#ifndef CT_SHARING_SEGMENT_H
#define CT_SHARING_SEGMENT_H

#include <ctorch/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "ctorch_", a process id, "_", 16 hexadecimal digits, and the end; without a slash. */
#define CT_SEGMENT_NAME 48

struct ct_segment;

/* New, with room for `nbytes` that are zero. */
ct_error ct_segment_create(const char *function, int64_t nbytes,
			   struct ct_segment **result) CT_WARN_UNUSED;

/* One that somebody has; its size must be that of `nbytes`. */
ct_error ct_segment_open(const char *function, const char *name, int64_t nbytes,
			 struct ct_segment **result) CT_WARN_UNUSED;

void ct_segment_close(struct ct_segment *segment);

/* Removes those that nobody has; how many. */
int64_t ct_segment_reap(void);

void *ct_segment_data(const struct ct_segment *segment);
const char *ct_segment_name(const struct ct_segment *segment);

/* Whether it is a name that ct_segment_create() makes. */
bool ct_segment_is_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
