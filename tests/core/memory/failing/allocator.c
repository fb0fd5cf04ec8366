#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "allocator.h"
#include "failing_allocator.h"

/* How many allocations of libctorch's in this thread succeed before one fails; -1: all do. */
static __thread int until_failure = -1;
static __thread int failures;

void fail_allocation(int n)
{
	failures = 0;
	until_failure = n;
}

int failed_allocations(void)
{
	return failures;
}

NOT_SANITIZED bool allocation_fails(const void *caller)
{
	Dl_info library, of_caller;
	const void *inside;
	ct_scope *(*function)(void) = ct_scope_open;

	if (until_failure < 0)
		return false;
	memcpy(&inside, &function, sizeof inside);
	if (!dladdr(inside, &library) || !dladdr(caller, &of_caller) ||
	    library.dli_fbase != of_caller.dli_fbase)
		return false;
	if (until_failure-- > 0)
		return false;
	failures++;
	return true;
}
