/*
 * Inside the library: the folder of compiled programs. Each is a file KEY.so: a library, and after it
 * the SHA-256 of its bytes.
 */
#ifndef CT_EXPORT_COMPILE_CACHE_H
#define CT_EXPORT_COMPILE_CACHE_H

#include <stdbool.h>

#include <ctorch/core/error.h>

/* The folder of the options, or that of the environment, as a new text. It is made if there is none.
 * An error if there may be files of others in it. */
ct_error ct_cache_open(const char *function, const char *given, char **result) CT_WARN_UNUSED;

/* Whether the file is there, whole, and this user's. */
bool ct_cache_has(const char *path);

/* Adds the library, which replaces a file that has the name. Removes those that no process has loaded for
 * 30 days. */
ct_error ct_cache_add(const char *function, const char *path, const char *library) CT_WARN_UNUSED;

#endif
