/*
 * What the system tells of the machine, where libtorch does not.
 */
#ifndef CT_SETTINGS_HOST_H
#define CT_SETTINGS_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The processor's name; that of its instruction set when the system has no other. */
void ct_host_cpu_name(char *name, size_t size);

/* Bytes; 0 where the system does not tell. */
void ct_host_memory(int64_t *available, int64_t *total);

#ifdef __cplusplus
}
#endif

#endif
