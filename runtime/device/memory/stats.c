/*
 * The statistics of a device's memory: by their names, and as a table.
 */
#include <inttypes.h>
#include <stdio.h>

#include <ctorch/device/memory.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>

#include "device/memory/memory.h"

static const char *const quantities[CT_MEMORY_QUANTITIES] = {
	[CT_MEMORY_ACTIVE] = "active",
	[CT_MEMORY_ACTIVE_BYTES] = "active_bytes",
	[CT_MEMORY_ALLOCATED_BYTES] = "allocated_bytes",
	[CT_MEMORY_ALLOCATION] = "allocation",
	[CT_MEMORY_INACTIVE_SPLIT] = "inactive_split",
	[CT_MEMORY_INACTIVE_SPLIT_BYTES] = "inactive_split_bytes",
	[CT_MEMORY_REQUESTED_BYTES] = "requested_bytes",
	[CT_MEMORY_RESERVED_BYTES] = "reserved_bytes",
	[CT_MEMORY_SEGMENT] = "segment",
};

static const char *const events[CT_MEMORY_EVENTS] = {
	[CT_MEMORY_MAX_SPLIT_SIZE] = "max_split_size",
	[CT_MEMORY_NUM_ALLOC_RETRIES] = "num_alloc_retries",
	[CT_MEMORY_NUM_DEVICE_ALLOC] = "num_device_alloc",
	[CT_MEMORY_NUM_DEVICE_FREE] = "num_device_free",
	[CT_MEMORY_NUM_OOMS] = "num_ooms",
	[CT_MEMORY_NUM_SYNC_ALL_STREAMS] = "num_sync_all_streams",
};

/* --- By their names --------------------------------------------------------------------------- */

enum { MAX_NAME = 64 };

static ct_error add(ct_value *dict, const char *name, int64_t number)
{
	return ct_value_dict_set(dict, ct_value_string(name), ct_value_int(number));
}

/* In the order of the alphabet. */
static ct_error add_counts(ct_value *dict, const char *prefix, const ct_memory_counts *counts)
{
	const struct {
		const char *name;
		int64_t number;
	} parts[] = { { "allocated", counts->allocated },
		      { "current", counts->current },
		      { "freed", counts->freed },
		      { "peak", counts->peak } };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char name[MAX_NAME];

		snprintf(name, sizeof name, "%s.%s", prefix, parts[i].name);
		CT_TRY(add(dict, name, parts[i].number));
	}
	return NULL;
}

static ct_error add_pools(ct_value *dict, const char *quantity,
			  const ct_memory_counts pools[CT_MEMORY_POOLS])
{
	static const struct {
		const char *name;
		int pool;
	} sorted[] = { { "all", CT_MEMORY_ALL },
		       { "large_pool", CT_MEMORY_LARGE_POOL },
		       { "small_pool", CT_MEMORY_SMALL_POOL } };

	for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++) {
		char prefix[MAX_NAME];

		snprintf(prefix, sizeof prefix, "%s.%s", quantity, sorted[i].name);
		CT_TRY(add_counts(dict, prefix, &pools[sorted[i].pool]));
	}
	return NULL;
}

/* Python sorts the names; those of both tables are. */
static ct_error add_all(ct_value *dict, const ct_memory_numbers *numbers)
{
	for (int i = 0; i < CT_MEMORY_INACTIVE_SPLIT_BYTES + 1; i++)
		CT_TRY(add_pools(dict, quantities[i], numbers->pools[i]));
	for (int i = 0; i < CT_MEMORY_EVENTS; i++)
		CT_TRY(add(dict, events[i], numbers->events[i]));
	CT_TRY(add_counts(dict, "oversize_allocations", &numbers->oversize_allocations));
	CT_TRY(add_counts(dict, "oversize_segments", &numbers->oversize_segments));
	for (int i = CT_MEMORY_INACTIVE_SPLIT_BYTES + 1; i < CT_MEMORY_QUANTITIES; i++)
		CT_TRY(add_pools(dict, quantities[i], numbers->pools[i]));
	return NULL;
}

ct_error ct_device_memory_stats(ct_device device, ct_value *result)
{
	ct_memory_numbers numbers;
	ct_value dict;
	ct_error error;

	CT_TRY(ct_memory_numbers_of(device, &numbers));
	dict = ct_value_dict_new();
	error = add_all(&dict, &numbers);
	if (error || result == NULL)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

static ct_error now_and_peak(ct_device device, int quantity, int64_t *now, int64_t *peak)
{
	ct_memory_numbers numbers;
	const ct_memory_counts *counts = &numbers.pools[quantity][CT_MEMORY_ALL];

	CT_TRY(ct_memory_numbers_of(device, &numbers));
	if (now)
		*now = counts->current;
	if (peak)
		*peak = counts->peak;
	return NULL;
}

ct_error ct_device_memory_allocated(ct_device device, int64_t *now, int64_t *peak)
{
	return now_and_peak(device, CT_MEMORY_ALLOCATED_BYTES, now, peak);
}

ct_error ct_device_memory_reserved(ct_device device, int64_t *now, int64_t *peak)
{
	return now_and_peak(device, CT_MEMORY_RESERVED_BYTES, now, peak);
}
