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

/* sqrt(exp_avg_sq / (1 - beta2^step)) + eps, as Python's loop computes it. */
static ct_error loop_denominators(const struct ct_optim_block *block, ct_tensors *result)
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

/* The same as Python's foreach computes it: sqrt(exp_avg_sq) / sqrt(1 - beta2^step) + eps. */
static ct_error list_denominators(const struct ct_optim_block *block, ct_tensors *result)
{
	const double beta2 = ct_optim_float_at(block, "betas", 1);

	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(
			pow(1 - pow(beta2, ct_optim_number(block->state[STEP][i])), 0.5));
	CT_TRY(ct_optim_roots(ct_optim_state(block, EXP_AVG_SQ), result));
	CT_TRY(CT(_foreach_div__ScalarList, *result, (ct_scalars){ block->numbers, block->len }));
	return CT(_foreach_add__Scalar, *result, ct_optim_float(block, "eps"));
}

static double momentum_of(const struct ct_optim_block *block, double step)
{
	const double beta1 = ct_optim_float_at(block, "betas", 0);

	return beta1 * (1.0 - 0.5 * pow(0.96, step * ct_optim_float(block, "momentum_decay")));
}

/* By how much a gradient counts; updates mu_product. */
static ct_error weigh_grad(const struct ct_optim_block *block, int64_t i, ct_scalar *weight)
{
	const double mu = momentum_of(block, ct_optim_number(block->state[STEP][i]));
	ct_tensor *product = block->state[MU_PRODUCT][i];

	CT_TRY(ct_optim_scale((ct_tensors){ &product, 1 }, mu));
	*weight = ct_scalar_float(-ct_optim_float(block, "lr") * (1.0 - mu) /
				  (1.0 - ct_optim_number(product)));
	return NULL;
}

/* By how much an average counts, afterwards. */
static ct_scalar weight_of_average(const struct ct_optim_block *block, int64_t i)
{
	const double mu_next = momentum_of(block, ct_optim_number(block->state[STEP][i]) + 1);
	const double product = ct_optim_number(block->state[MU_PRODUCT][i]);

	return ct_scalar_float((-ct_optim_float(block, "lr") * mu_next) /
			       (1.0 - product * mu_next));
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

static ct_error nadam_move_all_recorded(const struct ct_optim_block *block, ct_tensors grads)
{
	ct_tensors averages, below;

	CT_TRY(loop_denominators(block, &below));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_AVG), &averages));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(nadam_move_recorded(block, i, (ct_tensor *)grads.at[i], averages.at[i],
					   below.at[i]));
	return NULL;
}

static ct_error nadam_move(const struct ct_optim_block *block, ct_tensors grads)
{
	const ct_tensors params = ct_optim_params(block);
	const ct_scalars weights = { block->numbers, block->len };
	ct_tensors below;

	CT_TRY((ct_optim_is_foreach(block) ? list_denominators : loop_denominators)(block, &below));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(weigh_grad(block, i, &block->numbers[i]));
	CT_TRY(CT(_foreach_addcdiv__ScalarList, params, grads, below, weights));
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = weight_of_average(block, i);
	return CT(_foreach_addcdiv__ScalarList, params, ct_optim_state(block, EXP_AVG), below,
		  weights);
}

/* --- with "capturable": the step counters are only read by the device ------------------------- */

/* beta1 * (1 - 0.5 * 0.96^exponent) */
static ct_error momenta(const struct ct_optim_block *block, ct_tensors exponents,
			ct_tensors *result)
{
	CT_TRY(ct_optim_powers(0.96, exponents, result));
	CT_TRY(CT(_foreach_mul__Scalar, *result, -0.5));
	CT_TRY(CT(_foreach_add__Scalar, *result, 1));
	return CT(_foreach_mul__Scalar, *result, ct_optim_float_at(block, "betas", 0));
}

/* Those of this step and of the next one. */
static ct_error both_momenta(const struct ct_optim_block *block, ct_tensors *mus, ct_tensors *nexts)
{
	const double decay = ct_optim_float(block, "momentum_decay");
	ct_tensors exponents;

	CT_TRY(ct_optim_product(ct_optim_state(block, STEP), decay, &exponents));
	CT_TRY(momenta(block, exponents, mus));
	CT_TRY(CT(_foreach_add__Scalar, exponents, decay));
	return momenta(block, exponents, nexts);
}

/* factors * lr / rests, in place. */
static ct_error make_weights(const struct ct_optim_block *block, ct_tensors factors,
			     ct_tensors rests)
{
	CT_TRY(ct_optim_multiply_by_lr(block, factors));
	return CT(_foreach_div__List, factors, rests);
}

/* The weights of gradients and averages in place of the momenta; updates mu_product. */
static ct_error weigh_captured(const struct ct_optim_block *block, ct_tensors mus, ct_tensors nexts)
{
	const ct_tensors products = ct_optim_state(block, MU_PRODUCT);
	ct_tensors rests;

	CT_TRY(CT(_foreach_mul__List, products, mus));
	CT_TRY(CT(_foreach_sub__Scalar, mus, 1));
	CT_TRY(ct_optim_difference(products, 1, &rests));
	CT_TRY(CT(_foreach_neg_, rests));
	CT_TRY(make_weights(block, mus, rests));
	CT_TRY(ct_optim_products(products, nexts, &rests));
	CT_TRY(CT(_foreach_sub__Scalar, rests, 1));
	return make_weights(block, nexts, rests);
}

static ct_error captured_denominators(const struct ct_optim_block *block, ct_tensors *result)
{
	ct_tensors corrections;

	CT_TRY(ct_optim_corrections(ct_optim_float_at(block, "betas", 1),
				    ct_optim_state(block, STEP), &corrections));
	CT_TRY(CT(_foreach_sqrt_, corrections));
	CT_TRY(ct_optim_roots(ct_optim_state(block, EXP_AVG_SQ), result));
	CT_TRY(CT(_foreach_div__List, *result, corrections));
	return CT(_foreach_add__Scalar, *result, ct_optim_float(block, "eps"));
}

static ct_error nadam_move_captured(const struct ct_optim_block *block, ct_tensors grads)
{
	ct_tensors of_grads, of_averages, above, below;

	CT_TRY(both_momenta(block, &of_grads, &of_averages));
	CT_TRY(weigh_captured(block, of_grads, of_averages));
	CT_TRY(captured_denominators(block, &below));
	CT_TRY(ct_optim_products(of_grads, grads, &above));
	CT_TRY(CT(_foreach_addcmul__Scalar, above, of_averages, ct_optim_state(block, EXP_AVG)));
	return CT(_foreach_addcdiv__Scalar, ct_optim_params(block), above, below);
}

static ct_error nadam_update(const struct ct_optim_block *block)
{
	const double decay = ct_optim_float(block, "weight_decay");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	ct_tensors grads;

	CT_TRY(ct_optim_check_capturable(block, "params, mu_products and state_steps", true));
	CT_TRY(ct_optim_gradients(block, !decoupled, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (decoupled && decay != 0)
		CT_TRY(ct_optim_shrink(block, decay));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads,
			     1 - ct_optim_float_at(block, "betas", 0)));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, EXP_AVG_SQ), grads,
					ct_optim_float_at(block, "betas", 1)));
	if (ct_optim_bool(block, "differentiable"))
		return nadam_move_all_recorded(block, grads);
	return ct_optim_is_captured(block) ? nadam_move_captured(block, grads)
					   : nadam_move(block, grads);
}

const struct ct_optim_code ct_optim_NAdam_code = {
	.check = nadam_check,
	.added = "maximize=False, foreach=None, capturable=False, differentiable=False, "
		 "decoupled_weight_decay=False",
	.begin = nadam_begin,
	.update = nadam_update,
	.on_sparse = "NAdam does not support sparse gradients",
};
