/*
 * Inside the library: opening libraries that register operators and devices.
 */
#ifndef CT_OPERATORS_LIBRARY_OPEN_H
#define CT_OPERATORS_LIBRARY_OPEN_H

#include <stdbool.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* dlopen(), and what libctorch does about new devices. `flags` are RTLD_LOCAL or RTLD_GLOBAL. Returns
 * NULL, or the loader's reason, which is valid until this thread's next call of it. */
const char *ct_library_open(const char *path, int flags) CT_NOEXCEPT;

/* Whether libtorch's CUDA part is loaded. */
bool ct_has_cuda(void) CT_NOEXCEPT;

/* For a process that has just loaded it: an error if that was too late for it to be of use. */
ct_error ct_refuse_late_cuda(const char *function) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
