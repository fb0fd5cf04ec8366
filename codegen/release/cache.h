/* cache.h: releases by number: the project's own, and those that a script fetched. */
#ifndef CTORCH_GEN_RELEASE_CACHE_H
#define CTORCH_GEN_RELEASE_CACHE_H

#include "util/arena.h"
#include "util/diag.h"

/* "2.14.1": digits and two dots alone. */
bool release_is_number(const char *text);

/*
 * What is to be read for a release that the command line names: the path itself, or for "2.14.1",
 * unless there is a file of that name, where its operator list is: `root` is the project's folder.
 * NULL after reporting that it is nowhere, and how to fetch it.
 */
const char *release_path(struct arena *arena, struct diag *diag, const char *root,
			 const char *name);

#endif
