/*
 * Handles to be freed later, such as those of a finalizer.
 */
#include <stdlib.h>

#include <ctorch/core/gc.h>

#include "core/base/name_of.h"
#include "core/memory/checked.h"
#include "core/memory/handles.h"
#include "core/memory/release.h"

struct pending {
	struct pending *next;
	ct_tensor *handle;
	const void *caller; /* of ct_tensor_free_later() */
};

/* A list without a lock: a finalizer must not wait, and malloc() may run finalizers. The only
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
