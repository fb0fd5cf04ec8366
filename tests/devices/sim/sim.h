/*
 * sim: two devices that exist only in this process, for tests of programs that use an accelerator
 * and as an example of a back end. Loading the library registers them with libtorch; a program that
 * only uses the devices ("sim:0", "sim:1") needs nothing of this header.
 *
 * A test controls them with these functions. It finds them with dlsym(), or links the library.
 */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define SIM_API extern "C" __attribute__((visibility("default")))
#else
#define SIM_API
#endif

/** How often something happened since the library was loaded, or since sim_reset(). */
struct sim_counts {
	int64_t kernels;          /**< operators computed; views and copies are none */
	int64_t copies_in;        /**< from the host's memory */
	int64_t copies_out;       /**< to the host's memory */
	int64_t copies_within;    /**< between two tensors of a device, or of two devices */
	int64_t copies_queued;    /**< those of all three that the host did not wait for */
	int64_t synchronizations; /**< times the host waited for a device, stream or event; a copy that
				     it waited for, and reading a number, are one each */
};

/** Memory of one device in bytes. */
struct sim_memory {
	int64_t allocated, reserved;           /**< by tensors; the same and cached blocks */
	int64_t peak_allocated, peak_reserved; /**< the highest since sim_reset() */
	int64_t out_of_memory;                 /**< how many allocations failed */
};

/** Each queued copy takes at least as long; 0 at first. */
SIM_API void sim_set_copy_delay(int64_t microseconds);

/** While held, no queued copy begins, so whatever comes after it in its stream waits, too. */
SIM_API void sim_hold_copies(bool held);

/** The memory of each device; 1 GiB at first. */
SIM_API void sim_set_byte_limit(int64_t nbytes);

SIM_API void sim_get_counts(struct sim_counts *counts);
SIM_API void sim_get_memory(int device, struct sim_memory *memory);

/** Pinned memory of the host in bytes: in use by tensors, or by copies that have not ended. */
SIM_API int64_t sim_pinned_nbytes(void);

/** Waits for both devices, releases cached memory, and makes all settings and counts those of a
 * library that was just loaded. Tensors stay. */
SIM_API void sim_reset(void);

#endif
