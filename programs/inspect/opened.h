/* A file and what is in it. */
#ifndef CT_INSPECT_OPENED_H
#define CT_INSPECT_OPENED_H

#include "entries.h"
#include "file.h"

struct opened {
	struct file file;
	struct entries entries;
};

/* Prints a message and returns false if the file cannot be read, or has nothing that one of the keys
 * selects. Prints what was skipped. Close it if it is true. */
bool open_and_list(const char *path, const struct options *options, enum depth depth,
		   struct opened *result);

/* Two files at once, one of which must have what a key selects. */
bool open_two(const char *a, const char *b, const struct options *options, struct opened *left,
	      struct opened *right);

void close_opened(struct opened *opened);

#endif
