/**
 * @file
 * Scopes: they release tensors together, at the end of a function, a block or a loop's step.
 *
 * While a scope is open, every tensor handle that a call of this thread returns (results, elements
 * of a returned list, ct_tensor_retain()) belongs to the thread's innermost scope, which releases
 * it when it closes. Use these handles as usual, but do not free them. ct_scope_disown() and
 * ct_scope_move_up() take a handle out of the scope; ct_tensor_free() does so, too, to release
 * something large early.
 *
 * All other new objects that a call returns belong to the scope, too: the memory of lists and texts
 * (ct_free()), generators, storages and nodes of the graph. ct_scope_disown_object() and
 * ct_scope_move_object_up() take these out of the scope. A scope also owns a value (value.h) that
 * you give to ct_value_move_to_scope(), and an object of your own, such as a file, that you give to
 * ct_scope_defer(). Errors, DLPack structs, saved random states and libraries of operators always
 * belong to you.
 *
 * Scopes nest, and each thread has its own. Another thread must not free an object that belongs to
 * a scope; call ct_scope_disown() or ct_scope_disown_object() before you pass it on. A thread's
 * scopes are closed when it ends.
 *
 * Two handles on one tensor are equal pointers. ct_tensor_free(), ct_scope_disown() and
 * ct_scope_move_up() act on the handle in the thread's innermost scope that has one, or, if no
 * scope does, on a handle that belongs to no scope; ct_tensor_free_unscoped() acts only on the
 * latter. The same holds for generators, storages and nodes.
 */
#ifndef CTORCH_CORE_SCOPE_H
#define CTORCH_CORE_SCOPE_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An open scope. The pointer is an identifier and must not be dereferenced. It is not reused after
 * the scope is closed (for 2^40 scopes of a thread), so closing twice is detected. */
typedef struct ct_scope ct_scope;

/** Opens a scope inside the innermost one of this thread. Returns NULL if there is no memory for
 * it: handles then belong to the enclosing scope, and ct_scope_move_up() moves them out of it. */
CT_API ct_scope *ct_scope_open(void) CT_THREAD_STATE CT_SCOPES(opens) CT_NOEXCEPT
	CT_NEW(ct_scope_close);

/** Opens a scope with a name for messages, such as "loss in train.c:120"; borrowed until the scope
 * is closed. NULL: messages show the location of the call. */
CT_API ct_scope *ct_scope_open_named(const char *name CT_KEPT) CT_THREAD_STATE
	CT_SCOPES(opens) CT_NOEXCEPT CT_NEW(ct_scope_close);

/** Closes this thread's innermost scope and releases the tensors and objects that it owns. An
 * error, which closes nothing, if `self` is not the innermost scope (the message names both), is
 * already closed or belongs to another thread. NULL is accepted. */
CT_API ct_error ct_scope_close(ct_scope *self CT_TAKEN CT_NULLABLE)
	CT_SAME_THREAD(ct_scope_open) CT_CALLS_BACK CT_SCOPES(closes) CT_RETURNS_ERROR;

/** Closes a scope and all open scopes inside it, the innermost first: the end of a block, wherever
 * control leaves it. No effect if the scope is not open in this thread or, in an out-of-memory hook
 * or a deleter, if it was open before. */
CT_API void ct_scope_leave(ct_scope *self CT_TAKEN) CT_SAME_THREAD(ct_scope_open) CT_CALLS_BACK
	CT_SCOPES(closes) CT_NOEXCEPT;

/** Takes a handle out of the innermost scope of this thread that owns it; you must then free it. No
 * effect on NULL and on a handle that no scope owns. */
CT_API void ct_scope_disown(ct_tensor *tensor) CT_THREAD_STATE CT_SCOPES(takes) CT_NOEXCEPT;

/** Moves a handle from the innermost scope of this thread that owns it to the enclosing scope, or,
 * if there is none, to the caller. A function that opens a scope calls this for its results, which
 * then have the same owner as without the scope. Has no effect on NULL and on a handle that no
 * scope owns. */
CT_API void ct_scope_move_up(ct_tensor *tensor) CT_THREAD_STATE CT_SCOPES(raises) CT_NOEXCEPT;

/** Frees a handle that belongs to no scope, and leaves handles on the same tensor in this thread's
 * scopes alone: for the free function of a long-lived object, which may be called while other code
 * has a handle in a scope. NULL is accepted. */
CT_API void ct_tensor_free_unscoped(ct_tensor *self CT_TAKEN) CT_CALLS_BACK CT_NOEXCEPT;

/** Adds a handle that belongs to no scope, such as one from another thread, to the innermost scope
 * of this thread. No effect without an open scope and on NULL. A handle that a scope already owns
 * would be released twice. An error if there is no memory; the handle then stays the caller's. */
CT_API ct_error ct_scope_adopt(ct_tensor *tensor CT_TAKEN CT_NULLABLE) CT_THREAD_STATE CT_BRIEF
	CT_SCOPES(gives) CT_RETURNS_ERROR;

/* --- For other languages --------------------------------------------------------------------- */

/**
 * Until ct_unscoped_leave(), the results of this thread's calls belong to no scope, as if none were
 * open: for a binding, whose objects own their handles from the start.
 *
 *     static ct_error bound_add(const ct_tensor *a, const ct_tensor *b, ct_tensor **result)
 *     {
 *             const int64_t was = ct_unscoped_enter();
 *             ct_error error = ct_add_Tensor(a, b, ct_scalar_int(1), result);
 *
 *             ct_unscoped_leave(was);
 *             return error;
 *     }
 *
 * Code that a language moves between threads (goroutines, fibers) cannot move within one C
 * function, so the results belong to nobody even if other code of the thread has opened scopes.
 * All functions about scopes, free functions among them, see only scopes that are opened after this
 * call: so do not put calls about scopes between the two. Calls nest, and callbacks have scopes of
 * their own.
 *
 * @return what ct_unscoped_leave() needs; not a number with a meaning
 */
CT_API int64_t ct_unscoped_enter(void) CT_THREAD_STATE CT_SCOPES(hides) CT_NOEXCEPT;

/** Closes the scopes that were opened since the ct_unscoped_enter() and are still open, steps of
 * ct_gc() among them. Then the scopes from before own results again. Once for each enter, in the
 * same thread. */
CT_API void ct_unscoped_leave(int64_t was) CT_SAME_THREAD(ct_unscoped_enter) CT_CALLS_BACK
	CT_SCOPES(shows) CT_NOEXCEPT;

/* --- What is not a tensor -------------------------------------------------------------------- */

/**
 * Gives an object to the innermost scope of this thread, which calls `release(object)` when it
 * closes: after it has released its tensors and memory, and for the newest object first.
 *
 *     static void close_file(void *file)
 *     {
 *             fclose(file);
 *     }
 *     ...
 *     CT_TRY(ct_scope_defer(file, close_file));
 *
 * On an error (no scope is open, no memory), `release` has been called, so that CT_TRY() leaks
 * nothing, unless `release` is NULL. An object that a scope already owns, such as a storage that a
 * call returned, would be released twice.
 *
 * @param object   passed to `release`; may be NULL
 * @param release  the rules of ct_deleter (create.h) apply to it
 */
CT_API ct_error ct_scope_defer(void *object CT_NULLABLE CT_TAKEN,
			       ct_release_function release CT_RELEASES(object)) CT_THREAD_STATE
	CT_SCOPES(gives) CT_RETURNS_ERROR;

/** Adds memory from malloc() to the innermost scope of this thread, as if a call had returned it. A
 * function of yours that returns a text or a list calls this last; without a scope, its caller
 * releases the memory with ct_free(). No effect without an open scope and on NULL. Memory that a
 * scope already owns would be freed twice. On an error (no memory), the memory has been freed. */
CT_API ct_error ct_scope_adopt_memory(void *memory CT_TAKEN CT_NULLABLE) CT_THREAD_STATE CT_BRIEF
	CT_SCOPES(gives) CT_RETURNS_ERROR;

/** Takes an object, or memory, out of the innermost scope of this thread that owns it; you must
 * then release it. Returns whether a scope owned it. */
CT_API bool ct_scope_disown_object(const void *object CT_NULLABLE) CT_THREAD_STATE
	CT_SCOPES(takes) CT_NOEXCEPT;

/** Moves an object, or memory, from the innermost scope of this thread that owns it to the
 * enclosing scope, or, if there is none, to the caller. Returns whether a scope owned it. */
CT_API bool ct_scope_move_object_up(const void *object CT_NULLABLE) CT_THREAD_STATE
	CT_SCOPES(raises) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
