/*
 * Inside the library: which handles are alive, who made them, and how many bytes are behind them.
 */
#ifndef CT_TRACKER_H
#define CT_TRACKER_H

#include <stdbool.h>

#include "handles.h"
#include "impl.h"
#include "scopes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor with live handles. */
struct ct_tracked {
	struct ct_description what;
	struct ct_origin made;
	int64_t handles;
	uint32_t thread; /* number of the one that made it */
};

struct ct_tracked_usage {
	int64_t handles_peak;
	int64_t bytes;
	int64_t bytes_peak;
};

/* Returns what it was. */
bool ct_tracker_switch(bool on);
bool ct_tracker_is_on(void);

/* Records for `n` tensors. Returns how many bytes there is no memory for; 0: there is room. */
size_t ct_tracker_reserve(int64_t n);

/* Of handles that are given and released, tracked or not. `scope` as of ct_handle_drop(). */
void ct_tracker_given(ct_tensor *handle, struct ct_origin from);
void ct_tracker_released(ct_tensor *handle, struct ct_origin by, const char *scope);

/* The process's; false when it is off. */
bool ct_tracker_usage(struct ct_tracked_usage *usage);
void ct_tracker_reset_peak(void);

/* Of the storages that count for the calling thread; untouched when it is off. */
void ct_tracker_thread_usage(int64_t *bytes, int64_t *bytes_peak);

/* A copy of what is alive, to be freed; NULL for no memory. `*n` tensors. */
struct ct_tracked *ct_tracker_copy(size_t *n);

void ct_tracker_end_thread(struct ct_thread *thread);

/* Around a fork; in the child, before it is unlocked, storages of other threads are nobody's. */
void ct_tracker_lock(void);
void ct_tracker_unlock(void);
void ct_tracker_forget_other_threads(void);

/* --- In a checked build ---------------------------------------------------------------------- */

enum { CT_FAULT_SIZE = 800 };

/* Whether the handle can be used; the second: and one on its tensor belongs to no scope. If not,
 * why, to stand behind "argument 1 (self): ". True for NULL. */
bool ct_checked_lives(const ct_tensor *handle, char fault[CT_FAULT_SIZE]);
bool ct_checked_is_unscoped(const ct_tensor *handle, char fault[CT_FAULT_SIZE]);

/* The same for functions that cannot return an error: they end the process with a message. */
#define CT_SELF "argument 1 (self)"
void ct_checked_argument(const ct_tensor *handle, struct ct_origin here, const char *what);
void ct_checked_unscoped(const ct_tensor *handle, struct ct_origin here, const char *what);

/* So many more of its handles belong to scopes, of which this thread's newest has this mark; were
 * given to ct_tensor_free_later(). */
void ct_checked_scoped(const ct_tensor *handle, int change, struct ct_scope_mark scope);
void ct_checked_pending(const ct_tensor *handle, struct ct_origin by, int change);

static inline void ct_tracker_check(const ct_tensor *handle, struct ct_origin here,
				    const char *what)
{
	if (CT_CHECKED)
		ct_checked_argument(handle, here, what);
}

static inline void ct_tracker_check_unscoped(const ct_tensor *handle, struct ct_origin here,
					     const char *what)
{
	if (CT_CHECKED)
		ct_checked_unscoped(handle, here, what);
}

static inline void ct_tracker_pending(const ct_tensor *handle, struct ct_origin by, int change)
{
	if (CT_CHECKED)
		ct_checked_pending(handle, by, change);
}

static inline bool ct_tracker_is_unscoped(const ct_tensor *handle, char fault[CT_FAULT_SIZE])
{
	return !CT_CHECKED || ct_checked_is_unscoped(handle, fault);
}

#ifdef __cplusplus
}
#endif

#endif
