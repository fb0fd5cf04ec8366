/* error 20:60 streams: the FILE * of ct_thing_print is called 'file' */
#ifndef CTORCH_STREAMS_H
#define CTORCH_STREAMS_H

#include <stdio.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Prints a thing. */
CT_API ct_error ct_thing_print(const ct_thing *self, FILE *file) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
