/*
 * Loading: what the functions that make tensors share.
 */
#ifndef CT_FILES_TORCH_REBUILD_H
#define CT_FILES_TORCH_REBUILD_H

#include "files/torch/loader.h"

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

/* --- Tensors on a storage (rebuild_strided.c) ------------------------------------------------- */

bool ct_rebuild_is_quantized(ct_dtype dtype);

/* For an argument that is true. */
ct_error ct_rebuild_require_grad(const struct ct_node *flag, ct_tensor *tensor) CT_WARN_UNUSED;

/* (storage, offset, size, stride, requires_grad, ...). */
ct_error ct_rebuild_strided(struct ct_loader *self, const struct ct_node *arguments,
			    ct_tensor **result) CT_WARN_UNUSED;

/* (dtype, size, stride, requires_grad). */
ct_error ct_rebuild_meta(struct ct_loader *self, const struct ct_node *arguments,
			 ct_tensor **result) CT_WARN_UNUSED;

/* --- Tensors made of others (rebuild_sparse.c) ------------------------------------------------ */

/* From the indices and the values. */
ct_error ct_rebuild_coo(struct ct_loader *self, ct_tensor *const parts[2],
			const struct ct_saved_ints *size, bool is_coalesced,
			ct_tensor **result) CT_WARN_UNUSED;

/* From two tensors of indices and the values. */
ct_error ct_rebuild_compressed(ct_layout layout, ct_tensor *const parts[3],
			       const struct ct_saved_ints *size, ct_tensor **result) CT_WARN_UNUSED;

/* From the buffer, sizes, strides and offsets. */
ct_error ct_rebuild_nested(struct ct_loader *self, ct_tensor *const parts[4],
			   ct_tensor **result) CT_WARN_UNUSED;

#endif
