/*
 * Loading: what the functions that make tensors share.
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

/* --- Arguments (rebuild_arguments.c) ----------------------------------------------------------- */

/* A letter for each argument: a storage, an int, Ints, a bool, a tensor, a Tuple, a dtype, a
 * layout, anything (*). More may follow. */
ct_error ct_rebuild_check(const struct ct_loader *self, const struct ct_node *arguments,
			  const char *forms) CT_WARN_UNUSED;

/* The same for one argument and one letter of `forms`, without an error. */
bool ct_rebuild_has_form(const struct ct_node *node, char form);

struct ct_saved_ints ct_rebuild_ints(const struct ct_node *node);

/* From four arguments: storage, offset, size, stride. An error if it is not inside the storage. */
ct_error ct_rebuild_place(struct ct_loader *self, struct ct_node *const *item, ct_dtype dtype,
			  struct ct_place *result) CT_WARN_UNUSED;
ct_error ct_rebuild_check_place(const struct ct_loader *self, const struct ct_place *place,
				ct_dtype dtype, int64_t nbytes) CT_WARN_UNUSED;

/* --- Parts (rebuild.c) ------------------------------------------------------------------------- */

/* The tensor of a node that another tensor is made of, which libtorch does not copy: dense. Borrowed
 * from the node. */
ct_error ct_rebuild_dense(struct ct_loader *self, struct ct_node *node,
			  ct_tensor **result) CT_WARN_UNUSED;

/* The same for one that may be copied: dense, and not larger than its storage.
 * Borrowed from the node. */
ct_error ct_rebuild_part(struct ct_loader *self, struct ct_node *node,
			 ct_tensor **result) CT_WARN_UNUSED;

/* --- Kinds of tensors (rebuild_quantized.c, rebuild_sparse.c) ---------------------------------- */

bool ct_rebuild_is_quantized(ct_dtype dtype);

/* (storage, offset, size, stride, quantizer, ...). */
ct_error ct_rebuild_quantized(struct ct_loader *self, const struct ct_node *arguments,
			      ct_tensor **result) CT_WARN_UNUSED;

/* (layout, data). */
ct_error ct_rebuild_sparse(struct ct_loader *self, const struct ct_node *arguments,
			   ct_tensor **result) CT_WARN_UNUSED;

/* (buffer, sizes, strides, offsets). */
ct_error ct_rebuild_nested(struct ct_loader *self, const struct ct_node *arguments,
			   ct_tensor **result) CT_WARN_UNUSED;

#endif
