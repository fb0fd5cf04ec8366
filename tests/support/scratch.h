/*
 * An empty folder for the files of a test.
 */
#ifndef SUPPORT_SCRATCH_H
#define SUPPORT_SCRATCH_H

enum { SCRATCH_SIZE = sizeof "/tmp/ctorch-test-XXXXXX" };

/* `folder` is room for its path. */
void make_scratch(char folder[SCRATCH_SIZE]);

/* Fails if files are left: the test has removed its own, so the library left them. */
void remove_scratch(const char *folder);

#endif
