/*
 * ASGD.
 */
#include <math.h>

#include <ctorch/tensor/settings.h>
#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, ETA, MU, AX };

static ct_error asgd_check(const void *args)
{
	const struct ct_args_optim_ASGD_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->lambd >= 0, "lambd value", a->lambd));
	CT_TRY(ct_optim_require(a->alpha >= 0, "alpha value", a->alpha));
	return ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay);
}

static ct_error begin_eta(const struct ct_optim_block *block, int64_t i)
{
	double number;
	ct_tensor *lr;

	CT_TRY(ct_optim_device_lr(block, &lr));
	if (lr) {
		CT_TRY(CT(to, &lr, lr, .dtype = ct_optim_step_dtype(false),
			  .device = ct_tensor_device(block->params[i]), .copy = true));
		return ct_optim_keep(block, ETA, i, lr);
	}
	number = ct_optim_float(block, "lr");
	CT_TRY(CT_DONE());
	return ct_optim_begin_number(block, ETA, i, number, true);
}

static ct_error asgd_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_number(block, STEP, i, 0, true));
	CT_TRY(begin_eta(block, i));
	CT_TRY(ct_optim_begin_number(block, MU, i, 1, true));
	return ct_optim_begin_zeros(block, AX, i);
}

/* Python's number is a tensor of the default dtype first, whatever dtype a loaded state has. */
static ct_error set_rounded(ct_tensor *state, double value)
{
	ct_tensor *number;

	CT_TRY(CT(scalar_tensor, &number, value, .dtype = ct_default_dtype()));
	return CT(copy_, state, number);
}

/* The weight of the average for the next step. */
static ct_error set_mu(const struct ct_optim_block *block, int64_t i, double step)
{
	const double past = step - ct_optim_float(block, "t0");

	return set_rounded(block->state[MU][i], 1 / (past > 1 ? past : 1));
}

/* The rate and the weight of the average for the next step. */
static ct_error prepare_next(const struct ct_optim_block *block, int64_t i)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double lr = ct_optim_float(block, "lr"), lambd = ct_optim_float(block, "lambd");

	CT_TRY(set_rounded(block->state[ETA][i],
			   lr / pow(1 + lambd * lr * step, ct_optim_float(block, "alpha"))));
	return set_mu(block, i, step);
}

static ct_error asgd_update_one(const struct ct_optim_block *block, int64_t i, ct_tensor *grad)
{
	ct_tensor *param = block->params[i], *ax = block->state[AX][i], *change;
	const double eta = ct_optim_number(block->state[ETA][i]);
	const double mu = ct_optim_number(block->state[MU][i]);

	CT_TRY(ct_optim_scale((ct_tensors){ &param, 1 }, 1 - ct_optim_float(block, "lambd") * eta));
	CT_E(add_, param, grad, .alpha = CT_S(-eta));
	if (mu != 1) {
		change = CT_E(sub, param, ax);
		CT_E(add_, ax, CT_E(mul, change, block->state[MU][i]));
	} else {
		CT_E(copy_, ax, param);
	}
	CT_TRY(CT_DONE());
	return prepare_next(block, i);
}

/* --- with lists, as Python's foreach computes ------------------------------------------------- */

static ct_error set_all_mus(const struct ct_optim_block *block)
{
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(set_mu(block, i, ct_optim_number(block->state[STEP][i])));
	return NULL;
}

/* The rates for the next step: lr / (1 + lambd * lr * step)^alpha. */
static ct_error prepare_etas(const struct ct_optim_block *block)
{
	const double lambd = ct_optim_float(block, "lambd");
	const bool is_captured = ct_optim_is_captured(block);
	const double factor = is_captured ? lambd : lambd * ct_optim_float(block, "lr");
	ct_tensors etas;

	CT_TRY(ct_optim_product(ct_optim_state(block, STEP), factor, &etas));
	if (is_captured) /* Python rounds twice */
		CT_TRY(ct_optim_multiply_by_lr(block, etas));
	CT_TRY(CT(_foreach_add__Scalar, etas, 1));
	CT_TRY(ct_optim_raise(etas, ct_optim_float(block, "alpha")));
	CT_TRY(CT(_foreach_reciprocal_, etas));
	CT_TRY(ct_optim_multiply_by_lr(block, etas));
	return ct_optim_copy(ct_optim_state(block, ETA), etas);
}

/* The weights of the averages for the next step. Like Python, the host computes them in float64 if the
 * counters are on a CPU. */
static ct_error prepare_mus(const struct ct_optim_block *block)
{
	ct_tensors mus;

	if (ct_tensor_device(block->state[STEP][0]).type == CT_DEVICE_TYPE_CPU)
		return set_all_mus(block);
	CT_TRY(ct_optim_difference(ct_optim_state(block, STEP), ct_optim_float(block, "t0"), &mus));
	CT_TRY(ct_optim_make_at_least(mus, 1));
	CT_TRY(CT(_foreach_reciprocal_, mus));
	return ct_optim_copy(ct_optim_state(block, MU), mus);
}

static ct_error asgd_update_lists(const struct ct_optim_block *block, ct_tensors grads)
{
	const ct_tensors params = ct_optim_params(block), averages = ct_optim_state(block, AX);
	ct_tensors changes;
	ct_tensor **rest;
	int64_t n;

	CT_TRY(ct_optim_sum(grads, params, ct_optim_float(block, "lambd"), &changes));
	CT_TRY(CT(_foreach_addcmul__Scalar, params, changes, ct_optim_state(block, ETA),
		  .value = CT_S(-1)));
	CT_TRY(CT(_foreach_sub_List, &rest, &n, params, averages));
	CT_TRY(CT(_foreach_addcmul__Scalar, averages, CT_TENSORS_OF(rest, n),
		  ct_optim_state(block, MU)));
	CT_TRY(prepare_etas(block));
	return prepare_mus(block);
}

static ct_error asgd_update(const struct ct_optim_block *block)
{
	ct_tensors grads;

	CT_TRY(ct_optim_check_capturable(block, "params, mus, etas, and state_steps", true));
	CT_TRY(ct_optim_gradients(block, true, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (ct_optim_is_foreach(block) || ct_optim_is_captured(block))
		return asgd_update_lists(block, grads);
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(asgd_update_one(block, i, grads.at[i]));
	return NULL;
}

const struct ct_optim_code ct_optim_ASGD_code = {
	.check = asgd_check,
	.added = "foreach=None, maximize=False, differentiable=False, capturable=False",
	.begin = asgd_begin,
	.update = asgd_update,
	.numbers_on_device = true,
	.on_sparse = "ASGD does not support sparse gradients",
};
