/*
 * What is computed with a learning rate: a number, or a tensor that only the device reads, so that a
 * captured step has the rate that the tensor has when the graph is replayed.
 */
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "optim/optimizer/class.h"

ct_error ct_optim_device_lr(const struct ct_optim_block *block, ct_tensor **result)
{
	ct_tensor *lr;

	*result = NULL;
	CT_TRY(ct_optim_tensor(block, "lr", &lr));
	if (lr == NULL || ct_tensor_device(lr).type == CT_DEVICE_TYPE_CPU ||
	    !(ct_optim_is_captured(block) || ct_optim_bool(block, "fused")))
		return NULL;
	if (ct_tensor_dim(lr) > 0) /* Python's _to_scalar() */
		CT_TRY(CT(squeeze, &lr, lr));
	return CT(to_device, result, lr, ct_tensor_device(block->params[0]), ct_tensor_dtype(lr),
		  .non_blocking = true);
}

#ifdef CT_OP__foreach_div__Tensor_ /* the newer of the two */

static ct_error multiply_by(ct_tensors tensors, const ct_tensor *number)
{
	return CT(_foreach_mul__Tensor, tensors, number);
}

static ct_error divide_by(ct_tensors tensors, const ct_tensor *number)
{
	return CT(_foreach_div__Tensor, tensors, number);
}

static ct_error products(ct_tensors tensors, const ct_tensor *number, ct_tensors *result)
{
	ct_tensor **made;
	int64_t n;

	CT_TRY(CT(_foreach_mul_Tensor, &made, &n, tensors, number));
	*result = CT_TENSORS_OF(made, n);
	return NULL;
}

#else /* one by one */

static ct_error multiply_by(ct_tensors tensors, const ct_tensor *number)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul__Tensor, (ct_tensor *)tensors.at[i], number));
	return NULL;
}

static ct_error divide_by(ct_tensors tensors, const ct_tensor *number)
{
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(div__Tensor, (ct_tensor *)tensors.at[i], number));
	return NULL;
}

static ct_error products(ct_tensors tensors, const ct_tensor *number, ct_tensors *result)
{
	ct_tensor **made = ct_given_array(tensors.len, sizeof *made);

	*result = CT_TENSORS_OF(made, tensors.len);
	if (made == NULL)
		return ct_no_memory(NULL, "for a step");
	for (int64_t i = 0; i < tensors.len; i++)
		CT_TRY(CT(mul_Tensor, &made[i], tensors.at[i], number));
	return NULL;
}

#endif

ct_error ct_optim_multiply_by_lr(const struct ct_optim_block *block, ct_tensors tensors)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	return lr ? multiply_by(tensors, lr)
		  : CT(_foreach_mul__Scalar, tensors, ct_optim_float(block, "lr"));
}

ct_error ct_optim_divide_by_lr(const struct ct_optim_block *block, ct_tensors tensors)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	return lr ? divide_by(tensors, lr)
		  : CT(_foreach_div__Scalar, tensors, ct_optim_float(block, "lr"));
}

ct_error ct_optim_move_by(const struct ct_optim_block *block, ct_tensors params, ct_tensors changes)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	if (lr == NULL)
		return CT(_foreach_add__List, params, changes,
			  .alpha = CT_S(-ct_optim_float(block, "lr")));
	CT_TRY(CT(neg, &lr, lr));
	CT_TRY(products(changes, lr, &changes));
	return CT(_foreach_add__List, params, changes);
}

ct_error ct_optim_move_by_quotients(const struct ct_optim_block *block, ct_tensors above,
				    ct_tensors below)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	if (lr == NULL)
		return CT(_foreach_addcdiv__Scalar, ct_optim_params(block), above, below,
			  .value = CT_S(-ct_optim_float(block, "lr")));
	CT_TRY(CT(neg, &lr, lr));
	CT_TRY(divide_by(below, lr));
	return CT(_foreach_addcdiv__Scalar, ct_optim_params(block), above, below);
}

ct_error ct_optim_shrink(const struct ct_optim_block *block, double decay)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	if (lr == NULL)
		return ct_optim_scale(ct_optim_params(block),
				      1 - ct_optim_float(block, "lr") * decay);
	CT_TRY(CT(mul_Scalar, &lr, lr, decay));
	CT_TRY(CT(rsub_Scalar, &lr, lr, 1));
	return multiply_by(ct_optim_params(block), lr);
}
