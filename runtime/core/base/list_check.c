/*
 * The argument that is no list.
 */
#include <ctorch/core/error.h>

#include "core/base/lengths.h"
#include "core/base/list_check.h"

struct ct_list_fault ct_list_fault_of(int64_t length)
{
	if (length < 0)
		return (struct ct_list_fault){ ": length is ", ", but must not be negative" };
	if (length > CT_LENGTH_MAX)
		return (struct ct_list_fault){ ": length is ",
					       ", which is larger than the address space" };
	return (struct ct_list_fault){ " must not be NULL, since its length is ", "" };
}

ct_error ct_list_check(const char *function, int position, const char *name, const void *list,
		       int64_t length)
{
	struct ct_list_fault fault;

	if (ct_is_list(list, length))
		return NULL;
	fault = ct_list_fault_of(length);
	return ct_error_new(CT_ERROR_ARGUMENT, function, CT_LIST_FAULT, position, name,
			    fault.before, (long long)length, fault.after);
}
