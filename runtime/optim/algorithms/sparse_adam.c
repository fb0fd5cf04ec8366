/*
 * SparseAdam.
 */
#include <math.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/text.h"
#include "optim/optimizer/class.h"

enum { STEP, EXP_AVG, EXP_AVG_SQ };

static ct_error sparse_adam_check(const void *args)
{
	const struct ct_args_optim_SparseAdam_ *a = args;

	CT_TRY(ct_optim_require(a->lr > 0, "learning rate", a->lr));
	CT_TRY(ct_optim_require(a->eps > 0, "epsilon value", a->eps));
	return ct_optim_check_betas(a->betas);
}

static bool is_sparse(const ct_tensor *parameter)
{
	return ct_tensor_layout(parameter) != CT_STRIDED;
}

static bool is_complex(const ct_tensor *parameter)
{
	return ct_dtype_is_complex(ct_tensor_dtype(parameter));
}

/* An error with the places of all such parameters: "[[0, 1], [0, 2]]". */
static ct_error sparse_adam_refuse(const ct_optimizer *self, const struct ct_optim_group *group,
				   bool (*is_such)(const ct_tensor *parameter), const char *kind,
				   const char *why)
{
	struct ct_text places = { 0 };
	ct_error error = NULL;

	for (int64_t i = 0; i < group->len; i++)
		if (is_such(group->params[i]))
			ct_text_addf(&places, "%s[%lld, %lld]", places.length ? ", " : "",
				     (long long)self->groups_len, (long long)i);
	if (places.length)
		error = CT_RAISED(CT_ERROR_VALUE, "%s params at indices [%s]: SparseAdam %s", kind,
				  places.data, why);
	ct_text_release(&places);
	return error;
}

static ct_error sparse_adam_check_group(const ct_optimizer *self,
					const struct ct_optim_group *group)
{
	CT_TRY(sparse_adam_refuse(self, group, is_sparse, "Sparse",
				  "requires dense parameter tensors"));
	return sparse_adam_refuse(self, group, is_complex, "Complex",
				  "does not support complex parameters");
}

static ct_error sparse_adam_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	CT_TRY(ct_optim_begin_zeros(block, EXP_AVG, i));
	return ct_optim_begin_zeros(block, EXP_AVG_SQ, i);
}

/* Moves the average towards the values, in the rows that the gradient has; returns what they have
 * there afterwards. */
static ct_tensor *move_average(ct_tensor *average, const ct_tensor *grad, ct_tensor *values,
			       double beta)
{
	ct_tensor *old = CT_E(_values, CT_E(sparse_mask, average, grad));
	ct_tensor *change = CT_E(mul_Scalar, CT_E(sub, values, old), 1 - beta);

	CT_E(add_, average, ct_optim_like(grad, change));
	return CT_E(add, change, old);
}

static ct_error sparse_adam_update_one(const struct ct_optim_block *block, int64_t i,
				       const ct_tensor *grad)
{
	const double step = ct_optim_number(block->state[STEP][i]);
	const double beta1 = ct_optim_float_at(block, "betas", 0);
	const double beta2 = ct_optim_float_at(block, "betas", 1);
	const double size = ct_optim_float(block, "lr") * sqrt(1 - pow(beta2, step)) /
			    (1 - pow(beta1, step));
	ct_tensor *values, *above, *below;

	grad = CT_E(coalesce, grad);
	values = CT_E(_values, grad);
	CT_TRY(CT_FINISH(values, &values));
	if (ct_tensor_numel(values) == 0)
		return NULL;
	above = move_average(block->state[EXP_AVG][i], grad, values, beta1);
	below = move_average(block->state[EXP_AVG_SQ][i], grad, CT_E(pow, values, 2), beta2);
	below = CT_E(add, CT_E(sqrt, below), ct_optim_float(block, "eps"));
	CT_E(add_, block->params[i],
	     ct_optim_like(grad, CT_E(mul_Scalar, CT_E(div, above, below), -size)));
	return CT_DONE();
}

static ct_error sparse_adam_update(const struct ct_optim_block *block)
{
	ct_tensors grads;

	CT_TRY(ct_optim_gradients(block, false, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(sparse_adam_update_one(block, i, grads.at[i]));
	return NULL;
}

const struct ct_optim_code ct_optim_SparseAdam_code = {
	.check = sparse_adam_check,
	.added = "maximize",
	.check_group = sparse_adam_check_group,
	.begin = sparse_adam_begin,
	.update = sparse_adam_update,
	.takes_sparse = true,
	.takes_complex = true,
	.on_dense = "SparseAdam does not support dense gradients, please consider Adam instead",
};
