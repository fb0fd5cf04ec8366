/*
 * Inside the library: memory that a function returns as new. It belongs to the innermost scope, if
 * one is open, from the moment that it is allocated here, so that every path releases it with
 * ct_free(). Do not allocate it within a scope of the function's own.
 */
#ifndef CT_CORE_MEMORY_GIVEN_H
#define CT_CORE_MEMORY_GIVEN_H

#include <stddef.h>
#include <stdint.h>

#include <ctorch/core/types.h>

#include "core/base/stream.h"
#include "core/base/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As malloc(), but never NULL for 0 bytes: a list without elements differs from none. */
void *ct_given_new(size_t nbytes);

/* The same for `count` elements of `size` bytes, which are not zeroed. NULL: that many do not fit in
 * memory, or the count is negative. */
void *ct_given_array(int64_t count, size_t size);

/* Takes memory of malloc() over, and frees it if there is no memory to note that. False: it did. */
bool ct_given_take(void *memory);

/* Gives the text to the caller, and leaves an empty one. An OutOfMemoryError of `function` if
 * something is missing. `result` may be NULL. */
ct_error ct_text_give(struct ct_text *text, const char *function, char **result);

/* The same, or if there is already an error, releases the text and returns it. */
ct_error ct_text_give_unless(struct ct_text *text, ct_error error, const char *function,
			     char **result);

/* The same for a text that was written to a stream; closes it. If there is already an error, returns
 * it. */
ct_error ct_output_give(struct ct_output *output, ct_error error, const char *function,
			char **result);

#ifdef __cplusplus
}
#endif

#endif
