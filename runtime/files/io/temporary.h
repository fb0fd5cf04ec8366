/*
 * Inside the library: folders for files of a short life.
 */
#ifndef CT_FILES_IO_TEMPORARY_H
#define CT_FILES_IO_TEMPORARY_H

#include <ctorch/core/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a folder below TMPDIR or /tmp, which only this user can enter. The result is new:
 * "/tmp/ctorch-NAME-AbCdEf". */
ct_error ct_temporary_folder_new(const char *function, const char *name,
				 char **result) CT_WARN_UNUSED;

/* Removes a folder with the files in it, and frees its path. NULL is accepted. */
void ct_temporary_folder_remove(char *path);

#ifdef __cplusplus
}
#endif

#endif
