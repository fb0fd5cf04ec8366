#include "allocator.h"

#include <dlfcn.h>
#include <string.h>

#include "failing_allocator.h"

static bool is_watched;
static long most = -1, count;

void fail_behind(long n)
{
	is_watched = true;
	most = n;
	count = 0;
}

long allocations(void)
{
	return count;
}

/* Whether the caller is in this program or in libyaml. */
NOT_SANITIZED static bool is_ours(const void *caller)
{
	Dl_info own, of_caller;

	if (!dladdr(&most, &own) || !dladdr(caller, &of_caller))
		return false;
	return of_caller.dli_fbase == own.dli_fbase || strstr(of_caller.dli_fname, "libyaml");
}

NOT_SANITIZED bool allocation_fails(const void *caller)
{
	if (!is_watched || !is_ours(caller))
		return false;
	return count++ >= most && most >= 0;
}
