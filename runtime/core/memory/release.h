/*
 * Inside the library: a handle that no scope owns is released.
 */
#ifndef CT_CORE_MEMORY_RELEASE_H
#define CT_CORE_MEMORY_RELEASE_H

#include <ctorch/core/types.h>

#include "core/base/origin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Notes it, counts it, and drops the reference. `scope`, for messages, is whose close does it, or
 * NULL. */
CT_HOT void ct_handle_drop(ct_tensor *handle, struct ct_origin by, const char *scope);

#ifdef __cplusplus
}
#endif

#endif
