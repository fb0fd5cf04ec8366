/*
 * Inside the library: where the libraries of libtorch are.
 */
#ifndef CT_DEVICE_LOADING_LOAD_H
#define CT_DEVICE_LOADING_LOAD_H

#include <stddef.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the path of a file beside libtorch_cpu, cut to `size`; "" if the loader does not say where
 * that is. */
void ct_libtorch_path(const char *file, char *path, size_t size) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
