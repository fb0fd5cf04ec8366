/* load.h: from a yaml on disk to a model with types; everything but the C names. */
#ifndef CTORCH_GEN_LOAD_H
#define CTORCH_GEN_LOAD_H

#include "model.h"

/* False after reporting all that is wrong with the file. The spec is the model's. */
bool model_load(struct arena *arena, struct diag *diag, const char *yaml, struct model *model);

/* The same from a spec that is parsed, which the model has. */
bool model_build(struct arena *arena, struct diag *diag, struct model *model);

#endif
