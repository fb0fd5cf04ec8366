/*
 * Inside the library: what a shared library needs, and CUDA's driver.
 */
#ifndef CT_DEVICE_CUDA_NEEDED_H
#define CT_DEVICE_CUDA_NEEDED_H

#include <stdbool.h>
#include <stdint.h>

/* Calls a function with each library that the shared library names as needed (DT_NEEDED), without
 * loading it. False if the file cannot be read or is none for this machine. */
typedef void (*ct_needed_visitor)(const char *name, void *context);
bool ct_visit_needed(const char *path, ct_needed_visitor visit, void *context);

/* The CUDA release that the driver supports, 13020 for 13.2; 0 if there is none. */
int64_t ct_cuda_driver_version(void);

#endif
