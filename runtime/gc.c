/*
 * The steps of training loops, and handles to be freed later.
 */
#include <pthread.h>
#include <stdlib.h>

#include <ctorch/error.h>
#include <ctorch/gc.h>

#include "handles.h"
#include "scopes.h"
#include "tracker.h"

/* Loops within loops; more is a scope that is opened in every step and closed in none. */
enum { MOST_STEPS = 8, FIRST_PENDING = 64 };

/* --- Freeing later --------------------------------------------------------------------------- */

struct pending {
	ct_tensor *handle;
	const void *caller; /* of ct_tensor_free_later() */
};

struct pending_list {
	struct pending *all;
	size_t count, room;
};

static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending_list pending;

/* False: no memory. */
static bool append(struct pending_list *list, struct pending one)
{
	if (list->count == list->room) {
		size_t room = list->room ? list->room * 2 : FIRST_PENDING;
		struct pending *all = realloc(list->all, room * sizeof *all);

		if (all == NULL)
			return false;
		list->all = all;
		list->room = room;
	}
	list->all[list->count] = one;
	/* Atomic, since ct_tensor_free_pending() looks at it without the lock. */
	__atomic_store_n(&list->count, list->count + 1, __ATOMIC_RELAXED);
	return true;
}

/* No scope owns it: where one of this thread's has the same tensor, that is another handle. */
static void free_pending(struct pending one)
{
	const struct ct_origin by = { "ct_tensor_free_later", one.caller };

	ct_tracker_pending(one.handle, by, -1);
	ct_handle_drop(one.handle, by, NULL);
}

void ct_tensor_free_later(ct_tensor *self)
{
	const struct ct_origin by = CT_HERE;
	bool noted;

	if (self == NULL)
		return;
	ct_tracker_check_unscoped(self, by, CT_SELF);
	ct_tracker_pending(self, by, 1);
	pthread_mutex_lock(&pending_lock);
	noted = append(&pending, (struct pending){ self, by.caller });
	pthread_mutex_unlock(&pending_lock);
	if (!noted)
		free_pending((struct pending){ self, by.caller });
}

int64_t ct_tensor_free_pending(void)
{
	struct pending_list list;

	/* The list is taken whole; what is added while it is freed is for the next time. */
	if (__atomic_load_n(&pending.count, __ATOMIC_RELAXED) == 0)
		return 0;
	pthread_mutex_lock(&pending_lock);
	list = pending;
	pending.all = NULL;
	pending.room = 0;
	__atomic_store_n(&pending.count, 0, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&pending_lock);
	for (size_t i = 0; i < list.count; i++)
		free_pending(list.all[i]);
	free(list.all);
	return (int64_t)list.count;
}

/* --- Steps ----------------------------------------------------------------------------------- */

static ct_error too_many_steps(void)
{
	struct ct_scope_text text;

	return ct_error_new(
		CT_ERROR_ARGUMENT, "ct_gc",
		"%d steps are open inside one another: close %s in the step that it was "
		"opened in",
		MOST_STEPS, ct_scopes_describe_innermost(&text));
}

ct_error ct_gc(void)
{
	const struct ct_origin by = CT_HERE;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use("ct_gc"));
	if (ct_scopes_innermost_is_step()) {
		ct_scopes_close_innermost(by);
	} else if (ct_scopes_count_steps() >= MOST_STEPS) {
		return too_many_steps();
	}
	if (!ct_scopes_open_step(by.caller))
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, "ct_gc", "no memory for a step");
	return NULL;
}

ct_error ct_gc_finish(void)
{
	const struct ct_origin by = CT_HERE;
	struct ct_scope_text text;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use("ct_gc_finish"));
	if (ct_scopes_count_steps() == 0)
		return NULL;
	if (!ct_scopes_innermost_is_step())
		return ct_error_new(CT_ERROR_ARGUMENT, "ct_gc_finish",
				    "%s is open: close it before the loop ends",
				    ct_scopes_describe_innermost(&text));
	ct_scopes_close_innermost(by);
	return NULL;
}
