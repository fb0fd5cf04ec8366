/*
 * out_file.h: decides how an output path is written. A regular file is replaced as a whole: the new
 * contents are written next to it first. A device, a pipe or the file of stdout cannot be replaced;
 * it is written to directly. programs/ct_registry.c also uses this file.
 */
#ifndef CTORCH_GEN_UTIL_OUT_FILE_H
#define CTORCH_GEN_UTIL_OUT_FILE_H

#include <limits.h>
#include <stdbool.h>

/* True if the path exists and must be written to directly: /dev/full, a fifo, /dev/stdout even if
 * that is a regular file. False for a folder. */
bool out_is_stream(const char *path);

/* Opens such a path; the caller closes the descriptor. -1 with errno. */
int out_open_stream(const char *path);

/* Follows symbolic links to the file that is to be replaced, which need not exist. The links stay.
 * False with errno. */
bool out_resolve_links(const char *path, char found[PATH_MAX]);

#endif
