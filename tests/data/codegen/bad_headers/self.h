/* error 19:51 self: self is parameter 2 of ct_thing_put */
/* error 22:43 self: self is a ct_dtype, not a pointer to an object */
#ifndef CTORCH_SELF_H
#define CTORCH_SELF_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** Puts a thing at a place. */
CT_API void ct_thing_put(int64_t place, ct_thing *self) CT_NOEXCEPT;

/** The name of a dtype. */
CT_API const char *ct_dtype_name(ct_dtype self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
