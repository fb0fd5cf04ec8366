/*
 * Live handles, their creators and bytes.
 *
 * One table of tensors, one of storages, one lock: this is for analysing a program, not for
 * production. Nothing of libtorch's is released under the lock, since that may call anything.
 *
 * In a checked build a third table has the tensors that were released last. They are pinned, so
 * that their addresses are not reused, and using one gives an error with its history. Those whose
 * contents would stay are not pinned; for them this works until the address is reused.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "core/base/lengths.h"
#include "core/memory/tracker.h"

struct storage {
	UT_hash_handle hh;
	void *id; /* pinned */
	int64_t nbytes;
	int64_t tensors;          /* that have live handles */
	struct ct_thread *thread; /* that it counts for; NULL: it has ended */
};

struct ct_record {
	UT_hash_handle hh;
	const ct_tensor *handle;
	struct ct_tracked tensor;
	struct storage *storage; /* of a spare record: used if there is none yet */
	struct ct_record *next;  /* spare */

	struct ct_history history; /* in a checked build */
	bool is_pinned;            /* of a released tensor */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_on;
static struct ct_record *live;
static struct ct_record *released; /* the oldest first */
static struct storage *storages;
static int64_t handles_now;
static struct ct_tracked_usage now;

/* Adds to a table. Without memory to grow, the table becomes fuller; only the first element may
 * fail, and then element->hh.tbl is NULL. */
#define ADD(table, key, element)                            \
	do {                                                \
		HASH_ADD_PTR(table, key, element);          \
		if ((element)->hh.tbl == NULL && (table)) { \
			(table)->hh.tbl->noexpand = 1;      \
			HASH_ADD_PTR(table, key, element);  \
		}                                           \
	} while (0)

static void free_record(struct ct_record *record)
{
	if (record)
		free(record->storage);
	free(record);
}

/* --- Room ------------------------------------------------------------------------------------ */

static struct ct_record *new_record(void)
{
	struct ct_record *record = calloc(1, sizeof *record);

	if (record == NULL)
		return NULL;
	record->storage = calloc(1, sizeof *record->storage);
	if (record->storage)
		return record;
	free(record);
	return NULL;
}

size_t ct_tracker_reserve(int64_t n)
{
	struct ct_thread *thread = &ct_this_thread;
	struct ct_record *record = thread->spare;

	for (; n > 0 && record; n--)
		record = record->next;
	for (; n > 0; n--) {
		record = new_record();
		if (record == NULL)
			return sizeof *record + sizeof *record->storage;
		record->next = thread->spare;
		thread->spare = record;
	}
	return 0;
}

static void free_spare(struct ct_thread *thread)
{
	while (thread->spare) {
		struct ct_record *record = thread->spare;

		thread->spare = record->next;
		free_record(record);
	}
}

/* --- Giving ---------------------------------------------------------------------------------- */

static void raise_to(int64_t *peak, int64_t value)
{
	if (*peak < value)
		*peak = value;
}

static void count_bytes(struct ct_thread *thread, int64_t change)
{
	now.bytes += change;
	raise_to(&now.bytes_peak, now.bytes);
	if (thread == NULL)
		return;
	thread->bytes += change;
	raise_to(&thread->bytes_peak, thread->bytes);
}

/* The storage of a new record: one that is known, or the record's spare one, or none. */
static void add_storage(struct ct_record *record)
{
	const struct ct_description *what = &record->tensor.what;
	struct storage *storage = NULL, *spare = record->storage;

	record->storage = NULL;
	if (what->storage)
		HASH_FIND_PTR(storages, &what->storage, storage);
	if (storage == NULL && what->storage) {
		*spare = (struct storage){ .id = what->storage,
					   .nbytes = what->nbytes,
					   .thread = ct_this_thread.number ? &ct_this_thread
									   : NULL };
		ADD(storages, id, spare);
		if (spare->hh.tbl) {
			ct_impl_pin_storage(spare->id);
			count_bytes(spare->thread, spare->nbytes);
			storage = spare;
			spare = NULL;
		}
	}
	free(spare);
	if (storage)
		storage->tensors++;
	record->storage = storage;
}

static struct ct_record *tracker_find(struct ct_record *table, const ct_tensor *handle)
{
	struct ct_record *record;

	HASH_FIND_PTR(table, &handle, record);
	return record;
}

/* Freed after the lock is released. */
struct leavings {
	struct ct_record *record; /* whose tensor is not pinned any more, if it was */
	struct storage *storage;
};

/* A tensor that is given again does not count as released. */
static void forget_released(const ct_tensor *handle, struct leavings *leavings)
{
	struct ct_record *record = CT_CHECKED ? tracker_find(released, handle) : NULL;

	if (record == NULL)
		return;
	HASH_DEL(released, record);
	leavings->record = record;
}

static void add_record(const ct_tensor *handle, struct ct_origin from,
		       const struct ct_description *what)
{
	struct ct_thread *thread = &ct_this_thread;
	struct ct_record *record = thread->spare;

	/* Tracking was switched on by another thread since room was made. */
	if (record == NULL)
		return;
	thread->spare = record->next;
	record->next = NULL;
	record->handle = handle;
	record->tensor = (struct ct_tracked){ *what, from, 1, thread->number };
	ADD(live, handle, record);
	if (record->hh.tbl)
		add_storage(record);
	else
		free_record(record);
}

static void clear_away(const struct leavings *leavings)
{
	if (leavings->record && leavings->record->is_pinned)
		ct_impl_unpin(leavings->record->handle);
	if (leavings->record)
		leavings->record->storage = NULL;
	free_record(leavings->record);
	if (leavings->storage)
		ct_impl_unpin_storage(leavings->storage->id);
	free(leavings->storage);
}

void ct_tracker_given(ct_tensor *handle, struct ct_origin from)
{
	struct leavings leavings = { NULL, NULL };
	struct ct_description what;
	struct ct_record *record;

	ct_impl_describe(handle, &what);
	pthread_mutex_lock(&lock);
	if (is_on) {
		handles_now++;
		raise_to(&now.handles_peak, handles_now);
		record = tracker_find(live, handle);
		if (record) {
			record->tensor.handles++;
		} else {
			forget_released(handle, &leavings);
			add_record(handle, from, &what);
		}
	}
	pthread_mutex_unlock(&lock);
	clear_away(&leavings);
}

void ct_tracker_made_by(const ct_tensor *handle, struct ct_origin by)
{
	struct ct_record *record;

	pthread_mutex_lock(&lock);
	record = tracker_find(live, handle);
	if (record && record->tensor.handles == 1)
		record->tensor.made = by;
	pthread_mutex_unlock(&lock);
}

/* --- Releasing ------------------------------------------------------------------------------- */

/* Removes a record; the last one of a storage removes its bytes from the count. */
static void drop_storage(struct ct_record *record, struct leavings *leavings)
{
	struct storage *storage = record->storage;

	record->storage = NULL;
	if (storage == NULL || --storage->tensors)
		return;
	HASH_DEL(storages, storage);
	count_bytes(storage->thread, -storage->nbytes);
	leavings->storage = storage;
}

/* Moves the record to the released ones, and drops the oldest of these. */
static void remember_released(struct ct_record *record, struct ct_origin by, const char *scope,
			      struct leavings *leavings)
{
	record->history.released = by;
	record->history.released_thread = ct_this_thread.number;
	snprintf(record->history.closed.of, sizeof record->history.closed.of, "%s",
		 scope ? scope : "");
	ADD(released, handle, record);
	if (record->hh.tbl == NULL) {
		leavings->record = record;
		return;
	}
	record->is_pinned = ct_impl_pin(record->handle);
	if (HASH_COUNT(released) > CT_REMEMBERED) {
		leavings->record = released;
		HASH_DEL(released, leavings->record);
	}
}

static void release_record(struct ct_record *record, struct ct_origin by, const char *scope,
			   struct leavings *leavings)
{
	HASH_DEL(live, record);
	drop_storage(record, leavings);
	if (CT_CHECKED)
		remember_released(record, by, scope, leavings);
	else
		leavings->record = record;
}

void ct_tracker_released(ct_tensor *handle, struct ct_origin by, const char *scope)
{
	struct leavings leavings = { NULL, NULL };
	struct ct_record *record;

	pthread_mutex_lock(&lock);
	if (is_on) {
		handles_now--;
		record = tracker_find(live, handle);
		if (record && --record->tensor.handles == 0)
			release_record(record, by, scope, &leavings);
	}
	pthread_mutex_unlock(&lock);
	clear_away(&leavings);
}

/* --- On and off ------------------------------------------------------------------------------ */

static void reset_thread(struct ct_thread *thread, void *context)
{
	(void)context;
	thread->bytes = 0;
	thread->bytes_peak = 0;
}

/* Takes all records and storages out of the tables. */
static void empty_tables(struct ct_record **records, struct storage **all_storages)
{
	*records = live;
	*all_storages = storages;
	live = NULL;
	storages = NULL;
	now = (struct ct_tracked_usage){ 0, 0, 0 };
	ct_threads_visit(reset_thread, NULL);
}

static void free_tables(struct ct_record *records, struct storage *all_storages)
{
	struct ct_record *record, *next_record;
	struct storage *storage, *next_storage;

	HASH_ITER (hh, records, record, next_record) {
		HASH_DEL(records, record);
		record->storage = NULL;
		free_record(record);
	}
	HASH_ITER (hh, all_storages, storage, next_storage) {
		HASH_DEL(all_storages, storage);
		ct_impl_unpin_storage(storage->id);
		free(storage);
	}
}

static void tracker_end_thread(struct ct_thread *thread)
{
	struct storage *storage, *next;

	pthread_mutex_lock(&lock);
	HASH_ITER (hh, storages, storage, next)
		if (storage->thread == thread)
			storage->thread = NULL;
	pthread_mutex_unlock(&lock);
	free_spare(thread);
}

static void tracker_before_fork(void)
{
	pthread_mutex_lock(&lock);
}

/* In the child, storages of other threads are nobody's. */
static void tracker_after_fork(bool in_child)
{
	struct storage *storage, *next;

	if (in_child)
		HASH_ITER (hh, storages, storage, next)
			if (storage->thread != &ct_this_thread)
				storage->thread = NULL;
	pthread_mutex_unlock(&lock);
}

void ct_tracker_switch(bool on)
{
	struct ct_record *records = NULL;
	struct storage *all_storages = NULL;
	static const struct ct_thread_watch watch = { tracker_end_thread, tracker_before_fork,
						      tracker_after_fork };
	uint64_t given, released_so_far;
	bool was_on;

	on = on || CT_CHECKED;
	if (on)
		ct_threads_watch(CT_WATCH_TRACKER, &watch);
	pthread_mutex_lock(&lock);
	was_on = is_on;
	is_on = on;
	if (on && !was_on) {
		ct_threads_total(&given, &released_so_far);
		handles_now = (int64_t)(given - released_so_far);
		now.handles_peak = handles_now;
	} else if (was_on && !on) {
		empty_tables(&records, &all_storages);
	}
	ct_threads_attend(CT_ATTEND_TRACKER, on);
	pthread_mutex_unlock(&lock);
	free_tables(records, all_storages);
}

bool ct_tracker_is_on(void)
{
	bool on;

	pthread_mutex_lock(&lock);
	on = is_on;
	pthread_mutex_unlock(&lock);
	return on;
}

/* In a checked build no handle may be missing, so the table of live tensors is created now, with a
 * record that stays in it. */
__attribute__((constructor)) static void begin(void)
{
	static struct ct_record stays;
	struct ct_record *record = &stays;

	if (!CT_CHECKED)
		return;
	ADD(live, handle, record);
	ct_tracker_switch(true);
}

/* --- Looking --------------------------------------------------------------------------------- */

bool ct_tracker_usage(struct ct_tracked_usage *usage)
{
	bool on;

	pthread_mutex_lock(&lock);
	on = is_on;
	*usage = now;
	pthread_mutex_unlock(&lock);
	return on;
}

void ct_tracker_thread_usage(int64_t *bytes, int64_t *bytes_peak)
{
	pthread_mutex_lock(&lock);
	if (is_on) {
		*bytes = ct_this_thread.bytes;
		*bytes_peak = ct_this_thread.bytes_peak;
	}
	pthread_mutex_unlock(&lock);
}

static void tracker_reset_peak(struct ct_thread *thread, void *context)
{
	(void)context;
	thread->bytes_peak = thread->bytes;
}

void ct_tracker_reset_peak(void)
{
	pthread_mutex_lock(&lock);
	now.handles_peak = handles_now;
	now.bytes_peak = now.bytes;
	ct_threads_visit(tracker_reset_peak, NULL);
	pthread_mutex_unlock(&lock);
}

struct ct_tracked *ct_tracker_copy(size_t *n)
{
	struct ct_record *record, *next;
	struct ct_tracked *copy;

	*n = 0;
	pthread_mutex_lock(&lock);
	copy = ct_array_new(HASH_COUNT(live), sizeof *copy);
	HASH_ITER (hh, live, record, next)
		if (copy && record->handle)
			copy[(*n)++] = record->tensor;
	pthread_mutex_unlock(&lock);
	return copy;
}

/* --- In a checked build ---------------------------------------------------------------------- */

bool ct_tracker_look_up(const ct_tensor *handle, struct ct_tracked *tensor,
			struct ct_history *history, bool *lives)
{
	const struct ct_record *record;

	pthread_mutex_lock(&lock);
	record = tracker_find(live, handle);
	*lives = record != NULL;
	if (record == NULL)
		record = tracker_find(released, handle);
	if (record) {
		*tensor = record->tensor;
		*history = record->history;
	}
	pthread_mutex_unlock(&lock);
	return record != NULL;
}

/* The end of the name is copied, as messages show it, since the scope may be closed when it is
 * read. If this thread's scopes own none any more, another thread's may. */
static void note_owner(struct ct_record *record, int change, struct ct_scope_mark scope)
{
	const uint32_t thread = ct_this_thread.number;
	const size_t length = scope.name ? strlen(scope.name) : 0;
	const size_t most = sizeof record->history.owner_name - 1;

	if (change < 0 && scope.caller == NULL && record->history.owner_thread != thread)
		return;
	if (scope.name)
		memcpy(record->history.owner_name, scope.name + (length > most ? length - most : 0),
		       (length > most ? most : length) + 1);
	record->history.owner = scope;
	record->history.owner_thread = thread;
}

void ct_tracker_note_scoped(const ct_tensor *handle, int change, struct ct_scope_mark scope)
{
	struct ct_record *record;

	pthread_mutex_lock(&lock);
	record = tracker_find(live, handle);
	if (record) {
		record->history.scoped += change;
		note_owner(record, change, scope);
	}
	pthread_mutex_unlock(&lock);
}

void ct_tracker_note_pending(const ct_tensor *handle, struct ct_origin by, int change)
{
	struct ct_record *record;

	pthread_mutex_lock(&lock);
	record = tracker_find(live, handle);
	if (record) {
		record->history.pending += change;
		record->history.later = by;
	}
	pthread_mutex_unlock(&lock);
}
