#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

#include "allocator.h"

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

NOT_SANITIZED static bool fails(const void *caller)
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
	errno = ENOMEM;
	return true;
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
