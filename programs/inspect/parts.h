/* The strided tensors that a tensor of any layout consists of. */
#ifndef CT_INSPECT_PARTS_H
#define CT_INSPECT_PARTS_H

#include <ctorch/core/types.h>

#include "text.h"

/* A strided tensor itself, the indices and values of a sparse one, the components of a nested one. */
struct parts {
	ct_tensor **tensors;
	int64_t len;
	int64_t indices; /* so many of them, the first, are indices */
};

/* New handles; release them unless it is an error. */
ct_error parts_of(const ct_tensor *tensor, struct parts *result) CT_WARN_UNUSED;
void free_parts(struct parts *parts);

/* Bytes of all elements. */
int64_t parts_nbytes(const struct parts *parts);

/* "sparse_coo" and "sparse COO". */
struct layout_names {
	const char *name, *title;
};

struct layout_names layout_names(const ct_tensor *tensor);

/* "[2, 3]", or "nested" for a tensor that has no shape. */
void text_add_shape(struct text *text, const ct_tensor *tensor);

#endif
