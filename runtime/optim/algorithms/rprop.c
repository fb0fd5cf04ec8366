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

/* By how much steps grow where the gradient has kept its sign, or shrink where it has not; in place
 * of the signs. */
static ct_error make_factors(const struct ct_optim_block *block, ct_tensors signs)
{
	const double minus = ct_optim_float_at(block, "etas", 0);
	const double plus = ct_optim_float_at(block, "etas", 1);

	for (int64_t i = 0; i < signs.len; i++) {
		ct_tensor *sign = (ct_tensor *)signs.at[i];

		CT_E(masked_fill_, sign, CT_E(gt, sign, 0), plus);
		CT_E(masked_fill_, sign, CT_E(lt, sign, 0), minus);
		CT_E(masked_fill_, sign, CT_E(eq, sign, 0), 1);
	}
	return CT_DONE();
}

static ct_error resize_steps(const struct ct_optim_block *block, ct_tensors factors)
{
	const ct_tensors sizes = ct_optim_state(block, STEP_SIZE);
	const double least = ct_optim_float_at(block, "step_sizes", 0);
	const double most = ct_optim_float_at(block, "step_sizes", 1);

	CT_TRY(CT(_foreach_mul__List, sizes, factors));
	for (int64_t i = 0; i < sizes.len; i++)
		CT_TRY(CT(clamp_, block->state[STEP_SIZE][i], .min = CT_S(least),
			  .max = CT_S(most)));
	return NULL;
}

/* Keeps the gradients for the next step, as 0 where the sign has changed: no step there. */
static ct_error keep_gradients(const struct ct_optim_block *block, ct_tensors grads,
			       ct_tensors factors)
{
	const double minus = ct_optim_float_at(block, "etas", 0);

	CT_TRY(ct_optim_copy(ct_optim_state(block, PREV), grads));
	for (int64_t i = 0; i < factors.len; i++)
		CT_E(masked_fill_, block->state[PREV][i], CT_E(eq, factors.at[i], minus), 0);
	return CT_DONE();
}

static ct_error rprop_update(const struct ct_optim_block *block)
{
	ct_tensors grads, before, factors, sizes, directions;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, false, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(ct_optim_saved(ct_optim_state(block, PREV), &before));
	CT_TRY(ct_optim_products(grads, before, &factors));
	CT_TRY(ct_optim_signs(factors, &factors));
	CT_TRY(make_factors(block, factors));
	CT_TRY(resize_steps(block, factors));
	CT_TRY(keep_gradients(block, grads, factors));
	CT_TRY(ct_optim_signs(ct_optim_state(block, PREV), &directions));
	CT_TRY(ct_optim_saved(ct_optim_state(block, STEP_SIZE), &sizes));
	return CT(_foreach_addcmul__Scalar, ct_optim_params(block), directions, sizes,
		  .value = CT_S(-1));
}

const struct ct_optim_code ct_optim_Rprop_code = {
	.check = rprop_check,
	.added = "foreach=None, maximize=False, differentiable=False, capturable=False",
	.begin = rprop_begin,
	.update = rprop_update,
	.on_sparse = "Rprop does not support sparse gradients",
};
