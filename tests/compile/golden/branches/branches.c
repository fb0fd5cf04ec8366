/*
 * branches.c: the program of cond.training.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at branches_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "branches.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error branches_true_graph_0(struct branches *self, ct_tensor *x, ct_tensor *p_one_bias,
		ct_tensor *p_one_weight, ct_tensor *p_other_bias, ct_tensor *p_other_weight,
		ct_tensor **out0)
{
	(void)self;
	(void)p_other_bias;
	(void)p_other_weight;

	/* <eval_with_key>.1766:6: linear = torch._C._nn.linear(l_args_3_0__1, l_args_1_closure_0_cell_contents_modules_one_paramet... */
	ct_tensor *linear;
	CT_TRY(ct_linear(x, p_one_weight, p_one_bias, &linear));

	/* <eval_with_key>.1766:7: relu = linear.relu();  linear = None */
	ct_tensor *relu;
	CT_TRY(ct_relu(linear, &relu));
	ct_tensor_free(linear);

	*out0 = relu;
	return NULL;
}

static ct_error branches_false_graph_0(struct branches *self, ct_tensor *x, ct_tensor *p_one_bias,
		ct_tensor *p_one_weight, ct_tensor *p_other_bias, ct_tensor *p_other_weight,
		ct_tensor **out0)
{
	(void)self;
	(void)p_one_bias;
	(void)p_one_weight;

	/* <eval_with_key>.1767:6: linear = torch._C._nn.linear(l_args_3_0__1, l_args_2_closure_0_cell_contents_modules_other_param... */
	ct_tensor *linear;
	CT_TRY(ct_linear(x, p_other_weight, p_other_bias, &linear));

	/* <eval_with_key>.1767:7: sub = linear - 1;  linear = None */
	ct_tensor *sub;
	ct_tensor *number;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_int(1), &number));
	CT_TRY(ct_sub_Tensor(linear, number, ct_scalar_int(1), &sub));
	ct_tensor_free(number);
	ct_tensor_free(linear);

	*out0 = sub;
	return NULL;
}

static ct_error branches_forward(struct branches *self, ct_tensor *x, ct_tensor **getitem_out)
{
	/* zoo/control_flow.py:29: return torch.cond(x.sum() > 0, lambda x: self.one(x).relu(), */
	ct_tensor *sum_1;
	CT_TRY(ct_sum(x, CT_DTYPE_NONE, &sum_1));
	ct_tensor *gt;
	CT_TRY(ct_gt_Scalar(sum_1, ct_scalar_int(0), &gt));
	ct_tensor_free(sum_1);

	/* <eval_with_key>.1765:13: cond = torch.ops.higher_order.cond(l_args_0_, cond_true_0, cond_false_0, (l_args_3_0_, l_args_1_... */
	ct_tensor *getitem = NULL;
	bool is_true;
	CT_TRY(ct_tensor_item_bool(gt, &is_true));
	if (is_true)
		CT_TRY(branches_true_graph_0(self, x, self->one_bias, self->one_weight,
				self->other_bias, self->other_weight, &getitem));
	else
		CT_TRY(branches_false_graph_0(self, x, self->one_bias, self->one_weight,
				self->other_bias, self->other_weight, &getitem));
	ct_tensor_free(gt);

	*getitem_out = getitem;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error branches_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "branches_run", "the input %s is NULL",
				input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "branches_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "branches_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error branches_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "branches_run", "Guard failed: %s", text);
}

static ct_error branches_check(ct_tensor *x)
{
	CT_TRY(branches_check_tensor(x, "x", CT_FLOAT32, 2));
	if (!(ct_tensor_size(x, 0) == 3))
		return branches_guard_failed("x.size()[0] == 3");
	if (!(ct_tensor_size(x, 1) == 4))
		return branches_guard_failed("x.size()[1] == 4");
	return NULL;
}

ct_error branches_run(struct branches *self, ct_tensor *x, ct_tensor **getitem_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(branches_check(x));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = branches_forward(self, x, getitem_out);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL)
		ct_scope_move_up(*getitem_out);
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* The code is for weights of this dtype, with elements in these places. */
static ct_error branches_check_weight(const ct_tensor *weight, const char *name, ct_dtype dtype,
				  ct_ints sizes, ct_ints strides)
{
	const int64_t *have = ct_tensor_strides(weight);

	if (ct_tensor_dtype(weight) != dtype)
		return ct_error_new(CT_ERROR_VALUE, "branches_load",
				    "the weight '%s' must be of the dtype %s, but is %s", name,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(weight)));
	if (ct_tensor_dim(weight) != sizes.len)
		return ct_error_new(CT_ERROR_VALUE, "branches_load",
				    "the weight '%s' must be of %lld dimensions, but is of %lld",
				    name, (long long)sizes.len, (long long)ct_tensor_dim(weight));
	for (int64_t i = 0; i < sizes.len; i++) {
		if (ct_tensor_size(weight, i) != sizes.at[i])
			return ct_error_new(CT_ERROR_VALUE, "branches_load",
					    "the weight '%s' must have size %lld in dimension %lld, "
					    "but has %lld", name, (long long)sizes.at[i],
					    (long long)i, (long long)ct_tensor_size(weight, i));
		if (sizes.at[i] != 1 && have[i] != strides.at[i])
			return ct_error_new(CT_ERROR_VALUE, "branches_load",
					    "the weight '%s' must have stride %lld in dimension "
					    "%lld, but has %lld", name, (long long)strides.at[i],
					    (long long)i, (long long)have[i]);
	}
	return NULL;
}

/* A tensor of the file, in no scope. */
static ct_error branches_weight(const ct_value *weights, const char *name, ct_dtype dtype,
			    ct_ints sizes, ct_ints strides, ct_tensor **result)
{
	ct_value value;
	ct_tensor *tensor;

	CT_TRY(ct_value_dict_get(weights, ct_value_string(name), &value));
	CT_TRY(ct_value_as_tensor(&value, &tensor));
	CT_TRY(branches_check_weight(tensor, name, dtype, sizes, strides));
	*result = ct_tensor_retain(tensor);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	ct_scope_disown(*result);
	return NULL;
}

static ct_error branches_take_weights(struct branches *self, const ct_value *weights)
{
	CT_TRY(branches_weight(weights, "one.weight", CT_FLOAT32, CT_L(4, 4), CT_L(4, 1),
			&self->one_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->one_weight, true));
	CT_TRY(branches_weight(weights, "one.bias", CT_FLOAT32, CT_L(4), CT_L(1), &self->one_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->one_bias, true));
	CT_TRY(branches_weight(weights, "other.weight", CT_FLOAT32, CT_L(4, 4), CT_L(4, 1),
			&self->other_weight));
	CT_TRY(ct_tensor_set_requires_grad(self->other_weight, true));
	CT_TRY(branches_weight(weights, "other.bias", CT_FLOAT32, CT_L(4), CT_L(1),
			&self->other_bias));
	CT_TRY(ct_tensor_set_requires_grad(self->other_bias, true));
	return NULL;
}

static ct_error branches_read(const char *path, struct branches *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = branches_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error branches_load(const char *path, struct branches **result)
{
	struct branches *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = branches_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		branches_free(self);
	return error;
}

void branches_free(struct branches *self)
{
	if (self == NULL)
		return;
	ct_tensor_free_unscoped(self->one_weight);
	ct_tensor_free_unscoped(self->one_bias);
	ct_tensor_free_unscoped(self->other_weight);
	ct_tensor_free_unscoped(self->other_bias);
	free(self);
}
