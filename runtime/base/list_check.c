/*
 * The argument that is no list.
 */
#include <ctorch/error.h>

#include "base/lengths.h"
#include "base/list_check.h"

ct_error ct_list_check(const char *function, int position, const char *name, const void *list,
		       int64_t length)
{
	if (length < 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s): length is %lld, but must not be negative",
				    position, name, (long long)length);
	if (length > CT_LENGTH_MAX)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s): length is %lld, which is larger than the "
				    "address space",
				    position, name, (long long)length);
	if (list == NULL && length > 0)
		return ct_error_new(CT_ERROR_ARGUMENT, function,
				    "argument %d (%s) must not be NULL, since its length is %lld",
				    position, name, (long long)length);
	return NULL;
}
