/* error 19:16 counts: ct_thing_parts returns a count, but its name does not end with _count */
/* error 22:16 counts: ct_thing_color_count returns a count, but not as an int64_t */
#ifndef CTORCH_COUNTS_H
#define CTORCH_COUNTS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** How many parts it has. */
CT_API int64_t ct_thing_parts(const ct_thing *self) CT_NOEXCEPT;

/** How many colors it has. */
CT_API int32_t ct_thing_color_count(const ct_thing *self) CT_NOEXCEPT;

/** How many holes it has. */
CT_API ct_error ct_thing_hole_count(const ct_thing *self, int64_t *result) CT_RETURNS_ERROR;

/** How large it is. */
CT_API int64_t ct_thing_nbytes(const ct_thing *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
