/**
 * @file
 * Scopes: tensors that are released together, at the end of a function, a block or a loop's step.
 *
 * While a scope is open, every tensor handle that a call of this thread gives (results, elements of
 * a returned list, ct_tensor_keep()) belongs to the thread's innermost scope, and the scope's close
 * releases it. What a scope owns is used as always, but is not the caller's to free;
 * ct_scope_keep() and ct_scope_move_up() take a handle out of it again, and so does
 * ct_tensor_free() when something large shall go early.
 *
 * Scopes nest, and each thread has its own. A handle that belongs to a scope must not be freed by
 * another thread; hand it over with ct_scope_keep(). A thread that ends closes its scopes.
 *
 * Two handles on one tensor are equal pointers. Of these ct_tensor_free(), ct_scope_keep() and
 * ct_scope_move_up() mean the one in the innermost of the thread's scopes that has one, and only
 * where none has, one that belongs to no scope; for the latter there is ct_tensor_free_unscoped().
 *
 * Only tensors belong to scopes; generators, storages, texts and the memory of lists do not.
 */
#ifndef CTORCH_SCOPE_H
#define CTORCH_SCOPE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A scope that is open. The pointer names it and points to nothing; that of a closed scope is not
 * used again (for 2^40 scopes of a thread), so that closing twice is noticed. */
typedef struct ct_scope ct_scope;

/** Opens a scope inside the innermost one of this thread. NULL when there is no memory for it: what
 * is given then still belongs to the scope around, and ct_scope_move_up() would hand that on to the
 * next one. */
CT_API ct_scope *ct_scope_open(void) CT_NOEXCEPT;

/** As ct_scope_open(), with a name for messages, such as "loss in train.c:120"; borrowed until the
 * scope is closed. NULL: messages name the place of the call. */
CT_API ct_scope *ct_scope_open_named(const char *name) CT_NOEXCEPT;

/** Closes this thread's innermost scope and releases the tensors that it owns.
 * An error, which closes nothing, when `scope` is not the innermost one (both are named), is closed
 * already or is another thread's. NULL is accepted. */
CT_API ct_error ct_scope_close(ct_scope *scope) CT_CALL;

/** Closes a scope and every scope inside it that is still open, the innermost first: what leaving a
 * block means from wherever it is left. One that is not open in this thread is left alone, and, in
 * an out-of-memory hook or a deleter, one that was open before. */
CT_API void ct_scope_leave(ct_scope *scope) CT_NOEXCEPT;

/** Takes a handle out of the innermost of this thread's scopes that owns it: from now on it is the
 * caller's, to be freed. Of a handle that no scope owns, and of NULL, nothing changes. */
CT_API void ct_scope_keep(ct_tensor *self) CT_NOEXCEPT;

/** Hands a handle from the innermost of this thread's scopes that owns it to the scope around that
 * one, or, when there is none, to the caller. A function that opens a scope says this of its
 * results, and they belong to whom they would without. Of a handle that no scope owns, and of NULL,
 * nothing changes. */
CT_API void ct_scope_move_up(ct_tensor *self) CT_NOEXCEPT;

/** Frees a handle that belongs to no scope, and leaves alone what this thread's scopes have on the
 * same tensor: what the free function of a long-lived object calls, since it may be called while
 * somebody else has a handle in a scope. NULL is accepted. */
CT_API void ct_tensor_free_unscoped(ct_tensor *self) CT_NOEXCEPT;

/** Gives a handle that belongs to no scope to the innermost one of this thread, as after a
 * hand-over from another thread. Without an open scope nothing changes, and of NULL. One that a
 * scope owns already would be released twice. An error without memory to note it; the handle is
 * then the caller's as before. */
CT_API ct_error ct_scope_adopt(ct_tensor *self) CT_CALL;

#if defined(__GNUC__) || defined(__clang__)
/**
 * `CT_SCOPE;` opens a scope that closes with the C block it stands in, in whatever way the block is
 * left: at its end, by return (CT_TRY too), goto, break or continue; by longjmp it is not. Scopes
 * that were opened inside and not closed are closed with it.
 *
 *     static ct_error norm(const ct_tensor *x, ct_tensor **result)
 *     {
 *             CT_SCOPE;
 *             ct_tensor *squares, *sum, *root;
 *
 *             CT_TRY(ct_square(x, &squares));
 *             CT_TRY(ct_sum(squares, CT_DTYPE_NONE, &sum));
 *             CT_TRY(ct_sqrt(sum, &root));
 *             ct_scope_move_up(root);
 *             *result = root;
 *             return NULL;
 *     }
 *
 * It is a declaration: put it at the beginning of the block. It needs GNU C's cleanup attribute
 * (gcc, clang) and does not exist elsewhere; there, use ct_scope_open() and ct_scope_leave().
 */
#define CT_SCOPE CT_SCOPE_AT_(__FILE__, __LINE__)

#define CT_SCOPE_AT_(file, line) CT_SCOPE_NAMED_(file, line)
#define CT_SCOPE_NAMED_(file, line)                                              \
	ct_scope *ct_scope_##line##_ __attribute__((cleanup(ct_scope_leave_at_), \
						    unused)) = ct_scope_open_named(file ":" #line)

static inline void ct_scope_leave_at_(ct_scope **scope)
{
	ct_scope_leave(*scope);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
