/*
 * Inside the library: the arguments that are lists.
 */
#ifndef CT_BASE_LIST_CHECK_H
#define CT_BASE_LIST_CHECK_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An ArgumentError that names the argument unless it can be a list (base/lengths.h). */
ct_error ct_list_check(const char *function, int position, const char *name, const void *list,
		       int64_t length) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
