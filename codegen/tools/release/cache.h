/* cache.h: finds releases by number: the project's own, and those that a script fetched. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_CACHE_H
#define CTORCH_GEN_TOOLS_RELEASE_CACHE_H

#include "util/arena.h"
#include "util/diag.h"

/* "2.14.1": only digits and two dots. */
bool release_is_number(const char *text);

/*
 * The path of a release named on the command line: the path itself, or for a number like "2.14.1",
 * unless a file has that name, the path of its operator list. `root` is the project's folder.
 * Reports that the release was not found, and how to fetch it, and returns NULL.
 */
const char *release_path(struct arena *arena, struct diag *diag, const char *root,
			 const char *name);

#endif
