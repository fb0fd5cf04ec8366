/*
 * Inside the library: the files of segments; segment.h has the rules.
 */
#ifndef CT_TENSOR_SHARING_SEGMENT_FILE_H
#define CT_TENSOR_SHARING_SEGMENT_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* The folder of shm_open() in glibc and musl. */
#define CT_SEGMENT_FOLDER "/dev/shm"
#define CT_SEGMENT_PREFIX "ctorch_"

/* shm_open() and shm_unlink() for a name without its slash. */
int ct_segment_file_open(const char *name, int access);
void ct_segment_file_unlink(const char *name);

/* flock(), retried after signals. */
int ct_segment_file_lock(int fd, int how);

/* Whether it is a file of this user that still has its name: others cannot have created it for us
 * to remove or read. */
bool ct_segment_file_is_ours(int fd, struct stat *about);

/* Removes the name unless the segment is in use; `fd` is a descriptor without a lock. */
bool ct_segment_file_remove_unused(int fd, const char *name);

/* ct_segment_reap(), unless it ran a moment ago. */
void ct_segment_reap_sometimes(void);

#endif
