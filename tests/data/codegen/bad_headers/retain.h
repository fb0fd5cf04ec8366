/* error 13:25 retain: ct_thing_current returns a borrowed ct_thing, but there is no ct_thing_retain */
/* error 25:13 retain: ct_box_retain must take a const self and return a new reference */
#ifndef CTORCH_RETAIN_H
#define CTORCH_RETAIN_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** A box. */
typedef struct ct_box ct_box;

/** The current thing. */
CT_API ct_thing *ct_thing_current(void) CT_NOEXCEPT CT_BORROWED;

/** The current box, which only tells its size. */
CT_API const ct_box *ct_box_current(void) CT_NOEXCEPT CT_BORROWED;

/** Another reference to a box, without a box to return. */
CT_API void ct_box_retain(ct_box *self) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
