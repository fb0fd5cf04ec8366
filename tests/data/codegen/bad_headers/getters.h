/* error 18:16 getters: ct_thing_get_size returns a property, but get_ looks something up by a name, a key, a path or an index */
#ifndef CTORCH_GETTERS_H
#define CTORCH_GETTERS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** The size of a thing. */
CT_API int64_t ct_thing_get_size(const ct_thing *self) CT_NOEXCEPT;

/** A part of a thing. */
CT_API int64_t ct_thing_get_part(const ct_thing *self, const char *name) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
