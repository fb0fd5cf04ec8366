/* classes.h: reads the lists of functions and classes of torch.nn, torch.optim and
 * torchvision.transforms, in runtime/nn/, runtime/optim/ and runtime/transforms/, into the model. */
#ifndef CTORCH_GEN_CLASSES_CLASSES_H
#define CTORCH_GEN_CLASSES_CLASSES_H

#include "model.h"
#include "name/header_scan.h"

/*
 * Reads functions.yaml, classes.yaml and, if they exist, names.tsv with names.yaml, and
 * other_names.yaml from the folder `nn`; optimizers.yaml and schedulers.yaml from `optim`, and
 * transforms.yaml from `transforms`, which may be NULL. If `nn` is NULL, nothing is read. The
 * operators must have their C names. Reports all errors; an operator that the release lacks is not
 * one.
 */
bool nn_load(struct arena *arena, struct diag *diag, const char *nn, const char *optim,
	     const char *transforms, const struct api *api, struct model *model);

/* functions.c, classes.c: one of the lists, without C names. */
bool nn_read_functions(struct arena *arena, struct diag *diag, const struct source *source,
		       struct nn *nn);
bool nn_read_classes(struct arena *arena, struct diag *diag, const struct source *source,
		     struct nn *nn);
bool nn_read_optimizers(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn);
bool nn_read_schedulers(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn);
bool nn_read_transforms(struct arena *arena, struct diag *diag, const struct source *source,
			struct nn *nn);

/* names.c: names.tsv and names.yaml in the folder, if there is the first; call it last. */
bool nn_read_names(struct arena *arena, struct diag *diag, const char *folder,
		   const struct api *api, struct model *model);

/* other_names.c: other_names.yaml in the folder, if it exists, and the names of the transforms. */
bool nn_read_other_names(struct arena *arena, struct diag *diag, const char *folder,
			 const struct api *api, struct model *model);

/* load.c: reads a file of the folder and notes it in nn->files; NULL after an error. */
const struct source *nn_read_file(struct arena *arena, struct diag *diag, struct nn *nn,
				  const char *folder, const char *name);

/* Reports defaults that C cannot write. */
bool nn_defaults_are_known(struct diag *diag, const struct op *op);

/* Reports a text that cannot become a comment. */
bool nn_is_comment(struct diag *diag, const struct item *item);

#endif
