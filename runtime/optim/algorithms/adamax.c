/*
 * Adamax.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, EXP_AVG, EXP_INF };

static ct_error adamax_check(const void *args)
{
	const struct ct_args_optim_Adamax_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	CT_TRY(ct_optim_check_betas(a->betas));
	return ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay);
}

static ct_error adamax_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG, i));
	return ct_optim_begin_zeros(block, EXP_INF, i);
}

/* The decayed norms, or the gradients where these are greater. */
static ct_error update_norms(const struct ct_optim_block *block, ct_tensors grads, double beta2)
{
	const ct_tensors norms = ct_optim_state(block, EXP_INF);
	ct_tensor **sizes;
	int64_t n;

	CT_TRY(ct_optim_scale(norms, beta2));
	CT_TRY(CT(_foreach_abs, &sizes, &n, grads));
	CT_TRY(CT(_foreach_add__Scalar, CT_TENSORS_OF(sizes, n), ct_optim_float(block, "eps")));
	return CT(_foreach_maximum__List, norms, CT_TENSORS_OF(sizes, n));
}

/* The step counters are only read by the device. */
static ct_error adamax_move_captured(const struct ct_optim_block *block)
{
	ct_tensors sizes, below;

	CT_TRY(ct_optim_powers_less_1(ct_optim_float_at(block, "betas", 0),
				      ct_optim_state(block, STEP), &sizes));
	CT_TRY(ct_optim_divide_by_lr(block, sizes));
	CT_TRY(ct_optim_products(ct_optim_state(block, EXP_INF), sizes, &below));
	return CT(_foreach_addcdiv__Scalar, ct_optim_params(block), ct_optim_state(block, EXP_AVG),
		  below);
}

static ct_error adamax_update(const struct ct_optim_block *block)
{
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	ct_tensors grads, averages, norms;
	double lr;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, true, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads, 1 - beta1));
	CT_TRY(update_norms(block, grads, ct_optim_float_at(block, "betas", 1)));
	if (ct_optim_is_captured(block))
		return adamax_move_captured(block);
	lr = ct_optim_float(block, "lr");
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(
			-(lr / (1 - pow(beta1, ct_optim_number(block->state[STEP][i])))));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_AVG), &averages));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_INF), &norms));
	return CT(_foreach_addcdiv__ScalarList, ct_optim_params(block), averages, norms,
		  (ct_scalars){ block->numbers, block->len });
}

const struct ct_optim_code ct_optim_Adamax_code = {
	.check = adamax_check,
	.added = "foreach=None, maximize=False, differentiable=False, capturable=False",
	.begin = adamax_begin,
	.update = adamax_update,
	.decays_complex = true,
	.on_sparse = "Adamax does not support sparse gradients",
};
