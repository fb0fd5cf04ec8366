/*
 * RMSprop.
 */
#include <ctorch/tensor/tensor.h>

#include "optim/optimizer/class.h"

enum { STEP, SQUARE_AVG, MOMENTUM_BUFFER, GRAD_AVG };

static ct_error rmsprop_check(const void *args)
{
	const struct ct_args_optim_RMSprop_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	CT_TRY(ct_optim_require(a->momentum >= 0, "momentum value", a->momentum));
	CT_TRY(ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay));
	return ct_optim_require(a->alpha >= 0, "alpha value", a->alpha);
}

static ct_error rmsprop_begin(const struct ct_optim_block *block, int64_t i)
{
	const bool has_momentum = ct_optim_float(block, "momentum") > 0;

	CT_TRY(CT_DONE());
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, SQUARE_AVG, i));
	if (has_momentum)
		CT_TRY(ct_optim_begin_zeros(block, MOMENTUM_BUFFER, i));
	return ct_optim_reads(block->group, "centered") ? ct_optim_begin_zeros(block, GRAD_AVG, i)
							: NULL;
}

/* The roots of the averages of squares, around the averages if they are centered; and eps. */
static ct_error deviations(const struct ct_optim_block *block, ct_tensors grads, double alpha,
			   ct_tensors *result)
{
	ct_tensors squares = ct_optim_state(block, SQUARE_AVG);
	const double eps = ct_optim_float(block, "eps");
	ct_tensors averages = ct_optim_state(block, GRAD_AVG);
	ct_tensor **made;
	int64_t n;

	if (ct_optim_bool(block, "centered")) {
		CT_TRY(ct_optim_lerp(averages, grads, 1 - alpha));
		CT_TRY(ct_optim_saved(averages, &averages));
		CT_TRY(ct_optim_saved(squares, &squares));
		CT_TRY(CT(_foreach_addcmul_Scalar, &made, &n, squares, averages, averages,
			  .value = CT_S(-1)));
		CT_TRY(CT(_foreach_sqrt_, CT_TENSORS_OF(made, n)));
	} else {
		CT_TRY(CT(_foreach_sqrt, &made, &n, squares));
	}
	return ct_optim_plus(CT_TENSORS_OF(made, n), eps, result);
}

static ct_error rmsprop_update(const struct ct_optim_block *block)
{
	const double alpha = ct_optim_float(block, "alpha");
	const double momentum = ct_optim_float(block, "momentum");
	const ct_tensors buffers = ct_optim_state(block, MOMENTUM_BUFFER);
	ct_tensors grads, below;

	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, true, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, SQUARE_AVG), grads, alpha));
	CT_TRY(deviations(block, grads, alpha, &below));
	if (momentum <= 0)
		return ct_optim_move_by_quotients(block, grads, below);
	CT_TRY(ct_optim_scale(buffers, momentum));
	CT_TRY(CT(_foreach_addcdiv__Scalar, buffers, grads, below));
	return ct_optim_move_by(block, ct_optim_params(block), buffers);
}

static bool rmsprop_must_have(const struct ct_optim_group *group, int64_t i, int slot)
{
	(void)i;
	if (slot == GRAD_AVG)
		return ct_optim_reads(group, "centered");
	return slot != MOMENTUM_BUFFER || ct_optim_option(group, "momentum") > 0;
}

const struct ct_optim_code ct_optim_RMSprop_code = {
	.must_have = rmsprop_must_have,
	.check = rmsprop_check,
	.added = "momentum=0, centered=False, foreach=None, maximize=False, "
		 "differentiable=False, capturable=False",
	.begin = rmsprop_begin,
	.update = rmsprop_update,
	.decays_complex = true,
	.on_sparse = "RMSprop does not support sparse gradients",
};
