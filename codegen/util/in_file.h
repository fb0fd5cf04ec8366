/* in_file.h: the one place that opens what is read. No file can make it wait that is only found. */
#ifndef CTORCH_GEN_UTIL_IN_FILE_H
#define CTORCH_GEN_UTIL_IN_FILE_H

#include <stdio.h>

enum in_kind {
	IN_FOUND, /* in a folder: has to be a regular file */
	IN_NAMED, /* by the user, who may mean a pipe: --yaml <(xzcat list.xz) */
};

/* NULL or -1: in_problem() says why. */
FILE *in_open(const char *path, enum in_kind kind);
int in_open_descriptor(const char *path, enum in_kind kind);

/* "No such file or directory", "not a regular file"; until errno changes. */
const char *in_problem(void);

#endif
