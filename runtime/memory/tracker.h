/*
 * Inside the library: which handles are alive, who made them, and how many bytes are behind them.
 */
#ifndef CT_MEMORY_TRACKER_H
#define CT_MEMORY_TRACKER_H

#include <stdbool.h>

#include "base/impl.h"
#include "base/origin.h"
#include "memory/scope_mark.h"
#include "memory/threads.h"

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

/* A function of ours gives to its caller what it was given by another one: only then it is known
 * who made it. */
void ct_tracker_made_by(const ct_tensor *handle, struct ct_origin by);

/* The process's; false when it is off. */
bool ct_tracker_usage(struct ct_tracked_usage *usage);
void ct_tracker_reset_peak(void);

/* Of the storages that count for the calling thread; untouched when it is off. */
void ct_tracker_thread_usage(int64_t *bytes, int64_t *bytes_peak);

/* A copy of what is alive, to be freed; NULL for no memory. `*n` tensors. */
struct ct_tracked *ct_tracker_copy(size_t *n);

/* --- In a checked build ---------------------------------------------------------------------- */

enum { CT_REMEMBERED = 1 << 16 }; /* released tensors */

/* What is known of a tensor besides. */
struct ct_history {
	int64_t scoped;             /* handles that belong to scopes */
	struct ct_scope_mark owner; /* a scope that has one; its name is owner_name */
	char owner_name[128];
	uint32_t owner_thread;       /* number of that scope's thread */
	int64_t pending;             /* handles that ct_tensor_free_later() has */
	struct ct_origin later;      /* who called it last */
	struct ct_origin released;   /* of a released tensor */
	struct ct_scope_text closed; /* the scope whose close released it; empty: none's */
	uint32_t released_thread;
};

/* Copies what is known of a handle, so that it can be told without the tracker's lock: looking up a
 * place takes the loader's. False: nothing is known. */
bool ct_tracker_look_up(const ct_tensor *handle, struct ct_tracked *tensor,
			struct ct_history *history, bool *lives);

/* So many more of its handles belong to scopes, of which this thread's newest has this mark; were
 * given to ct_tensor_free_later(). */
void ct_tracker_note_scoped(const ct_tensor *handle, int change, struct ct_scope_mark scope);
void ct_tracker_note_pending(const ct_tensor *handle, struct ct_origin by, int change);

#ifdef __cplusplus
}
#endif

#endif
