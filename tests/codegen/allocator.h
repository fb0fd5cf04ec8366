/*
 * allocator.h: malloc(), calloc() and realloc() that fail, for the generator and libyaml; what the
 * C library allocates for itself is let through.
 */
#ifndef CTORCH_TESTS_CODEGEN_ALLOCATOR_H
#define CTORCH_TESTS_CODEGEN_ALLOCATOR_H

/* From now on `n` allocations succeed, and none behind them. -1: all do. */
void fail_behind(long n);

/* How many there were since fail_behind(). */
long allocations(void);

#endif
