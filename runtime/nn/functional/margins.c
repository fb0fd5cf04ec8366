/*
 * torch.nn.functional: losses with margins.
 */
#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>
#include <ctorch/nn/losses.h>

#include "autograd/engine/map.h"
#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/functional/reduction.h"

ct_error ct_nn_margin_ranking_loss(const ct_tensor *input1, const ct_tensor *input2,
				   const ct_tensor *target, double margin, int64_t reduction,
				   ct_tensor **result)
{
	CT_NN_NEEDS(input1, 1);
	CT_NN_NEEDS(input2, 2);
	CT_NN_NEEDS(target, 3);
	CT_TRY(ct_nn_check_reduction(reduction));
	if (ct_tensor_dim(input1) != ct_tensor_dim(input2) ||
	    ct_tensor_dim(input1) != ct_tensor_dim(target))
		CT_NN_RAISE(
			CT_ERROR_RUNTIME,
			"margin_ranking_loss : All input tensors should have same dimension but "
			"got sizes: input1: %s, input2: %s, target: %s ",
			ct_nn_size_text(input1).at, ct_nn_size_text(input2).at,
			ct_nn_size_text(target).at);
	return ct_margin_ranking_loss(input1, input2, target, margin, reduction, result);
}

ct_error ct_nn_multi_margin_loss(const ct_tensor *input, const ct_tensor *target, int64_t p,
				 double margin, const ct_tensor *weight, int64_t reduction,
				 ct_tensor **result)
{
	CT_TRY(ct_nn_check_reduction(reduction));
	if (p != 1 && p != 2)
		CT_NN_RAISE(CT_ERROR_VALUE, "only p == 1 and p == 2 supported");
	if (weight && ct_tensor_dim(weight) != 1)
		CT_NN_RAISE(CT_ERROR_VALUE, "weight must be one-dimensional");
	return ct_multi_margin_loss(input, target, ct_scalar_int(p), ct_scalar_float(margin),
				    weight, reduction, result);
}

/* --- Triplets --------------------------------------------------------------------------------- */

static ct_error margins_check_margin(double margin)
{
	if (margin <= 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "margin must be greater than 0, got %s",
			    ct_nn_float_text(margin).at);
	return NULL;
}

ct_error ct_nn_triplet_margin_loss(const ct_tensor *anchor, const ct_tensor *positive,
				   const ct_tensor *negative, double margin, double p, double eps,
				   bool swap, int64_t reduction, ct_tensor **result)
{
	CT_TRY(ct_nn_check_reduction(reduction));
	CT_TRY(margins_check_margin(margin));
	return ct_triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction,
				      result);
}

struct distance {
	ct_nn_distance_function call;
	void *context;
};

static ct_error margins_measure(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				ct_tensor **outputs, int64_t outputs_len)
{
	const struct distance *distance = context;

	(void)inputs_len;
	(void)outputs_len;
	return distance->call(inputs[0], inputs[1], distance->context, outputs);
}

static ct_tensor *distance_of(const ct_tensor *a, const ct_tensor *b, struct distance distance)
{
	const struct ct_user_function user = {
		margins_measure, &distance, CT_NAME_OF(ct_nn_triplet_margin_with_distance_loss)
	};
	const struct ct_map map = { ct_map_call_user, 1, NULL, &user };
	ct_tensor *inputs[] = { (ct_tensor *)a, (ct_tensor *)b }, *result = NULL;

	if (distance.call == NULL)
		return CT_E(pairwise_distance, a, b);
	CT_DO(map.call(&map, inputs, 2, &result));
	return result;
}

static ct_error check_triplet(const ct_tensor *anchor, const ct_tensor *positive,
			      const ct_tensor *negative)
{
	long long a = ct_tensor_dim(anchor), p = ct_tensor_dim(positive),
		  n = ct_tensor_dim(negative);

	if (a != p || p != n)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "The anchor, positive, and negative tensors are expected to have the "
			    "same number of dimensions, but got: anchor %lldD, positive %lldD, and "
			    "negative %lldD inputs",
			    a, p, n);
	return NULL;
}

ct_error ct_nn_triplet_margin_with_distance_loss(const ct_tensor *anchor, const ct_tensor *positive,
						 const ct_tensor *negative,
						 ct_nn_distance_function distance_function,
						 void *context, double margin, bool swap,
						 ct_reduction reduction, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	const struct distance distance = { distance_function, context };
	ct_tensor *near, *far, *loss;

	CT_NN_NEEDS(anchor, 1);
	CT_NN_NEEDS(positive, 2);
	CT_NN_NEEDS(negative, 3);
	CT_TRY(ct_nn_check_reduction(reduction));
	CT_TRY(margins_check_margin(margin));
	CT_TRY(check_triplet(anchor, positive, negative));
	near = distance_of(anchor, positive, distance);
	far = distance_of(anchor, negative, distance);
	if (swap)
		far = CT_E(minimum, far, distance_of(positive, negative, distance));
	loss = CT_E(clamp_min, CT_E(sub, CT_E(add, near, margin), far), 0);
	return ct_nn_give(ct_nn_reduce(loss, reduction), result);
}
