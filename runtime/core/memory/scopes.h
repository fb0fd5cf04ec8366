/*
 * Inside the library: the scopes of the calling thread.
 */
#ifndef CT_CORE_MEMORY_SCOPES_H
#define CT_CORE_MEMORY_SCOPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#include "core/base/origin.h"
#include "core/memory/scope_mark.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes room for `n` more handles in the innermost scope, which must exist. Returns 0, or the
 * number of bytes that could not be allocated. */
size_t ct_scopes_reserve(int64_t n);

/* Adds the handle to the innermost scope, which must exist and have room. */
void ct_scopes_own(ct_tensor *handle);

/* The same, without telling the tracker; false, and nothing is done, if there is no room. */
CT_HOT bool ct_scopes_own_quickly(ct_tensor *handle);

/* The innermost scope that owns the handle does no more. False: none does. */
CT_HOT bool ct_scopes_disown(ct_tensor *handle);

/* Whether the innermost scope owns a handle on this tensor. */
bool ct_scopes_innermost_owns(const ct_tensor *handle);

/* Whether this thread has one. */
bool ct_scopes_is_open(void);

/* Gives what a function is about to return to the innermost scope, if one is open: memory of
 * malloc(), or an object. False: no memory; then nothing has changed. */
bool ct_scopes_own_memory(void *memory);
bool ct_scopes_own_object(ct_release_function release, void *object);

/* As ct_scopes_disown(), for memory; ct_scope_disown_object() is for both. */
bool ct_scopes_disown_memory(const void *memory);

/* Releases what the innermost scope owns and closes it. */
void ct_scopes_close_innermost(struct ct_origin by);

/* An error if the innermost scope was open before a foreign function was called. */
ct_error ct_scopes_check_in_use(const char *function);

/* Calling a foreign function in the middle of a call: every such call must be between an enter and
 * its leave, however it ends. Until the leave, scopes that were open before cannot be closed; the
 * leave closes all scopes that the function left open, including steps. So take references to its
 * results before the leave (not handles of the innermost scope, which may be one of the
 * function's). In C++ there are guards: callback.hpp. */
struct ct_callback {
	uint32_t depth;      /* of the scopes that were open before */
	uint32_t was_in_use; /* how many of them the calls around this one use */
	uint32_t was_hidden; /* how many of them own nothing new (ct_unscoped_enter()) */
	ct_error unfinished; /* of the expression around */
};
struct ct_callback ct_callback_enter(void);
void ct_callback_leave(struct ct_callback self);

/* The same for a function that may fail: handles that it receives and creates belong to a scope
 * that is closed with the others. False if there is no memory for it; then nothing was entered. */
bool ct_callback_enter_scope(struct ct_callback *self);

/* A step is a scope that ct_gc() opened. */
bool ct_scopes_open_step(const void *caller); /* false: no memory */
bool ct_scopes_innermost_is_step(void);
uint32_t ct_scopes_count_steps(void);    /* of nested open steps that are not hidden */
int64_t ct_scopes_count_all_steps(void); /* of all threads */

/* The innermost scope's; NULL when none is open. */
const char *ct_scopes_describe_innermost(struct ct_scope_text *text);

/* How many handles the thread's open scopes own. */
int64_t ct_scopes_count_owned(void);

#ifdef __cplusplus
}

namespace ct {

/* While a function of the user's runs that cannot fail, and so must be called also where there is
 * no memory: a deleter, a release function, an out-of-memory hook. What it makes belongs to the
 * scope around; scopes that it leaves open are closed. */
class callback {
	const ct_callback entered = ct_callback_enter();

public:
	callback() = default;
	callback(const callback &) = delete;
	callback &operator=(const callback &) = delete;
	~callback() { ct_callback_leave(entered); }
};

} // namespace ct
#endif

#endif
