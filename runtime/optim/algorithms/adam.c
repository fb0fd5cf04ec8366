/*
 * Adam and AdamW.
 */
#include <math.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "optim/optimizer/class.h"

enum { STEP, EXP_AVG, EXP_AVG_SQ, MAX_EXP_AVG_SQ };

static ct_error adam_check(double lr, ct_floats betas, double eps, double weight_decay)
{
	CT_TRY(ct_optim_require(lr >= 0, "learning rate", lr));
	CT_TRY(ct_optim_require(eps >= 0, "epsilon value", eps));
	CT_TRY(ct_optim_check_betas(betas));
	return ct_optim_require(weight_decay >= 0, "weight_decay value", weight_decay);
}

static ct_error check_adam(const void *args)
{
	const struct ct_args_optim_Adam_ *a = args;

	CT_TRY(adam_check(a->lr, a->betas, a->eps, a->weight_decay));
	return ct_optim_check_fused(a->fused, a->foreach, a->differentiable);
}

static ct_error check_adamw(const void *args)
{
	const struct ct_args_optim_AdamW_ *a = args;

	CT_TRY(adam_check(a->lr, a->betas, a->eps, a->weight_decay));
	return ct_optim_check_fused(a->fused, a->foreach, a->differentiable);
}

/* --- tensors as options, which only an optimizer made by name has ----------------------------- */

static ct_error check_tensor(const ct_value *options, const ct_value *option, const char *what)
{
	if (option->kind != CT_VALUE_TENSOR || !ct_optim_is_true(options, "foreach") ||
	    ct_optim_is_true(options, "capturable"))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "%s as a Tensor is not supported for capturable=False and "
			 "foreach=True",
			 what);
}

/* Python's _to_scalar(). */
static ct_error append_scalar(ct_value *tuple, const ct_value *value)
{
	ct_tensor *tensor;

	if (value->kind != CT_VALUE_TENSOR)
		return ct_value_list_append(tuple, *value);
	CT_TRY(ct_value_as_tensor(value, &tensor));
	CT_TRY(CT(squeeze, &tensor, tensor));
	return ct_value_list_append(tuple, ct_value_tensor(tensor));
}

static ct_error to_scalars(const ct_value *first, const ct_value *second, ct_value *options)
{
	ct_value tuple = ct_value_tuple_new();
	ct_error error = append_scalar(&tuple, first);

	if (error == NULL)
		error = append_scalar(&tuple, second);
	if (error == NULL)
		error = ct_value_dict_move(options, ct_value_string("betas"), &tuple);
	ct_value_free(&tuple);
	return error;
}

/* Python's checks of tensors; betas are a tuple, whatever was given. */
static ct_error adam_complete(ct_value *options)
{
	ct_value lr, betas, first, second;

	CT_TRY(ct_value_dict_get(options, ct_value_string("lr"), &lr));
	CT_TRY(check_tensor(options, &lr, "lr"));
	CT_TRY(ct_value_dict_get(options, ct_value_string("betas"), &betas));
	CT_TRY(ct_value_item(&betas, 0, &first));
	CT_TRY(ct_value_item(&betas, 1, &second));
	if ((first.kind == CT_VALUE_TENSOR) != (second.kind == CT_VALUE_TENSOR))
		return CT_RAISED(CT_ERROR_VALUE,
				 "betas must be either both floats or both Tensors");
	CT_TRY(check_tensor(options, &first, "betas[0]"));
	return to_scalars(&first, &second, options);
}

/* --- steps ------------------------------------------------------------------------------------ */

static ct_error adam_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG, i));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG_SQ, i));
	return ct_optim_reads(block->group, "amsgrad")
		       ? ct_optim_begin_zeros(block, MAX_EXP_AVG_SQ, i)
		       : NULL;
}

#ifdef CT_OP__fused_adamw__ /* newer than the other */
/* `lr` is a tensor that the device reads, or NULL. */
static ct_error adam_call_kernel(const struct ct_optim_block *block, const ct_tensor *lr)
{
	const bool amsgrad = ct_optim_bool(block, "amsgrad");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	const ct_tensors none = { NULL, 0 };

#define FUSED(op, rate)                                                                            \
	CT(op, ct_optim_params(block), ct_optim_grads(block), ct_optim_state(block, EXP_AVG),      \
	   ct_optim_state(block, EXP_AVG_SQ),                                                      \
	   amsgrad ? ct_optim_state(block, MAX_EXP_AVG_SQ) : none, ct_optim_state(block, STEP),    \
	   .lr = rate, .beta1 = ct_optim_float_at(block, "betas", 0),                              \
	   .beta2 = ct_optim_float_at(block, "betas", 1),                                          \
	   .weight_decay = ct_optim_float(block, "weight_decay"),                                  \
	   .eps = ct_optim_float(block, "eps"), .amsgrad = amsgrad,                                \
	   .maximize = ct_optim_bool(block, "maximize"), .grad_scale = ct_optim_grad_scale(block), \
	   .found_inf = ct_optim_found_inf(block))
	(void)lr;
#ifdef CT_OP__fused_adamw__tensor_lr_
	if (lr)
		return decoupled ? FUSED(_fused_adamw__tensor_lr, lr)
				 : FUSED(_fused_adam__tensor_lr, lr);
#endif
	return decoupled ? FUSED(_fused_adamw_, ct_optim_float(block, "lr"))
			 : FUSED(_fused_adam_, ct_optim_float(block, "lr"));
#undef FUSED
}
#else
static ct_error adam_call_kernel(const struct ct_optim_block *block, const ct_tensor *lr)
{
	(void)block, (void)lr;
	return ct_optim_no_kernel();
}
#endif

static ct_error adam_update_fused(const struct ct_optim_block *block)
{
	ct_tensor *lr;

	CT_TRY(ct_optim_check_fusable(block));
	CT_TRY(ct_optim_device_lr(block, &lr));
	CT_TRY(ct_optim_count(block, STEP));
	CT_TRY(adam_call_kernel(block, lr));
	return ct_optim_uncount(block, STEP);
}

/* New: the roots of the averages of squares, or of the greatest ones so far. */
static ct_error adam_roots(const struct ct_optim_block *block, ct_tensors *result)
{
	const ct_tensors most = ct_optim_state(block, MAX_EXP_AVG_SQ);
	ct_tensors squares = ct_optim_state(block, EXP_AVG_SQ);

	if (!ct_optim_bool(block, "amsgrad"))
		return ct_optim_roots(squares, result);
	CT_TRY(ct_optim_saved(squares, &squares));
	CT_TRY(CT(_foreach_maximum__List, most, squares));
	return ct_optim_roots(most, result);
}

/* sqrt(exp_avg_sq / (1 - beta2^step)) + eps */
static ct_error adam_denominators(const struct ct_optim_block *block, double beta2,
				  ct_tensors *result)
{
	const ct_scalars roots = { block->numbers, block->len };
	ct_tensor **made;
	int64_t n;

	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(
			pow(1 - pow(beta2, ct_optim_number(block->state[STEP][i])), 0.5));
	CT_TRY(adam_roots(block, result));
	if (!ct_optim_records()) {
		CT_TRY(CT(_foreach_div__ScalarList, *result, roots));
	} else {
		CT_TRY(CT(_foreach_div_ScalarList, &made, &n, *result, roots));
		*result = CT_TENSORS_OF(made, n);
	}
	return CT(_foreach_add__Scalar, *result, ct_optim_float(block, "eps"));
}

/* The step counters are only read by the device. */
static ct_error adam_move_captured(const struct ct_optim_block *block)
{
	const ct_tensors steps = ct_optim_state(block, STEP);
	ct_tensors sizes, roots, below;

	CT_TRY(ct_optim_powers_less_1(ct_optim_float_at(block, "betas", 0), steps, &sizes));
	CT_TRY(ct_optim_divide_by_lr(block, sizes));
	CT_TRY(CT(_foreach_reciprocal_, sizes));
	CT_TRY(ct_optim_corrections(ct_optim_float_at(block, "betas", 1), steps, &roots));
	CT_TRY(CT(_foreach_sqrt_, roots));
	CT_TRY(adam_roots(block, &below));
	CT_TRY(CT(_foreach_div__List, below, roots));
	CT_TRY(CT(_foreach_add__Scalar, below, ct_optim_float(block, "eps")));
	CT_TRY(CT(_foreach_div__List, below, sizes));
	return CT(_foreach_addcdiv__Scalar, ct_optim_params(block), ct_optim_state(block, EXP_AVG),
		  below);
}

/* 1 - beta^step, as a tensor. */
static ct_tensor *correction(double beta, const ct_tensor *step)
{
	return CT_E(rsub_Scalar, CT_E(pow_Scalar, beta, step), 1);
}

/* A float over a tensor. */
static ct_tensor *over(double above, const ct_tensor *below)
{
	return CT_E(mul_Scalar, CT_E(reciprocal, below), above);
}

/* With "differentiable" Python computes the step's size with tensors, so that the graph has it; the
 * digits differ. */
static ct_error adam_move_recorded(const struct ct_optim_block *block, int64_t i)
{
	const ct_tensor *step = block->state[STEP][i], *squares = block->state[EXP_AVG_SQ][i];
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	ct_tensor *size = CT_E(neg, over(ct_optim_float(block, "lr"), correction(beta1, step)));
	ct_tensor *root = CT_E(sqrt, correction(beta2, step)), *below;

	if (ct_optim_bool(block, "amsgrad")) {
		ct_tensor *most = block->state[MAX_EXP_AVG_SQ][i];

		squares = CT_E(copy_, most, CT_E(maximum, CT_E(clone, most), CT_E(clone, squares)));
	}
	below = CT_E(div_Tensor, CT_E(sqrt, squares), CT_E(mul_Tensor, root, size));
	CT_E(add__Tensor, below, over(ct_optim_float(block, "eps"), size));
	CT_E(addcdiv_, block->params[i], CT_E(clone, block->state[EXP_AVG][i]), below);
	return CT_DONE();
}

static ct_error move_all_recorded(const struct ct_optim_block *block)
{
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(adam_move_recorded(block, i));
	return NULL;
}

static ct_error adam_update(const struct ct_optim_block *block)
{
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double decay = ct_optim_float(block, "weight_decay");
	const bool decoupled = ct_optim_bool(block, "decoupled_weight_decay");
	ct_tensors grads, averages, below;
	double lr;

	if (ct_optim_bool(block, "fused"))
		return adam_update_fused(block);
	CT_TRY(ct_optim_check_capturable(block, "params and state_steps", true));
	CT_TRY(ct_optim_gradients(block, !decoupled, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (decoupled && decay != 0)
		CT_TRY(ct_optim_shrink(block, decay));
	CT_TRY(ct_optim_lerp(ct_optim_state(block, EXP_AVG), grads, 1 - beta1));
	CT_TRY(ct_optim_average_squares(ct_optim_state(block, EXP_AVG_SQ), grads, beta2));
	if (ct_optim_bool(block, "differentiable"))
		return move_all_recorded(block);
	if (ct_optim_is_captured(block))
		return adam_move_captured(block);
	CT_TRY(adam_denominators(block, beta2, &below));
	CT_TRY(ct_optim_saved(ct_optim_state(block, EXP_AVG), &averages));
	lr = ct_optim_float(block, "lr");
	for (int64_t i = 0; i < block->len; i++)
		block->numbers[i] = ct_scalar_float(
			-(lr / (1 - pow(beta1, ct_optim_number(block->state[STEP][i])))));
	return CT(_foreach_addcdiv__ScalarList, ct_optim_params(block), averages, below,
		  (ct_scalars){ block->numbers, block->len });
}

static const char on_sparse[] =
	"Adam does not support sparse gradients, please consider SparseAdam instead";

static const char added[] = "amsgrad=False, maximize=False, foreach=None, capturable=False, "
			    "differentiable=False, decoupled_weight_decay=False, fused=None";

static bool adam_must_have(const struct ct_optim_group *group, int64_t i, int slot)
{
	(void)i;
	return slot != MAX_EXP_AVG_SQ || ct_optim_reads(group, "amsgrad");
}

const struct ct_optim_code ct_optim_Adam_code = { .check = check_adam,
						  .complete = adam_complete,
						  .begin = adam_begin,
						  .update = adam_update,
						  .added = added,
						  .must_have = adam_must_have,
						  .decays_complex = true,
						  .on_sparse = on_sparse };

const struct ct_optim_code ct_optim_AdamW_code = { .check = check_adamw,
						   .complete = adam_complete,
						   .begin = adam_begin,
						   .update = adam_update,
						   .added = added,
						   .must_have = adam_must_have,
						   .decays_complex = true,
						   .on_sparse = on_sparse };
