/* named.h: reads a release named on the command line and assigns its C names. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_NAMED_H
#define CTORCH_GEN_TOOLS_RELEASE_NAMED_H

#include "headers/scan.h"

/*
 * `name` is a release number, which is looked up for the project in `root`, or the path of a file
 * or folder. The list need not have a release number. Reports all errors.
 */
bool release_load_named(struct arena *arena, struct diag *diag, const char *root, const char *name,
			const struct api *api, struct model *model);

/* The same for --yaml: a list in the canonical form, or a folder or wheel with a known release. */
bool release_load_listed(struct arena *arena, struct diag *diag, const char *root, const char *name,
			 const struct api *api, struct model *model);

#endif
