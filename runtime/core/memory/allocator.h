/*
 * Inside the library: what begins the caching of CPU memory, what empties the caches of devices, and
 * allocators in front of libtorch's, which the hook for making room needs (room.hpp).
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
 * (device_allocators.cpp). */
int64_t ct_device_caches_empty(void) CT_NOEXCEPT;

/* Puts an allocator in front of libtorch's for the CPU; once. */
void ct_cpu_allocator_install(void) CT_NOEXCEPT;

/* The same for the device of a plug-in, if one is loaded. */
void ct_device_allocator_install(void) CT_NOEXCEPT;

/* Whether the program has set a hook. */
bool ct_memory_has_hook(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
