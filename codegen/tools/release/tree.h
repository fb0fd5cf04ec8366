/* tree.h: finds the operator list of PyTorch in a folder or a wheel. */
#ifndef CTORCH_GEN_TOOLS_RELEASE_TREE_H
#define CTORCH_GEN_TOOLS_RELEASE_TREE_H

#include "model.h"

struct release_files {
	struct source yaml;  /* native_functions.yaml */
	struct source tags;  /* tags.yaml next to it; empty if there is none */
	const char *release; /* "2.15.0"; NULL: unknown */
	const char *version; /* "2.15.0+cpu", "2.16.0rc2": what `release` was taken from; or NULL */
};

/* `path` is a yaml, a folder or a wheel. Reports what was not found. */
bool release_find(struct arena *arena, struct diag *diag, const char *path,
		  struct release_files *files);

/* True if the path is a folder or a wheel; false if it is a list itself. */
bool release_is_tree(const char *path);

/* "2.15.0" for the folder that contains include/ATen; NULL, without a message, if unknown. */
const char *release_of_libtorch(struct arena *arena, struct diag *diag, const char *folder);

#endif
