/*
 * loop.c: the program of while_count.training.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at loop_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "loop.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* --- Helpers ---------------------------------------------------------------------------------- */

/* Another handle on a tensor. */
static ct_error loop_keep(const ct_tensor *tensor, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (*result == NULL && tensor != NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	return NULL;
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error loop_while_loop_cond_graph_0(struct loop *self, ct_tensor *arg0_1,
		ct_tensor *arg1_1, ct_tensor *arg2_1, ct_tensor **out0)
{
	(void)self;
	(void)arg1_1;

	/* <eval_with_key>.508:5: lt = child < l_args_0_closure_0_cell_contents_closure_0_cell_contents_cond_fn;  child = l_args_0... */
	ct_tensor *lt;
	CT_TRY(ct_lt_Tensor(arg0_1, arg2_1, &lt));

	*out0 = lt;
	return NULL;
}

static ct_error loop_while_loop_body_graph_0(struct loop *self, ct_tensor *arg0_1,
		ct_tensor *arg1_1, ct_tensor *arg2_1, ct_tensor **out0, ct_tensor **out1)
{
	(void)self;
	(void)arg2_1;

	/* <eval_with_key>.509:5: child = child_2 + 1;  child_2 = None */
	ct_tensor *add;
	ct_tensor *number;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_int(1), &number));
	CT_TRY(ct_add_Tensor(arg0_1, number, ct_scalar_int(1), &add));
	ct_tensor_free(number);

	/* <eval_with_key>.509:6: child_4 = child_3 * 1.5;  child_3 = None */
	ct_tensor *mul;
	ct_tensor *number_2;
	CT_TRY(ct_tensor_new_wrapped_number(ct_scalar_float(1.5), &number_2));
	CT_TRY(ct_mul_Tensor(arg1_1, number_2, &mul));
	ct_tensor_free(number_2);

	*out0 = add;
	*out1 = mul;
	return NULL;
}

static ct_error loop_forward(struct loop *self, ct_tensor *args_0, ct_tensor *args_1,
		ct_tensor **getitem_out, ct_tensor **getitem_1_out)
{
	/* zoo/control_flow.py:96: (torch.zeros((), dtype=torch.long), x)) */
	ct_tensor *zeros;
	CT_TRY(ct_zeros(NULL, 0, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_CPU, (const bool[]){ false },
			&zeros));

	/* <eval_with_key>.507:10: while_loop = torch.ops.higher_order.while_loop(cond_fn_0, body_fn_0, (l_args_2_0_, l_args_2_1_),... */
	ct_tensor *getitem = NULL;
	ct_tensor *getitem_1 = NULL;
	CT_TRY(loop_keep(zeros, &getitem));
	CT_TRY(loop_keep(args_0, &getitem_1));
	for (;;) {
		ct_tensor *goes_on = 0;
		bool is_true;
		CT_TRY(loop_while_loop_cond_graph_0(self, getitem, getitem_1, args_1, &goes_on));
		CT_TRY(ct_tensor_item_bool(goes_on, &is_true));
		ct_tensor_free(goes_on);
		if (!is_true)
			break;
		ct_tensor *getitem_next = NULL;
		ct_tensor *getitem_1_next = NULL;
		CT_TRY(loop_while_loop_body_graph_0(self, getitem, getitem_1, args_1, &getitem_next,
				&getitem_1_next));
		ct_tensor_free(getitem);
		getitem = getitem_next;
		ct_tensor_free(getitem_1);
		getitem_1 = getitem_1_next;
	}
	ct_tensor_free(zeros);

	*getitem_out = getitem;
	*getitem_1_out = getitem_1;
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error loop_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "loop_run", "the input %s is NULL", input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "loop_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "loop_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error loop_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "loop_run", "Guard failed: %s", text);
}

static ct_error loop_check(ct_tensor *args_0, ct_tensor *args_1)
{
	CT_TRY(loop_check_tensor(args_0, "args_0", CT_FLOAT32, 1));
	CT_TRY(loop_check_tensor(args_1, "args_1", CT_INT64, 0));
	if (!(ct_tensor_size(args_0, 0) == 3))
		return loop_guard_failed("args_0.size()[0] == 3");
	return NULL;
}

ct_error loop_run(struct loop *self, ct_tensor *args_0, ct_tensor *args_1, ct_tensor **getitem_out,
		ct_tensor **getitem_1_out)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(loop_check(args_0, args_1));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = loop_forward(self, args_0, args_1, getitem_out, getitem_1_out);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL) {
		ct_scope_move_up(*getitem_out);
		ct_scope_move_up(*getitem_1_out);
	}
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static ct_error loop_take_weights(struct loop *self, const ct_value *weights)
{
	(void)self;
	(void)weights;
	return NULL;
}

static ct_error loop_read(const char *path, struct loop *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_load(path, NULL, &weights));
	error = loop_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error loop_load(const char *path, struct loop **result)
{
	struct loop *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = loop_read(path, self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		loop_free(self);
	return error;
}

void loop_free(struct loop *self)
{
	if (self == NULL)
		return;
	free(self);
}
