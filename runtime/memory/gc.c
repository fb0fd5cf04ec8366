/*
 * The steps of training loops, and handles to be freed later.
 */
#include <stdlib.h>

#include <ctorch/error.h>
#include <ctorch/gc.h>
#include <ctorch/memory.h>

#include "base/name_of.h"
#include "base/no_memory.h"
#include "memory/allocator.h"
#include "memory/checked.h"
#include "memory/expression.h"
#include "memory/handles.h"
#include "memory/release.h"
#include "memory/scopes.h"

/* Nested loops; more means that each step opens a scope and does not close it. */
enum { MOST_STEPS = 8 };

/* --- Freeing later --------------------------------------------------------------------------- */

struct pending {
	struct pending *next;
	ct_tensor *handle;
	const void *caller; /* of ct_tensor_free_later() */
};

/* A list without a lock: a finaliser must not wait, and malloc() may run finalisers. The only
 * operations are to add an entry in front and to take the whole list. */
static struct pending *pending;

/* No scope owns it: if one of this thread's has the same tensor, that is another handle. */
static void free_now(ct_tensor *handle, const void *caller)
{
	const struct ct_origin by = { CT_NAME_OF(ct_tensor_free_later), caller };

	ct_check_pending(handle, by, -1);
	ct_handle_drop(handle, by, NULL);
}

void ct_tensor_free_later(ct_tensor *self)
{
	const struct ct_origin by = CT_HERE;
	struct pending *one;

	if (self == NULL)
		return;
	ct_check_unscoped(self, by, CT_SELF);
	ct_check_pending(self, by, 1);
	one = malloc(sizeof *one);
	if (one == NULL) {
		free_now(self, by.caller);
		return;
	}
	one->handle = self;
	one->caller = by.caller;
	one->next = __atomic_load_n(&pending, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&pending, &one->next, one, true, __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED))
		;
}

int64_t ct_tensor_free_pending(void)
{
	struct pending *one, *next;
	int64_t n = 0;

	if (__atomic_load_n(&pending, __ATOMIC_RELAXED) == NULL)
		return 0;
	one = __atomic_exchange_n(&pending, NULL, __ATOMIC_ACQUIRE);
	for (; one; one = next, n++) {
		next = one->next;
		free_now(one->handle, one->caller);
		free(one);
	}
	return n;
}

/* --- Steps ----------------------------------------------------------------------------------- */

static ct_error too_many_steps(void)
{
	struct ct_scope_text text;

	return ct_error_new(
		CT_ERROR_ARGUMENT, CT_NAME_OF(ct_gc),
		"steps are nested %d deep, which is the limit: is %s closed in the step that "
		"opens it?",
		MOST_STEPS, ct_scopes_describe_innermost(&text));
}

ct_error ct_gc(void)
{
	const struct ct_origin by = CT_HERE;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use(__func__));
	CT_TRY(ct_expression_take());
	if (ct_scopes_innermost_is_step()) {
		ct_scopes_close_innermost(by);
	} else if (ct_scopes_count_steps() >= MOST_STEPS) {
		return too_many_steps();
	}
	if (!ct_scopes_open_step(by.caller))
		return ct_no_memory(__func__, "for a step");
	if (ct_scopes_count_steps() == 1)
		ct_cache_begin_step();
	return NULL;
}

ct_error ct_gc_finish(void)
{
	const struct ct_origin by = CT_HERE;

	ct_tensor_free_pending();
	CT_TRY(ct_scopes_check_in_use(__func__));
	CT_TRY(ct_expression_take());
	if (ct_scopes_innermost_is_step()) {
		ct_scopes_close_innermost(by);
		if (ct_scopes_count_all_steps() == 0)
			ct_memory_empty_cache();
	}
	return NULL;
}
