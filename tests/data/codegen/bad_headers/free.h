/* error 13:25 free: ct_thing_new returns a new ct_thing, but there is no ct_thing_free */
/* error 28:13 free: ct_box_free must return void and accept NULL */
#ifndef CTORCH_FREE_H
#define CTORCH_FREE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A thing. */
typedef struct ct_thing ct_thing;

/** A box. */
typedef struct ct_box ct_box;

/** A door. */
typedef struct ct_door ct_door;

/** A new thing. */
CT_API ct_error ct_thing_new(ct_thing **result) CT_RETURNS_ERROR;

/** A new box. */
CT_API ct_error ct_box_new(ct_box **result) CT_RETURNS_ERROR;

/** Frees a box, which must not be NULL. */
CT_API void ct_box_free(ct_box *self CT_NOT_NULL) CT_NOEXCEPT;

/** Opens a door. */
CT_API ct_door *ct_door_open(void) CT_NOEXCEPT CT_NEW(ct_door_close);

/** Closes a door. */
CT_API ct_error ct_door_close(ct_door *self CT_TAKEN) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
