/*
 * Inside the library: making files longer.
 */
#ifndef CT_FILES_GROW_H
#define CT_FILES_GROW_H

#include <stdint.h>

/* Makes a file that is open for writing at least `wanted` bytes long, whatever other processes do
 * with it meanwhile. Returns 0 or an errno. */
int ct_file_grow(int fd, int64_t wanted);

#endif
