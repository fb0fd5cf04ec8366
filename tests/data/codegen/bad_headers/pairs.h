/* error 19:13 pairs: there is no ct_thing_leave for ct_thing_enter */
/* error 28:17 pairs: there is no ct_thing_load_state_dict for ct_thing_state_dict */
#ifndef CTORCH_PAIRS_H
#define CTORCH_PAIRS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Enters a thing. */
CT_API void ct_thing_enter(ct_thing *self) CT_NOEXCEPT;

/** Pushes a part. */
CT_API void ct_thing_push(ct_thing *self, int64_t part) CT_NOEXCEPT;

/** Takes the part away. */
CT_API void ct_thing_pop(ct_thing *self) CT_NOEXCEPT;

/** The state of a thing. */
CT_API ct_error ct_thing_state_dict(const ct_thing *self, int64_t *result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
