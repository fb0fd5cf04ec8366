/* in_file.h: opens all input files. A file found in a folder cannot make the program wait. */
#ifndef CTORCH_GEN_UTIL_IN_FILE_H
#define CTORCH_GEN_UTIL_IN_FILE_H

#include <stdio.h>

enum in_kind {
	IN_FOUND, /* found in a folder: must be a regular file */
	IN_NAMED, /* named by the user; may be a pipe: --yaml <(xzcat list.xz) */
};

/* NULL or -1 on failure; in_problem() then says why. */
FILE *in_open(const char *path, enum in_kind kind);
int in_open_descriptor(const char *path, enum in_kind kind);

/* "No such file or directory", "not a regular file". Valid until errno changes. */
const char *in_problem(void);

#endif
