/* named.h: a release that the command line names, read and with its C names. */
#ifndef CTORCH_GEN_RELEASE_NAMED_H
#define CTORCH_GEN_RELEASE_NAMED_H

#include "name/header_scan.h"
#include "options.h"

/*
 * `name` is a number, a path of a file or folder. What it names may not tell its release. False
 * after reporting what is wrong with it.
 */
bool release_load_named(struct run *run, const char *name, const struct api *api,
			struct model *model);

/* The same for --yaml: a list in the canonical form, or else what tells its release. */
bool release_load_listed(struct run *run, const char *name, const struct api *api,
			 struct model *model);

#endif
