/*
 * torch.nn.utils: a batch normalization becomes part of the layer before it.
 */
#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "module/module.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/norm_base.h"
#include "tensor/tensor/sizes.h"

/* --- weights ---------------------------------------------------------------------------------- */

/* Both results, or neither: each as a parameter that requires a gradient as its origin does. */
static ct_error give_two(const ct_tensor *weight, bool learns, const ct_tensor *bias,
			 bool bias_learns, ct_tensor **fused_w, ct_tensor **fused_b)
{
	ct_tensor *w, *b;

	CT_TRY(CT_DONE());
	CT_TRY(ct_parameter_new(weight, learns, &w));
	CT_TRY(ct_parameter_new(bias, bias_learns, &b));
	ct_scope_move_up(w);
	ct_scope_move_up(b);
	*fused_w = w;
	*fused_b = b;
	return NULL;
}

/* (-1, 1, 1, 1), transposed (1, -1, 1, 1): one factor for each output channel. */
static ct_tensor *as_factors(const ct_tensor *factors, const ct_tensor *conv_w, bool transpose)
{
	int64_t shape[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };

	shape[transpose] = -1;
	return CT_E(reshape, factors, CT_INTS_OF(shape, ct_tensor_dim(conv_w)));
}

ct_error ct_nn_utils_fuse_conv_bn_weights(const ct_tensor *conv_w, const ct_tensor *conv_b,
					  const ct_tensor *bn_rm, const ct_tensor *bn_rv,
					  double bn_eps, const ct_tensor *bn_w,
					  const ct_tensor *bn_b, bool transpose,
					  ct_tensor **result0, ct_tensor **result1)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *scale, *weight, *bias;
	ct_dtype dtype;

	CT_NN_NEEDS(conv_w, 1);
	CT_NN_NEEDS(bn_rm, 3);
	CT_NN_NEEDS(bn_rv, 4);
	CT_NN_NEEDS(result0, 9);
	CT_NN_NEEDS(result1, 10);
	if (ct_tensor_dim(conv_w) < 2 || ct_tensor_dim(conv_w) > 8)
		CT_NN_RAISE(CT_ERROR_VALUE, "conv_w has %d dimensions, but must have 3 to 5",
			    (int)ct_tensor_dim(conv_w));
	dtype = ct_tensor_dtype(conv_b ? conv_b : conv_w);
	conv_b = conv_b ? conv_b : CT_E(zeros_like, bn_rm);
	bn_w = bn_w ? bn_w : CT_E(ones_like, bn_rm);
	bn_b = bn_b ? bn_b : CT_E(zeros_like, bn_rm);
	scale = CT_E(rsqrt, CT_E(add, bn_rv, bn_eps));
	weight = CT_E(mul, conv_w, as_factors(CT_E(mul, bn_w, scale), conv_w, transpose));
	weight = CT_E(to, weight, .dtype = ct_tensor_dtype(conv_w));
	bias = CT_E(mul, CT_E(mul, CT_E(sub, conv_b, bn_rm), scale), bn_w);
	bias = CT_E(to, CT_E(add, bias, bn_b), .dtype = dtype);
	return give_two(weight, ct_tensor_requires_grad(conv_w), bias,
			ct_tensor_requires_grad(conv_b), result0, result1);
}

ct_error ct_nn_utils_fuse_linear_bn_weights(const ct_tensor *linear_w, const ct_tensor *linear_b,
					    const ct_tensor *bn_rm, const ct_tensor *bn_rv,
					    double bn_eps, const ct_tensor *bn_w,
					    const ct_tensor *bn_b, ct_tensor **result0,
					    ct_tensor **result1)
{
	CT_OWN_SCOPE(__func__);
	ct_tensor *scale, *weight, *bias;
	ct_dtype dtype;

	CT_NN_NEEDS(linear_w, 1);
	CT_NN_NEEDS(bn_rm, 3);
	CT_NN_NEEDS(bn_rv, 4);
	CT_NN_NEEDS(bn_w, 6);
	CT_NN_NEEDS(bn_b, 7);
	CT_NN_NEEDS(result0, 8);
	CT_NN_NEEDS(result1, 9);
	dtype = ct_tensor_dtype(linear_b ? linear_b : linear_w);
	linear_b = linear_b ? linear_b : CT_E(zeros_like, bn_rm);
	scale = CT_E(mul, bn_w, CT_E(rsqrt, CT_E(add, bn_rv, bn_eps)));
	weight = CT_E(mul, linear_w,
		      CT_E(to, CT_E(unsqueeze, scale, -1), .dtype = ct_tensor_dtype(linear_w)));
	bias = CT_E(mul, CT_E(sub, linear_b, bn_rm), scale);
	bias = CT_E(to, CT_E(add, bias, bn_b), .dtype = dtype);
	return give_two(weight, ct_tensor_requires_grad(linear_w), bias,
			ct_tensor_requires_grad(linear_b), result0, result1);
}

/* --- modules ---------------------------------------------------------------------------------- */

static ct_error fuse_check(const ct_module *layer, const ct_module *bn, const char *function)
{
	CT_TRY(ct_module_check(layer, function, 1, "layer"));
	CT_TRY(ct_module_check(bn, function, 2, "bn"));
	if (bn->klass->reset_parameters != ct_norm_reset)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 2 (bn) must be a batch normalization layer, not %s",
				    bn->klass->name);
	if (layer->is_training || bn->is_training)
		return ct_error_new(CT_ERROR_ASSERTION, function, "Fusion only for eval!");
	return NULL;
}

static ct_error check_statistics(const struct ct_norm *norm, const char *function)
{
	if (norm->running_mean && norm->running_var)
		return NULL;
	return ct_error_new(CT_ERROR_ASSERTION, function,
			    "bn.running_mean and bn.running_var must not be None");
}

/* NULL: None, or none. */
static const ct_tensor *parameter(const ct_module *layer, const char *name)
{
	const struct ct_part *part = ct_part_find(layer, CT_PARAMETERS, name);

	return part ? part->object : NULL;
}

/* The copy gets the new parameters, and goes to the caller. */
static ct_error fuse_finish(ct_module *fused, const ct_tensor *weight, const ct_tensor *bias,
			    ct_module **result)
{
	CT_TRY(ct_module_register_parameter(fused, "weight", weight, NULL));
	CT_TRY(ct_module_register_parameter(fused, "bias", bias, NULL));
	ct_scope_move_object_up(fused);
	*result = fused;
	return NULL;
}

ct_error ct_nn_utils_fuse_conv_bn_eval(const ct_module *conv, const ct_module *bn, bool transpose,
				       ct_module **result)
{
	const struct ct_norm *norm = ct_module_data(bn);
	ct_tensor *weight, *bias;
	ct_module *fused;

	CT_TRY(fuse_check(conv, bn, __func__));
	CT_NN_NEEDS(result, 4);
	CT_OWN_SCOPE(__func__);
	CT_TRY(ct_module_deepcopy(conv, &fused));
	CT_TRY(check_statistics(norm, __func__));
	CT_TRY(ct_nn_utils_fuse_conv_bn_weights(parameter(conv, "weight"), parameter(conv, "bias"),
						norm->running_mean, norm->running_var,
						norm->options.eps, norm->weight, norm->bias,
						transpose, &weight, &bias));
	return fuse_finish(fused, weight, bias, result);
}

ct_error ct_nn_utils_fuse_linear_bn_eval(const ct_module *linear, const ct_module *bn,
					 ct_module **result)
{
	const struct ct_norm *norm = ct_module_data(bn);
	ct_tensor *weight, *bias;
	ct_module *fused;
	int64_t outputs;

	CT_TRY(fuse_check(linear, bn, __func__));
	CT_NN_NEEDS(result, 3);
	CT_OWN_SCOPE(__func__);
	outputs = ct_size_of(parameter(linear, "weight"), 0);
	if (outputs != norm->options.num_features && norm->options.num_features != 1)
		return ct_error_new(CT_ERROR_ASSERTION, __func__,
				    "To fuse, linear.out_features == bn.num_features or "
				    "bn.num_features == 1, got linear.out_features=%lld and "
				    "bn.num_features=%lld",
				    (long long)outputs, (long long)norm->options.num_features);
	CT_TRY(check_statistics(norm, __func__));
	CT_TRY(ct_module_deepcopy(linear, &fused));
	CT_TRY(ct_nn_utils_fuse_linear_bn_weights(
		parameter(linear, "weight"), parameter(linear, "bias"), norm->running_mean,
		norm->running_var, norm->options.eps, norm->weight, norm->bias, &weight, &bias));
	return fuse_finish(fused, weight, bias, result);
}
