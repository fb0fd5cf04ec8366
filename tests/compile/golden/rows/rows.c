/*
 * rows.c: the program of scan.core.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at rows_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "rows.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- Helpers ---------------------------------------------------------------------------------- */

/* Another handle on a tensor. */
static ct_error rows_keep(const ct_tensor *tensor, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (*result == NULL && tensor != NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	return NULL;
}

/* The size of the first dimension of tensors that a loop slices together. */
static ct_error rows_count_rows(ct_tensor *const *tensors, int64_t len, int64_t *result)
{
	for (int64_t i = 0; i < len; i++) {
		if (ct_tensor_dim(tensors[i]) == 0)
			return ct_error_new(CT_ERROR_VALUE, __func__,
					    "it cannot slice a tensor without dimensions");
		if (ct_tensor_size(tensors[i], 0) != ct_tensor_size(tensors[0], 0))
			return ct_error_new(CT_ERROR_VALUE, __func__,
					    "it cannot slice tensors of %lld and %lld rows together",
					    (long long)ct_tensor_size(tensors[0], 0),
					    (long long)ct_tensor_size(tensors[i], 0));
	}
	*result = ct_tensor_size(tensors[0], 0);
	return NULL;
}

/* Room for the results of all slices, which belongs to the run's scope. */
static ct_error rows_rows_new(int64_t count, ct_tensor ***result)
{
	*result = calloc((size_t)count + 1, sizeof **result);
	if (*result == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for %lld slices",
				    (long long)count);
	return ct_scope_adopt_memory(*result);
}

/* Stacks the results, and releases them. */
static ct_error rows_stack(ct_tensor **rows, int64_t count, ct_tensor **result)
{
	CT_TRY(ct_stack(rows, count, 0, result));
	for (int64_t i = 0; i < count; i++)
		ct_tensor_free(rows[i]);
	ct_free(rows);
	return NULL;
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error rows_scan_combine_graph_0(struct rows *self, ct_tensor *arg0_1, ct_tensor *arg1_1,
		ct_tensor **out0, ct_tensor **out1)
{
	(void)self;

	/* <eval_with_key>.630:5: mul = child * 0.5;  child = None */
	ct_tensor *mul;
	ct_tensor *number;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_float(0.5), &number));
	CT_TRY(ct_mul_Tensor(arg0_1, number, &mul));
	ct_tensor_free(number);

	/* <eval_with_key>.630:6: carry = mul + child_1;  mul = child_1 = None */
	ct_tensor *add;
	CT_TRY(ct_add_Tensor(mul, arg1_1, ct_scalar_int(1), &add));
	ct_tensor_free(mul);

	/* <eval_with_key>.630:7: child_2 = carry.tanh() */
	ct_tensor *tanh;
	CT_TRY(ct_tanh(add, &tanh));

	*out0 = add;
	*out1 = tanh;
	return NULL;
}

static ct_error rows_forward(struct rows *self, ct_tensor *args_0, ct_tensor *args_1,
		ct_tensor **getitem_out, ct_tensor **getitem_1_out)
{
	/* <eval_with_key>.629:8: scan = torch.ops.higher_order.scan(scan_combine_fn_0, [l_leaves_init_0_], [l_leaves_xs_0_], []);... */
	ct_tensor *getitem = NULL;
	ct_tensor *getitem_1 = NULL;
	int64_t count = 0;
	CT_TRY(rows_count_rows((ct_tensor *[]){ args_0 }, 1, &count));
	CT_TRY(rows_keep(args_1, &getitem));
	ct_tensor **getitem_1_rows = NULL;
	CT_TRY(rows_rows_new(count, &getitem_1_rows));
	if (count == 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				"there is nothing to scan: the first dimension is empty");
	for (int64_t i = 0; i < count; i++) {
		ct_tensor *slice;
		CT_TRY(ct_select_int(args_0, 0, i, &slice));
		ct_tensor *getitem_next = NULL;
		CT_TRY(rows_scan_combine_graph_0(self, getitem, slice, &getitem_next,
				&getitem_1_rows[i]));
		ct_tensor_free(slice);
		ct_tensor_free(getitem);
		getitem = getitem_next;
	}
	CT_TRY(rows_stack(getitem_1_rows, count, &getitem_1));

	*getitem_out = getitem;
	*getitem_1_out = getitem_1;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error rows_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "rows_run", "the input %s is NULL", input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "rows_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "rows_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error rows_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "rows_run", "Guard failed: %s", text);
}

static ct_error rows_check(ct_tensor *args_0, ct_tensor *args_1)
{
	CT_TRY(rows_check_tensor(args_0, "args_0", CT_FLOAT32, 2));
	CT_TRY(rows_check_tensor(args_1, "args_1", CT_FLOAT32, 1));
	if (!(ct_tensor_size(args_0, 0) == 5))
		return rows_guard_failed("args_0.size()[0] == 5");
	if (!(ct_tensor_size(args_0, 1) == 3))
		return rows_guard_failed("args_0.size()[1] == 3");
	if (!(ct_tensor_size(args_1, 0) == 3))
		return rows_guard_failed("args_1.size()[0] == 3");
	return NULL;
}

ct_error rows_run(struct rows *self, ct_tensor *args_0, ct_tensor *args_1, ct_tensor **getitem_out,
		ct_tensor **getitem_1_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(rows_check(args_0, args_1));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = rows_forward(self, args_0, args_1, getitem_out, getitem_1_out);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL) {
		ct_scope_move_up(*getitem_out);
		ct_scope_move_up(*getitem_1_out);
	}
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static ct_error rows_take_weights(struct rows *self, const ct_value *weights)
{
	(void)self;
	(void)weights;
	return NULL;
}

static ct_error rows_read(const char *path, struct rows *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = rows_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error rows_load(const char *path, struct rows **result)
{
	struct rows *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = rows_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		rows_free(self);
	return error;
}

void rows_free(struct rows *self)
{
	if (self == NULL)
		return;
	free(self);
}
