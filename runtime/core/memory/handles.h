/*
 * Inside the library: every tensor handle passes here when it is given to the caller and when it is
 * released.
 *
 * Most calls happen without a scope and without tracking, and then only count, which is inline
 * here. Code that needs to see handles sets a bit in the thread's `attention`, and gets them in
 * handles.c.
 */
#ifndef CT_CORE_MEMORY_HANDLES_H
#define CT_CORE_MEMORY_HANDLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#include "core/base/origin.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Gives one handle: records it where attention is set, and counts it. Returns 0, or the number of
 * bytes that could not be allocated; then nothing has changed. Most steps of most programs have a
 * scope and nothing else; ct_handle_give() is fast for them.
 */
size_t ct_handle_give_slowly(ct_tensor *handle, struct ct_origin from);

static inline size_t ct_handle_give(ct_tensor *handle, struct ct_origin from)
{
	if (__atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) != CT_ATTEND_SCOPE ||
	    !ct_scopes_own_quickly(handle))
		return ct_handle_give_slowly(handle, from);
	ct_count_given();
	return 0;
}

/*
 * The same for several at a time, in two steps. The first, needed only if ct_handles_attended(),
 * makes room for whatever is noted about the next `n` handles, and returns as above. The second
 * cannot fail then.
 */
size_t ct_handles_reserve(int64_t n);
void ct_handle_note_given(ct_tensor *handle, struct ct_origin from);

static inline void ct_handle_give_reserved(ct_tensor *handle, struct ct_origin from)
{
	if (ct_handles_attended())
		ct_handle_note_given(handle, from);
	ct_count_given();
}

/* Takes a handle back: out of its scope, and as ct_handle_drop() does. For messages, `what` is the
 * argument, such as "argument 1 (self)". */
CT_HOT void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what);

#ifdef __cplusplus
}
#endif

#endif
