/* nn.h: reads the lists of torch.nn's functions, in runtime/nn/, into the model. */
#ifndef CTORCH_GEN_NN_NN_H
#define CTORCH_GEN_NN_NN_H

#include "model.h"
#include "name/header_scan.h"

/*
 * Reads FOLDER/functions.yaml. The model's operators must have their names. Reports all errors; a
 * function that needs an operator that the release lacks is none.
 */
bool nn_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
	     struct model *model);

/* functions.c: reads functions.yaml into model->nn, without C names. */
bool nn_read_functions(struct arena *arena, struct diag *diag, const struct source *source,
		       struct model *model);

/* load.c: the first of the operators in `needs` that the release lacks; NULL if it has all. */
const char *nn_missing(struct arena *arena, const struct model *model, const char *needs);

#endif
