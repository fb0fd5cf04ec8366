/*
 * Inside the library: the counts and open scopes of each thread, and the list of threads.
 */
#ifndef CT_THREADS_H
#define CT_THREADS_H

#include <stdbool.h>
#include <stdint.h>

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

/* The calling thread's number; 0 when there was no memory to make the thread known. */
uint32_t ct_thread_number(void);

/* Sets or clears a bit of `attention`, of this thread or of all, those to come too. */
void ct_thread_attend(uint32_t bit, bool on);
void ct_threads_attend(uint32_t bit, bool on);

/* Calls `visit` for each live thread in the list, under the list's lock. */
void ct_threads_visit(void (*visit)(struct ct_thread *thread, void *context), void *context);

/* Handles given and released by all threads, including ended ones. */
void ct_threads_total(uint64_t *given, uint64_t *released);

#ifdef __cplusplus
}
#endif

#endif
