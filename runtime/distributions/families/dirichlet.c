/*
 * Dirichlet.
 */
#include <ctorch/autograd/custom_function.h>

#include "core/base/name_of.h"
#include "distributions/base/class.h"

enum { CONCENTRATION };

static const struct ct_distr_constraint positive_vector = { .kind = CT_DISTR_INDEPENDENT,
							    .base = &ct_distr_positive,
							    .dims = 1 };

static const struct ct_distr_parameter parameters[] = {
	[CONCENTRATION] = { .name = "concentration", .constraint = &positive_vector, .dims = 1 },
};

static ct_error dirichlet_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Dirichlet_ *a = args;

	if (ct_tensor_dim(a->concentration) < 1)
		return CT_RAISED(CT_ERROR_VALUE,
				 "`concentration` parameter must be at least one-dimensional.");
	ct_distr_set(self, CONCENTRATION, a->concentration);
	ct_distr_set_shapes(self, ct_sizes_of(a->concentration), 1);
	return NULL;
}

/* --- samples with gradients ------------------------------------------------------------------- */

static ct_tensor *total(const ct_tensor *x)
{
	return CT_E(sum_dim_IntList, x, CT_L(-1), .keepdim = true);
}

static ct_error dirichlet_forward(ct_function_context *context, ct_tensor *const *inputs,
				  ct_tensor **outputs)
{
	ct_tensor *x = CT_E(_sample_dirichlet, inputs[0]);

	CT_TRY(CT_FINISH(x, &x));
	*outputs = x;
	return ct_function_save_for_backward(context, CT_TENSORS(x, inputs[0]));
}

static ct_error dirichlet_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				   ct_tensor **grad_inputs)
{
	const ct_tensor *x, *concentration, *grad, *off;
	ct_tensor *saved[2];

	CT_TRY(ct_function_saved_tensors(context, saved, 2));
	x = saved[0];
	concentration = saved[1];
	grad = CT_E(_dirichlet_grad, x, concentration,
		    CT_E(expand_as, total(concentration), concentration));
	off = CT_E(sub, grad_outputs[0], total(CT_E(mul, x, grad_outputs[0])));
	return CT_FINISH(CT_E(mul, grad, off), grad_inputs);
}

static ct_tensor *dirichlet_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	static const ct_function function = { .name = "_Dirichlet",
					      .forward = dirichlet_forward,
					      .backward = dirichlet_backward,
					      .inputs_len = 1,
					      .outputs_len = 1,
					      .once_differentiable = true };
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	ct_tensor *concentration = CT_E(expand, self->at[CONCENTRATION], ct_distr_ints(&shape));
	ct_tensor *result = NULL;

	CT_DO(ct_function_apply(&function, NULL, CT_TENSORS(concentration), &result, 1));
	return result;
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_tensor *dirichlet_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *concentration = self->at[CONCENTRATION], *sum;

	ct_distr_check_value(self, value);
	sum = ct_distr_sum_last(CT_E(xlogy_Tensor, CT_E(sub, concentration, 1.0), value));
	sum = CT_E(add, sum, CT_E(lgamma, ct_distr_sum_last(concentration)));
	return CT_E(sub, sum, ct_distr_sum_last(CT_E(lgamma, concentration)));
}

static ct_tensor *dirichlet_entropy(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *a0 = ct_distr_sum_last(concentration), *sum, *product;

	sum = CT_E(sub, ct_distr_sum_last(CT_E(lgamma, concentration)), CT_E(lgamma, a0));
	product = CT_E(mul, CT_E(rsub_Scalar, a0, ct_tensor_size(concentration, -1)),
		       CT_E(digamma, a0));
	sum = CT_E(sub, sum, product);
	product = CT_E(mul, CT_E(sub, concentration, 1.0), CT_E(digamma, concentration));
	return CT_E(sub, sum, ct_distr_sum_last(product));
}

static ct_tensor *dirichlet_mean(const ct_distribution *self)
{
	return CT_E(div, self->at[CONCENTRATION], total(self->at[CONCENTRATION]));
}

/* Where all are below 1, the density has its maximum in a corner. */
static ct_tensor *dirichlet_mode(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *less = CT_E(clamp, CT_E(sub, concentration, 1), .min = CT_S(0.0));
	const ct_tensor *mode = CT_E(div, less, total(less));
	const ct_tensor *corner = CT_E(one_hot, CT_E(argmax, mode, -1), ct_tensor_size(less, -1));
	const ct_tensor *mask = CT_E(all_dim, CT_E(lt_Scalar, concentration, 1), -1);

	return CT_E(where_self, CT_E(unsqueeze, mask, -1), ct_distr_as(corner, mode), mode);
}

static ct_tensor *dirichlet_variance(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *con0 = total(concentration);
	const ct_tensor *product = CT_E(mul, concentration, CT_E(sub, con0, concentration));

	return CT_E(div, product, CT_E(mul, CT_E(pow, con0, 2), CT_E(add, con0, 1)));
}

/* --- the exponential family ------------------------------------------------------------------- */

static void dirichlet_natural_params(const ct_distribution *self, ct_tensor **result)
{
	result[0] = self->at[CONCENTRATION];
}

static ct_tensor *dirichlet_log_normalizer(const ct_distribution *self, ct_tensor *const *natural)
{
	const ct_tensor *sum = ct_distr_sum_last(CT_E(lgamma, natural[0]));

	(void)self;
	return CT_E(sub, sum, CT_E(lgamma, ct_distr_sum_last(natural[0])));
}

static const struct ct_distr_exp_family family = {
	.natural_len = 1,
	.natural_params = dirichlet_natural_params,
	.log_normalizer = dirichlet_log_normalizer,
};

const struct ct_distribution_code ct_distributions_Dirichlet_code = {
	.parent = "ExponentialFamily",
	.exp_family = &family,
	.parameters = parameters,
	.parameters_len = 1,
	.setup = dirichlet_setup,
	.rsample = dirichlet_rsample,
	.log_prob = dirichlet_log_prob,
	.entropy = dirichlet_entropy,
	.mean = dirichlet_mean,
	.mode = dirichlet_mode,
	.variance = dirichlet_variance,
	.support = &ct_distr_simplex,
};
