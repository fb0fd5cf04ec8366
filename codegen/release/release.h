/* release.h: a release's yaml, folder or wheel as a spec or as a model. */
#ifndef CTORCH_GEN_RELEASE_H
#define CTORCH_GEN_RELEASE_H

#include "model.h"

/*
 * The entries with the release's tags. `release` is NULL where nothing tells it. False after
 * reporting what is wrong.
 */
bool release_read(struct arena *arena, struct diag *diag, const char *path, struct spec *spec);

/* All its operators, with types and without C names. It may have no release here, either. */
bool release_load(struct arena *arena, struct diag *diag, const char *path, struct model *model);

#endif
