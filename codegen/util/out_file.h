/*
 * out_file.h: what a path that is to be written to means. A file is replaced whole, by one that was
 * written beside it; a device, a pipe or what stdout leads to cannot be, and is written to. For
 * runtime/programs/ct_registry.c, too.
 */
#ifndef CTORCH_GEN_UTIL_OUT_FILE_H
#define CTORCH_GEN_UTIL_OUT_FILE_H

#include <limits.h>
#include <stdbool.h>

/* Whether it is there and is written to: /dev/full, a fifo, /dev/stdout also where that leads to a
 * file. A folder is not. */
bool out_is_stream(const char *path);

/* A descriptor for such a one, to be closed; -1 with errno. */
int out_open_stream(const char *path);

/* The name that is to be replaced, behind symbolic links, which stay; there may be nothing of the
 * name yet. False with errno. */
bool out_behind_links(const char *path, char found[PATH_MAX]);

#endif
