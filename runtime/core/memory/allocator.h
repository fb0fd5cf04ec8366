/*
 * Inside the library: what begins the caching of CPU memory, and empties the caches of devices.
 */
#ifndef CT_CORE_MEMORY_ALLOCATOR_H
#define CT_CORE_MEMORY_ALLOCATOR_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* At the beginning of a thread's outermost step. The first one starts the cache, unless it was
 * switched off. */
void ct_cache_begin_step(void) CT_NOEXCEPT;

/* Makes the allocators of all devices give back what no tensor uses; returns the bytes
 * (device_caches.cpp). */
int64_t ct_device_caches_empty(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
