/*
 * RAdam.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, EXP_AVG, EXP_AVG_SQ };

static ct_error radam_check(const void *args)
{
	const struct ct_args_optim_RAdam_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	CT_TRY(ct_optim_check_betas(a->betas));
	return ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay);
}

static ct_error radam_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG, i));
	return ct_optim_begin_zeros(block, EXP_AVG_SQ, i);
}

/* The step with the average's bias corrected, and rectified once its variance is known. */
static ct_error radam_update_one(const struct ct_optim_block *block, int64_t i)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double correction1 = 1 - pow(beta1, step), correction2 = 1 - pow(beta2, step);
	const double rho_inf = 2 / (1 - beta2) - 1;
	const double rho = rho_inf - 2 * step * pow(beta2, step) / correction2;
	ct_tensor *change = CT_E(div, block->state[EXP_AVG][i], correction1), *root;

	change = CT_E(mul_Scalar, change, ct_optim_float(block, "lr"));
	if (rho > 5.0) {
		root = CT_E(add, CT_E(sqrt, block->state[EXP_AVG_SQ][i]),
			    ct_optim_float(block, "eps"));
		change = CT_E(mul, change,
			      CT_E(mul_Scalar, CT_E(reciprocal, root), pow(correction2, 0.5)));
		change = CT_E(
			mul_Scalar, change,
			pow((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho),
			    0.5));
	}
	CT_E(add_, block->params[i], change, .alpha = CT_S(-1.0));
	return CT_DONE();
}

static ct_error radam_update(const struct ct_optim_block *block)
{
	const double lr = ct_optim_float(block, "lr");
	const double decay = ct_optim_float(block, "weight_decay");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	ct_tensors grads;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, !decoupled, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (decoupled && decay != 0)
		CT_TRY(ct_optim_scale(ct_optim_params(block), 1 - lr * decay));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads,
			     1 - ct_optim_float_at(block, "betas", 0)));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, EXP_AVG_SQ), grads,
					ct_optim_float_at(block, "betas", 1)));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(radam_update_one(block, i));
	return NULL;
}

const struct ct_optim_code ct_optim_RAdam_code = {
	.check = radam_check,
	.added = "foreach=None, maximize=False, differentiable=False, "
		 "decoupled_weight_decay=False, capturable=False",
	.begin = radam_begin,
	.update = radam_update,
	.on_sparse = "RAdam does not support sparse gradients",
};
