/* error 20:42 readers: ct_thing_print only reads self, but self is not const */
#ifndef CTORCH_READERS_H
#define CTORCH_READERS_H

#include <stdio.h>

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Prints a thing. */
CT_API ct_error ct_thing_print(ct_thing *self, FILE *stream) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
