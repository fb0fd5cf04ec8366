/*
 * malloc(), calloc() and realloc() that fail, for one caller: libctorch.
 */
#ifndef MEMORY_FAILING_ALLOCATOR_H
#define MEMORY_FAILING_ALLOCATOR_H

/* From now on `n` allocations of libctorch's in this thread succeed, and the next one fails; those
 * behind it succeed again. -1: all do. */
void fail_allocation(int n);

/* How many have failed in this thread since fail_allocation(); 0 or 1. */
int failed_allocations(void);

#endif
