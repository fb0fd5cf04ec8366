/* error 19:46 method: the ct_thing of ct_thing_size is called 'thing', not self */
/* error 22:41 method: self is a ct_thing, and the function is not called ct_thing_... */
#ifndef CTORCH_METHOD_H
#define CTORCH_METHOD_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** Frees a thing. */
CT_API void ct_thing_free(ct_thing *self) CT_NOEXCEPT;

/** The size of a thing. */
CT_API int64_t ct_thing_size(const ct_thing *thing) CT_NOEXCEPT;

/** Weighs a thing. */
CT_API int64_t ct_weigh(const ct_thing *self) CT_NOEXCEPT;

/** Weighs things. */
CT_API int64_t ct_thing_sum(ct_thing *const *things, int64_t things_len) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
