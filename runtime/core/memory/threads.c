/*
 * The list of threads.
 *
 * A thread is added with its first handle or scope, because of its `attention`. When it ends, its
 * counts are added to `ended`. The main thread ends only with the process.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "core/memory/threads.h"

__thread struct ct_thread ct_this_thread = { .attention = CT_ATTEND_FIRST };

static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static struct ct_thread *threads;
static uint32_t threads_known;
static uint32_t attention_of_all; /* of threads to come */
static struct counts {
	uint64_t given;
	uint64_t released;
} ended;

static const struct ct_thread_watch *watches[CT_WATCHERS];

static pthread_once_t process_once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_key; /* for the sake of its destructor */
static bool thread_key_exists;

/* The thread may continue meanwhile, so this adds its counts at one moment. */
static void add_counts(struct counts *counts, const struct ct_thread *thread)
{
	uint64_t given, released;

	do {
		released = __atomic_load_n(&thread->released, __ATOMIC_ACQUIRE);
		given = __atomic_load_n(&thread->given, __ATOMIC_ACQUIRE);
	} while (released != __atomic_load_n(&thread->released, __ATOMIC_RELAXED));
	counts->given += given;
	counts->released += released;
}

void ct_threads_watch(enum ct_thread_watcher kind, const struct ct_thread_watch *watch)
{
	__atomic_store_n(&watches[kind], watch, __ATOMIC_RELEASE);
}

static void threads_end_thread(void *argument)
{
	struct ct_thread *thread = argument;

	for (int i = 0; i < CT_WATCHERS; i++) {
		const struct ct_thread_watch *watch = __atomic_load_n(&watches[i],
								      __ATOMIC_ACQUIRE);

		if (watch)
			watch->end(thread);
	}
	pthread_mutex_lock(&threads_lock);
	if (thread->previous)
		thread->previous->next = thread->next;
	else
		threads = thread->next;
	if (thread->next)
		thread->next->previous = thread->previous;
	add_counts(&ended, thread);
	/* Destructors that run later may still call us: then it counts as a new thread. */
	*thread = (struct ct_thread){ .attention = CT_ATTEND_FIRST, .ends = thread->ends + 1 };
	pthread_mutex_unlock(&threads_lock);
}

/* --- fork ------------------------------------------------------------------------------------
 *
 * The child has one thread, and no lock may be held by a thread that it does not have. The other
 * threads' memory may be gone, so their counts are saved before.
 */

static struct counts elsewhere;
static const struct ct_thread_watch *forking[CT_WATCHERS]; /* whose before_fork() was called */

static void threads_before_fork(void)
{
	const struct ct_thread_watch *called[CT_WATCHERS] = { NULL };

	/* Their locks come before that of the list, which they take, too. */
	for (int i = 0; i < CT_WATCHERS; i++) {
		called[i] = __atomic_load_n(&watches[i], __ATOMIC_ACQUIRE);
		if (called[i] && called[i]->before_fork)
			called[i]->before_fork();
	}
	pthread_mutex_lock(&threads_lock);
	memcpy(forking, called, sizeof forking);
	elsewhere = (struct counts){ 0, 0 };
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		if (thread != &ct_this_thread)
			add_counts(&elsewhere, thread);
}

static void threads_after_fork(bool in_child)
{
	const struct ct_thread_watch *called[CT_WATCHERS];

	memcpy(called, forking, sizeof called);
	pthread_mutex_unlock(&threads_lock);
	for (int i = 0; i < CT_WATCHERS; i++)
		if (called[i] && called[i]->after_fork)
			called[i]->after_fork(in_child);
}

static void after_fork_in_parent(void)
{
	threads_after_fork(false);
}

static void after_fork_in_child(void)
{
	struct ct_thread *thread = &ct_this_thread;

	ended.given += elsewhere.given;
	ended.released += elsewhere.released;
	thread->next = NULL;
	thread->previous = NULL;
	threads = thread->number ? thread : NULL;
	threads_after_fork(true);
}

static void prepare_process(void)
{
	thread_key_exists = pthread_key_create(&thread_key, threads_end_thread) == 0 &&
			    pthread_atfork(threads_before_fork, after_fork_in_parent,
					   after_fork_in_child) == 0;
}

static void add_thread(struct ct_thread *thread)
{
	/* After the last round of destructors, nothing would remove it from the list. */
	if (thread->ends >= PTHREAD_DESTRUCTOR_ITERATIONS - 1)
		return;
	pthread_once(&process_once, prepare_process);
	if (!thread_key_exists || pthread_setspecific(thread_key, thread))
		return;
	pthread_mutex_lock(&threads_lock);
	thread->number = ++threads_known;
	thread->next = threads;
	if (threads)
		threads->previous = thread;
	threads = thread;
	__atomic_and_fetch(&thread->attention, ~(uint32_t)CT_ATTEND_FIRST, __ATOMIC_RELAXED);
	__atomic_or_fetch(&thread->attention, attention_of_all, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&threads_lock);
}

uint32_t ct_thread_number(void)
{
	if (ct_this_thread.number == 0)
		add_thread(&ct_this_thread);
	return ct_this_thread.number;
}

static void attend(struct ct_thread *thread, uint32_t bit, bool on)
{
	if (on)
		__atomic_or_fetch(&thread->attention, bit, __ATOMIC_RELAXED);
	else
		__atomic_and_fetch(&thread->attention, ~bit, __ATOMIC_RELAXED);
}

void ct_thread_attend(uint32_t bit, bool on)
{
	attend(&ct_this_thread, bit, on);
}

void ct_threads_attend(uint32_t bit, bool on)
{
	pthread_mutex_lock(&threads_lock);
	attention_of_all = on ? attention_of_all | bit : attention_of_all & ~bit;
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		attend(thread, bit, on);
	pthread_mutex_unlock(&threads_lock);
}

void ct_threads_visit(void (*visit)(struct ct_thread *thread, void *context), void *context)
{
	pthread_mutex_lock(&threads_lock);
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		visit(thread, context);
	pthread_mutex_unlock(&threads_lock);
}

void ct_threads_total(uint64_t *given, uint64_t *released)
{
	pthread_mutex_lock(&threads_lock);
	*given = ended.given;
	*released = ended.released;
	/* Releases first: a released handle was given before, so while other threads continue, the
	 * result has too many live handles rather than too few. */
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		*released += __atomic_load_n(&thread->released, __ATOMIC_ACQUIRE);
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		*given += __atomic_load_n(&thread->given, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&threads_lock);
}
