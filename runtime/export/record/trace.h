/*
 * Inside the library: which line of a C program calls, in the form of Python's stack traces.
 */
#ifndef CT_EXPORT_RECORD_TRACE_H
#define CT_EXPORT_RECORD_TRACE_H

#include "core/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `File "net.c", line 42, in forward` of the call in progress; NULL: no memory. */
const char *ct_trace_of_caller(struct ct_arena *arena);

#ifdef __cplusplus
}
#endif

#endif
