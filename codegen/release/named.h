/* named.h: a release that the command line names, read and with its C names. */
#ifndef CTORCH_GEN_RELEASE_NAMED_H
#define CTORCH_GEN_RELEASE_NAMED_H

#include "name/header_scan.h"

/*
 * `name` is a number, which is looked up for the project in `root`, or the path of a file or folder.
 * What is found there may not name its release. False after reporting what is wrong with it.
 */
bool release_load_named(struct arena *arena, struct diag *diag, const char *root, const char *name,
			const struct api *api, struct model *model);

/* The same for --yaml: a list in the canonical form, or else what tells its release. */
bool release_load_listed(struct arena *arena, struct diag *diag, const char *root, const char *name,
			 const struct api *api, struct model *model);

#endif
