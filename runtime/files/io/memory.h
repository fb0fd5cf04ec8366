/*
 * Inside the library: bytes in memory as an open file, for readers of files.
 */
#ifndef CT_FILES_IO_MEMORY_H
#define CT_FILES_IO_MEMORY_H

#include <stddef.h>

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies the bytes into a file without a name, which is open; `path` is for messages. */
ct_error ct_file_of_bytes(const char *function, const char *path, const void *bytes, size_t n,
			  int *fd) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
