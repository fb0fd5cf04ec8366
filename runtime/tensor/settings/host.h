/*
 * Facts about the machine from the system, where libtorch has none.
 */
#ifndef CT_TENSOR_SETTINGS_HOST_H
#define CT_TENSOR_SETTINGS_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The processor's name, or that of its instruction set. */
void ct_host_cpu_name(char *name, size_t size);

/* Bytes; 0 if the system does not know. */
void ct_host_memory(int64_t *available, int64_t *total);

#ifdef __cplusplus
}
#endif

#endif
