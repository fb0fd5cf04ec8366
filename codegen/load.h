/* load.h: reads a yaml file into a model with types, but without C names. */
#ifndef CTORCH_GEN_LOAD_H
#define CTORCH_GEN_LOAD_H

#include "model.h"

/* Reports all errors of the file; false if there are any. The model owns the spec. */
bool model_load(struct arena *arena, struct diag *diag, const char *yaml, struct model *model);

/* The same for a spec that is already parsed and in the model. */
bool model_build(struct arena *arena, struct diag *diag, struct model *model);

#endif
