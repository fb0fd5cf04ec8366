/*
 * Inside the library: every tensor handle passes here when it is given to the caller and when it is
 * released.
 *
 * Most calls happen without a scope and without tracking, and then only count, which is inline
 * here. Code that needs to see handles sets a bit in the thread's `attention`, and gets them in
 * handles.c.
 */
#ifndef CT_HANDLES_H
#define CT_HANDLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/types.h>

#include "memory/threads.h"

/* In a checked build every handle is tracked, and every argument looked up. */
#ifdef CTORCH_CHECKED
#define CT_CHECKED 1
#else
#define CT_CHECKED 0
#endif

/* The enclosing function, and its caller. */
#ifdef __cplusplus
#define CT_HERE (ct_origin{ __builtin_FUNCTION(), __builtin_return_address(0) })
#else
#define CT_HERE ((struct ct_origin){ __func__, __builtin_return_address(0) })
#endif

/* What runs for each handle in a scope. The linker places such functions together: after an
 * operator, which has used the instruction cache, they cost their cache lines. */
#define CT_HOT __attribute__((hot))

#ifdef __cplusplus
extern "C" {
#endif

/* The function that gave or released a handle, and its caller. */
struct ct_origin {
	const char *function; /* "ct_mm"; static */
	const void *caller;   /* the address that the function returns to; NULL: not known */
};

static inline bool ct_handles_attended(void)
{
	return __builtin_expect(__atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) != 0,
				false);
}

static inline void ct_count_given(void)
{
	struct ct_thread *thread = &ct_this_thread;

	__atomic_store_n(&thread->given, thread->given + 1, __ATOMIC_RELAXED);
}

static inline void ct_count_released(void)
{
	struct ct_thread *thread = &ct_this_thread;
	int64_t live = (int64_t)(thread->given - thread->released);

	if (live > __atomic_load_n(&thread->peak, __ATOMIC_RELAXED))
		__atomic_store_n(&thread->peak, live, __ATOMIC_RELAXED);
	/* A reader that sees it released also sees it given: see ct_threads_total(). */
	__atomic_store_n(&thread->released, thread->released + 1, __ATOMIC_RELEASE);
}

/* Gives one handle: notifies and counts. Returns 0, or the number of bytes that could not be
 * allocated, and then nothing has changed. Most steps of most programs have only a scope, for which
 * scope.c has a fast path. */
CT_HOT bool ct_scopes_own_quickly(ct_tensor *handle); /* false: it has no room */
size_t ct_handle_give_slowly(ct_tensor *handle, struct ct_origin from);

static inline size_t ct_handle_give(ct_tensor *handle, struct ct_origin from)
{
	if (__atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) != CT_ATTEND_SCOPE ||
	    !ct_scopes_own_quickly(handle))
		return ct_handle_give_slowly(handle, from);
	ct_count_given();
	return 0;
}

/* The same for several handles, in two parts. The first makes room for the records of the next `n`
 * handles, so that giving them cannot fail, and returns as above. The second does the rest, except
 * counting, if ct_handles_attended(). */
size_t ct_handles_reserve(int64_t n);
void ct_handle_given(ct_tensor *handle, struct ct_origin from);

/* Releases a handle: takes it out of its scope, notifies, counts, and drops the reference. The
 * second is for one that no scope owns. For messages: `what` is the argument, such as "argument 1
 * (self)"; `scope` is the scope that closes, or NULL. */
CT_HOT void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what);
CT_HOT void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope);

#ifdef __cplusplus
}
#endif

#endif
