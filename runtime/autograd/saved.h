/*
 * Inside the library: what checkpointing needs of libtorch's autograd beyond the public functions.
 */
#ifndef CT_AUTOGRAD_SAVED_H
#define CT_AUTOGRAD_SAVED_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor as an operation saves it for backward: packed by the hooks that are pushed at that
 * moment, and noticed when it was written to since. */
typedef struct ct_saved ct_saved;

ct_error ct_saved_new(const char *function, const ct_tensor *tensor, ct_saved **result) CT_CALL;

/* A new handle, as often as one likes. */
ct_error ct_saved_get(const char *function, const ct_saved *self, ct_tensor **result) CT_CALL;

void ct_saved_free(ct_saved *self) CT_NOEXCEPT;

/* The number of the backward that the calling thread works on, which no other has had; -1 outside
 * of one, and in releases before 2.1, whose backwards have no public number. */
int64_t ct_backward_id(void) CT_NOEXCEPT;

/* Whether the backward that the calling thread works on goes to all leaves. */
bool ct_backward_is_whole(void) CT_NOEXCEPT;

/* libtorch's warning. */
void ct_warn(const char *text) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
