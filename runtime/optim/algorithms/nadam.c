/*
 * NAdam.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, MU_PRODUCT, EXP_AVG, EXP_AVG_SQ };

static ct_error nadam_check(const void *args)
{
	const struct ct_args_optim_NAdam_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	CT_TRY(ct_optim_check_betas(a->betas));
	CT_TRY(ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay));
	return ct_optim_require(a->momentum_decay >= 0, "momentum_decay value", a->momentum_decay);
}

static ct_error nadam_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_number(block, MU_PRODUCT, i, 1, false));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG, i));
	return ct_optim_begin_zeros(block, EXP_AVG_SQ, i);
}

/* sqrt(exp_avg_sq / (1 - beta2^step)) + eps */
static ct_error nadam_denominators(const struct ct_optim_block *block, ct_tensors *result)
{
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double eps = ct_optim_float(block, "eps");
	ct_tensors squares;
	ct_tensor **made;
	int64_t n;

	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(
			1 - pow(beta2, ct_optim_number(block->state[STEP][i])));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_AVG_SQ), &squares));
	CT_TRY(CT(_foreach_div_ScalarList, &made, &n, squares,
		  (ct_scalars){ block->numbers, block->len }));
	CT_TRY(CT(_foreach_sqrt, &made, &n, CT_TENSORS_OF(made, n)));
	return ct_optim_plus(CT_TENSORS_OF(made, n), eps, result);
}

static double momentum_of(const struct ct_optim_block *block, double step)
{
	const double beta1 = ct_optim_float_at(block, "betas", 0);

	return beta1 * (1.0 - 0.5 * pow(0.96, step * ct_optim_float(block, "momentum_decay")));
}

/* By how much a gradient and an average count; updates mu_product. */
static ct_error weights(const struct ct_optim_block *block, int64_t i, double *of_grad,
			double *of_average)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double mu = momentum_of(block, step), mu_next = momentum_of(block, step + 1);
	const double lr = ct_optim_float(block, "lr");
	ct_tensor *mu_product = block->state[MU_PRODUCT][i];
	double product;

	CT_TRY(ct_optim_scale((ct_tensors){ &mu_product, 1 }, mu));
	product = ct_optim_number(mu_product);
	*of_grad = -lr * (1.0 - mu) / (1.0 - product);
	*of_average = (-lr * mu_next) / (1.0 - product * mu_next);
	return NULL;
}

/* A float over 1 - x, which is a tensor. */
static ct_tensor *over_rest(double above, const ct_tensor *x)
{
	return CT_E(mul_Scalar, CT_E(reciprocal, CT_E(rsub_Scalar, x, 1)), above);
}

/* With "differentiable" Python multiplies by tensors, so that the graph has the step; the digits
 * differ. */
static ct_error nadam_move_recorded(const struct ct_optim_block *block, int64_t i, ct_tensor *grad,
				    const ct_tensor *average, const ct_tensor *below)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double mu = momentum_of(block, step), mu_next = momentum_of(block, step + 1);
	const double lr = ct_optim_float(block, "lr");
	ct_tensor *product = block->state[MU_PRODUCT][i], *next, *change;

	CT_TRY(CT_DONE());
	CT_TRY(ct_optim_scale((ct_tensors){ &product, 1 }, mu));
	next = CT_E(mul_Scalar, product, mu_next);
	grad = CT_E(mul_Tensor, grad, over_rest(-lr * (1.0 - mu), product));
	change = CT_E(mul_Tensor, average, over_rest(-lr * mu_next, next));
	CT_E(addcdiv_, block->params[i], grad, below);
	CT_E(addcdiv_, block->params[i], change, below);
	return CT_DONE();
}

static ct_error nadam_move(const struct ct_optim_block *block, int64_t i, ct_tensor *grad,
			   const ct_tensor *average, const ct_tensor *below)
{
	double of_grad, of_average;

	CT_TRY(weights(block, i, &of_grad, &of_average));
	CT_TRY(CT(addcdiv_, block->params[i], grad, below, .value = CT_S(of_grad)));
	return CT(addcdiv_, block->params[i], average, below, .value = CT_S(of_average));
}

static ct_error nadam_update(const struct ct_optim_block *block)
{
	const bool is_recorded = ct_optim_bool(block, "differentiable");
	const double lr = ct_optim_float(block, "lr");
	const double decay = ct_optim_float(block, "weight_decay");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	ct_tensors grads, averages, below;

	CT_TRY(ct_optim_check_capturable(block, "params, mu_products and state_steps", true));
	CT_TRY(ct_optim_gradients(block, !decoupled, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (decoupled && decay != 0)
		CT_TRY(ct_optim_scale(ct_optim_params(block), 1 - lr * decay));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads,
			     1 - ct_optim_float_at(block, "betas", 0)));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, EXP_AVG_SQ), grads,
					ct_optim_float_at(block, "betas", 1)));
	CT_TRY(nadam_denominators(block, &below));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_AVG), &averages));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY((is_recorded ? nadam_move_recorded : nadam_move)(
			block, i, grads.at[i], averages.at[i], below.at[i]));
	return NULL;
}

const struct ct_optim_code ct_optim_NAdam_code = {
	.check = nadam_check,
	.added = "maximize=False, foreach=None, capturable=False, differentiable=False, "
		 "decoupled_weight_decay=False",
	.begin = nadam_begin,
	.update = nadam_update,
	.on_sparse = "NAdam does not support sparse gradients",
};
