/*
 * Inside the library: extending files.
 */
#ifndef CT_FILES_IO_GROW_H
#define CT_FILES_IO_GROW_H

#include <stdint.h>

/* Extends a file that is open for writing to at least `wanted` bytes, whatever other processes do
 * with it meanwhile. Returns 0 or an errno. */
int ct_file_grow(int fd, int64_t wanted);

#endif
