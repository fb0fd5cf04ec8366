/*
 * Loading: what the functions that make tensors share (rebuild.c, rebuild_sparse.c).
 */
#ifndef CT_SAVE_REBUILD_H
#define CT_SAVE_REBUILD_H

#include "save/loader.h"

/* More than libtorch's operators can handle. */
enum { CT_MAX_DIM = 64 };

struct ct_saved_ints {
	int64_t at[CT_MAX_DIM], len;
};

/* Where a tensor's elements are in its storage. */
struct ct_place {
	int64_t offset;
	struct ct_saved_ints size, stride;
};

/* A letter for each argument: a storage, an int, Ints, a bool, a tensor, a Tuple, a dtype, a
 * layout, anything (*). More may follow. */
ct_error ct_rebuild_check(const struct ct_loader *self, const struct ct_node *arguments,
			  const char *forms) CT_WARN_UNUSED;

struct ct_saved_ints ct_rebuild_ints(const struct ct_node *node);

/* The tensor of a node that another tensor is made of, which libtorch does not copy: dense. Borrowed
 * from the node. */
ct_error ct_rebuild_dense(struct ct_loader *self, struct ct_node *node,
			  ct_tensor **result) CT_WARN_UNUSED;

/* The same for one that may be copied: dense, and not larger than its storage.
 * Borrowed from the node. */
ct_error ct_rebuild_part(struct ct_loader *self, struct ct_node *node,
			 ct_tensor **result) CT_WARN_UNUSED;

/* (layout, data). */
ct_error ct_rebuild_sparse(struct ct_loader *self, const struct ct_node *arguments,
			   ct_tensor **result) CT_WARN_UNUSED;

/* (buffer, sizes, strides, offsets). */
ct_error ct_rebuild_nested(struct ct_loader *self, const struct ct_node *arguments,
			   ct_tensor **result) CT_WARN_UNUSED;

#endif
