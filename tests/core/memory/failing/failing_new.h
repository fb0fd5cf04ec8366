#ifndef MEMORY_FAILING_FAILING_NEW_H
#define MEMORY_FAILING_FAILING_NEW_H

#ifdef __cplusplus
extern "C" {
#endif

/* How many times operator new succeeds before it only fails; -1: it does not fail. */
extern int allocations_until_failure;

#ifdef __cplusplus
}
#endif

#endif
