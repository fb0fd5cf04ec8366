#include "allocator.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The ones behind: glibc's, or those of a sanitizer if there is one. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t n, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *memory, size_t size) __attribute__((weak));

/* Memory is allocated before a sanitizer is ready for what it has compiled. */
#define NOT_SANITIZED \
	__attribute__((no_sanitize_address, no_sanitize_thread, no_sanitize_undefined))

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

NOT_SANITIZED static bool fails(const void *caller)
{
	if (!is_watched || !is_ours(caller))
		return false;
	return count++ >= most && most >= 0;
}

NOT_SANITIZED void *malloc(size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

NOT_SANITIZED void *calloc(size_t n, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_calloc ? __interceptor_calloc(n, size) : __libc_calloc(n, size);
}

NOT_SANITIZED void *realloc(void *memory, size_t size)
{
	if (fails(__builtin_return_address(0)))
		return NULL;
	return __interceptor_realloc ? __interceptor_realloc(memory, size)
				     : __libc_realloc(memory, size);
}
