/*
 * shared.c: the program of aliases.pt2.
 *
 * Written by ctorch-compile: a statement for each node.
 * Names are those of the values of the graph. Begin to read at shared_forward(), which is the graph;
 * above it are the functions that it calls.
 */
#include "shared.h"

#include <stdlib.h>

#include <ctorch/ctorch.h>

/* shared_weights.S */
extern const unsigned char shared_weights[], shared_weights_end[];

/* --- Helpers ---------------------------------------------------------------------------------- */

/* Another handle on a tensor. */
static ct_error shared_keep(const ct_tensor *tensor, ct_tensor **result)
{
	*result = ct_tensor_retain(tensor);
	if (*result == NULL && tensor != NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for a handle");
	return NULL;
}

/* --- The graph -------------------------------------------------------------------------------- */

static ct_error shared_forward(struct shared *self, ct_tensor *x, ct_tensor *y, ct_tensor **x_out,
		ct_tensor **add_out, ct_tensor **add_out_2, int64_t *constant_out,
		ct_tensor **view_out, double *constant_out_2, bool *constant_out_3,
		const char **constant_out_4)
{
	(void)self;

	/* small.py:64: z = x + y */
	ct_tensor *add;
	CT_TRY(ct_add_Tensor(x, y, ct_scalar_int(1), &add));

	/* small.py:65: return x, z, z, None, 3, y.view(-1), 1.5, True, "text" */
	ct_tensor *view;
	CT_TRY(ct_view(y, (const int64_t[]){ -1 }, 1, &view));

	CT_TRY(shared_keep(x, x_out));
	*add_out = add;
	CT_TRY(shared_keep(add, add_out_2));
	*constant_out = 3;
	*view_out = view;
	*constant_out_2 = 1.5;
	*constant_out_3 = true;
	*constant_out_4 = "text";
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static ct_error shared_check_tensor(const ct_tensor *tensor, const char *input,
				  ct_dtype dtype, int64_t dim)
{
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, "shared_run", "the input %s is NULL", input);
	if (dtype != CT_DTYPE_NONE && ct_tensor_dtype(tensor) != dtype)
		return ct_error_new(CT_ERROR_TYPE, "shared_run",
				    "the input %s must be of the dtype %s, but is %s", input,
				    ct_dtype_name(dtype), ct_dtype_name(ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) != dim)
		return ct_error_new(CT_ERROR_TYPE, "shared_run",
				    "the input %s must be of %lld dimensions, but is of %lld",
				    input, (long long)dim, (long long)ct_tensor_dim(tensor));
	return NULL;
}

static ct_error shared_guard_failed(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, "shared_run", "Guard failed: %s", text);
}

static ct_error shared_check(ct_tensor *x, ct_tensor *y)
{
	CT_TRY(shared_check_tensor(x, "x", CT_FLOAT32, 2));
	CT_TRY(shared_check_tensor(y, "y", CT_FLOAT32, 2));
	if (!(ct_tensor_size(x, 0) == 2))
		return shared_guard_failed("x.size()[0] == 2");
	if (!(ct_tensor_size(x, 1) == 2))
		return shared_guard_failed("x.size()[1] == 2");
	if (!(ct_tensor_size(y, 0) == 2))
		return shared_guard_failed("y.size()[0] == 2");
	if (!(ct_tensor_size(y, 1) == 2))
		return shared_guard_failed("y.size()[1] == 2");
	return NULL;
}

ct_error shared_run(struct shared *self, ct_tensor *x, ct_tensor *y, ct_tensor **x_out,
		ct_tensor **add_out, ct_tensor **add_out_2, int64_t *constant_out,
		ct_tensor **view_out, double *constant_out_2, bool *constant_out_3,
		const char **constant_out_4)
{
	const bool grad_was_enabled = ct_autograd_is_grad_enabled();
	ct_scope *scope;
	ct_error error;

	if (self == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "self is NULL");
	CT_TRY(shared_check(x, y));
	ct_autograd_set_grad_enabled(false);
	scope = ct_scope_open();
	error = shared_forward(self, x, y, x_out, add_out, add_out_2, constant_out, view_out,
			constant_out_2, constant_out_3, constant_out_4);
	ct_autograd_set_grad_enabled(grad_was_enabled);
	if (error == NULL) {
		ct_scope_move_up(*x_out);
		ct_scope_move_up(*add_out);
		ct_scope_move_up(*add_out_2);
		ct_scope_move_up(*view_out);
	}
	ct_scope_leave(scope);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

static ct_error shared_take_weights(struct shared *self, const ct_value *weights)
{
	(void)self;
	(void)weights;
	return NULL;
}

static ct_error shared_read(struct shared *self)
{
	ct_value weights;
	ct_error error;

	CT_TRY(ct_safetensors_decode(shared_weights, shared_weights_end - shared_weights, NULL,
				     &weights));
	error = shared_take_weights(self, &weights);
	ct_value_free(&weights);
	return error;
}

ct_error shared_load(struct shared **result)
{
	struct shared *self;
	ct_scope *scope;
	ct_error error;

	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "result is NULL");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_error_new(CT_ERROR_OUT_OF_MEMORY, __func__, "no memory for the weights");
	scope = ct_scope_open();
	error = shared_read(self);
	ct_scope_leave(scope);
	if (error == NULL)
		*result = self;
	else
		shared_free(self);
	return error;
}

void shared_free(struct shared *self)
{
	if (self == NULL)
		return;
	free(self);
}
