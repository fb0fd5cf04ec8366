/*
 * Inside the library: a file that gets its name when it is complete.
 */
#ifndef CT_INTEROP_NEW_FILE_H
#define CT_INTEROP_NEW_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include <ctorch/error.h>

struct ct_new_file {
	int fd;             /* open for reading and writing */
	int folder;         /* where the name will be */
	const char *shown;  /* the path in error messages; borrowed */
	const char *name;   /* without the folder; borrowed */
	char temporary[40]; /* ".ctorch-1234-0.tmp"; "": the file system lets it have no name */
};

/* Opens an empty file in the folder of `path`. `mode` is subject to the process's umask. `path`
 * must live as long as the file; `shown` is the path that the user gave. */
ct_error ct_new_file_open(const char *function, const char *shown, const char *path, mode_t mode,
			  struct ct_new_file *result) CT_WARN_UNUSED;

/* Gives the file its name, in place of a file that has it. */
ct_error ct_new_file_replace(const char *function, struct ct_new_file *file) CT_WARN_UNUSED;

/* Gives the file its name if no file has it; `taken` is whether one does. */
ct_error ct_new_file_add(const char *function, struct ct_new_file *file,
			 bool *taken) CT_WARN_UNUSED;

/* Closes the file; one without its name is gone. */
void ct_new_file_close(struct ct_new_file *file);

#endif
