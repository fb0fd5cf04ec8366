/* classes.h: reads the lists of classes, and of functions of torch.nn, which are in the runtime's
 * folders, into the model. */
#ifndef CTORCH_GEN_CLASSES_H
#define CTORCH_GEN_CLASSES_H

#include "model.h"
#include "headers/scan.h"

/* families.c: all families of classes. The first one is that of torch.nn. */
extern const struct family families[];
extern const size_t families_len;

/*
 * Reads from the folder of the runtime, unless it is NULL: functions.yaml and, if they exist,
 * names.tsv with names.yaml, and other_names.yaml in nn/; the list of each family whose folder
 * exists. The operators must have their C names. Reports all errors; an operator that the release
 * lacks is not one.
 */
bool classes_load(struct arena *arena, struct diag *diag, const char *folder, const struct api *api,
		  struct model *model);

/* functions.c, classes.c: one of the lists, without C names. */
bool functions_read(struct arena *arena, struct diag *diag, const struct source *source,
		    struct nn *nn);
bool class_list_read(struct arena *arena, struct diag *diag, const struct source *source,
		     const struct family *family, struct nn *nn);

/* names.c: nn/names.tsv and nn/names.yaml, if there is the first; call it last. */
bool python_names_read(struct arena *arena, struct diag *diag, const char *folder,
		       const struct api *api, struct model *model);

/* other_names.c: nn/other_names.yaml, if it exists, and the names of classes that names.tsv does not
 * have. */
bool other_names_read(struct arena *arena, struct diag *diag, const char *folder,
		      const struct api *api, struct model *model);

/* load.c: reads a file of the folder and notes it in nn->files; NULL after an error. */
const struct source *list_file(struct arena *arena, struct diag *diag, struct nn *nn,
			       const char *folder, const char *name);

/* Reports defaults that C cannot write. */
bool defaults_are_known(struct diag *diag, const struct op *op);

/* Reports a text that cannot become a comment. */
bool is_comment(struct diag *diag, const struct item *item);

#endif
