/*
 * Inside the library: which lines of a C program call, in the form of Python's stack traces.
 */
#ifndef CT_EXPORT_RECORD_TRACE_H
#define CT_EXPORT_RECORD_TRACE_H

#include "core/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The calls in progress, the innermost last:
 *
 *     File "net.c", line 42, in forward
 *       ct_linear()
 *
 * Of calls without debug information, only the innermost, by the place that a macro has noted or by
 * its address. NULL: no memory. */
const char *ct_trace_of_caller(struct ct_arena *arena);

/* Forgets what this thread found out about addresses, which is kept as long as it records. */
void ct_trace_forget(void);

/* The innermost as "net.c:42", or its address; cut to `size`. */
void ct_trace_write_place(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
