/* nn.h: reads the lists of torch.nn's functions and classes, in runtime/nn/, into the model. */
#ifndef CTORCH_GEN_NN_NN_H
#define CTORCH_GEN_NN_NN_H

#include "model.h"
#include "name/header_scan.h"

/*
 * Reads functions.yaml and classes.yaml in the folder; NULL: there is none. The model's operators
 * must have their names. Reports all errors; that the release lacks an operator is none.
 */
bool nn_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
	     struct model *model);

/* functions.c, classes.c: one of the lists, without C names. */
bool nn_read_functions(struct arena *arena, struct diag *diag, const struct source *source,
		       struct nn *nn);
bool nn_read_classes(struct arena *arena, struct diag *diag, const struct source *source,
		     struct nn *nn);

/* Reports defaults that C cannot write. */
bool nn_defaults_are_known(struct diag *diag, const struct op *op);

/* Reports a text that cannot become a comment. */
bool nn_is_comment(struct diag *diag, const struct item *item);

#endif
