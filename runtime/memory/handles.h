/*
 * Inside the library: where every tensor handle passes when it is given to the caller and when it
 * comes back.
 *
 * Most calls happen without a scope and without tracking, and then all there is to do is to count,
 * which is inline here. Whatever more somebody wants to do sets a bit in the thread's `attention`
 * and gets to see the handle in handles.c.
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

/* The function that this stands in, and whoever called it. */
#ifdef __cplusplus
#define CT_HERE (ct_origin{ __builtin_FUNCTION(), __builtin_return_address(0) })
#else
#define CT_HERE ((struct ct_origin){ __func__, __builtin_return_address(0) })
#endif

/* What runs for each handle in a scope. The linker lays such functions side by side: behind an
 * operator, that has used the instruction cache for itself, they cost their cache lines. */
#define CT_HOT __attribute__((hot))

#ifdef __cplusplus
extern "C" {
#endif

/* Which function gave a handle or took it back, and who called it. */
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
	/* Who sees it released sees it given: see ct_threads_total(). */
	__atomic_store_n(&thread->released, thread->released + 1, __ATOMIC_RELEASE);
}

/* Gives one handle: says so, and counts. Returns how many bytes there is no memory for, and then
 * nothing has changed; 0 when all is well. Most steps of most programs have a scope and nothing
 * else, for which scope.c has a way of its own. */
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

/* The same for several at a time, in two parts. The first makes room for whatever is noted about
 * the next `n` handles, so that giving them cannot fail, and returns as above. The second is what
 * there is to do then, besides counting, when ct_handles_attended(). */
size_t ct_handles_reserve(int64_t n);
void ct_handle_given(ct_tensor *handle, struct ct_origin from);

/* The whole of giving a handle up: takes it out of its scope, says so, counts, and drops the
 * reference. The second is for one that no scope owns. For messages: `what` is the argument, such
 * as "argument 1 (self)"; `scope` is whose close it is, or NULL. */
CT_HOT void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what);
CT_HOT void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope);

#ifdef __cplusplus
}
#endif

#endif
