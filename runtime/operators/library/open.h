/*
 * Inside the library: opening libraries that register operators and devices.
 */
#ifndef CT_OPERATORS_LIBRARY_OPEN_H
#define CT_OPERATORS_LIBRARY_OPEN_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* dlopen(), and what libctorch does about new devices. `flags` are RTLD_LOCAL or RTLD_GLOBAL. Returns
 * NULL, or the loader's reason, which is valid until this thread's next call of it. */
const char *ct_library_open(const char *path, int flags) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
