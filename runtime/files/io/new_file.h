/*
 * Inside the library: a file that gets its name when it is complete.
 */
#ifndef CT_FILES_IO_NEW_FILE_H
#define CT_FILES_IO_NEW_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include <ctorch/core/error.h>

/* ".ctorch-1234-0123456789abcdef.tmp" */
enum { CT_TEMPORARY_NAME = 48 };

struct ct_new_file {
	int fd;                            /* open for reading and writing */
	int folder;                        /* the folder of the name */
	const char *shown;                 /* the path in error messages; borrowed */
	const char *name;                  /* without the folder; borrowed */
	mode_t mode;                       /* 0666; subject to the process's umask */
	char temporary[CT_TEMPORARY_NAME]; /* "": none; after a swap, that of the old file */
	bool is_swapped;
};

/* Opens an empty file in the folder of `path`. `mode` is subject to the process's umask. `path`
 * must live as long as the file; `shown` is the path that the user gave, `what` is for an error:
 * "making it". */
ct_error ct_new_file_open(const char *function, const char *shown, const char *path, mode_t mode,
			  const char *what, struct ct_new_file *result) CT_WARN_UNUSED;

/* Gives the file its name, in place of a file that has it. */
ct_error ct_new_file_replace(const char *function, struct ct_new_file *file) CT_WARN_UNUSED;

/* As ct_new_file_replace(), but until the file is closed, ct_new_file_swap_back() takes the name away
 * again, which an old file gets back. If the file system cannot exchange names, the old file is lost. */
ct_error ct_new_file_swap(const char *function, struct ct_new_file *file) CT_WARN_UNUSED;
void ct_new_file_swap_back(struct ct_new_file *file);

/* Gives the file its name if no file has it; `taken` is whether one does. A file system that can
 * neither give a file two names nor rename it without replacing another one gets an empty file of
 * that name, which is then taken. */
ct_error ct_new_file_add(const char *function, struct ct_new_file *file,
			 bool *taken) CT_WARN_UNUSED;

/* Closes the file; a file without its name is gone. */
void ct_new_file_close(struct ct_new_file *file);

#endif
