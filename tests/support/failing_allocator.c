#include "failing_allocator.h"

#include <errno.h>
#include <stdlib.h>

/* The real ones: glibc's, or those of a sanitizer. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t n, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *memory, size_t size) __attribute__((weak));

NOT_SANITIZED static void *none(void)
{
	errno = ENOMEM;
	return NULL;
}

NOT_SANITIZED void *malloc(size_t size)
{
	if (allocation_fails(__builtin_return_address(0)))
		return none();
	return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

NOT_SANITIZED void *calloc(size_t n, size_t size)
{
	if (allocation_fails(__builtin_return_address(0)))
		return none();
	return __interceptor_calloc ? __interceptor_calloc(n, size) : __libc_calloc(n, size);
}

NOT_SANITIZED void *realloc(void *memory, size_t size)
{
	if (allocation_fails(__builtin_return_address(0)))
		return none();
	return __interceptor_realloc ? __interceptor_realloc(memory, size)
				     : __libc_realloc(memory, size);
}
