/*
 * Masks of attention.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/forward.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/masks.h"

/* --- canonical form --------------------------------------------------------------------------- */

static void warn_of_types(const char *name, const char *other_name)
{
	char text[160];

	snprintf(text, sizeof text,
		 "Support for mismatched %s and %s is deprecated. Use same type for both instead.",
		 name, other_name);
	ct_warn(text);
}

const ct_tensor *ct_nn_canonical_mask(const ct_tensor *mask, const char *name,
				      const ct_tensor *other, const char *other_name,
				      ct_dtype dtype)
{
	const ct_dtype own = mask ? ct_tensor_dtype(mask) : dtype;

	if (mask == NULL)
		return NULL;
	if (own != CT_BOOL && !ct_dtype_is_floating_point(own))
		return CT_FAIL(CT_ERROR_ASSERTION,
			       "only bool and floating types of %s are supported", name);
	if (other && ct_tensor_dtype(other) != own)
		warn_of_types(name, other_name);
	if (own != CT_BOOL)
		return mask;
	return CT_E(masked_fill_, CT_E(zeros_like, mask, .dtype = dtype), mask, -INFINITY);
}

const ct_tensor *ct_nn_causal_mask(int64_t size, ct_dtype dtype, ct_device device)
{
	const ct_tensor *full = CT_E(full, CT_L(size, size), -INFINITY, .dtype = dtype,
				     .device = device);

	return CT_E(triu, full, 1);
}

ct_error ct_nn_Transformer_generate_square_subsequent_mask(int64_t size, ct_dtype dtype,
							   ct_device device, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	return ct_nn_give(ct_nn_causal_mask(size, dtype, device), result);
}

/* --- the fast path ---------------------------------------------------------------------------- */

static atomic_bool is_slow;

void ct_nn_set_fastpath_enabled(bool enabled)
{
	is_slow = !enabled;
}

bool ct_nn_is_fastpath_enabled(void)
{
	return !is_slow;
}

bool ct_nn_is_fast_device(const ct_tensor *x)
{
	const ct_device_type type = ct_tensor_device(x).type;

	return type == CT_DEVICE_TYPE_CPU || type == CT_DEVICE_TYPE_CUDA ||
	       type == CT_DEVICE_TYPE_PRIVATEUSE1;
}

/* (batch, keys) for all heads and queries */
static const ct_tensor *padding_for_all(const ct_tensor *mask, int64_t batch, int64_t length,
					int64_t num_heads)
{
	mask = CT_E(view, mask, CT_L(batch, 1, 1, length));
	return CT_E(expand, mask, CT_L(-1, num_heads, -1, -1));
}

const ct_tensor *ct_nn_merge_masks(const ct_tensor *attn_mask, const ct_tensor *key_padding_mask,
				   const ct_tensor *query, int64_t num_heads, int64_t *type)
{
	const int64_t batch = ct_tensor_size(query, 0), length = ct_tensor_size(query, 1);

	*type = attn_mask ? 2 : key_padding_mask ? 1 : CT_NO_INT;
	if (attn_mask == NULL)
		return key_padding_mask;
	if (ct_tensor_dim(attn_mask) == 3) {
		attn_mask = CT_E(view, attn_mask, CT_L(batch, -1, length, length));
	} else {
		attn_mask = CT_E(view, attn_mask, CT_L(1, 1, length, length));
		attn_mask = CT_E(expand, attn_mask, CT_L(batch, num_heads, -1, -1));
	}
	if (key_padding_mask == NULL)
		return attn_mask;
	return CT_E(add, attn_mask, padding_for_all(key_padding_mask, batch, length, num_heads));
}
