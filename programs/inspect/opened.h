/* A file and what is in it. */
#ifndef CT_INSPECT_OPENED_H
#define CT_INSPECT_OPENED_H

#include "entries.h"
#include "file.h"

struct opened {
	struct file file;
	struct entries entries;
};

/* Prints a message and returns false if the file cannot be read; prints what was skipped. Close it
 * if it is true. */
bool open_and_list(const char *path, const struct options *options, enum depth depth,
		   struct opened *result);
void close_opened(struct opened *opened);

#endif
