/*
 * The activations. Those with `inplace` write to their input and return it.
 */
#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/plain.h"

/* The two forms of an operator without further arguments. */
static ct_error activation_apply(ct_error (*make)(const ct_tensor *, ct_tensor **),
				 ct_error (*write)(ct_tensor *, ct_tensor **), bool inplace,
				 const ct_tensor *x, ct_tensor **result)
{
	return inplace ? write((ct_tensor *)x, result) : make(x, result);
}

/* --- Without arguments but `inplace` ---------------------------------------------------------- */

CT_NN_PLAIN(ReLU, NULL)
{
	return activation_apply(ct_relu, ct_relu_, a->inplace, x, result);
}

CT_NN_PLAIN(ReLU6, NULL)
{
	return CT(nn_hardtanh, result, x, 0.0, 6.0, a->inplace);
}

CT_NN_PLAIN(SELU, NULL)
{
	return activation_apply(ct_selu, ct_selu_, a->inplace, x, result);
}

CT_NN_PLAIN(SiLU, NULL)
{
	return activation_apply(ct_silu, ct_silu_, a->inplace, x, result);
}

CT_NN_PLAIN(Mish, NULL)
{
	return activation_apply(ct_mish, ct_mish_, a->inplace, x, result);
}

CT_NN_PLAIN(Hardsigmoid, NULL)
{
	return activation_apply(ct_hardsigmoid, ct_hardsigmoid_, a->inplace, x, result);
}

CT_NN_PLAIN(Hardswish, NULL)
{
	return activation_apply(ct_hardswish, ct_hardswish_, a->inplace, x, result);
}

CT_NN_PLAIN(Sigmoid, NULL)
{
	return CT(sigmoid, result, x);
}

CT_NN_PLAIN(LogSigmoid, NULL)
{
	return CT(log_sigmoid, result, x);
}

CT_NN_PLAIN(Tanh, NULL)
{
	return CT(tanh, result, x);
}

CT_NN_PLAIN(Tanhshrink, NULL)
{
	return CT(nn_tanhshrink, result, x);
}

CT_NN_PLAIN(Softsign, NULL)
{
	return CT(nn_softsign, result, x);
}

/* --- With parameters of their curve ----------------------------------------------------------- */

CT_NN_PLAIN(ELU, NULL)
{
	const ct_scalar alpha = ct_scalar_float(a->alpha), one = ct_scalar_int(1);

	return a->inplace ? ct_elu_((ct_tensor *)x, alpha, one, one, result)
			  : ct_elu(x, alpha, one, one, result);
}

CT_NN_PLAIN(CELU, NULL)
{
	const ct_scalar alpha = ct_scalar_float(a->alpha);

	return a->inplace ? ct_celu_((ct_tensor *)x, alpha, result) : ct_celu(x, alpha, result);
}

CT_NN_PLAIN(LeakyReLU, NULL)
{
	const ct_scalar slope = ct_scalar_float(a->negative_slope);

	return a->inplace ? ct_leaky_relu_((ct_tensor *)x, slope, result)
			  : ct_leaky_relu(x, slope, result);
}

CT_NN_CHECK(Hardtanh)
{
	if (a->max_val <= a->min_val)
		return CT_RAISED(CT_ERROR_ASSERTION,
				 "max_val (%s) must be greater than min_val (%s)",
				 ct_nn_float_text(a->max_val).at, ct_nn_float_text(a->min_val).at);
	return NULL;
}

CT_NN_PLAIN(Hardtanh, Hardtanh_check)
{
	return CT(nn_hardtanh, result, x, a->min_val, a->max_val, a->inplace);
}

CT_NN_PLAIN(Threshold, NULL)
{
	return CT(nn_threshold, result, x, a->threshold, a->value, a->inplace);
}

CT_NN_PLAIN(RReLU, NULL)
{
	return CT(nn_rrelu, result, x, a->lower, a->upper, ct_nn_is_training(self), a->inplace);
}

CT_NN_PLAIN(GELU, NULL)
{
	return CT(gelu, result, x, .approximate = a->approximate);
}

CT_NN_PLAIN(Softplus, NULL)
{
	return CT(softplus, result, x, CT_S(a->beta), CT_S(a->threshold));
}

CT_NN_PLAIN(Hardshrink, NULL)
{
	return CT(hardshrink, result, x, CT_S(a->lambd));
}

CT_NN_PLAIN(Softshrink, NULL)
{
	return CT(softshrink, result, x, CT_S(a->lambd));
}

/* --- Along a dimension ------------------------------------------------------------------------ */

CT_NN_PLAIN(GLU, NULL)
{
	return CT(nn_glu, result, x, a->dim);
}

CT_NN_PLAIN(Softmin, NULL)
{
	return CT(nn_softmin, result, x, a->dim);
}

CT_NN_PLAIN(Softmax, NULL)
{
	return CT(nn_softmax, result, x, a->dim);
}

CT_NN_PLAIN(LogSoftmax, NULL)
{
	return CT(nn_log_softmax, result, x, a->dim);
}

CT_NN_PLAIN(Softmax2d, NULL)
{
	const int64_t dim = ct_tensor_dim(x);

	if (dim != 3 && dim != 4)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Softmax2d: expected input to be 3D or 4D, got %lldD instead",
				 (long long)dim);
	return CT(nn_softmax, result, x, -3);
}

/* --- PReLU ------------------------------------------------------------------------------------ */

struct prelu {
	CT_NN_HEAD(PReLU);
	ct_tensor *weight; /* num_parameters */
};

static ct_error prelu_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct prelu *m = self;

	return CT(prelu, result, x, m->weight);
}

static ct_error prelu_reset(void *self)
{
	const struct prelu *m = self;

	return CT(nn_init_constant_, m->weight, m->args->init);
}

static ct_error prelu_init(void *self)
{
	struct prelu *m = self;
	const struct ct_args_nn_PReLU_ *a = m->args;

	CT_PARAMETER(m, weight,
		     CT_E(empty, CT_L(a->num_parameters), .dtype = a->dtype, .device = a->device));
	CT_TRY(CT_DONE());
	return prelu_reset(m);
}

CT_NN_CLASS(PReLU, struct prelu, prelu_init, prelu_forward, .module.reset_parameters = prelu_reset);
