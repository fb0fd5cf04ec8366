/**
 * @file
 * The memory of devices: libtorch's caching allocators, their statistics, and the memory of the host
 * that devices copy from.
 *
 * An allocator keeps the memory of freed tensors for the next ones. **Allocated** bytes are those of
 * tensors, **reserved** ones all that it has taken from the device. core/memory.h is about the
 * handles of this library, and about the CPU's memory.
 *
 * The functions use libtorch's generic interface (libtorch 2.10 and later), and serve every device
 * whose library has a DeviceAllocator. Index -1 is the current device. Any thread may call them.
 */
#ifndef CTORCH_DEVICE_MEMORY_H
#define CTORCH_DEVICE_MEMORY_H

#include <stdio.h>

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/operators/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns all statistics of a device's allocator (torch.accelerator.memory_stats()): a dict from
 * names such as "allocated_bytes.all.peak" to integers, sorted. Its parts are a quantity, a pool
 * (all, small_pool, large_pool), and current, peak, allocated (in all) or freed; some, such as
 * "num_ooms", have one part. `*result` is new: ct_value_free().
 */
CT_API ct_error ct_device_memory_stats(ct_device device, ct_value *result) CT_RETURNS_ERROR;

/** Returns the bytes of tensors on a device, now and at most
 * (torch.accelerator.memory_allocated(), max_memory_allocated()). Either pointer may be NULL. */
CT_API ct_error ct_device_memory_allocated(ct_device device, int64_t *now,
					   int64_t *peak) CT_RETURNS_ERROR;

/** Returns the bytes that the allocator has taken from a device, now and at most
 * (torch.accelerator.memory_reserved(), max_memory_reserved()). Either pointer may be NULL. */
CT_API ct_error ct_device_memory_reserved(ct_device device, int64_t *now,
					  int64_t *peak) CT_RETURNS_ERROR;

/** Makes the present values the peaks (torch.accelerator.reset_peak_memory_stats()). */
CT_API ct_error ct_device_reset_peak_memory_stats(ct_device device) CT_RETURNS_ERROR;

/** Makes the sums over time, allocated and freed, 0
 * (torch.accelerator.reset_accumulated_memory_stats()). */
CT_API ct_error ct_device_reset_accumulated_memory_stats(ct_device device) CT_RETURNS_ERROR;

/** Prints the statistics as a table (torch.cuda.memory_summary()). */
CT_API ct_error ct_device_print_memory(ct_device device, FILE *stream CT_NULLABLE)
	CT_TEXT(ct_device_memory_to_string) CT_RETURNS_ERROR;
/** Returns this table as a text; `*result` is new: ct_free(). */
CT_API ct_error ct_device_memory_to_string(ct_device device, char **result) CT_RETURNS_ERROR;

/** Gives memory that no tensor uses back to all devices of a type, where other programs can have it
 * (torch.accelerator.empty_cache()). ct_memory_empty_cache() includes it. */
CT_API ct_error ct_device_empty_cache(ct_device_type type) CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/** Gives pinned memory of the host that no tensor uses back to the system
 * (torch.accelerator.empty_host_cache()). Needs libtorch 2.8. */
CT_API ct_error ct_device_empty_host_cache(ct_device_type type)
	CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
