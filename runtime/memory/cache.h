/*
 * Inside the library: the cache of CPU memory and the steps of training loops.
 */
#ifndef CT_MEMORY_CACHE_H
#define CT_MEMORY_CACHE_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* At the beginning of a thread's outermost step. The first one starts the cache, unless it was
 * switched off. */
void ct_cache_begin_step(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
