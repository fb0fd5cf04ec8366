/*
 * Inside the library: making errors from C and from C++.
 */
#ifndef CT_BASE_ERROR_MAKE_H
#define CT_BASE_ERROR_MAKE_H

#include <ctorch/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Any of function, text, backtrace may be NULL; all are copied. Never returns NULL. */
ct_error ct_error_make(ct_error_class kind, const char *function, const char *text,
		       const char *backtrace) CT_CALL;

/* A copy of an error; a string that libctorch did not make is returned itself. */
ct_error ct_error_copy(ct_error error) CT_CALL;

/* Whether backtraces are on. */
bool ct_error_wants_backtrace(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
