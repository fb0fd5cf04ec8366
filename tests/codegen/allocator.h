/*
 * allocator.h: malloc(), calloc() and realloc() that fail for the generator and libyaml, but not
 * for the C library's own allocations.
 */
#ifndef CTORCH_TESTS_CODEGEN_ALLOCATOR_H
#define CTORCH_TESTS_CODEGEN_ALLOCATOR_H

/* From now on, `n` allocations succeed and all others fail. -1: all succeed. */
void fail_behind(long n);

/* The number of allocations since fail_behind(). */
long allocations(void);

#endif
