/*
 * A library with a thread, which its destructor joins. It is not linked with libctorch, so its
 * destructor may run after libctorch's, while the thread is in a call.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#include "exits_pool.h"

static pthread_t thread;
static bool started, stop;
static int done; /* finished tasks */
static void (*task)(void);

static void *work(void *unused)
{
	while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
		task();
		__atomic_add_fetch(&done, 1, __ATOMIC_RELEASE);
	}
	return unused;
}

bool start_pool(void (*function)(void))
{
	task = function;
	started = pthread_create(&thread, NULL, work, NULL) == 0;
	return started;
}

/* The second task from now starts and finishes while the process exits. */
__attribute__((destructor)) static void end_pool(void)
{
	const int now = __atomic_load_n(&done, __ATOMIC_ACQUIRE);

	if (!started)
		return;
	while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < now + 2)
		sched_yield();
	__atomic_store_n(&stop, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
}
