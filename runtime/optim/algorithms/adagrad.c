/*
 * Adagrad.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "optim/optimizer/class.h"

enum { STEP, SUM };

static ct_error adagrad_check(const void *args)
{
	const struct ct_args_optim_Adagrad_ *a = args;

	CT_TRY(ct_optim_require(a->lr >= 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->lr_decay >= 0, "lr_decay value", a->lr_decay));
	CT_TRY(ct_optim_require(a->weight_decay >= 0, "weight_decay value", a->weight_decay));
	CT_TRY(ct_optim_require(a->initial_accumulator_value >= 0,
				"initial_accumulator_value value", a->initial_accumulator_value));
	CT_TRY(ct_optim_require(a->eps >= 0, "epsilon value", a->eps));
	return ct_optim_check_fused(a->fused, a->foreach, a->differentiable);
}

/* Both parts of a complex sum begin with the value. */
static ct_error adagrad_begin(const struct ct_optim_block *block, int64_t i)
{
	const ct_tensor *param = block->params[i];
	const double value = ct_optim_default(block, "initial_accumulator_value");
	const ct_scalar first = ct_dtype_is_complex(ct_tensor_dtype(param))
					? ct_scalar_complex(value, value)
					: ct_scalar_float(value);
	ct_tensor *sum;

	CT_TRY(CT_DONE());
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(CT(full_like, &sum, param, first, .memory_format = CT_PRESERVE_FORMAT));
	return ct_optim_keep(block, SUM, i, sum);
}

#ifdef CT_OP__fused_adagrad__
/* `lr` is a tensor that the device reads, or NULL. */
static ct_error adagrad_call_kernel(const struct ct_optim_block *block, const ct_tensor *lr)
{
#define FUSED(op, rate)                                                                            \
	CT(op, ct_optim_params(block), ct_optim_grads(block), ct_optim_state(block, SUM),          \
	   ct_optim_state(block, STEP), .lr = rate, .lr_decay = ct_optim_float(block, "lr_decay"), \
	   .weight_decay = ct_optim_float(block, "weight_decay"),                                  \
	   .eps = ct_optim_float(block, "eps"), .maximize = ct_optim_bool(block, "maximize"),      \
	   .grad_scale = ct_optim_grad_scale(block), .found_inf = ct_optim_found_inf(block))
	(void)lr;
#ifdef CT_OP__fused_adagrad__tensor_lr_
	if (lr)
		return FUSED(_fused_adagrad__tensor_lr, lr);
#endif
	return FUSED(_fused_adagrad_, ct_optim_float(block, "lr"));
#undef FUSED
}
#else
static ct_error adagrad_call_kernel(const struct ct_optim_block *block, const ct_tensor *lr)
{
	(void)block, (void)lr;
	return ct_optim_no_kernel();
}
#endif

static ct_error adagrad_update_fused(const struct ct_optim_block *block)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_check_fusable(block));
	CT_TRY(ct_optim_check_dense(block,
				    "`fused` does not support sparse grad or complex param"));
	CT_TRY(ct_optim_device_lr(block, &lr));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(adagrad_call_kernel(block, lr));
	return ct_optim_uncount(block, STEP);
}

/* The rate of this step. */
static double rate_of(const struct ct_optim_block *block, int64_t i)
{
	const double step = ct_optim_number(block->state[STEP][i]);

	return ct_optim_float(block, "lr") / (1 + (step - 1) * ct_optim_float(block, "lr_decay"));
}

/* Only the rows that the gradient has. */
static ct_error update_sparse(const struct ct_optim_block *block, int64_t i, const ct_tensor *grad)
{
	ct_tensor *values, *std, *sum = block->state[SUM][i];

	grad = CT_E(coalesce, grad);
	values = CT_E(_values, grad);
	CT_E(add_, sum, ct_optim_like(grad, CT_E(pow, values, 2)));
	std = CT_E(_values, CT_E(sparse_mask, sum, grad));
	CT_E(add_, CT_E(sqrt_, std), ct_optim_float(block, "eps"));
	CT_E(add_, block->params[i], ct_optim_like(grad, CT_E(div, values, std)),
	     .alpha = CT_S(-rate_of(block, i)));
	return CT_DONE();
}

static ct_error update_dense(const struct ct_optim_block *block, ct_tensors grads)
{
	const ct_tensors sums = ct_optim_state(block, SUM);
	ct_tensors below;
	ct_tensor **roots;
	int64_t n;

	CT_TRY(CT(_foreach_addcmul__Scalar, sums, grads, grads));
	CT_TRY(CT(_foreach_sqrt, &roots, &n, sums));
	CT_TRY(ct_optim_plus(CT_TENSORS_OF(roots, n), ct_optim_float(block, "eps"), &below));
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(-rate_of(block, i));
	return CT(_foreach_addcdiv__ScalarList, ct_optim_params(block), grads, below,
		  (ct_scalars){ block->numbers, block->len });
}

static ct_error adagrad_update(const struct ct_optim_block *block)
{
	ct_tensors grads;

	if (ct_optim_bool(block, "fused"))
		return adagrad_update_fused(block);
	if (ct_tensor_layout(block->grads[0]) != CT_STRIDED &&
	    ct_optim_float(block, "weight_decay") != 0)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "weight_decay option is not compatible with sparse gradients");
	CT_TRY(ct_optim_gradients(block, true, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (ct_tensor_layout(block->grads[0]) == CT_STRIDED)
		return update_dense(block, grads);
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(update_sparse(block, i, grads.at[i]));
	return NULL;
}

const struct ct_optim_code ct_optim_Adagrad_code = {
	.check = adagrad_check,
	.added = "foreach=None, maximize=False, differentiable=False, fused=None, "
		 "initial_accumulator_value",
	.begin = adagrad_begin,
	.update = adagrad_update,
	.decays_complex = true,
	.begins_at_once = true,
	.takes_sparse = true,
};
