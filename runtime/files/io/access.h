/*
 * Inside the library: permissions of a file that replaces another one.
 */
#ifndef CT_FILES_IO_ACCESS_H
#define CT_FILES_IO_ACCESS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the open file fd, which only its owner can read, the owner, group, permissions and access
 * control list of the file at `path`, which `old` is about. It omits what this process cannot set,
 * but only the new owner may do more with the new file than with the old one. false with errno. */
bool ct_file_keep_access(int fd, const char *path, const struct stat *old);

#endif
