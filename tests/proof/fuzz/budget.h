/*
 * budget.h: a limit of what programs from a file may use, so that one that is large or endless ends
 * with an error instead of the process.
 */
#ifndef FUZZ_BUDGET_H
#define FUZZ_BUDGET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on tensors get at most so many blocks of memory and so many bytes, all of them together,
 * also those that were freed. Whatever needs more fails with libtorch's error for memory: a loop ends,
 * too, if each of its rounds makes a tensor. */
void fuzz_budget_begin(int64_t blocks, int64_t nbytes);

/* No limit. */
void fuzz_budget_end(void);

#ifdef __cplusplus
}
#endif

#endif
