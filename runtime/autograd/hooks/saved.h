/*
 * Inside the library: parts of libtorch's autograd that checkpointing needs and that have no public
 * function.
 */
#ifndef CT_AUTOGRAD_HOOKS_SAVED_H
#define CT_AUTOGRAD_HOOKS_SAVED_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor saved for backward as by an operation: packed by the hooks pushed at that time, and
 * checked for later writes. */
typedef struct ct_saved ct_saved;

ct_error ct_saved_new(const char *function, const ct_tensor *tensor,
		      ct_saved **result) CT_RETURNS_ERROR;

/* A new handle; may be called repeatedly. */
ct_error ct_saved_get(const char *function, const ct_saved *self,
		      ct_tensor **result) CT_RETURNS_ERROR;

void ct_saved_free(ct_saved *self) CT_NOEXCEPT;

/* The unique number of the backward that the calling thread works on; -1 outside one, and in
 * releases before 2.1, which have no public number. */
int64_t ct_backward_id(void) CT_NOEXCEPT;

/* Whether the backward that the calling thread works on computes the gradients of all leaves. */
bool ct_backward_is_whole(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
