/*
 * torch.nn.functional: losses of numbers, which broadcast and may be weighted.
 */
#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/reduction.h"
#include "tensor/tensor/sizes.h"

/* Input and target, broadcast against each other. */
struct pair {
	const ct_tensor *input, *target;
};

static struct pair broadcast(const ct_tensor *input, const ct_tensor *target)
{
	ct_tensor **both = NULL;
	int64_t n = 0;

	if (!ct_same_sizes(target, input) && !ct_expression_failed())
		ct_warn_of(
			"Using a target size (%s) that is different to the input size (%s). This "
			"will likely lead to incorrect results due to broadcasting. Please ensure "
			"they have the same size.",
			ct_nn_size_text(target).at, ct_nn_size_text(input).at);
	CT_DO(CT(broadcast_tensors, &both, &n, CT_TENSORS(input, target)));
	return both ? (struct pair){ both[0], both[1] } : (struct pair){ NULL, NULL };
}

/* After the broadcast, whose error comes first. */
static void check_weight(const ct_tensor *input, const ct_tensor *weight)
{
	if (weight && !ct_same_sizes(weight, input))
		CT_FAIL(CT_ERROR_VALUE, "Weights and input must have the same size.");
}

/* The mean is that of the weighted losses in proportion to the weights. */
static ct_tensor *weigh(const ct_tensor *loss, const ct_tensor *weight, int64_t reduction)
{
	ct_tensor *weighted = CT_E(mul, loss, weight);

	if (reduction != CT_REDUCTION_MEAN)
		return ct_nn_reduce(weighted, reduction);
	return CT_E(div, CT_E(sum, weighted), CT_E(sum, weight));
}

ct_error ct_nn_mse_loss(const ct_tensor *input, const ct_tensor *target, int64_t reduction,
			const ct_tensor *weight, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	struct pair pair;
	ct_tensor *loss;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_TRY(ct_nn_check_reduction(reduction));
	pair = broadcast(input, target);
	check_weight(input, weight);
	if (weight)
		loss = weigh(CT_E(pow, CT_E(sub, pair.input, pair.target), 2), weight, reduction);
	else
		loss = CT_E(mse_loss, pair.input, pair.target, reduction);
	return ct_nn_give(loss, result);
}

ct_error ct_nn_l1_loss(const ct_tensor *input, const ct_tensor *target, int64_t reduction,
		       const ct_tensor *weight, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	struct pair pair;
	ct_tensor *loss;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_NN_NEEDS(result, 5);
	CT_TRY(ct_nn_check_reduction(reduction));
	pair = broadcast(input, target);
	check_weight(input, weight);
	if (weight)
		loss = weigh(CT_E(abs, CT_E(sub, pair.input, pair.target)), weight, reduction);
	else
		loss = CT_E(l1_loss, pair.input, pair.target, reduction);
	return ct_nn_give(loss, result);
}

ct_error ct_nn_smooth_l1_loss(const ct_tensor *input, const ct_tensor *target, int64_t reduction,
			      double beta, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	struct pair pair;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_TRY(ct_nn_check_reduction(reduction));
	pair = broadcast(input, target);
	return ct_nn_give(beta == 0
				  ? CT_E(l1_loss, pair.input, pair.target, reduction)
				  : CT_E(smooth_l1_loss, pair.input, pair.target, reduction, beta),
			  result);
}

/* Here the mean does not look at the weights. */
ct_error ct_nn_huber_loss(const ct_tensor *input, const ct_tensor *target, int64_t reduction,
			  double delta, const ct_tensor *weight, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	struct pair pair;
	ct_tensor *loss;

	CT_NN_NEEDS(input, 1);
	CT_NN_NEEDS(target, 2);
	CT_NN_NEEDS(result, 6);
	CT_TRY(ct_nn_check_reduction(reduction));
	pair = broadcast(input, target);
	check_weight(input, weight);
	if (weight == NULL)
		return ct_nn_give(CT_E(huber_loss, pair.input, pair.target, reduction, delta),
				  result);
	loss = CT_E(huber_loss, pair.input, pair.target, CT_REDUCTION_NONE, delta);
	return ct_nn_give(ct_nn_reduce(CT_E(mul, loss, weight), reduction), result);
}
