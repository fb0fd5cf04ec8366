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

/* The greatest length of the approximated simple moving average. */
static double greatest_length(double beta2)
{
	return 2 / (1 - beta2) - 1;
}

/* --- as Python's loop computes ---------------------------------------------------------------- */

/* The step with the average's bias corrected, and rectified once its variance is known. */
static ct_error radam_update_one(const struct ct_optim_block *block, int64_t i)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double correction1 = 1 - pow(beta1, step), correction2 = 1 - pow(beta2, step);
	const double rho_inf = greatest_length(beta2);
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

static ct_error update_one_by_one(const struct ct_optim_block *block)
{
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(radam_update_one(block, i));
	return NULL;
}

/* --- as its foreach does ---------------------------------------------------------------------- */

/* What a step is divided by and what is added to it: the rectified size, or the plain one. */
struct sizes {
	double rectified, plain;
};

static struct sizes sizes_of(const struct ct_optim_block *block, int64_t i)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double correction1 = 1 - pow(ct_optim_float_at(block, "betas", 0), step);
	const double correction2 = 1 - pow(beta2, step);
	const double lr = ct_optim_float(block, "lr"), rho_inf = greatest_length(beta2);
	const double rho = rho_inf - 2 * step * pow(beta2, step) / correction2;
	double rect = 0;

	if (rho > 5)
		rect = pow((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho),
			   0.5);
	return (struct sizes){ -(pow(correction2, 0.5) * (lr * rect / correction1)),
			       -(lr * (rect > 0 ? 0 : 1) / correction1) };
}

/* New: sqrt(exp_avg_sq) + eps. */
static ct_error radam_roots(const struct ct_optim_block *block, ct_tensors *result)
{
	CT_TRY(ct_optim_roots(ct_optim_state(block, EXP_AVG_SQ), result));
	return CT(_foreach_add__Scalar, *result, ct_optim_float(block, "eps"));
}

static ct_error update_lists(const struct ct_optim_block *block)
{
	const ct_scalars numbers = { block->numbers, block->len };
	ct_tensors factors;

	CT_TRY(radam_roots(block, &factors));
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(sizes_of(block, i).rectified);
	CT_TRY(CT(_foreach_div__ScalarList, factors, numbers));
	CT_TRY(CT(_foreach_reciprocal_, factors));
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(sizes_of(block, i).plain);
	CT_TRY(CT(_foreach_add__ScalarList, factors, numbers));
	return CT(_foreach_addcmul__Scalar, ct_optim_params(block), ct_optim_state(block, EXP_AVG),
		  factors);
}

/* --- with "capturable": the step counters are only read by the device ------------------------- */

/* The lengths of the averages so far: rho_inf - 2 * step * beta2^step / (1 - beta2^step). */
static ct_error lengths(ct_tensors steps, double beta2, ct_tensors corrections, ct_tensors *result)
{
	CT_TRY(ct_optim_powers(beta2, steps, result));
	CT_TRY(CT(_foreach_mul__List, *result, steps));
	CT_TRY(CT(_foreach_mul__Scalar, *result, 2));
	CT_TRY(CT(_foreach_div__List, *result, corrections));
	CT_TRY(CT(_foreach_neg_, *result));
	return CT(_foreach_add__Scalar, *result, greatest_length(beta2));
}

/* sqrt((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)) */
static ct_error rectifications(ct_tensors rhos, double rho_inf, ct_tensors *result)
{
	ct_tensors others;

	CT_TRY(ct_optim_difference(rhos, 4, result));
	CT_TRY(ct_optim_difference(rhos, 2, &others));
	CT_TRY(CT(_foreach_mul__List, *result, others));
	CT_TRY(CT(_foreach_mul__Scalar, *result, rho_inf));
	CT_TRY(ct_optim_product(rhos, (rho_inf - 4) * (rho_inf - 2), &others));
	CT_TRY(CT(_foreach_div__List, *result, others));
	return CT(_foreach_sqrt_, *result);
}

/* Of each parameter, a rectification that does not apply becomes 0, and its length becomes 1; one
 * that applies stays, and its length becomes 0. */
static ct_error choose(ct_tensors rects, ct_tensors rhos)
{
	for (int64_t i = 0; i < rects.len; i++) {
		ct_tensor **rect = (ct_tensor **)&rects.at[i], **rho = (ct_tensor **)&rhos.at[i];
		const ct_tensor *applies = CT_E(gt, *rho, 5.0);

		*rect = CT_E(where_ScalarOther, applies, *rect, 0.0);
		*rho = CT_E(where_Scalar, applies, 0.0, 1.0);
	}
	return CT_DONE();
}

/* What a root is divided by, in place of `roots` of corrections, and what is added then, in place
 * of `plain`; see struct sizes. */
static ct_error find_sizes(const struct ct_optim_block *block, ct_tensors rects, ct_tensors roots,
			   ct_tensors plain)
{
	ct_tensors corrections;

	CT_TRY(ct_optim_corrections(ct_optim_float_at(block, "betas", 0),
				    ct_optim_state(block, STEP), &corrections));
	CT_TRY(ct_optim_multiply_by_lr(block, plain));
	CT_TRY(CT(_foreach_div__List, plain, corrections));
	CT_TRY(CT(_foreach_neg_, plain));
	CT_TRY(ct_optim_multiply_by_lr(block, roots));
	CT_TRY(CT(_foreach_mul__List, roots, rects));
	CT_TRY(CT(_foreach_neg_, roots));
	return CT(_foreach_div__List, roots, corrections);
}

static ct_error update_captured(const struct ct_optim_block *block)
{
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const ct_tensors steps = ct_optim_state(block, STEP);
	ct_tensors roots, rhos, rects, factors;

	CT_TRY(ct_optim_corrections(beta2, steps, &roots));
	CT_TRY(lengths(steps, beta2, roots, &rhos));
	CT_TRY(rectifications(rhos, greatest_length(beta2), &rects));
	CT_TRY(choose(rects, rhos));
	CT_TRY(CT(_foreach_sqrt_, roots));
	CT_TRY(find_sizes(block, rects, roots, rhos));
	CT_TRY(radam_roots(block, &factors));
	CT_TRY(CT(_foreach_div__List, factors, roots));
	CT_TRY(CT(_foreach_reciprocal_, factors));
	CT_TRY(CT(_foreach_add__List, factors, rhos));
	return CT(_foreach_addcmul__Scalar, ct_optim_params(block), ct_optim_state(block, EXP_AVG),
		  factors);
}

static ct_error radam_update(const struct ct_optim_block *block)
{
	const double decay = ct_optim_float(block, "weight_decay");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	ct_tensors grads;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, !decoupled, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (decoupled && decay != 0)
		CT_TRY(ct_optim_shrink(block, decay));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads,
			     1 - ct_optim_float_at(block, "betas", 0)));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, EXP_AVG_SQ), grads,
					ct_optim_float_at(block, "betas", 1)));
	if (ct_optim_is_captured(block))
		return update_captured(block);
	return ct_optim_is_foreach(block) ? update_lists(block) : update_one_by_one(block);
}

const struct ct_optim_code ct_optim_RAdam_code = {
	.check = radam_check,
	.added = "foreach=None, maximize=False, differentiable=False, "
		 "decoupled_weight_decay=False, capturable=False",
	.begin = radam_begin,
	.update = radam_update,
	.on_sparse = "RAdam does not support sparse gradients",
};
