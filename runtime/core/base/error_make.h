/*
 * Inside the library: making errors from C and from C++.
 */
#ifndef CT_CORE_BASE_ERROR_MAKE_H
#define CT_CORE_BASE_ERROR_MAKE_H

#include <ctorch/core/error.h>

/* Of functions that make an error: the compiler then knows that what CT_TRY() did not leave is
 * set. */
#define CT_NEVER_NULL __attribute__((returns_nonnull))

#ifdef __cplusplus
extern "C" {
#endif

/* Any of function, text, backtrace may be NULL; all are copied. Never returns NULL. */
ct_error ct_error_make(ct_error_class kind, const char *function, const char *text,
		       const char *backtrace) CT_RETURNS_ERROR;

/* Its message after the class: "text" of "RuntimeError: text"; borrowed. */
const char *ct_error_without_class(ct_error error) CT_NOEXCEPT;

/* A copy of an error; a string that libctorch did not make is returned itself. */
ct_error ct_error_copy(ct_error error) CT_RETURNS_ERROR;

/* The error with words before its message, "ValueError: PREFIX: text", and with what it had
 * otherwise: kind, function, backtrace, trace. It takes the error. NULL stays NULL. */
ct_error ct_error_prefix(ct_error error, const char *prefix) CT_RETURNS_ERROR;

/* Adds the line `  in NAME` to the trace of an error that a user's function has returned, and
 * returns the error; a copy that has a trace if libctorch did not make it. NULL stays NULL. */
ct_error ct_error_note_callback(ct_error error, const char *name) CT_RETURNS_ERROR;

/* How a hint begins: the last line of a message (core/bridge/hints.cpp, ct_error_hint()). */
#define CT_HINT_PREFIX "In C: "

/* Whether backtraces are on. */
bool ct_error_wants_backtrace(void) CT_NOEXCEPT;
void ct_error_want_backtrace(bool is_wanted) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
