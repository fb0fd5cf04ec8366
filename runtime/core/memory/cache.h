/*
 * Inside the library: the cache of CPU memory, a heap that CPU tensors come from.
 */
#ifndef CT_CORE_MEMORY_CACHE_H
#define CT_CORE_MEMORY_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Smaller blocks are left to malloc(), which keeps them by itself. */
enum { CT_CACHE_LEAST = 4096 };

/* Reserves addresses; what is called again changes nothing. False: there can be no heap. */
bool ct_cache_start(void);

/* `n` bytes, aligned to 64. NULL: not from here. */
void *ct_cache_take(size_t n);

/* Whether memory came from ct_cache_take(); it goes back to ct_cache_give(). */
bool ct_cache_owns(const void *memory);
void ct_cache_give(void *memory);

/* At the beginning of a training step: gives back what no step of late has used. */
void ct_cache_step(void);

/* Gives back all that is free. Returns how many bytes of memory that were. */
size_t ct_cache_empty(void);

/* The most bytes that may be free and have memory; 0: the heap gives out nothing. */
void ct_cache_set_limit(size_t limit);

struct ct_cache_usage {
	size_t used;
	size_t cached; /* has memory, and is free; in granules */
};
struct ct_cache_usage ct_cache_measure(void);

#ifdef __cplusplus
}
#endif

#endif
