/*
 * torch.nn.functional: normalizations to which Python adds a check or a computation.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>
#include <ctorch/nn/functions.h>

#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "tensor/tensor/sizes.h"

static int64_t product(ct_ints ints)
{
	int64_t of = 1;

	for (int64_t i = 0; i < ints.len; i++)
		of *= ints.at[i];
	return of;
}

/* Its sizes but for the first two. */
static ct_ints spatial_sizes(const ct_tensor *x)
{
	ct_ints sizes = ct_sizes_of(x);

	return sizes.len > 2 ? CT_INTS_OF(sizes.at + 2, sizes.len - 2) : CT_INTS_OF(NULL, 0);
}

/* --- With statistics -------------------------------------------------------------------------- */

static const char one_value[] = "Expected more than 1 value per channel when training, got input "
				"size %s";

static ct_error check_batch_norm(const ct_tensor *input, bool training, double eps)
{
	if (training && ct_tensor_dim(input) == 0)
		CT_NN_RAISE(CT_ERROR_INDEX, "tuple index out of range");
	if (training)
		CT_TRY(ct_check_sizes(input));
	if (training && ct_size_of(input, 0) * product(spatial_sizes(input)) == 1)
		CT_NN_RAISE(CT_ERROR_VALUE, one_value, ct_nn_size_text(input).at);
	if (training && eps <= 0)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "batch_norm eps must be positive during training, but got %s",
			    ct_nn_float_text(eps).at);
	if (eps < 0)
		CT_NN_RAISE(CT_ERROR_VALUE, "batch_norm eps must be non-negative, but got %s",
			    ct_nn_float_text(eps).at);
	return NULL;
}

ct_error ct_nn_batch_norm(const ct_tensor *input, const ct_tensor *running_mean,
			  const ct_tensor *running_var, const ct_tensor *weight,
			  const ct_tensor *bias, bool training, double momentum, double eps,
			  ct_tensor **result)
{
	bool cudnn;

	CT_NN_NEEDS(input, 1);
	CT_TRY(check_batch_norm(input, training, eps));
	CT_TRY(ct_flag_get(CT_FLAG_CUDNN_ENABLED, &cudnn));
	return ct_batch_norm(input, weight, bias, running_mean, running_var, training, momentum,
			     eps, cudnn, result);
}

ct_error ct_nn_instance_norm(const ct_tensor *input, const ct_tensor *running_mean,
			     const ct_tensor *running_var, const ct_tensor *weight,
			     const ct_tensor *bias, bool use_input_stats, double momentum,
			     double eps, ct_tensor **result)
{
	bool cudnn;

	CT_NN_NEEDS(input, 1);
	if (use_input_stats)
		CT_TRY(ct_check_sizes(input));
	if (use_input_stats && product(spatial_sizes(input)) == 1)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected more than 1 spatial element when training, got input size %s",
			    ct_nn_size_text(input).at);
	CT_TRY(ct_flag_get(CT_FLAG_CUDNN_ENABLED, &cudnn));
	return ct_instance_norm(input, weight, bias, running_mean, running_var, use_input_stats,
				momentum, eps, cudnn, result);
}

/* The sizes that Python shows are those of the groups: (batch and channels of a group, groups,
 * ...). */
static ct_error raise_one_value(int64_t first, int64_t groups, ct_ints spatial)
{
	struct ct_nn_text rest = ct_nn_list_text(spatial);
	char sizes[sizeof rest + 64];

	snprintf(sizes, sizeof sizes, "[%lld, %lld%s%s", (long long)first, (long long)groups,
		 spatial.len > 0 ? ", " : "", rest.at + 1);
	CT_NN_RAISE(CT_ERROR_VALUE, one_value, sizes);
}

static ct_error check_group_norm(const ct_tensor *input, int64_t groups)
{
	ct_ints spatial;
	int64_t first;

	if (ct_tensor_dim(input) < 2)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "Expected at least 2 dimensions for input tensor but received %lld",
			    (long long)ct_tensor_dim(input));
	if (groups <= 0)
		return NULL; /* the operator's error */
	CT_TRY(ct_check_sizes(input));
	spatial = spatial_sizes(input);
	first = ct_size_of(input, 0) * ct_size_of(input, 1) / groups;
	return first * product(spatial) == 1 ? raise_one_value(first, groups, spatial) : NULL;
}

ct_error ct_nn_group_norm(const ct_tensor *input, int64_t num_groups, const ct_tensor *weight,
			  const ct_tensor *bias, double eps, ct_tensor **result)
{
	bool cudnn;

	CT_NN_NEEDS(input, 1);
	CT_TRY(check_group_norm(input, num_groups));
	CT_TRY(ct_flag_get(CT_FLAG_CUDNN_ENABLED, &cudnn));
	return ct_group_norm(input, num_groups, weight, bias, eps, cudnn, result);
}

/* --- Local responses -------------------------------------------------------------------------- */

/* The channels of a window after its middle; INT64_MIN has no number before it. */
static int64_t channels_after(int64_t size)
{
	return size == INT64_MIN ? size / 2 : size - 1 - size / 2;
}

/* Means over `size` channels, of (N, C, L). */
static ct_tensor *channel_means_1d(const ct_tensor *x, int64_t size)
{
	const int64_t before = size / 2, after = channels_after(size);

	x = CT_E(constant_pad_nd, CT_E(unsqueeze, x, 1), CT_L(0, 0, before, after));
	return CT_E(squeeze_dim, CT_E(avg_pool2d, x, CT_L(size, 1), CT_L(1)), 1);
}

/* The same of (N, C, H, ...). */
static ct_tensor *channel_means(const ct_tensor *x, int64_t size)
{
	const int64_t before = size / 2, after = channels_after(size);
	const ct_ints shape = ct_sizes_of(x);

	x = CT_E(view, x, CT_L(shape.at[0], 1, shape.at[1], shape.at[2], -1));
	x = CT_E(constant_pad_nd, x, CT_L(0, 0, 0, 0, before, after));
	x = CT_E(squeeze_dim, CT_E(avg_pool3d, x, CT_L(size, 1, 1), CT_L(1)), 1);
	return CT_E(view, x, shape);
}

ct_error ct_nn_local_response_norm(const ct_tensor *input, int64_t size, double alpha, double beta,
				   double k, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	const ct_tensor *means;

	CT_NN_NEEDS(input, 1);
	if (ct_tensor_dim(input) < 3)
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "Expected 3D or higher dimensionality                          input "
			    "(got %lld dimensions)",
			    (long long)ct_tensor_dim(input));
	if (ct_tensor_numel(input) == 0)
		return ct_nn_give(CT_F(ct_nn_again, input), result);
	means = CT_E(mul, input, input);
	means = ct_tensor_dim(input) == 3 ? channel_means_1d(means, size)
					  : channel_means(means, size);
	means = CT_E(pow, CT_E(add, CT_E(mul, means, alpha), k), beta);
	return ct_nn_give(CT_E(div, input, means), result);
}

/* --- Norms ------------------------------------------------------------------------------------ */

ct_error ct_nn_normalize(const ct_tensor *input, double p, const int64_t *dim, int64_t dim_len,
			 double eps, ct_tensor *out, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	const ct_tensor *norm;

	CT_NN_NEEDS(input, 1);
	norm = CT_E(linalg_vector_norm, input, CT_S(p), CT_INTS_OF(dim, dim_len), .keepdim = true);
	norm = CT_E(expand_as, CT_E(clamp_min, norm, eps), input);
	if (out)
		return ct_nn_give(CT_F(ct_div_out, input, norm, out), result);
	return ct_nn_give(CT_E(div, input, norm), result);
}
