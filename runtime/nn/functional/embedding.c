/*
 * torch.nn.functional: embeddings.
 */
#include <string.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

/* Scales the rows that are used and whose norm is larger; Python does not record that. */
static ct_error renorm(const ct_tensor *weight, const ct_tensor *input, double max_norm,
		       double norm_type)
{
	CT_OWN_SCOPE(NULL);

	CT_E(embedding_renorm_, CT_E(detach, weight), input, max_norm, norm_type);
	return CT_DONE();
}

/* The index of a row, from the end if it is negative; -1 without one. */
static ct_error padding_row(const ct_tensor *weight, const int64_t *padding_idx, int64_t *row)
{
	int64_t rows = ct_size_of(weight, 0);

	*row = padding_idx ? *padding_idx : -1;
	if (padding_idx == NULL || *row == 0)
		return NULL;
	if (*row >= rows || *row < -rows)
		CT_NN_RAISE(CT_ERROR_ASSERTION, "Padding_idx must be within num_embeddings");
	if (*row < 0)
		*row += rows;
	return NULL;
}

ct_error ct_nn_embedding(const ct_tensor *input, const ct_tensor *weight,
			 const int64_t *padding_idx, const double *max_norm, double norm_type,
			 bool scale_grad_by_freq, bool sparse, ct_tensor **result)
{
	int64_t row;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(weight, 2);
	CT_TRY(padding_row(weight, padding_idx, &row));
	if (max_norm)
		CT_TRY(renorm(weight, input, *max_norm, norm_type));
	return ct_embedding(weight, input, row, scale_grad_by_freq, sparse, result);
}

/* --- embedding_bag ---------------------------------------------------------------------------- */

/* The arguments that the forms of the input change. */
struct bags {
	const ct_tensor *weight, *input, *offsets, *per_sample_weights;
	bool include_last_offset;
};

static ct_error check_bag_tensors(const struct bags *b)
{
	if (b->per_sample_weights && !ct_same_sizes(b->input, b->per_sample_weights))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "embedding_bag: If per_sample_weights (%s) is not None, then it must "
			    "have the same shape as the input (%s)",
			    ct_nn_size_text(b->per_sample_weights).at,
			    ct_nn_size_text(b->input).at);
	if (ct_tensor_dim(b->weight) != 2)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "weight has to be a 2D Tensor, but got Tensor of dimension %lld",
			    (long long)ct_tensor_dim(b->weight));
	return NULL;
}

static ct_error check_offsets(const struct bags *b)
{
	int64_t dim = ct_tensor_dim(b->input);

	if (dim != 1 && dim != 2)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "input has to be 1D or 2D Tensor, but got Tensor of dimension %lld",
			    (long long)dim);
	if (dim == 2 && b->offsets)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "if input is 2D, then offsets has to be None, as input is treated is a "
			    "mini-batch of fixed length sequences. However, found offsets of type "
			    "<class 'torch.Tensor'>");
	if (dim == 1 && b->offsets == NULL)
		CT_NN_RAISE(CT_ERROR_VALUE, "offsets has to be a 1D Tensor but got None");
	if (dim == 1 && ct_tensor_dim(b->offsets) != 1)
		CT_NN_RAISE(CT_ERROR_VALUE, "offsets has to be a 1D Tensor");
	return NULL;
}

static ct_error find_mode(const char *mode, bool scale_grad_by_freq, bool sparse,
			  const ct_tensor *per_sample_weights, int64_t *number)
{
	static const char *const names[] = { "sum", "mean", "max" };

	for (*number = 0; *number < 3 && strcmp(mode, names[*number]) != 0;)
		++*number;
	if (*number == 3)
		CT_NN_RAISE(CT_ERROR_VALUE, "mode has to be one of sum, mean or max");
	if (*number == CT_BAG_MAX && scale_grad_by_freq)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "max mode does not support scaling the gradient by the frequency");
	if (*number == CT_BAG_MAX && sparse)
		CT_NN_RAISE(CT_ERROR_VALUE, "max mode does not support sparse weights");
	if (per_sample_weights && *number != CT_BAG_SUM)
		CT_NN_RAISE(CT_ERROR_NOT_IMPLEMENTED,
			    "embedding_bag: per_sample_weights was not None. per_sample_weights is "
			    "only supported for mode='sum' (got mode='%s'). Please open a feature "
			    "request on GitHub.",
			    mode);
	return NULL;
}

/* Each row of a matrix is a bag. */
static void flatten(struct bags *b)
{
	const ct_tensor *matrix = b->input;

	b->offsets = CT_E(arange_start_step, ct_scalar_int(0),
			  ct_scalar_int(ct_tensor_numel(matrix)),
			  .step = CT_S(ct_size_of(matrix, 1)), .dtype = ct_tensor_dtype(matrix),
			  .device = ct_tensor_device(matrix));
	b->include_last_offset = false;
	b->input = CT_E(reshape, matrix, CT_L(-1));
	if (b->per_sample_weights)
		b->per_sample_weights = CT_E(reshape, b->per_sample_weights, CT_L(-1));
}

/* The arguments' order in old programs, which Python still accepts. */
static void swap_if_reversed(struct bags *b)
{
	const ct_tensor *first = b->input;

	if (ct_tensor_dtype(b->weight) != CT_INT64 ||
	    !ct_dtype_is_floating_point(ct_tensor_dtype(first)))
		return;
	ct_warn("Argument order of nn.functional.embedding_bag was changed. Usage "
		"`embedding_bag(weight, input, ...)` is deprecated, and should now be "
		"`embedding_bag(input, weight, ...)`.");
	b->input = b->weight;
	b->weight = first;
}

ct_error ct_nn_embedding_bag(const ct_tensor *input, const ct_tensor *weight,
			     const ct_tensor *offsets, const double *max_norm, double norm_type,
			     bool scale_grad_by_freq, const char *mode, bool sparse,
			     const ct_tensor *per_sample_weights, bool include_last_offset,
			     const int64_t *padding_idx, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	struct bags b = { weight, input, offsets, per_sample_weights, include_last_offset };
	ct_tensor *bags = NULL, *others[3] = { NULL };
	int64_t number;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(weight, 2);
	CT_NN_NEEDS(mode, 7);
	swap_if_reversed(&b);
	CT_TRY(check_bag_tensors(&b));
	CT_TRY(check_offsets(&b));
	CT_TRY(find_mode(mode, scale_grad_by_freq, sparse, per_sample_weights, &number));
	if (ct_tensor_dim(b.input) == 2)
		flatten(&b);
	if (max_norm)
		CT_DO(renorm(b.weight, b.input, *max_norm, norm_type));
	CT_DO(ct_embedding_bag_padding_idx(b.weight, b.input, b.offsets, scale_grad_by_freq, number,
					   sparse, b.per_sample_weights, b.include_last_offset,
					   padding_idx, &bags, &others[0], &others[1], &others[2]));
	return ct_nn_give(bags, result);
}
