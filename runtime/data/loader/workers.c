/*
 * Threads that make batches ahead.
 *
 * A batch's number determines its slot in a ring. A worker takes the next number when its slot is
 * free; of a stream, it reads the raw samples in the same moment, so that numbers and samples stay in
 * the stream's order, and changes them while another worker reads. Batches are given in the order of
 * their numbers, so that the number of workers changes nothing but the time.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "data/loader/loader.h"
#include "tensor/settings/threads.h"

struct slot {
	struct ct_fetched fetched;
	bool is_ready;
};

struct worker {
	pthread_t thread;
	struct ct_fetcher fetcher;
};

struct ct_workers {
	ct_data_loader *loader;
	pid_t process; /* which has the threads; a child that it forks has none of them */
	pthread_mutex_t mutex;
	pthread_cond_t may_work; /* a slot became free, an epoch began, or the end came */
	pthread_cond_t is_done;  /* a slot became ready, or a worker idle */
	pthread_mutex_t reading; /* the stream; locked before `mutex` */
	/* Under the mutex: */
	bool is_ending;
	bool is_active; /* there is an epoch to work at */
	int64_t next;   /* batch that no worker has taken */
	int64_t given;
	int busy;
	int64_t slots_len;
	struct slot *slots;
	int32_t started;
	struct worker at[];
};

/* --- in a worker ------------------------------------------------------------------------------- */

static bool is_something_to_do(const struct ct_workers *self)
{
	const struct ct_epoch *epoch = &self->loader->epoch;

	return self->is_active && self->next < self->given + self->slots_len &&
	       (epoch->batches < 0 || self->next < epoch->batches);
}

/* Takes the number of the next batch. False: the end of the thread. */
static bool take_number(struct ct_workers *self, int64_t *number)
{
	bool goes_on;

	pthread_mutex_lock(&self->mutex);
	while (!self->is_ending && !is_something_to_do(self))
		pthread_cond_wait(&self->may_work, &self->mutex);
	goes_on = !self->is_ending;
	if (goes_on) {
		*number = self->next++;
		self->busy++;
	}
	pthread_mutex_unlock(&self->mutex);
	return goes_on;
}

static void deliver(struct ct_workers *self, int64_t number, const struct ct_fetched *fetched)
{
	struct slot *slot = &self->slots[number % self->slots_len];

	pthread_mutex_lock(&self->mutex);
	slot->fetched = *fetched;
	slot->is_ready = true;
	self->busy--;
	pthread_cond_broadcast(&self->is_done);
	pthread_mutex_unlock(&self->mutex);
}

static bool work_at_set(struct ct_workers *self, struct ct_fetcher *fetcher)
{
	struct ct_fetched fetched = { 0 };
	int64_t number;

	if (!take_number(self, &number))
		return false;
	ct_fetch_batch(fetcher, number, &fetched);
	deliver(self, number, &fetched);
	return true;
}

/* The stream has ended: there are `number` batches. */
static void note_end(struct ct_workers *self, int64_t number)
{
	pthread_mutex_lock(&self->mutex);
	__atomic_store_n(&self->loader->epoch.batches, number, __ATOMIC_RELAXED);
	self->busy--;
	pthread_cond_broadcast(&self->is_done);
	pthread_cond_broadcast(&self->may_work);
	pthread_mutex_unlock(&self->mutex);
}

static bool work_at_stream(struct ct_workers *self, struct ct_fetcher *fetcher)
{
	struct ct_fetched fetched = { 0 };
	struct ct_raw_batch raw;
	int64_t number;
	bool goes_on, is_end = false;

	pthread_mutex_lock(&self->reading);
	goes_on = take_number(self, &number);
	if (goes_on) {
		ct_fetch_raw(self->loader, number, &raw);
		is_end = raw.error == NULL && raw.samples.i == 0;
		if (is_end)
			note_end(self, number);
	}
	pthread_mutex_unlock(&self->reading);
	if (!goes_on)
		return false;
	if (is_end) {
		ct_value_free(&raw.samples);
		return true;
	}
	ct_fetch_from_raw(fetcher, &raw, &fetched);
	deliver(self, number, &fetched);
	return true;
}

static void *work(void *context)
{
	struct worker *worker = context;
	ct_data_loader *loader = worker->fetcher.loader;
	struct ct_workers *self = loader->workers;
	const bool is_stream = ct_dataset_is_stream(loader->dataset);
	struct ct_loader_call call;

	ct_use_one_thread_here();
	ct_loader_call_begin(&call, loader);
	while ((is_stream ? work_at_stream : work_at_set)(self, &worker->fetcher))
		;
	ct_loader_call_end(&call);
	return NULL;
}

/* --- in the program's thread -------------------------------------------------------------------- */

static void workers_destroy(struct ct_workers *self)
{
	pthread_mutex_destroy(&self->mutex);
	pthread_mutex_destroy(&self->reading);
	pthread_cond_destroy(&self->may_work);
	pthread_cond_destroy(&self->is_done);
	free(self->slots);
	free(self);
}

/* Signals are for the program's own threads. */
static int create_thread(struct worker *worker)
{
	sigset_t all, before;
	int code;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&worker->thread, NULL, work, worker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return code;
}

static ct_error start_threads(struct ct_workers *self)
{
	ct_data_loader *loader = self->loader;
	int code;

	for (; self->started < loader->options.num_workers; self->started++) {
		struct worker *worker = &self->at[self->started];

		CT_TRY(ct_fetcher_open(&worker->fetcher, loader));
		code = create_thread(worker);
		if (code == 0)
			continue;
		ct_fetcher_close(&worker->fetcher);
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_data_loader_begin),
				    "starting worker %d of %d: %s", self->started + 1,
				    loader->options.num_workers, strerror(code));
	}
	return NULL;
}

static struct ct_workers *alloc_workers(ct_data_loader *loader)
{
	const int64_t n = loader->options.num_workers;
	const int64_t slots = n * loader->options.prefetch_factor;
	struct ct_workers *self = ct_array_new_after(sizeof *self, n, sizeof *self->at);
	pthread_condattr_t attributes;

	if (self == NULL)
		return NULL;
	self->slots = ct_array_new(slots, sizeof *self->slots);
	if (self->slots == NULL) {
		free(self);
		return NULL;
	}
	self->slots_len = slots;
	self->loader = loader;
	self->process = getpid();
	pthread_mutex_init(&self->mutex, NULL);
	pthread_mutex_init(&self->reading, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&self->may_work, &attributes);
	pthread_cond_init(&self->is_done, &attributes);
	pthread_condattr_destroy(&attributes);
	return self;
}

ct_error ct_workers_begin(ct_data_loader *loader)
{
	struct ct_workers *self = loader->workers;
	ct_error error;

	if (self == NULL) {
		self = loader->workers = alloc_workers(loader);
		if (self == NULL)
			return ct_no_memory(CT_NAME_OF(ct_data_loader_begin), NULL);
		error = start_threads(self);
		if (error) {
			ct_workers_free(self);
			loader->workers = NULL;
			return error;
		}
	}
	pthread_mutex_lock(&self->mutex);
	self->next = self->given = loader->epoch.given;
	self->is_active = true;
	pthread_cond_broadcast(&self->may_work);
	pthread_mutex_unlock(&self->mutex);
	return NULL;
}

static struct timespec deadline_after(double seconds)
{
	struct timespec when;
	double whole;
	const double part = modf(seconds < 1e9 ? seconds : 1e9, &whole);

	clock_gettime(CLOCK_MONOTONIC, &when);
	when.tv_sec += (time_t)whole;
	when.tv_nsec += (long)(part * 1e9);
	if (when.tv_nsec >= 1000000000) {
		when.tv_sec++;
		when.tv_nsec -= 1000000000;
	}
	return when;
}

/* Waits until the next batch is ready, or the stream has ended; false: the time is over. */
static bool wait_for(struct ct_workers *self, const struct slot *slot, double timeout)
{
	const struct ct_epoch *epoch = &self->loader->epoch;
	const struct timespec deadline = deadline_after(timeout);

	while (!slot->is_ready && !(epoch->batches >= 0 && self->given >= epoch->batches)) {
		if (timeout == 0)
			pthread_cond_wait(&self->is_done, &self->mutex);
		else if (pthread_cond_timedwait(&self->is_done, &self->mutex, &deadline) ==
			 ETIMEDOUT)
			return false;
	}
	return true;
}

ct_error ct_workers_next(ct_data_loader *loader, struct ct_fetched *result)
{
	const double timeout = loader->options.timeout;
	struct ct_workers *self = loader->workers;
	struct slot *slot;
	bool is_in_time;

	pthread_mutex_lock(&self->mutex);
	slot = &self->slots[self->given % self->slots_len];
	is_in_time = wait_for(self, slot, timeout);
	if (slot->is_ready) {
		*result = slot->fetched;
		*slot = (struct slot){ 0 };
		self->given++;
		pthread_cond_signal(&self->may_work);
	}
	pthread_mutex_unlock(&self->mutex);
	if (is_in_time)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_data_loader_next),
			    "DataLoader timed out after %g seconds: batch %lld is not ready",
			    timeout, (long long)loader->epoch.given);
}

void ct_workers_cancel(ct_data_loader *loader)
{
	struct ct_workers *self = loader->workers;

	if (self == NULL)
		return;
	__atomic_store_n(&loader->may_cancel, true, __ATOMIC_RELAXED);
	pthread_mutex_lock(&self->mutex);
	self->is_active = false;
	while (self->busy > 0)
		pthread_cond_wait(&self->is_done, &self->mutex);
	for (int64_t i = 0; i < self->slots_len; i++) {
		ct_fetched_free(&self->slots[i].fetched);
		self->slots[i].is_ready = false;
	}
	pthread_mutex_unlock(&self->mutex);
	__atomic_store_n(&loader->may_cancel, false, __ATOMIC_RELAXED);
}

bool ct_workers_are_elsewhere(const struct ct_workers *self)
{
	return self && self->process != getpid();
}

void ct_workers_free(struct ct_workers *self)
{
	if (self == NULL)
		return;
	pthread_mutex_lock(&self->mutex);
	self->is_ending = true;
	pthread_cond_broadcast(&self->may_work);
	pthread_mutex_unlock(&self->mutex);
	for (int32_t i = 0; i < self->started; i++) {
		pthread_join(self->at[i].thread, NULL);
		ct_fetcher_close(&self->at[i].fetcher);
	}
	workers_destroy(self);
}
