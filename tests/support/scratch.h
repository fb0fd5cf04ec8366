/*
 * An empty folder for the files of a test.
 */
#ifndef SUPPORT_SCRATCH_H
#define SUPPORT_SCRATCH_H

enum { SCRATCH_SIZE = sizeof "/tmp/ctorch-test-XXXXXX" };

/* `folder` is room for its path. */
void make_scratch(char folder[SCRATCH_SIZE]);

/* The test has removed its files: what is left was left behind by the library, and it fails. */
void remove_scratch(const char *folder);

#endif
