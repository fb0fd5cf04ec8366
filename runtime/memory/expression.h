/*
 * Inside the library: formulas of calls, of which the first error waits.
 */
#ifndef CT_MEMORY_EXPRESSION_H
#define CT_MEMORY_EXPRESSION_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The error that waits in this thread, which is the caller's now; NULL: none does. */
ct_error ct_expression_take(void);

/* The last scope of a thread, or a callback, ends: a formula in it was not finished if an error
 * waits. In a checked build that is the end of the process, with a message. */
void ct_expression_forget(const char *where);

#ifdef __cplusplus
}
#endif

#endif
