/*
 * Inside the library: errors of the system about a file.
 */
#ifndef CT_FILES_IO_ERROR_H
#define CT_FILES_IO_ERROR_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An error of the system, by errno: "PATH: WHAT: No such file or directory". */
ct_error ct_file_error(const char *function, const char *path, const char *what) CT_WARN_UNUSED;

#ifdef __cplusplus
}
#endif

#endif
