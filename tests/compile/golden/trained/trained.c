/*
 * trained.c: the program of cnn_train.training.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at trained_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "trained.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error trained_forward(struct trained *self, ct_tensor *x, ct_tensor **linear_out)
{
	/* torch/nn/modules/conv.py:565: return self._conv_forward(input, self.weight, self.bias) */
	ct_tensor *conv2d;
	CT_TRY(ct_conv2d(x, self->first_weight, self->first_bias, (const int64_t[]){ 1, 1 }, 2,
			(const int64_t[]){ 1, 1 }, 2, (const int64_t[]){ 1, 1 }, 2, 1, &conv2d));

	/* torch/nn/modules/batchnorm.py:190: self.num_batches_tracked.add_(1)  # type: ignore[has-type] */
	ct_tensor *add_;
	ct_tensor *number;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_int(1), &number));
	CT_TRY(ct_add__Tensor(self->norm_num_batches_tracked, number, ct_scalar_int(1), &add_));
	ct_tensor_free(number);
	ct_tensor_free(add_);

	/* torch/nn/modules/batchnorm.py:210: return F.batch_norm( */
	ct_tensor *batch_norm;
	CT_TRY(ct_batch_norm(conv2d, self->norm_weight, self->norm_bias, self->norm_running_mean,
			self->norm_running_var, true, 0.1, 1e-05, false, &batch_norm));
	ct_tensor_free(conv2d);

	/* zoo/layers.py:75: x = F.relu(self.norm(self.first(x))) */
	ct_tensor *relu;
	CT_TRY(ct_relu(batch_norm, &relu));
	ct_tensor_free(batch_norm);

	/* torch/nn/modules/conv.py:565: return self._conv_forward(input, self.weight, self.bias) */
	ct_tensor *conv2d_1;
	CT_TRY(ct_conv2d(relu, self->second_weight, self->second_bias, (const int64_t[]){ 2, 2 }, 2,
			(const int64_t[]){ 0, 0 }, 2, (const int64_t[]){ 1, 1 }, 2, 1, &conv2d_1));
	ct_tensor_free(relu);

	/* zoo/layers.py:76: x = F.adaptive_avg_pool2d(F.relu(self.second(x)), 1).flatten(1) */
	ct_tensor *relu_1;
	CT_TRY(ct_relu(conv2d_1, &relu_1));
	ct_tensor_free(conv2d_1);
	ct_tensor *adaptive_avg_pool2d;
	CT_TRY(ct_adaptive_avg_pool2d(relu_1, (const int64_t[]){ 1, 1 }, 2, &adaptive_avg_pool2d));
	ct_tensor_free(relu_1);
	ct_tensor *flatten;
	CT_TRY(ct_flatten_using_ints(adaptive_avg_pool2d, 1, -1, &flatten));
	ct_tensor_free(adaptive_avg_pool2d);

	/* zoo/layers.py:77: return self.last(F.dropout(x, 0.1, self.training)) */
	ct_tensor *dropout;
	CT_TRY(ct_dropout(flatten, 0.1, true, &dropout));
	ct_tensor_free(flatten);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear;
	CT_TRY(ct_linear(dropout, self->last_weight, self->last_bias, &linear));
	ct_tensor_free(dropout);

	*linear_out = linear;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error trained_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "trained_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "trained_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "trained_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error trained_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "trained_run", "Guard failed: %s", text);
}

static ct_error trained_check(ct_tensor *x)
{
	CT_TRY(trained_check_tensor(x, "x", CT_FLOAT32, 4));
	if (!(ct_tensor_size(x, 0) == 2))
		return trained_guard_failed("x.size()[0] == 2");
	if (!(ct_tensor_size(x, 1) == 3))
		return trained_guard_failed("x.size()[1] == 3");
	if (!(ct_tensor_size(x, 2) == 8))
		return trained_guard_failed("x.size()[2] == 8");
	if (!(ct_tensor_size(x, 3) == 8))
		return trained_guard_failed("x.size()[3] == 8");
	return NULL;
}

ct_error trained_run(struct trained *self, ct_tensor *x, ct_tensor **linear_out)
{
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(trained_check(x));
	scope = ct_scope_open();
	error = trained_forward(self, x, linear_out);
	if (error == NULL)
		ct_scope_move_up(*linear_out);
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* The code is for weights of this dtype, with elements in these places. */
static ct_error trained_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "trained_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "trained_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "trained_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "trained_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error trained_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(trained_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error trained_take_weights(struct trained *self, const ct_value *weights)
{
	CT_TRY(trained_weight(weights, "first.weight", CT_FLOAT32, CT_L(4, 3, 3, 3), CT_L(27, 9, 3,
			1), &self->first_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->first_weight, true));
	CT_TRY(trained_weight(weights, "first.bias", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->first_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->first_bias, true));
	CT_TRY(trained_weight(weights, "norm.weight", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_weight, true));
	CT_TRY(trained_weight(weights, "norm.bias", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->norm_bias, true));
	CT_TRY(trained_weight(weights, "second.weight", CT_FLOAT32, CT_L(8, 4, 3, 3), CT_L(36, 9, 3,
			1), &self->second_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->second_weight, true));
	CT_TRY(trained_weight(weights, "second.bias", CT_FLOAT32, CT_L(8), CT_L(1),
			&self->second_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->second_bias, true));
	CT_TRY(trained_weight(weights, "last.weight", CT_FLOAT32, CT_L(5, 8), CT_L(8, 1),
			&self->last_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->last_weight, true));
	CT_TRY(trained_weight(weights, "last.bias", CT_FLOAT32, CT_L(5), CT_L(1),
			&self->last_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->last_bias, true));
	CT_TRY(trained_weight(weights, "norm.running_mean", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_running_mean));
	CT_TRY(trained_weight(weights, "norm.running_var", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->norm_running_var));
	CT_TRY(trained_weight(weights, "norm.num_batches_tracked", CT_INT64, (ct_ints){ 0 },
			(ct_ints){ 0 }, &self->norm_num_batches_tracked));
	return NULL;
}

static ct_error trained_read(const char *path, struct trained *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = trained_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error trained_load(const char *path, struct trained **result)
{
	struct trained *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = trained_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		trained_free(self);
	return error;
}

void trained_free(struct trained *self)
{
	if (self == NULL)
		return;
	ct_tensor_free_unscoped(self->first_weight);
	ct_tensor_free_unscoped(self->first_bias);
	ct_tensor_free_unscoped(self->norm_weight);
	ct_tensor_free_unscoped(self->norm_bias);
	ct_tensor_free_unscoped(self->second_weight);
	ct_tensor_free_unscoped(self->second_bias);
	ct_tensor_free_unscoped(self->last_weight);
	ct_tensor_free_unscoped(self->last_bias);
	ct_tensor_free_unscoped(self->norm_running_mean);
	ct_tensor_free_unscoped(self->norm_running_var);
	ct_tensor_free_unscoped(self->norm_num_batches_tracked);
	free(self);
}
