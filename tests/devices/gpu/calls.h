/*
 * Counts of what a process asks the CUDA run time for. The library that counts is loaded before
 * libtorch (LD_PRELOAD) and passes every call on; what cuBLAS and cuDNN launch themselves is not
 * seen. Both the program gpu and counts.py ask it.
 */
#ifndef GPU_CALLS_H
#define GPU_CALLS_H

#include <stdint.h>

#define GPU_CALLS(X) \
	X(launches)  \
	X(copies)    \
	X(fills)     \
	X(synchronizations) /* calls with which the host waits */

enum gpu_call {
#define X(name) gpu_call_##name,
	GPU_CALLS(X)
#undef X
		gpu_call_count
};

/* "launches"; NULL for another number. */
const char *gpu_call_name(int32_t call);
/* Since the start, or the last reset. */
int64_t gpu_calls(int32_t call);
void gpu_calls_reset(void);

#endif
