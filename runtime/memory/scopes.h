/*
 * Inside the library: the scopes of the calling thread.
 */
#ifndef CT_SCOPES_H
#define CT_SCOPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/types.h>

#include "memory/handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for `n` more handles in the innermost scope, which there must be. Returns how many bytes
 * there is no memory for; 0 when there is room. */
size_t ct_scopes_reserve(int64_t n);

/* From now on the innermost scope owns the handle; there must be one, and room. */
void ct_scopes_own(ct_tensor *handle);

/* The innermost scope that owns the handle does no more. False: none does. */
CT_HOT bool ct_scopes_disown(ct_tensor *handle);

/* Releases what the innermost scope owns and closes it. */
void ct_scopes_close_innermost(struct ct_origin by);

/* An error when the innermost scope was open before somebody else's function was called. */
ct_error ct_scopes_check_in_use(const char *function);

/* Whoever calls a function of somebody else's in the middle of a call enters a callback: until it
 * is left, scopes that are open now cannot be closed. What the first returns, the second wants. */
uint32_t ct_scopes_enter_callback(void);
void ct_scopes_leave_callback(uint32_t was_in_use);

/* A step is a scope that ct_gc() opened. */
bool ct_scopes_open_step(const void *caller); /* false: no memory */
bool ct_scopes_innermost_is_step(void);
uint32_t ct_scopes_count_steps(void); /* that are open, one inside another */

/* Who opened a scope, and its text for messages: "the scope train.c:42". Returns `text`. */
struct ct_scope_mark {
	const char *name;   /* as ct_scope_open_named() was told, or NULL; valid while it is open */
	const void *caller; /* the place that opened it */
	bool is_step;       /* ct_gc() opened it */
};
struct ct_scope_text {
	char of[200];
};
const char *ct_scope_mark_text(struct ct_scope_mark mark, struct ct_scope_text *text);

/* The innermost scope's; NULL when none is open. */
const char *ct_scopes_describe_innermost(struct ct_scope_text *text);

/* How many handles the thread's open scopes own. */
int64_t ct_scopes_count_owned(void);

/* Closes all scopes of the thread and releases what is kept for them. */
void ct_scopes_end_thread(void);

#ifdef __cplusplus
}
#endif

#endif
