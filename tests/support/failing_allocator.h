/*
 * failing_allocator.h: malloc(), calloc() and realloc() that fail on request. They replace the C
 * library's in the program that failing_allocator.c is compiled into.
 */
#ifndef SUPPORT_FAILING_ALLOCATOR_H
#define SUPPORT_FAILING_ALLOCATOR_H

#include <stdbool.h>

/* Memory is allocated before a sanitizer is ready for instrumented code. */
#define NOT_SANITIZED __attribute__((no_sanitize("address", "thread", "undefined")))

/* Written by the program, NOT_SANITIZED: whether a request of `caller`, an address in code, must
 * fail. */
bool allocation_fails(const void *caller);

#endif
