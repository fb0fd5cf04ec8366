/*
 * Inside the library: looking up the tensors that are passed, in a checked build. In other builds
 * these do nothing.
 */
#ifndef CT_CORE_MEMORY_CHECKED_H
#define CT_CORE_MEMORY_CHECKED_H

#include <ctorch/core/error.h>

#include "core/memory/tracker.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_FAULT_SIZE = 800 };

/* Whether the handle can be used; the second: and one on its tensor belongs to no scope. If not,
 * `fault` is the reason, to follow "argument 1 (self): ". True for NULL. */
bool ct_checked_lives(const ct_tensor *handle, char fault[CT_FAULT_SIZE]);
bool ct_checked_is_unscoped(const ct_tensor *handle, char fault[CT_FAULT_SIZE]);

/* The same for functions that cannot return an error: ends the process with a message. */
#define CT_SELF "argument 1 (self)"
#define CT_TENSOR "argument 1 (tensor)"
void ct_checked_argument(const ct_tensor *handle, struct ct_origin here, const char *what);
void ct_checked_unscoped(const ct_tensor *handle, struct ct_origin here, const char *what);
/* How they end it. */
void ct_checked_stop(struct ct_origin here, const char *what, const char *fault);

static inline void ct_check_lives(const ct_tensor *handle, struct ct_origin here, const char *what)
{
	if (CT_CHECKED)
		ct_checked_argument(handle, here, what);
}

/* For a tensor in a value that is passed to a function that returns an error. */
ct_error ct_checked_given(const ct_tensor *handle, const char *function) CT_WARN_UNUSED;

static inline ct_error ct_check_given(const ct_tensor *handle, const char *function)
{
	return CT_CHECKED ? ct_checked_given(handle, function) : NULL;
}

static inline void ct_check_unscoped(const ct_tensor *handle, struct ct_origin here,
				     const char *what)
{
	if (CT_CHECKED)
		ct_checked_unscoped(handle, here, what);
}

static inline void ct_check_pending(const ct_tensor *handle, struct ct_origin by, int change)
{
	if (CT_CHECKED)
		ct_tracker_note_pending(handle, by, change);
}

static inline bool ct_check_is_unscoped(const ct_tensor *handle, char fault[CT_FAULT_SIZE])
{
	return !CT_CHECKED || ct_checked_is_unscoped(handle, fault);
}

#ifdef __cplusplus
}
#endif

#endif
