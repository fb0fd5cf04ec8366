/*
 * Scopes: which handles belong to which, per thread, and their close.
 */
#include <stdlib.h>

#include <ctorch/core/error.h>
#include <ctorch/core/scope.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "core/memory/deferred.h"
#include "core/memory/expression.h"
#include "core/memory/growth.h"
#include "core/memory/handle_stack.h"
#include "core/memory/release.h"
#include "core/memory/scopes.h"
#include "core/memory/tracker.h"

enum { SERIAL_BITS = 40 };

_Static_assert(sizeof(uintptr_t) == 8, "a ct_scope * holds the numbers of a thread and a scope");

struct scope {
	ct_scope *id;
	struct ct_scope_mark mark;
	uint32_t owned;           /* entries of the stack */
	bool moved_up;            /* whether handles of the scope around may lie between its own */
	bool is_known;            /* that it is large */
	uint32_t updates;         /* steps of optimizers while it was the innermost */
	uint32_t owned_at_update; /* after the first of them */
};

struct ct_scopes {
	struct scope *open; /* `depth` of them, the innermost last */
	int64_t room;
	uint32_t depth;
	uint32_t in_use; /* this many outermost scopes must stay: a call in progress uses them */
	uint32_t hidden; /* this many outermost scopes own nothing new (ct_unscoped_enter()) */
	uint64_t serial; /* of the scope that was opened last */
	struct ct_handle_stack handles;
	uint32_t quick;   /* handles below this position are given without a look at the scopes */
	uint32_t look_at; /* and this is where there may be a scope with too many */
	struct ct_growth growth;
	struct ct_deferred_list deferred;
};

/* Steps that are open, of all threads. */
static int64_t all_steps;

/* The thread's, or NULL if it never opened one. */
static struct ct_scopes *own_scopes(void)
{
	return ct_this_thread.scopes;
}

/* Hidden scopes do not count. */
static struct scope *innermost(struct ct_scopes *scopes)
{
	return scopes && scopes->depth > scopes->hidden ? &scopes->open[scopes->depth - 1] : NULL;
}

/* --- Opening --------------------------------------------------------------------------------- */

static void scope_end_thread(struct ct_thread *thread);

/* False: no memory. */
static bool reserve_scope(struct ct_thread *thread)
{
	static const struct ct_thread_watch watch = { scope_end_thread, NULL, NULL };
	struct ct_scopes *scopes = thread->scopes;
	struct scope *open;

	if (scopes == NULL) {
		ct_threads_watch(CT_WATCH_SCOPES, &watch);
		scopes = calloc(1, sizeof *scopes);
		if (scopes == NULL)
			return false;
		scopes->look_at = CT_GROWTH_TENSORS;
		thread->scopes = scopes;
	}
	open = ct_array_grow(scopes->open, &scopes->room, (int64_t)scopes->depth + 1, sizeof *open);
	if (open)
		scopes->open = open;
	return open != NULL;
}

/* The thread's number above the scope's own, so that no two are ever the same. */
static ct_scope *new_id(struct ct_scopes *scopes)
{
	uint64_t serial = ++scopes->serial & ((UINT64_C(1) << SERIAL_BITS) - 1);

	return (ct_scope *)(uintptr_t)((uint64_t)ct_thread_number() << SERIAL_BITS | serial);
}

static ct_scope *open_scope(const char *name, const void *caller, bool is_step)
{
	struct ct_thread *thread = &ct_this_thread;
	struct ct_scopes *scopes;
	struct scope *scope;

	if (ct_thread_number() == 0 || !reserve_scope(thread))
		return NULL;
	scopes = thread->scopes;
	scope = &scopes->open[scopes->depth++];
	*scope = (struct scope){ .id = new_id(scopes), .mark = { name, caller, is_step } };
	if (is_step)
		__atomic_add_fetch(&all_steps, 1, __ATOMIC_RELAXED);
	if (scopes->depth == scopes->hidden + 1)
		ct_thread_attend(CT_ATTEND_SCOPE, true);
	return scope->id;
}

ct_scope *ct_scope_open(void)
{
	return open_scope(NULL, __builtin_return_address(0), false);
}

ct_scope *ct_scope_open_named(const char *name)
{
	return open_scope(name, __builtin_return_address(0), false);
}

/* --- What they own --------------------------------------------------------------------------- */

/* Memory is in the stack of handles too, with a bit that no address of a tensor has. */
static const uintptr_t MEMORY = 1;

static ct_tensor *entry_of_memory(const void *memory)
{
	return (ct_tensor *)((uintptr_t)memory | MEMORY);
}

static bool is_memory(const ct_tensor *entry)
{
	return ((uintptr_t)entry & MEMORY) != 0;
}

/* After each change of what it depends on. */
static void set_quick(struct ct_scopes *scopes)
{
	const uint32_t room = scopes->handles.room;

	scopes->quick = scopes->growth.depth ? 0 : scopes->look_at < room ? scopes->look_at : room;
}

static void watch(struct ct_scopes *scopes, uint32_t depth)
{
	scopes->open[depth - 1].is_known = true;
	scopes->growth = (struct ct_growth){ .depth = ct_growth_wanted() ? depth : 0 };
	scopes->look_at = scopes->handles.count + CT_GROWTH_TENSORS;
	set_quick(scopes);
}

/* Watches a scope that has too many handles. If there is none, sets when to look again: no scope
 * can have too many before that. */
static void look_for_growth(struct ct_scopes *scopes)
{
	uint32_t most = 0;

	for (uint32_t depth = 1; depth <= scopes->depth; depth++) {
		const struct scope *scope = &scopes->open[depth - 1];

		if (scope->is_known)
			continue;
		if (scope->owned >= CT_GROWTH_TENSORS) {
			watch(scopes, depth);
			return;
		}
		if (scope->owned > most)
			most = scope->owned;
	}
	scopes->look_at = scopes->handles.count + CT_GROWTH_TENSORS - most;
}

/* A scope that is large and gets nothing more is not watched forever, since that costs time. */
static void report_growth(struct ct_scopes *scopes)
{
	struct ct_growth *growth = &scopes->growth;

	if (growth->samples >= CT_GROWTH_SAMPLES)
		ct_growth_report(growth, &scopes->handles, scopes->open[growth->depth - 1].mark);
	else if (growth->depth && ++growth->waited > CT_GROWTH_PATIENCE)
		*growth = (struct ct_growth){ 0 };
}

void ct_scopes_note_update(void)
{
	struct ct_scopes *scopes = own_scopes();
	struct scope *scope = innermost(scopes);

	if (scope == NULL || scope->is_known)
		return;
	if (scope->updates++ == 0)
		scope->owned_at_update = scope->owned;
	if (scope->updates > CT_GROWTH_UPDATES &&
	    scope->owned >= scope->owned_at_update + CT_GROWTH_UPDATES)
		watch(scopes, scopes->depth);
}

size_t ct_scopes_reserve(int64_t n)
{
	struct ct_scopes *scopes = own_scopes();
	struct ct_handle_stack *handles = &scopes->handles;

	/* Here nothing is half done that a handler of warnings could see. */
	report_growth(scopes);
	if (handles->count >= scopes->look_at)
		look_for_growth(scopes);
	if (!ct_handle_stack_reserve(handles, n))
		return ct_handle_stack_size_for(handles, n);
	set_quick(scopes);
	return 0;
}

void ct_scopes_own(ct_tensor *handle)
{
	struct ct_scopes *scopes = own_scopes();
	struct scope *scope = innermost(scopes);

	ct_handle_stack_push(&scopes->handles, handle, scopes->depth);
	scope->owned++;
	if (scopes->growth.depth == scopes->depth)
		ct_growth_count(&scopes->growth);
	if (CT_CHECKED)
		ct_tracker_note_scoped(handle, 1, scope->mark);
}

bool ct_scopes_own_quickly(ct_tensor *handle)
{
	struct ct_scopes *scopes = own_scopes();
	struct ct_handle_stack *handles = &scopes->handles;

	if (handles->count >= scopes->quick)
		return false;
	ct_handle_stack_push(handles, handle, scopes->depth);
	scopes->open[scopes->depth - 1].owned++;
	return true;
}

/* Position of the handle's newest entry. If that belongs to a hidden scope, so do all others. */
static uint32_t scope_find(struct ct_scopes *scopes, const ct_tensor *handle)
{
	uint32_t position;

	if (innermost(scopes) == NULL || handle == NULL)
		return CT_NOWHERE;
	position = ct_handle_stack_find(&scopes->handles, handle);
	if (position != CT_NOWHERE && scopes->handles.entries[position].depth <= scopes->hidden)
		return CT_NOWHERE;
	return position;
}

/* In a checked build: records the change in the number of handles on this tensor that scopes own,
 * and which of this thread's scopes owns one. */
static void tell_tracker(struct ct_scopes *scopes, const ct_tensor *handle, int change)
{
	uint32_t position;

	if (!CT_CHECKED || is_memory(handle))
		return;
	position = ct_handle_stack_find(&scopes->handles, handle);
	if (position == CT_NOWHERE)
		ct_tracker_note_scoped(handle, change, (struct ct_scope_mark){ NULL, NULL, false });
	else
		ct_tracker_note_scoped(
			handle, change,
			scopes->open[scopes->handles.entries[position].depth - 1].mark);
}

static bool disown(struct ct_scopes *scopes, ct_tensor *handle)
{
	uint32_t position = scope_find(scopes, handle);

	if (position == CT_NOWHERE)
		return false;
	scopes->open[scopes->handles.entries[position].depth - 1].owned--;
	ct_handle_stack_take(&scopes->handles, position);
	tell_tracker(scopes, handle, -1);
	return true;
}

bool ct_scopes_disown(ct_tensor *handle)
{
	return disown(own_scopes(), handle);
}

bool ct_scopes_innermost_owns(const ct_tensor *handle)
{
	struct ct_scopes *scopes = own_scopes();
	const uint32_t position = scope_find(scopes, handle);

	return position != CT_NOWHERE && scopes->handles.entries[position].depth == scopes->depth;
}

void ct_scope_disown(ct_tensor *tensor)
{
	ct_check_lives(tensor, CT_HERE, CT_TENSOR);
	ct_scopes_disown(tensor);
}

void ct_tensor_free_unscoped(ct_tensor *self)
{
	const struct ct_origin by = CT_HERE;

	if (self == NULL)
		return;
	ct_check_unscoped(self, by, CT_SELF);
	ct_handle_drop(self, by, NULL);
}

ct_error ct_scope_adopt(ct_tensor *tensor)
{
	char fault[CT_FAULT_SIZE];
	size_t wanted;

	if (!ct_check_is_unscoped(tensor, fault))
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, CT_TENSOR ": %s", fault);
	if (tensor == NULL || innermost(own_scopes()) == NULL)
		return NULL;
	wanted = ct_scopes_reserve(1);
	if (wanted)
		return ct_no_memory(__func__, "for handles: tried to allocate %zu bytes", wanted);
	ct_growth_call.from = CT_HERE;
	ct_scopes_own(tensor);
	return NULL;
}

/* False: no scope owns it. */
static bool move_up(struct ct_scopes *scopes, ct_tensor *handle)
{
	uint32_t position = scope_find(scopes, handle), depth;
	struct scope *owner;

	if (position == CT_NOWHERE)
		return false;
	depth = scopes->handles.entries[position].depth;
	if (depth == scopes->hidden + 1)
		return disown(scopes, handle);
	owner = &scopes->open[depth - 1];
	/* The oldest, since no newer entry may belong to a scope farther out than an older one. */
	position = ct_handle_stack_find_oldest(&scopes->handles, position, owner->owned);
	scopes->handles.entries[position].depth--;
	owner->owned--;
	owner->moved_up = true;
	owner[-1].owned++;
	if (scopes->growth.depth == depth - 1 && !is_memory(handle))
		ct_growth_count(&scopes->growth);
	tell_tracker(scopes, handle, 0);
	return true;
}

void ct_scope_move_up(ct_tensor *tensor)
{
	ct_check_lives(tensor, CT_HERE, CT_TENSOR);
	ct_growth_call.from = CT_HERE;
	move_up(own_scopes(), tensor);
}

/* --- What they own besides tensors ------------------------------------------------------------ */

bool ct_scopes_own_memory(void *memory)
{
	struct ct_scopes *scopes = own_scopes();

	if (innermost(scopes) == NULL)
		return true;
	if (ct_scopes_reserve(1))
		return false;
	ct_handle_stack_push(&scopes->handles, entry_of_memory(memory), scopes->depth);
	innermost(scopes)->owned++;
	return true;
}

bool ct_scopes_disown_memory(const void *memory)
{
	return memory && disown(own_scopes(), entry_of_memory(memory));
}

bool ct_scopes_is_open(void)
{
	return innermost(own_scopes()) != NULL;
}

bool ct_scopes_own_object(ct_release_function release, void *object)
{
	struct ct_scopes *scopes = own_scopes();

	return innermost(scopes) == NULL ||
	       ct_deferred_add(&scopes->deferred,
			       (struct ct_deferred){ release, object, scopes->depth });
}

/* The object's entry in the innermost scope of this thread that owns it. */
static struct ct_deferred *find_deferred(const void *object)
{
	struct ct_scopes *scopes = own_scopes();
	struct ct_deferred *entry = scopes ? ct_deferred_find(&scopes->deferred, object) : NULL;

	return entry && entry->depth > scopes->hidden ? entry : NULL;
}

bool ct_scope_disown_object(const void *object)
{
	struct ct_deferred *entry;

	if (ct_scopes_disown_memory(object))
		return true;
	entry = find_deferred(object);
	if (entry == NULL)
		return false;
	ct_deferred_remove(&own_scopes()->deferred, entry);
	return true;
}

bool ct_scope_move_object_up(const void *object)
{
	struct ct_deferred *entry;

	if (object && move_up(own_scopes(), entry_of_memory(object)))
		return true;
	entry = find_deferred(object);
	if (entry == NULL)
		return false;
	if (--entry->depth == own_scopes()->hidden)
		ct_deferred_remove(&own_scopes()->deferred, entry);
	return true;
}

/* --- Closing --------------------------------------------------------------------------------- */

static void close_down_to(uint32_t depth, struct ct_origin by)
{
	struct ct_scopes *scopes = own_scopes();

	while (scopes && scopes->depth > depth && scopes->depth > scopes->in_use &&
	       scopes->depth > scopes->hidden)
		ct_scopes_close_innermost(by);
}

/* Releasing a tensor may run a deleter, which may call anything: it may get handles, which then
 * belong to this scope, free some, and open scopes without closing them. So each handle is popped
 * before it is released, and no state is kept across a release. */
static void release_owned(struct ct_scopes *scopes, struct ct_origin by, const char *name)
{
	const uint32_t depth = scopes->depth;
	struct ct_handle_stack *handles = &scopes->handles;

	ct_handle_stack_expect_pops(handles, scopes->open[depth - 1].owned);
	while (scopes->open[depth - 1].owned) {
		struct scope *scope = &scopes->open[depth - 1];
		ct_tensor *handle;

		if (scope->moved_up) {
			ct_handle_stack_sink(handles, depth, scope->owned);
			scope->moved_up = false;
		}
		handle = ct_handle_stack_pop(handles);
		if (handle == NULL)
			continue;
		scope->owned--;
		if (is_memory(handle)) {
			free((void *)((uintptr_t)handle & ~MEMORY));
			continue;
		}
		tell_tracker(scopes, handle, -1);
		ct_handle_drop(handle, by, name);
		close_down_to(depth, by);
	}
}

/* The newest object of the innermost scope. False: it has none. What the function makes belongs to
 * this scope too. */
static bool release_deferred(struct ct_scopes *scopes)
{
	const uint32_t depth = scopes->depth;
	const struct ct_origin by = { "the end of a release function", NULL };
	struct ct_deferred entry;

	if (!ct_deferred_pop(&scopes->deferred, depth, &entry))
		return false;
	entry.release(entry.object);
	close_down_to(depth, by);
	return true;
}

void ct_scopes_close_innermost(struct ct_origin by)
{
	struct ct_scopes *scopes = own_scopes();
	struct ct_callback deleters;
	struct ct_scope_text text;

	report_growth(scopes);
	deleters = ct_callback_enter();
	do
		release_owned(scopes, by,
			      CT_CHECKED ? ct_scope_mark_text(innermost(scopes)->mark, &text)
					 : NULL);
	while (release_deferred(scopes));
	ct_callback_leave(deleters);
	if (innermost(scopes)->mark.is_step)
		__atomic_sub_fetch(&all_steps, 1, __ATOMIC_RELAXED);
	if (scopes->growth.depth == scopes->depth)
		scopes->growth = (struct ct_growth){ 0 };
	scopes->depth--;
	ct_handle_stack_trim(&scopes->handles);
	if (scopes->look_at > scopes->handles.count + CT_GROWTH_TENSORS)
		scopes->look_at = scopes->handles.count + CT_GROWTH_TENSORS;
	set_quick(scopes);
	if (scopes->depth == scopes->hidden) {
		ct_thread_attend(CT_ATTEND_SCOPE, false);
		ct_expression_forget("the outermost scope");
	}
}

/* Depth of an open scope of this thread, or 0. */
static uint32_t depth_of(struct ct_scopes *scopes, const ct_scope *scope)
{
	uint32_t depth = scopes ? scopes->depth : 0;

	while (depth && scopes->open[depth - 1].id != scope)
		depth--;
	return depth;
}

static ct_error not_open(const ct_scope *scope)
{
	const unsigned long long id = (uintptr_t)scope;
	const unsigned owner = (unsigned)(id >> SERIAL_BITS);
	const unsigned thread = ct_thread_number();

	/* The number is cut to the available bits. */
	if (owner == (thread & ((1u << (64 - SERIAL_BITS)) - 1)))
		return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_scope_close),
				    "argument 1 (self): it is already closed");
	return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_scope_close),
			    "argument 1 (self): thread %u opened it (if it is a scope), but this "
			    "is thread %u: close a scope in the thread that opened it",
			    owner, thread);
}

static ct_error not_innermost(struct ct_scopes *scopes, uint32_t depth)
{
	struct ct_scope_text outer, inner;

	return ct_error_new(CT_ERROR_ARGUMENT, CT_NAME_OF(ct_scope_close),
			    "argument 1 (self): %s cannot be closed, because %s inside it is open",
			    ct_scope_mark_text(scopes->open[depth - 1].mark, &outer),
			    ct_scope_mark_text(innermost(scopes)->mark, &inner));
}

static ct_error is_hidden(struct ct_scopes *scopes, uint32_t depth)
{
	struct ct_scope_text text;

	return ct_error_new(
		CT_ERROR_ARGUMENT, CT_NAME_OF(ct_scope_close),
		"argument 1 (self): %s cannot be closed between ct_unscoped_enter() and "
		"ct_unscoped_leave(): it was opened before",
		ct_scope_mark_text(scopes->open[depth - 1].mark, &text));
}

ct_error ct_scopes_check_in_use(const char *function)
{
	struct ct_scopes *scopes = own_scopes();

	if (ct_this_thread.callbacks == 0 || (scopes && scopes->depth > scopes->in_use))
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "not allowed in a hook or a deleter: the call in progress may use "
			    "tensors of the innermost scope");
}

ct_error ct_scope_close(ct_scope *self)
{
	struct ct_scopes *scopes = own_scopes();
	const struct ct_origin by = CT_HERE;
	const uint32_t depth = depth_of(scopes, self);
	ct_error unfinished = NULL;

	if (self == NULL)
		return NULL;
	if (depth == 0)
		return not_open(self);
	if (depth <= scopes->hidden)
		return is_hidden(scopes, depth);
	if (depth < scopes->depth)
		return not_innermost(scopes, depth);
	CT_TRY(ct_scopes_check_in_use(__func__));
	if (depth == scopes->hidden + 1)
		unfinished = ct_expression_take();
	ct_scopes_close_innermost(by);
	return unfinished;
}

void ct_scope_leave(ct_scope *self)
{
	struct ct_scopes *scopes = own_scopes();
	const uint32_t depth = depth_of(scopes, self);
	struct ct_origin by = CT_HERE;

	if (depth == 0 || depth <= scopes->hidden)
		return;
	/* CT_SCOPE's name is its place; a function of the header leaves it. */
	if (scopes->open[depth - 1].mark.name)
		by.caller = NULL;
	close_down_to(depth - 1, by);
}

/* --- Results that no scope owns -------------------------------------------------------------- */

/* Makes so many of the outermost scopes hidden. Attending costs more than all the rest, so it is left
 * out where nothing changes. */
static void hide(struct ct_scopes *scopes, uint32_t hidden)
{
	if (scopes->hidden == hidden)
		return;
	scopes->hidden = hidden;
	ct_thread_attend(CT_ATTEND_SCOPE, innermost(scopes) != NULL);
}

/* How many scopes were open, above how many of them were hidden: to close what is newer, even if an
 * inner call did not leave. */
int64_t ct_unscoped_enter(void)
{
	struct ct_scopes *scopes = own_scopes();
	int64_t was;

	if (scopes == NULL)
		return 0;
	was = (int64_t)((uint64_t)scopes->depth << 32 | scopes->hidden);
	hide(scopes, scopes->depth);
	return was;
}

void ct_unscoped_leave(int64_t was)
{
	const uint32_t depth = (uint32_t)((uint64_t)was >> 32), hidden = (uint32_t)was;
	const struct ct_origin by = CT_HERE;
	struct ct_scopes *scopes = own_scopes();

	/* It comes from outside, and what is no number of an enter must not hide scopes that are not
	 * open. */
	if (scopes == NULL || hidden > depth || depth > scopes->hidden)
		return;
	hide(scopes, depth);
	close_down_to(depth, by);
	hide(scopes, hidden);
}

/* --- The end of a thread ---------------------------------------------------------------------- */

static void scope_end_thread(struct ct_thread *thread)
{
	const struct ct_origin by = { "the end of its thread", NULL };
	struct ct_scopes *scopes = thread->scopes;

	if (scopes == NULL)
		return;
	hide(scopes, 0);
	close_down_to(0, by);
	thread->scopes = NULL;
	ct_handle_stack_free(&scopes->handles);
	ct_deferred_free(&scopes->deferred);
	free(scopes->open);
	free(scopes);
}

/* --- For ct_gc() and callbacks --------------------------------------------------------------- */

bool ct_scopes_open_step(const void *caller)
{
	return open_scope(NULL, caller, true) != NULL;
}

bool ct_scopes_innermost_is_step(void)
{
	struct scope *scope = innermost(own_scopes());

	return scope && scope->mark.is_step;
}

uint32_t ct_scopes_count_steps(void)
{
	const struct ct_scopes *scopes = own_scopes();
	uint32_t steps = 0;

	for (uint32_t i = scopes ? scopes->hidden : 0; scopes && i < scopes->depth; i++)
		steps += scopes->open[i].mark.is_step;
	return steps;
}

int64_t ct_scopes_count_all_steps(void)
{
	return __atomic_load_n(&all_steps, __ATOMIC_RELAXED);
}

const char *ct_scopes_describe_innermost(struct ct_scope_text *text)
{
	const struct scope *scope = innermost(own_scopes());

	return scope ? ct_scope_mark_text(scope->mark, text) : NULL;
}

int64_t ct_scopes_count_owned(void)
{
	const struct ct_scopes *scopes = own_scopes();
	int64_t owned = 0;

	for (uint32_t i = 0; scopes && i < scopes->handles.count; i++) {
		const ct_tensor *handle = scopes->handles.entries[i].handle;

		owned += handle != NULL && !is_memory(handle);
	}
	return owned;
}

struct ct_callback ct_callback_enter(void)
{
	struct ct_scopes *scopes = own_scopes();
	struct ct_callback self = { .unfinished = ct_expression_take() };

	ct_this_thread.callbacks++;
	if (scopes) {
		self.depth = scopes->depth;
		self.was_in_use = scopes->in_use;
		self.was_hidden = scopes->hidden;
		scopes->in_use = scopes->depth;
	}
	return self;
}

bool ct_callback_enter_scope(struct ct_callback *self)
{
	*self = ct_callback_enter();
	if (ct_scope_open_named("of a callback"))
		return true;
	ct_callback_leave(*self);
	return false;
}

void ct_callback_leave(struct ct_callback self)
{
	const struct ct_origin by = { "the end of a callback", NULL };
	struct ct_scopes *scopes = own_scopes();

	ct_this_thread.callbacks--;
	if (scopes) {
		hide(scopes, self.was_hidden);
		close_down_to(self.depth, by);
		scopes->in_use = self.was_in_use;
	}
	ct_expression_forget("a callback");
	ct_this_thread.unfinished = self.unfinished;
}
