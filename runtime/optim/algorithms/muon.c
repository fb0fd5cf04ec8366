/*
 * Muon.
 */
#include <math.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "nn/functional/raise.h"
#include "optim/optimizer/class.h"
#include "tensor/tensor/sizes.h"

enum { MOMENTUM_BUFFER };

static ct_error muon_check(const void *args)
{
	const struct ct_args_optim_Muon_ *a = args;
	const char *fn = a->adjust_lr_fn;

	CT_TRY(ct_optim_demand(a->lr >= 0, "Learning rate should be >= 0 but is", a->lr));
	CT_TRY(ct_optim_demand(a->momentum >= 0, "momentum should be >= 0 but is", a->momentum));
	CT_TRY(ct_optim_demand(a->weight_decay >= 0, "weight decay should be >= 0 but is",
			       a->weight_decay));
	if (fn == NULL || !strcmp(fn, "original") || !strcmp(fn, "match_rms_adamw") ||
	    !strcmp(fn, "spectral_unclamped"))
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE, "Adjust learning rate function %s is not supported", fn);
}

static ct_error muon_check_group(const ct_optimizer *self, const struct ct_optim_group *group)
{
	(void)self;
	for (int64_t i = 0; i < group->len; i++)
		if (ct_tensor_dim(group->params[i]) != 2)
			return CT_RAISED(CT_ERROR_VALUE,
					 "Muon only supports 2D parameters whereas we found a "
					 "parameter with size: %s",
					 ct_nn_size_text(group->params[i]).at);
	return NULL;
}

static ct_error muon_begin(const struct ct_optim_block *block, int64_t i)
{
	return ct_optim_begin_zeros(block, MOMENTUM_BUFFER, i);
}

static ct_error check_iteration(const struct ct_optim_block *block)
{
	ct_value coefficients;

	if (ct_optim_int(block, "ns_steps") >= 100)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Number of steps must be less than 100 for computational "
				 "efficiency");
	CT_TRY(ct_value_dict_get(&block->group->options, ct_value_string("ns_coefficients"),
				 &coefficients));
	if (ct_value_count(&coefficients) != 3)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Coefficients must be a tuple of exactly 3 values");
	return NULL;
}

/* Newton and Schulz's iteration towards the nearest orthogonal matrix, in bfloat16. */
static ct_tensor *orthogonal(const struct ct_optim_block *block, const ct_tensor *grad)
{
	const double a = ct_optim_float_at(block, "ns_coefficients", 0);
	const double b = ct_optim_float_at(block, "ns_coefficients", 1);
	const double c = ct_optim_float_at(block, "ns_coefficients", 2);
	const int64_t steps = ct_optim_int(block, "ns_steps");
	const bool is_tall = ct_size_of(grad, 0) > ct_size_of(grad, 1);
	ct_tensor *x = CT_E(to, grad, .dtype = CT_BFLOAT16, .copy = true), *gram, *change;

	x = is_tall ? CT_E(t, x) : x;
	CT_E(div_, x,
	     CT_E(clamp, CT_E(norm_Scalar, x, .p = CT_S(2)),
		  .min = CT_S(ct_optim_float(block, "eps"))));
	for (int64_t i = 0; i < steps; i++) {
		gram = CT_E(matmul, x, CT_E(t, x));
		change = CT_E(addmm, gram, gram, gram, .beta = CT_S(b), .alpha = CT_S(c));
		x = CT_E(addmm, x, change, x, .beta = CT_S(a));
	}
	return is_tall ? CT_E(t, x) : x;
}

/* The rate for a matrix of this shape. */
static double adjusted(double lr, const char *fn, const ct_tensor *param)
{
	const double rows = (double)ct_size_of(param, 0);
	const double columns = (double)ct_size_of(param, 1);

	if (fn == NULL || !strcmp(fn, "original"))
		return lr * sqrt(fmax(1, rows / columns));
	if (!strcmp(fn, "match_rms_adamw"))
		return lr * (0.2 * sqrt(fmax(rows, columns)));
	return lr * sqrt(rows / columns);
}

static ct_error muon_update_one(const struct ct_optim_block *block, int64_t i)
{
	const double lr = ct_optim_float(block, "lr"), momentum = ct_optim_float(block, "momentum");
	const double decay = ct_optim_float(block, "weight_decay");
	ct_tensor *param = block->params[i], *buffer = block->state[MOMENTUM_BUFFER][i];
	const ct_tensor *change = buffer;

	CT_E(lerp_, buffer, block->grads[i], 1 - momentum);
	if (ct_optim_bool(block, "nesterov"))
		change = CT_E(lerp, block->grads[i], buffer, momentum);
	change = orthogonal(block, change);
	CT_TRY(CT_DONE());
	CT_TRY(ct_optim_scale((ct_tensors){ &param, 1 }, 1 - lr * decay));
	CT_E(add_, param, change,
	     .alpha = CT_S(-adjusted(lr, ct_optim_string(block, "adjust_lr_fn"), param)));
	return CT_DONE();
}

static ct_error muon_update(const struct ct_optim_block *block)
{
	CT_TRY(check_iteration(block));
	for (int64_t i = 0; i < block->len; i++)
		CT_TRY(muon_update_one(block, i));
	return NULL;
}

const struct ct_optim_code ct_optim_Muon_code = {
	.must_have = ct_optim_state_is_optional,
	.check = muon_check,
	.check_group = muon_check_group,
	.begin = muon_begin,
	.update = muon_update,
	.on_sparse = "Muon does not support sparse gradients",
	.on_complex = "Muon does not support complex parameters",
};
