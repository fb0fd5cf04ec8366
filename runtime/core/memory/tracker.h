/*
 * Inside the library: live handles, their creators and bytes.
 */
#ifndef CT_CORE_MEMORY_TRACKER_H
#define CT_CORE_MEMORY_TRACKER_H

#include <stdbool.h>

#include "core/base/impl.h"
#include "core/base/origin.h"
#include "core/memory/scope_mark.h"
#include "core/memory/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor with live handles. */
struct ct_tracked {
	struct ct_description what;
	struct ct_origin made;
	int64_t handles;
	uint32_t thread; /* number of the creating thread */
};

struct ct_tracked_usage {
	int64_t handles_peak;
	int64_t bytes;
	int64_t bytes_peak;
};

void ct_tracker_switch(bool on);
bool ct_tracker_is_on(void);

/* Makes records for `n` tensors. Returns 0, or the number of bytes that could not be allocated. */
size_t ct_tracker_reserve(int64_t n);

/* For handles that are given and released, tracked or not. `scope` as in ct_handle_drop(). */
void ct_tracker_given(ct_tensor *handle, struct ct_origin from);
void ct_tracker_released(ct_tensor *handle, struct ct_origin by, const char *scope);

/* One of our functions passes a handle from another one on to its caller: only then is the creator
 * known. */
void ct_tracker_made_by(const ct_tensor *handle, struct ct_origin by);

/* The process's; false if tracking is off. */
bool ct_tracker_usage(struct ct_tracked_usage *usage);
void ct_tracker_reset_peak(void);

/* The bytes of the storages that count for the calling thread; not written if tracking is off. */
void ct_tracker_thread_usage(int64_t *bytes, int64_t *bytes_peak);

/* A copy of the records of live tensors, to be freed; NULL without memory. `*n` tensors. */
struct ct_tracked *ct_tracker_copy(size_t *n);

/* --- In a checked build ---------------------------------------------------------------------- */

enum { CT_REMEMBERED = 1 << 16 }; /* released tensors */

/* More facts about a tensor. */
struct ct_history {
	int64_t scoped;             /* handles that belong to scopes */
	struct ct_scope_mark owner; /* a scope that has one; its name is owner_name */
	char owner_name[128];
	uint32_t owner_thread;       /* number of that scope's thread */
	int64_t pending;             /* handles that ct_tensor_free_later() has */
	struct ct_origin later;      /* the last such call */
	struct ct_origin released;   /* of a released tensor */
	struct ct_scope_text closed; /* the scope whose close released it; empty: none's */
	uint32_t released_thread;
};

/* Copies the facts about a handle, so that messages can be made without the tracker's lock: looking
 * up a place takes the loader's. False: none are known. */
bool ct_tracker_look_up(const ct_tensor *handle, struct ct_tracked *tensor,
			struct ct_history *history, bool *lives);

/* Records that scopes own this many more of its handles, with the mark of this thread's newest
 * scope; or that they were passed to ct_tensor_free_later(). */
void ct_tracker_note_scoped(const ct_tensor *handle, int change, struct ct_scope_mark scope);
void ct_tracker_note_pending(const ct_tensor *handle, struct ct_origin by, int change);

#ifdef __cplusplus
}
#endif

#endif
