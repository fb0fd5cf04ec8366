/*
 * mlp.c: the program of mlp.training.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at mlp_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "mlp.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error mlp_forward(struct mlp *self, ct_tensor *input, ct_tensor **linear_1_out)
{
	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear;
	CT_TRY(ct_linear(input, self->v0_weight, self->v0_bias, &linear));

	/* torch/nn/modules/activation.py:143: return F.relu(input, inplace=self.inplace) */
	ct_tensor *relu;
	CT_TRY(ct_relu(linear, &relu));
	ct_tensor_free(linear);

	/* torch/nn/modules/linear.py:134: return F.linear(input, self.weight, self.bias) */
	ct_tensor *linear_1;
	CT_TRY(ct_linear(relu, self->v2_weight, self->v2_bias, &linear_1));
	ct_tensor_free(relu);

	*linear_1_out = linear_1;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error mlp_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "mlp_run", "the input %s is NULL", input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "mlp_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "mlp_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error mlp_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "mlp_run", "Guard failed: %s", text);
}

static ct_error mlp_check(ct_tensor *input)
{
	CT_TRY(mlp_check_tensor(input, "input", CT_FLOAT32, 2));
	if (!(ct_tensor_size(input, 0) <= 8))
		return mlp_guard_failed("input.size()[0] <= 8");
	if (!(ct_tensor_size(input, 1) == 16))
		return mlp_guard_failed("input.size()[1] == 16");
	return NULL;
}

ct_error mlp_run(struct mlp *self, ct_tensor *input, ct_tensor **linear_1_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(mlp_check(input));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = mlp_forward(self, input, linear_1_out);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*linear_1_out);
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* The code is for weights of this dtype, with elements in these places. */
static ct_error mlp_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "mlp_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "mlp_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "mlp_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "mlp_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error mlp_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(mlp_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error mlp_take_weights(struct mlp *self, const ct_value *weights)
{
	CT_TRY(mlp_weight(weights, "0.weight", CT_FLOAT32, CT_L(32, 16), CT_L(16, 1),
			&self->v0_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->v0_weight, true));
	CT_TRY(mlp_weight(weights, "0.bias", CT_FLOAT32, CT_L(32), CT_L(1), &self->v0_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->v0_bias, true));
	CT_TRY(mlp_weight(weights, "2.weight", CT_FLOAT32, CT_L(10, 32), CT_L(32, 1),
			&self->v2_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->v2_weight, true));
	CT_TRY(mlp_weight(weights, "2.bias", CT_FLOAT32, CT_L(10), CT_L(1), &self->v2_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->v2_bias, true));
	return NULL;
}

static ct_error mlp_read(const char *path, struct mlp *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = mlp_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error mlp_load(const char *path, struct mlp **result)
{
	struct mlp *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = mlp_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		mlp_free(self);
	return error;
}

void mlp_free(struct mlp *self)
{
	if (self == NULL)
		return;
	ct_tensor_free_unscoped(self->v0_weight);
	ct_tensor_free_unscoped(self->v0_bias);
	ct_tensor_free_unscoped(self->v2_weight);
	ct_tensor_free_unscoped(self->v2_bias);
	free(self);
}
