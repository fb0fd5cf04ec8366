/*
 * Where every tensor handle passes: the part that is not inline, and the list of threads.
 */
#include <pthread.h>

#include "handles.h"
#include "impl.h"
#include "scopes.h"
#include "tracker.h"

/* --- Threads ---------------------------------------------------------------------------------
 *
 * A thread is known from its first handle or scope on, which its `attention` calls for. What it
 * counted is added to `ended` when it ends. The main thread does not end before the process does.
 */

__thread struct ct_thread ct_this_thread = { .attention = CT_ATTEND_FIRST };

static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static struct ct_thread *threads;
static uint32_t threads_known;
static uint32_t attention_of_all; /* of threads to come */
static struct {
	uint64_t given;
	uint64_t released;
} ended;

static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;
static pthread_key_t thread_key; /* for the sake of its destructor */
static bool thread_key_exists;

static void end_thread(void *argument)
{
	struct ct_thread *thread = argument;

	ct_scopes_end_thread();
	ct_tracker_end_thread(thread);
	pthread_mutex_lock(&threads_lock);
	if (thread->previous)
		thread->previous->next = thread->next;
	else
		threads = thread->next;
	if (thread->next)
		thread->next->previous = thread->previous;
	ended.given += thread->given;
	ended.released += thread->released;
	/* Destructors that run later may still call: then it is a thread that begins. */
	*thread = (struct ct_thread){ .attention = CT_ATTEND_FIRST };
	pthread_mutex_unlock(&threads_lock);
}

static void make_thread_key(void)
{
	thread_key_exists = pthread_key_create(&thread_key, end_thread) == 0;
}

static void add_thread(struct ct_thread *thread)
{
	pthread_once(&thread_key_once, make_thread_key);
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
	/* Releases first: whatever is released was given before, so there seem to be too many alive
	 * rather than too few while other threads go on. */
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		*released += __atomic_load_n(&thread->released, __ATOMIC_RELAXED);
	for (struct ct_thread *thread = threads; thread; thread = thread->next)
		*given += __atomic_load_n(&thread->given, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&threads_lock);
}

/* --- Handles --------------------------------------------------------------------------------- */

static bool attended_by(uint32_t bit)
{
	return __atomic_load_n(&ct_this_thread.attention, __ATOMIC_RELAXED) & bit;
}

bool ct_handles_reserve(int64_t n)
{
	if (attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (attended_by(CT_ATTEND_SCOPE) && !ct_scopes_reserve(n))
		return false;
	return !attended_by(CT_ATTEND_TRACKER) || ct_tracker_reserve(n);
}

void ct_handle_given(ct_tensor *handle, struct ct_origin from)
{
	if (attended_by(CT_ATTEND_TRACKER))
		ct_tracker_given(handle, from);
	if (attended_by(CT_ATTEND_SCOPE))
		ct_scopes_own(handle);
}

bool ct_handle_give_slowly(ct_tensor *handle, struct ct_origin from)
{
	if (!ct_handles_reserve(1))
		return false;
	ct_handle_given(handle, from);
	ct_count_given();
	return true;
}

void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope)
{
	if (attended_by(CT_ATTEND_FIRST))
		ct_thread_number();
	if (attended_by(CT_ATTEND_TRACKER))
		ct_tracker_released(handle, by, scope);
	ct_count_released();
	ct_impl_release(handle);
}

void ct_handle_free(ct_tensor *handle, struct ct_origin by, const char *what)
{
	/* Its count of references is needed soon; the search takes as long as fetching that. */
	__builtin_prefetch(handle, 1);
	ct_tracker_check(handle, by, what);
	if (attended_by(CT_ATTEND_SCOPE))
		ct_scopes_disown(handle);
	ct_tracker_check_unscoped(handle, by, what);
	ct_handle_drop(handle, by, NULL);
}
