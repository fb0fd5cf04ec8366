/*
 * Inside the library: masks of attention. All are parts of expressions: NULL after an error.
 */
#ifndef CT_NN_FUNCTIONAL_MASKS_H
#define CT_NN_FUNCTIONAL_MASKS_H

#include <ctorch/core/types.h>

/*
 * A mask to be added to the weights: a bool mask becomes one of `dtype` with -inf where it is true.
 * An AssertionError for one that is neither bool nor of floating point. `other`: the mask that goes
 * with it, of whose dtype it should be, or a warning; NULL: there is none.
 */
const ct_tensor *ct_nn_canonical_mask(const ct_tensor *mask, const char *name,
				      const ct_tensor *other, const char *other_name,
				      ct_dtype dtype);

/* -inf above the diagonal of a square, 0 elsewhere. */
const ct_tensor *ct_nn_causal_mask(int64_t size, ct_dtype dtype, ct_device device);

/* Python's merge_masks(): one mask of two in canonical form, for the fast path. `*type` is 1 for a
 * padding mask alone and 2 for others; CT_NO_INT and NULL for none. */
const ct_tensor *ct_nn_merge_masks(const ct_tensor *attn_mask, const ct_tensor *key_padding_mask,
				   const ct_tensor *query, int64_t num_heads, int64_t *type);

/* Whether the fast path may be taken on this device. */
bool ct_nn_is_fast_device(const ct_tensor *x);

#endif
