/*
 * Rprop.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "optim/optimizer/class.h"

enum { STEP, PREV, STEP_SIZE };

static ct_error rprop_check(const void *args)
{
	const struct ct_args_optim_Rprop_ *a = args;
	const double *etas = a->etas.at;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	if (a->etas.len != 2 || a->step_sizes.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "etas and step_sizes must have 2 elements");
	if (0 < etas[0] && etas[0] < 1 && 1 < etas[1])
		return NULL;
	return ct_optim_invalid_pair("eta values", etas[0], etas[1]);
}

/* Both parts of a complex number begin with the rate. */
static ct_error rprop_begin(const struct ct_optim_block *block, int64_t i)
{
	const ct_tensor *param = block->params[i];
	const double lr = ct_optim_float(block, "lr");
	const ct_scalar first = ct_dtype_is_complex(ct_tensor_dtype(param))
					? ct_scalar_complex(lr, lr)
					: ct_scalar_float(lr);
	ct_tensor *sizes;

	CT_TRY(CT_DONE());
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, PREV, i));
	CT_TRY(CT(full_like, &sizes, block->grads[i], first));
	return ct_optim_keep(block, STEP_SIZE, i, sizes);
}

/* Larger steps where the gradient has kept its sign, smaller ones where it has not, and no step. */
static ct_error rprop_update_one(const struct ct_optim_block *block, int64_t i, ct_tensor *grad)
{
	const double minus = ct_optim_float_at(block, "etas", 0);
	const double plus = ct_optim_float_at(block, "etas", 1);
	ct_tensor *prev = block->state[PREV][i], *sizes = block->state[STEP_SIZE][i];
	ct_tensor *sign = CT_E(sign, CT_E(mul, grad, CT_E(clone, prev)));

	CT_E(masked_fill_, sign, CT_E(gt, sign, 0), plus);
	CT_E(masked_fill_, sign, CT_E(lt, sign, 0), minus);
	CT_E(masked_fill_, sign, CT_E(eq, sign, 0), 1);
	CT_E(mul_, sizes, sign);
	CT_E(clamp_, sizes, .min = CT_S(ct_optim_float_at(block, "step_sizes", 0)),
	     .max = CT_S(ct_optim_float_at(block, "step_sizes", 1)));
	grad = CT_E(masked_fill, grad, CT_E(eq, sign, minus), 0);
	CT_E(addcmul_, block->params[i], CT_E(sign, grad), CT_E(clone, sizes), .value = CT_S(-1));
	CT_E(copy_, prev, grad);
	return CT_DONE();
}

static ct_error rprop_update(const struct ct_optim_block *block)
{
	ct_tensors grads;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, false, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(rprop_update_one(block, i, grads.at[i]));
	return NULL;
}

const struct ct_optim_code ct_optim_Rprop_code = {
	.check = rprop_check,
	.added = "foreach=None, maximize=False, differentiable=False, capturable=False",
	.begin = rprop_begin,
	.update = rprop_update,
	.on_sparse = "Rprop does not support sparse gradients",
};
