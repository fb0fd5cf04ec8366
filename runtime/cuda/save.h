/*
 * Inside libctorch_cuda: writing a file, for C++.
 */
#ifndef CT_CUDA_SAVE_H
#define CT_CUDA_SAVE_H

#include <stddef.h>

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Completely or not at all. */
__attribute__((visibility("hidden"))) ct_error ct_cuda_save_(const char *function, const char *path,
							     const void *bytes,
							     size_t n) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
