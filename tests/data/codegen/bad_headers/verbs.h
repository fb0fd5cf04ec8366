/* error 20:16 verbs: ct_thing_part_len says 'len' */
/* error 23:17 verbs: ct_thing_write says 'write' */
/* error 29:20 verbs: ct_part_make_function says 'make' */
#ifndef CTORCH_VERBS_H
#define CTORCH_VERBS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Counts the parts of a thing. */
CT_API int64_t ct_thing_part_len(const ct_thing *self) CT_NOEXCEPT;

/** Writes a thing to a file. */
CT_API ct_error ct_thing_write(const ct_thing *self, const char *path) CT_RETURNS_ERROR;

/** The memory format of a thing. */
CT_API ct_memory_format ct_thing_memory_format(const ct_thing *self) CT_NOEXCEPT;

/** Makes a part. */
typedef ct_error (*ct_part_make_function)(void *context);

#ifdef __cplusplus
}
#endif

#endif
