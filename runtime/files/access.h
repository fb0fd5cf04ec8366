/*
 * Inside the library: who may read and write a file that takes the place of another one.
 */
#ifndef CT_FILES_ACCESS_H
#define CT_FILES_ACCESS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Gives the file behind fd, which only its owner can read, the owner, group, permissions and access
 * control list of the file at `path`, which `old` is about. What this process cannot give is left
 * out, but nobody except its new owner may do more with the new file than with the old one. false
 * with errno. */
bool ct_file_keep_access(int fd, const char *path, const struct stat *old);

#endif
