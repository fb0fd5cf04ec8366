/*
 * Inside the library: the counts and open scopes of each thread, and the list of threads.
 */
#ifndef CT_CORE_MEMORY_THREADS_H
#define CT_CORE_MEMORY_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ct_attention {
	CT_ATTEND_FIRST = 1,  /* the thread is not in the list of threads yet */
	CT_ATTEND_SCOPE = 2,  /* a scope is open and needs the handles */
	CT_ATTEND_TRACKER = 4 /* handles are tracked */
};

struct ct_scopes;
struct ct_record;

/* A thread's data about handles. The thread writes the counts; all threads read them. */
struct ct_thread {
	uint64_t given;
	uint64_t released;
	int64_t peak; /* of given - released, up to the last release */
	uint32_t attention;
	uint32_t number;    /* 1, 2, ... in the order of their first handles */
	uint32_t ends;      /* how often it seemed to end: destructors of its data may call again */
	uint32_t callbacks; /* calls in progress that called a foreign function */
	struct ct_scopes *scopes; /* scope.c's; NULL: none was opened yet */
	struct ct_thread *next, *previous;
	ct_error unfinished; /* of an expression (expression.c), until it is finished */

	/* tracker.c's: records for handles to come; and, under its lock, the bytes of the storages
	 * that count for this thread. */
	struct ct_record *spare;
	int64_t bytes;
	int64_t bytes_peak;
};

/* Initial-exec: one instruction instead of a call, for some 100 bytes of what glibc keeps free for
 * libraries that are loaded late. */
extern __thread struct ct_thread ct_this_thread
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline bool ct_handles_attended(void)
{
	return __builtin_expect(__atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) != 0,
				false);
}

static inline bool ct_attended_by(uint32_t bit)
{
	return __atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) & bit;
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

/* The calling thread's number; 0 when there was no memory to make the thread known. */
uint32_t ct_thread_number(void);

/* Sets or clears a bit of `attention`, of this thread or of all, those to come too. */
void ct_thread_attend(uint32_t bit, bool on);
void ct_threads_attend(uint32_t bit, bool on);

/* What else there is to do when a thread ends or the process forks. At the end of a thread each
 * is called in this order. */
enum ct_thread_watcher { CT_WATCH_SCOPES, CT_WATCH_TRACKER, CT_WATCHERS };

struct ct_thread_watch {
	void (*end)(struct ct_thread *thread); /* called by the thread itself */
	/* Around a fork, NULL if there is nothing to do; before: takes its lock; after: in the
	 * parent, or in the child, where there is no other thread, and gives the lock back. */
	void (*before_fork)(void);
	void (*after_fork)(bool in_child);
};

/* `watch` is kept for ever. Each kind of watcher is set once, before there is anything to do. */
void ct_threads_watch(enum ct_thread_watcher kind, const struct ct_thread_watch *watch);

/* Calls `visit` for each thread that is known and alive, under the list's lock. */
void ct_threads_visit(void (*visit)(struct ct_thread *thread, void *context), void *context);

/* Handles given and released by all threads, including ended ones. */
void ct_threads_total(uint64_t *given, uint64_t *released);

#ifdef __cplusplus
}
#endif

#endif
