/*
 * torch.nn.functional: losses of classes and probabilities. regression.c has those of
 * numbers, margins.c those with margins, linear_loss.c that of a linear
 * layer.
 */
#include <math.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/reduction.h"
#include "tensor/tensor/sizes.h"

/* --- Classes ---------------------------------------------------------------------------------- */

ct_error ct_nn_cross_entropy(const ct_tensor *input, const ct_tensor *target,
			     const ct_tensor *weight, int64_t ignore_index, int64_t reduction,
			     double label_smoothing, ct_tensor **result)
{
	CT_TRY(ct_nn_check_reduction(reduction));
	return ct_cross_entropy_loss(input, target, weight, reduction, ignore_index,
				     label_smoothing, result);
}

ct_error ct_nn_nll_loss(const ct_tensor *input, const ct_tensor *target, const ct_tensor *weight,
			int64_t ignore_index, int64_t reduction, ct_tensor **result)
{
	CT_TRY(ct_nn_check_reduction(reduction));
	return ct_nll_loss_nd(input, target, weight, reduction, ignore_index, result);
}

/* --- Probabilities ---------------------------------------------------------------------------- */

static ct_error raise_not_broadcast(const ct_tensor *target, const ct_tensor *weight, int64_t back)
{
	CT_NN_RAISE(CT_ERROR_RUNTIME,
		    "Attempting to broadcast a dimension of length %lld at -%lld! Mismatching "
		    "argument at index 1 had %s; but expected shape should be broadcastable to %s",
		    (long long)ct_size_of(weight, -back), (long long)back,
		    ct_nn_size_text(weight).at, ct_nn_list_text(ct_sizes_of(target)).at);
}

/* Python's torch.broadcast_shapes(target.size(), weight.size()). Once the weight has a dimension
 * that the target lacks, the text shows another list; the operator's error is then near enough. */
static ct_error check_broadcast(const ct_tensor *target, const ct_tensor *weight)
{
	for (int64_t back = 1; back <= ct_tensor_dim(target) && back <= ct_tensor_dim(weight);
	     back++) {
		int64_t wanted = ct_size_of(target, -back), size = ct_size_of(weight, -back);

		if (size != wanted && size != 1 && wanted != 1)
			return raise_not_broadcast(target, weight, back);
	}
	return NULL;
}

static ct_tensor *broadcast_weight(const ct_tensor *target, const ct_tensor *weight)
{
	ct_tensor **both = NULL;
	int64_t n = 0;

	CT_DO(CT(broadcast_tensors, &both, &n, CT_TENSORS(target, weight)));
	return both ? both[1] : NULL;
}

ct_error ct_nn_binary_cross_entropy(const ct_tensor *input, const ct_tensor *target,
				    const ct_tensor *weight, int64_t reduction, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_TRY(ct_nn_check_reduction(reduction));
	if (!ct_same_sizes(target, input))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Using a target size (%s) that is different to the input size (%s) is "
			    "deprecated. Please ensure they have the same size.",
			    ct_nn_size_text(target).at, ct_nn_size_text(input).at);
	if (weight) {
		CT_TRY(check_broadcast(target, weight));
		weight = broadcast_weight(target, weight);
	}
	return ct_nn_give(CT_E(binary_cross_entropy, input, target, weight, reduction), result);
}

ct_error ct_nn_binary_cross_entropy_with_logits(const ct_tensor *input, const ct_tensor *target,
						const ct_tensor *weight, int64_t reduction,
						const ct_tensor *pos_weight, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_TRY(ct_nn_check_reduction(reduction));
	if (!ct_same_sizes(target, input))
		CT_NN_RAISE(CT_ERROR_VALUE, "Target size (%s) must be the same as input size (%s)",
			    ct_nn_size_text(target).at, ct_nn_size_text(input).at);
	CT_TRY(CT_DONE());
	return ct_binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction,
						   result);
}

ct_error ct_nn_multilabel_soft_margin_loss(const ct_tensor *input, const ct_tensor *target,
					   const ct_tensor *weight, int64_t reduction,
					   ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *hits, *misses, *loss;
	int64_t classes;

	CT_NN_NEEDS(input, 1);
	CT_TRY(ct_nn_check_reduction(reduction));
	hits = CT_E(mul, target, CT_E(log_sigmoid, input));
	misses = CT_E(mul, CT_E(rsub, target, 1), CT_E(log_sigmoid, CT_E(neg, input)));
	loss = CT_E(neg, CT_E(add, hits, misses));
	if (weight)
		loss = CT_E(mul, loss, weight);
	if (ct_tensor_dim(input) == 0)
		CT_FAIL(CT_ERROR_INDEX, "Dimension specified as -1 but tensor has no dimensions");
	classes = ct_size_of(input, -1);
	loss = CT_E(sum_dim_IntList, loss, CT_L(ct_tensor_dim(input) - 1));
	return ct_nn_give(ct_nn_reduce(CT_E(div, loss, classes), reduction), result);
}

/* Divided by the size of the batch, as the divergence is defined. */
static ct_error batch_mean(const ct_tensor *input, const ct_tensor *target, bool log_target,
			   ct_tensor **result)
{
	CT_OWN_SCOPE(NULL);
	ct_tensor *sum = CT_E(kl_div, input, target, CT_REDUCTION_SUM, .log_target = log_target);

	if (ct_tensor_dim(input) > 0)
		sum = CT_E(div, sum, ct_size_of(input, 0));
	return ct_nn_give(sum, result);
}

ct_error ct_nn_kl_div(const ct_tensor *input, const ct_tensor *target, int64_t reduction,
		      bool log_target, ct_tensor **result)
{
	CT_NN_NEEDS(input, 1);
	if (reduction == CT_REDUCTION_BATCH_MEAN)
		return batch_mean(input, target, log_target, result);
	CT_TRY(ct_nn_check_reduction(reduction));
	if (reduction == CT_REDUCTION_MEAN)
		ct_warn("reduction: 'mean' divides the total loss by both the batch size and the "
			"support size.'batchmean' divides only by the batch size, and aligns with the "
			"KL div math definition.'mean' will be changed to behave the same as "
			"'batchmean' in the next major release.");
	return ct_kl_div(input, target, reduction, log_target, result);
}

ct_error ct_nn_poisson_nll_loss(const ct_tensor *input, const ct_tensor *target, bool log_input,
				bool full, double eps, int64_t reduction, ct_tensor **result)
{
	CT_TRY(ct_nn_check_reduction(reduction));
	return ct_poisson_nll_loss(input, target, log_input, full, eps, reduction, result);
}

/* --- gaussian_nll_loss ------------------------------------------------------------------------ */

/* Whether the sizes differ in one dimension, in which the variance has size 1. */
static bool is_one_for_a_dimension(ct_ints input, ct_ints var)
{
	int64_t sum = 0;

	if (input.len != var.len)
		return false;
	for (int64_t i = 0; i < var.len; i++)
		sum += var.at[i] != input.at[i] ? var.at[i] : 0;
	return sum == 1;
}

/* Whether the variance lacks the last dimension of the input. */
static bool lacks_last(ct_ints input, ct_ints var)
{
	return input.len > 0 && ct_nn_same_ints(CT_INTS_OF(input.at, input.len - 1), var);
}

/* The variance as an own tensor that broadcasts to the input. */
static ct_tensor *fitted_variance(const ct_tensor *input, const ct_tensor *var, double eps)
{
	const ct_ints sizes = ct_sizes_of(input), var_sizes = ct_sizes_of(var);
	ct_tensor *fitted;

	if (CT_ITEM(CT_E(any, CT_E(lt, var, 0))) != 0)
		return CT_FAIL(CT_ERROR_VALUE, "var has negative entry/entries");
	if (!ct_nn_same_ints(sizes, var_sizes)) {
		if (lacks_last(sizes, var_sizes))
			var = CT_E(unsqueeze, var, -1);
		else if (!is_one_for_a_dimension(sizes, var_sizes))
			return CT_FAIL(CT_ERROR_VALUE, "var is of incorrect size");
	}
	fitted = CT_E(clone, var);
	CT_NO_GRAD
	{
		CT_E(clamp_, fitted, .min = CT_S(eps));
	}
	return fitted;
}

ct_error ct_nn_gaussian_nll_loss(const ct_tensor *input, const ct_tensor *target,
				 const ct_tensor *var, bool full, double eps, int64_t reduction,
				 ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *loss, *squares;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(var, 3);
	CT_NN_NEEDS(result, 7);
	CT_TRY(ct_nn_check_reduction(reduction));
	var = fitted_variance(input, var, eps);
	squares = CT_E(pow, CT_E(sub, input, target), 2);
	loss = CT_E(mul, CT_E(add, CT_E(log, var), CT_E(div, squares, var)), 0.5);
	if (full)
		CT_E(add_, loss, 0.5 * log(2 * 3.14159265358979323846));
	return ct_nn_give(ct_nn_reduce(loss, reduction), result);
}
