/*
 * Inside the library: the arguments that are lists.
 */
#ifndef CT_CORE_BASE_LIST_CHECK_H
#define CT_CORE_BASE_LIST_CHECK_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What to say about an argument that cannot be a list, before and after its length. */
struct ct_list_fault {
	const char *before, *after;
};

/* The format of the whole message: position, name, before, length, after. */
#define CT_LIST_FAULT "argument %d (%s)%s%lld%s"

/* For a list of this length that ct_is_list() refuses (core/base/lengths.h). */
struct ct_list_fault ct_list_fault_of(int64_t length);

/* An ArgumentError that names the argument unless ct_is_list() accepts it. */
ct_error ct_list_check(const char *function, int position, const char *name, const void *list,
		       int64_t length) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
