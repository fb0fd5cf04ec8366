/*
 * Adadelta.
 */
#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, SQUARE_AVG, ACC_DELTA };

static ct_error adadelta_check(const void *args)
{
	const struct ct_args_optim_Adadelta_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->rho >= 0 && a->rho <= 1, "rho value", a->rho));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	return ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay);
}

static ct_error adadelta_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, SQUARE_AVG, i));
	return ct_optim_begin_zeros(block, ACC_DELTA, i);
}

/* Moves the parameters; complex ones as such, since pairs would round otherwise. */
static ct_error adadelta_move(const struct ct_optim_block *block, ct_tensors steps)
{
	ct_tensor **params = block->params;

	for (int64_t i = 0; i < block->len; i++) {
		if (!ct_optim_is_complex(block, i))
			continue;
		params[i] = block->group->params[block->index[i]];
		CT_TRY(CT(view_as_complex, (ct_tensor **)&steps.at[i], steps.at[i]));
	}
	return ct_optim_move_by(block, CT_TENSORS_OF(params, block->len), steps);
}

static ct_error adadelta_update(const struct ct_optim_block *block)
{
	const double rho = ct_optim_float(block, "rho"), eps = ct_optim_float(block, "eps");
	const ct_tensors squares = ct_optim_state(block, SQUARE_AVG);
	const ct_tensors deltas = ct_optim_state(block, ACC_DELTA);
	ct_tensors grads, roots, steps;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", false));
	CT_TRY(ct_optim_gradients(block, true, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(ct_optim_average_squares(squares, grads, rho));
	CT_TRY(ct_optim_root_of_sum(squares, eps, &roots));
	CT_TRY(ct_optim_root_of_sum(deltas, eps, &steps));
	CT_TRY(ct_optim_saved(steps, &steps));
	CT_TRY(CT(_foreach_div__List, steps, roots));
	CT_TRY(CT(_foreach_mul__List, steps, grads));
	CT_TRY(ct_optim_average_squares(deltas, steps, rho));
	return adadelta_move(block, steps);
}

const struct ct_optim_code ct_optim_Adadelta_code = {
	.check = adadelta_check,
	.added = "foreach=None, maximize=False, differentiable=False, capturable=False",
	.begin = adadelta_begin,
	.update = adadelta_update,
	.decays_complex = true,
	.on_sparse = "Adadelta does not support sparse gradients",
};
