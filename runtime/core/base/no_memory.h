/*
 * Inside the library: the error of memory that cannot be allocated.
 */
#ifndef CT_CORE_BASE_NO_MEMORY_H
#define CT_CORE_BASE_NO_MEMORY_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An OutOfMemoryError: "no memory ", and what for: "for a list of %lld tensors", "to write %s"; "no
 * memory" alone for NULL. */
ct_error ct_no_memory(const char *function, const char *format, ...) CT_RETURNS_ERROR
	CT_PRINTF(2, 3);

#ifdef __cplusplus
}
#endif

#endif
