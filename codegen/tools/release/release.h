/* release.h: reads the yaml, folder or wheel of a release into a spec or a model. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_H
#define CTORCH_GEN_TOOLS_RELEASE_H

#include "model.h"

/*
 * Reads the entries and the release's tags. `release` is NULL if it was not found. Reports all
 * errors.
 */
bool release_read(struct arena *arena, struct diag *diag, const char *path, struct spec *spec);

/* All operators, with types but without C names. Here too the release may be NULL. */
bool release_load(struct arena *arena, struct diag *diag, const char *path, struct model *model);

#endif
