/*
 * Inside the library: the numbers that the allocator of a device keeps.
 */
#ifndef CT_DEVICE_MEMORY_H
#define CT_DEVICE_MEMORY_H

#include <stdint.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Quantities that are counted for each pool. KEEP THE SAME: the names in stats.c. */
enum {
	CT_MEMORY_ACTIVE,
	CT_MEMORY_ACTIVE_BYTES,
	CT_MEMORY_ALLOCATED_BYTES,
	CT_MEMORY_ALLOCATION,
	CT_MEMORY_INACTIVE_SPLIT,
	CT_MEMORY_INACTIVE_SPLIT_BYTES,
	CT_MEMORY_REQUESTED_BYTES,
	CT_MEMORY_RESERVED_BYTES,
	CT_MEMORY_SEGMENT,
	CT_MEMORY_QUANTITIES
};

/* libtorch's order. */
enum { CT_MEMORY_ALL, CT_MEMORY_SMALL_POOL, CT_MEMORY_LARGE_POOL, CT_MEMORY_POOLS };

/* What is counted once. KEEP THE SAME: the names in stats.c. */
enum {
	CT_MEMORY_MAX_SPLIT_SIZE,
	CT_MEMORY_NUM_ALLOC_RETRIES,
	CT_MEMORY_NUM_DEVICE_ALLOC,
	CT_MEMORY_NUM_DEVICE_FREE,
	CT_MEMORY_NUM_OOMS,
	CT_MEMORY_NUM_SYNC_ALL_STREAMS,
	CT_MEMORY_EVENTS
};

typedef struct ct_memory_counts {
	int64_t current, peak, allocated, freed;
} ct_memory_counts;

typedef struct ct_memory_numbers {
	ct_memory_counts pools[CT_MEMORY_QUANTITIES][CT_MEMORY_POOLS];
	ct_memory_counts oversize_allocations, oversize_segments;
	int64_t events[CT_MEMORY_EVENTS];
} ct_memory_numbers;

/* The device may have index -1. */
ct_error ct_memory_numbers_of(ct_device device, ct_memory_numbers *result) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
