/*
 * The messages of a checked build for a tensor that must not be used.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/memory/checked.h"
#include "core/base/place.h"

struct known {
	struct ct_tracked tensor;
	struct ct_history history;
};

static bool look_up(const ct_tensor *handle, struct known *known, bool *lives)
{
	return ct_tracker_look_up(handle, &known->tensor, &known->history, lives);
}

/* "ct_randn, called from main (train+0x1234)"; without the place if it is not known. */
struct call_text {
	char of[200];
};

static const char *call_text(struct ct_origin origin, struct call_text *text)
{
	char place[128];

	if (origin.caller == NULL)
		return origin.function;
	snprintf(text->of, sizeof text->of, "%s, called from %s", origin.function,
		 ct_place_text(origin.caller, place, sizeof place));
	return text->of;
}

/* "made by ct_randn, called from main (train+0x1234), in thread 1" */
struct making_text {
	char of[256];
};

static const char *making_text(const struct known *known, struct making_text *text)
{
	struct call_text call;

	snprintf(text->of, sizeof text->of, "made by %s, in thread %u",
		 call_text(known->tensor.made, &call), known->tensor.thread);
	return text->of;
}

static void describe_release(const struct known *known, char *fault)
{
	struct making_text made;
	struct call_text call;

	making_text(known, &made);
	if (known->history.closed.of[0])
		snprintf(fault, CT_FAULT_SIZE,
			 "it was already released: %s, and released when %s was closed by %s, in "
			 "thread %u; ct_scope_disown() or ct_scope_move_up() extends a tensor's "
			 "lifetime",
			 made.of, known->history.closed.of,
			 call_text(known->history.released, &call), known->history.released_thread);
	else
		snprintf(fault, CT_FAULT_SIZE,
			 "it was already released: %s, and released by %s, in thread %u", made.of,
			 call_text(known->history.released, &call), known->history.released_thread);
}

static void describe_unknown(const ct_tensor *handle, char *fault)
{
	snprintf(fault, CT_FAULT_SIZE,
		 "%p is not a tensor handle: libctorch never returned it, or released it more than "
		 "%d tensors ago",
		 (const void *)handle, CT_REMEMBERED);
}

static void describe_pending(const struct known *known, char *fault)
{
	struct making_text made;
	struct call_text call;

	snprintf(fault, CT_FAULT_SIZE, "it must not be used anymore: %s, and passed to %s",
		 making_text(known, &made), call_text(known->history.later, &call));
}

bool ct_checked_lives(const ct_tensor *handle, char fault[CT_FAULT_SIZE])
{
	struct known known;
	bool lives;

	if (handle == NULL)
		return true;
	if (!look_up(handle, &known, &lives))
		describe_unknown(handle, fault);
	else if (!lives)
		describe_release(&known, fault);
	else if (known.tensor.handles == known.history.pending)
		describe_pending(&known, fault);
	else
		return true;
	return false;
}

static void describe_owner(const struct known *known, char *fault)
{
	const uint32_t thread = ct_thread_number();
	struct ct_scope_mark mark = known->history.owner;
	struct ct_scope_text scope;
	struct making_text made;

	if (mark.name)
		mark.name = known->history.owner_name;
	ct_scope_mark_text(mark, &scope);
	making_text(known, &made);
	if (known->history.owner_thread == thread)
		snprintf(fault, CT_FAULT_SIZE,
			 "%s owns it: call ct_scope_disown() first; it was %s", scope.of, made.of);
	else
		snprintf(fault, CT_FAULT_SIZE,
			 "%s of thread %u owns it, and this is thread %u: let thread %u call "
			 "ct_scope_disown() before it passes the tensor on; it was %s",
			 scope.of, known->history.owner_thread, thread, known->history.owner_thread,
			 made.of);
}

bool ct_checked_is_unscoped(const ct_tensor *handle, char fault[CT_FAULT_SIZE])
{
	struct known known;
	bool lives;

	if (handle == NULL)
		return true;
	if (!ct_checked_lives(handle, fault))
		return false;
	if (!look_up(handle, &known, &lives) ||
	    known.tensor.handles > known.history.scoped + known.history.pending)
		return true;
	describe_owner(&known, fault);
	return false;
}

void ct_checked_stop(struct ct_origin here, const char *what, const char *fault)
{
	char place[128];

	fflush(stdout);
	fprintf(stderr, "ArgumentError: %s: %s: %s\n(called from %s)\n", here.function, what, fault,
		ct_place_text(here.caller, place, sizeof place));
	abort();
}

void ct_checked_argument(const ct_tensor *handle, struct ct_origin here, const char *what)
{
	char fault[CT_FAULT_SIZE];

	if (!ct_checked_lives(handle, fault))
		ct_checked_stop(here, what, fault);
}

ct_error ct_checked_given(const ct_tensor *handle, const char *function)
{
	char fault[CT_FAULT_SIZE];

	if (ct_checked_lives(handle, fault))
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "a tensor argument: %s", fault);
}

void ct_checked_unscoped(const ct_tensor *handle, struct ct_origin here, const char *what)
{
	char fault[CT_FAULT_SIZE];

	if (!ct_checked_is_unscoped(handle, fault))
		ct_checked_stop(here, what, fault);
}
