/* error 22:17 constructors: ct_thing_load returns a new ct_thing, but its name does not say so */
/* error 25:18 constructors: ct_thing_any returns a new ct_thing, but its name does not say so */
#ifndef CTORCH_CONSTRUCTORS_H
#define CTORCH_CONSTRUCTORS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** A new thing. */
CT_API ct_error ct_thing_new(ct_thing **result) CT_RETURNS_ERROR;

/** A new thing, too. */
CT_API ct_error ct_thing_load(const char *path, ct_thing **result) CT_RETURNS_ERROR;

/** Another one. */
CT_API ct_thing *ct_thing_any(void) CT_NOEXCEPT CT_NEW(ct_thing_free);

/** The same, from a thing. */
CT_API ct_error ct_thing_copy(const ct_thing *self, ct_thing **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
