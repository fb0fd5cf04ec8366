/*
 * Inside the library: expressions of calls, of which the first error waits.
 */
#ifndef CT_CORE_MEMORY_EXPRESSION_H
#define CT_CORE_MEMORY_EXPRESSION_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The error that waits in this thread, which is the caller's now; NULL: none does. */
ct_error ct_expression_take(void);

/* For an argument that is NULL: the error that waits, which is the reason, or an ArgumentError. */
ct_error ct_missing_argument(const char *function, int position, const char *name);

/* The last scope of a thread, or a callback, ends: an expression in it was not finished if an error
 * waits. That is a warning; in a checked build it is the end of the process, with the same text. */
void ct_expression_forget(const char *where);

#ifdef __cplusplus
}
#endif

#endif
