/* memory.h: statistics of libtorch's allocator of device memory, in C++. */
#ifndef CUDA_MEMORY_H
#define CUDA_MEMORY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
	int64_t allocated, reserved, retries, failures;
} device_memory;

device_memory memory_of_device(int device);
void empty_device_cache(void);

#ifdef __cplusplus
}
#endif

#endif
