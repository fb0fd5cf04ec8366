/*
 * Adafactor.
 */
#include <float.h>
#include <math.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "optim/optimizer/class.h"
#include "tensor/tensor/sizes.h"

enum { STEP, ROW_VAR, COL_VAR, VARIANCE };

static ct_error adafactor_check(const void *args)
{
	const struct ct_args_optim_Adafactor_ *a = args;
	const double *eps = a->eps.at;

	if (a->eps.len != 2)
		return CT_RAISED(CT_ERROR_VALUE, "eps must have 2 elements");
	CT_TRY(ct_optim_demand(a->lr >= 0, "Learning rate should be >= 0 but is", a->lr));
	CT_TRY(ct_optim_demand(a->beta2_decay <= 0, "beta2_decay should be <= 0 but is",
			       a->beta2_decay));
	CT_TRY(ct_optim_demand(isnan(eps[0]) || eps[0] >= 0, "epsilon1 should be >= 0 but is",
			       eps[0]));
	CT_TRY(ct_optim_demand(eps[1] >= 0, "epsilon2 should be >= 0 but is", eps[1]));
	CT_TRY(ct_optim_demand(a->d >= 1, "Clipping threshold d should be >= 1 but is", a->d));
	return ct_optim_demand(a->weight_decay >= 0, "weight_decay should be >= 0 but is",
			       a->weight_decay);
}

/* Zeros of the gradient's shape, but with one element in a dimension. */
static ct_error begin_factor(const struct ct_optim_block *block, int slot, int64_t i, int64_t dim)
{
	const ct_tensor *grad = block->grads[i];
	ct_tensor *one = CT_E(sum_dim_IntList, grad, .dim = CT_L(dim), .keepdim = true);
	ct_tensor *zeros = CT_E(zeros_like, one, .memory_format = CT_CONTIGUOUS_FORMAT);

	CT_TRY(CT_FINISH(zeros, &zeros));
	return ct_optim_keep(block, slot, i, zeros);
}

static ct_error adafactor_begin(const struct ct_optim_block *block, int64_t i)
{
	CT_TRY(ct_optim_begin_step(block, STEP, i));
	if (ct_tensor_dim(block->grads[i]) <= 1)
		return ct_optim_begin_zeros(block, VARIANCE, i);
	CT_TRY(begin_factor(block, ROW_VAR, i, -1));
	return begin_factor(block, COL_VAR, i, -2);
}

/* torch.finfo(dtype).eps */
static double eps_of(ct_dtype dtype)
{
	switch (dtype) {
	case CT_FLOAT64:
		return DBL_EPSILON;
	case CT_FLOAT16:
		return 0x1p-10;
	case CT_BFLOAT16:
		return 0x1p-7;
	default:
		return FLT_EPSILON;
	}
}

/* Python takes that of the group's first parameter with a gradient for all of them. */
static ct_error default_eps(const struct ct_optim_group *group, double *result)
{
	ct_tensor *grad = NULL;

	for (int64_t i = 0; i < group->len && grad == NULL; i++) {
		CT_TRY(ct_tensor_grad(group->params[i], &grad));
		*result = eps_of(ct_tensor_dtype(group->params[i]));
	}
	return NULL;
}

/* Moves a factor of the variance towards the mean of the squares over a dimension. */
static void move_factor(ct_tensor *factor, const ct_tensor *grad, int64_t dim, double rate)
{
	ct_tensor *mean = CT_E(linalg_vector_norm, grad, .dim = CT_L(dim), .keepdim = true);

	mean = CT_E(div, CT_E(square, mean), (double)ct_size_of(grad, dim));
	CT_E(lerp_, factor, mean, rate);
}

/* An estimate of the squares, new. */
static ct_tensor *estimate(const struct ct_optim_block *block, int64_t i, const ct_tensor *grad,
			   double rate, double eps)
{
	ct_tensor *row = block->state[ROW_VAR][i], *col = block->state[COL_VAR][i];
	ct_tensor *variance = block->state[VARIANCE][i], *mean;

	if (variance) {
		CT_E(lerp_, variance, CT_E(mul, grad, grad), rate);
		return CT_E(clone, variance);
	}
	move_factor(row, grad, -1, rate);
	move_factor(col, grad, -2, rate);
	mean = CT_E(mean_dim, row, CT_L(-2), .keepdim = true);
	return CT_E(div, CT_E(matmul, row, col), CT_E(clamp, mean, .min = CT_S(eps)));
}

static double norm_of(const ct_tensor *x)
{
	return CT_ITEM(CT_E(norm_Scalar, x, .p = CT_S(2)));
}

static ct_error adafactor_update_one(const struct ct_optim_block *block, int64_t i,
				     const ct_tensor *grad, double eps)
{
	ct_tensor *param = block->params[i], *change;
	const double step = ct_optim_number(block->state[STEP][i]);
	const double lr = ct_optim_float(block, "lr"),
		     decay = ct_optim_float(block, "weight_decay");
	const double rate = pow(step, ct_optim_float(block, "beta2_decay"));
	const double rho = fmin(lr, 1 / pow(step, 0.5));
	const double n = pow((double)ct_tensor_numel(param), 0.5);
	const double alpha = fmax(ct_optim_float_at(block, "eps", 1), norm_of(param) / n) * rho;
	double below;

	if (n == 0) /* Python's ZeroDivisionError is none of the kinds */
		return CT_RAISED(CT_ERROR_VALUE, "float division by zero\n" CT_HINT_PREFIX
						 "a parameter without elements has no mean square");
	if (decay != 0)
		CT_TRY(ct_optim_scale((ct_tensors){ &param, 1 }, 1 - lr * decay));
	change = CT_E(clamp, estimate(block, i, grad, rate, eps), .min = CT_S(eps * eps));
	change = CT_E(mul, CT_E(rsqrt, change), grad);
	below = fmax(1.0, norm_of(change) / (n * ct_optim_float(block, "d")));
	CT_E(add_, param, change, .alpha = CT_S(-alpha / below));
	return CT_DONE();
}

static ct_error adafactor_update(const struct ct_optim_block *block)
{
	double eps = ct_optim_float_at(block, "eps", 0);
	ct_tensors grads;

	CT_TRY(ct_optim_gradients(block, false, &grads));
	CT_TRY(ct_optim_count(block, STEP));
	if (isnan(eps))
		CT_TRY(default_eps(block->group, &eps));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(adafactor_update_one(block, i, grads.at[i], eps));
	return NULL;
}

static bool adafactor_must_have(const struct ct_optim_group *group, int64_t i, int slot)
{
	const bool is_matrix = ct_tensor_dim(group->params[i]) > 1;

	return slot == STEP || is_matrix == (slot != VARIANCE);
}

const struct ct_optim_code ct_optim_Adafactor_code = {
	.must_have = adafactor_must_have,
	.check = adafactor_check,
	.added = "foreach=None",
	.begin = adafactor_begin,
	.update = adafactor_update,
	.on_sparse = "Adafactor does not support sparse gradients",
	.on_complex = "Adafactor does not support complex parameters",
};
