/*
 * LayerNorm, RMSNorm, GroupNorm, LocalResponseNorm.
 */
#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/layers/plain.h"

/* Ones and zeros; either may be NULL. */
static ct_error norm_reset(ct_tensor *weight, ct_tensor *bias)
{
	if (weight)
		CT_E(nn_init_ones_, weight);
	if (bias)
		CT_E(nn_init_zeros_, bias);
	return CT_DONE();
}

/* --- LayerNorm -------------------------------------------------------------------------------- */

struct layer_norm {
	CT_NN_HEAD(LayerNorm);
	ct_tensor *weight, *bias; /* of the normalized shape; NULL: none */
};

static ct_error layer_norm_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct layer_norm *m = self;

	return CT(layer_norm, result, x, m->args->normalized_shape, m->weight, m->bias,
		  m->args->eps);
}

static ct_error layer_norm_reset(void *self)
{
	const struct layer_norm *m = self;

	return norm_reset(m->weight, m->bias);
}

static ct_tensor *layer_norm_parameter(const struct ct_args_nn_LayerNorm_ *a)
{
	return CT_E(empty, a->normalized_shape, .dtype = a->dtype, .device = a->device);
}

static ct_error layer_norm_init(void *self)
{
	struct layer_norm *m = self;
	const struct ct_args_nn_LayerNorm_ *a = m->args;

	CT_PARAMETER(m, weight, a->elementwise_affine ? layer_norm_parameter(a) : NULL);
	CT_PARAMETER(m, bias, a->elementwise_affine && a->bias ? layer_norm_parameter(a) : NULL);
	CT_TRY(CT_DONE());
	return layer_norm_reset(m);
}

CT_NN_CLASS(LayerNorm, struct layer_norm, layer_norm_init, layer_norm_forward,
	    .module.reset_parameters = layer_norm_reset);

/* --- RMSNorm ---------------------------------------------------------------------------------- */

#ifdef CT_HAS_nn_RMSNorm

struct rms_norm {
	CT_NN_HEAD(RMSNorm);
	ct_tensor *weight; /* of the normalized shape; NULL: none */
};

static ct_error rms_norm_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct rms_norm *m = self;

	return CT(rms_norm, result, x, m->args->normalized_shape, m->weight, m->args->eps);
}

static ct_error rms_norm_reset(void *self)
{
	const struct rms_norm *m = self;

	return norm_reset(m->weight, NULL);
}

static ct_error rms_norm_init(void *self)
{
	struct rms_norm *m = self;
	const struct ct_args_nn_RMSNorm_ *a = m->args;

	CT_PARAMETER(m, weight,
		     a->elementwise_affine ? CT_E(empty, a->normalized_shape, .dtype = a->dtype,
						  .device = a->device)
					   : NULL);
	CT_TRY(CT_DONE());
	return rms_norm_reset(m);
}

CT_NN_CLASS(RMSNorm, struct rms_norm, rms_norm_init, rms_norm_forward,
	    .module.reset_parameters = rms_norm_reset);

#endif

/* --- GroupNorm -------------------------------------------------------------------------------- */

struct group_norm {
	CT_NN_HEAD(GroupNorm);
	ct_tensor *weight, *bias; /* num_channels; NULL: none */
};

static ct_error group_norm_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct group_norm *m = self;

	return CT(nn_group_norm, result, x, m->args->num_groups, m->weight, m->bias, m->args->eps);
}

static ct_error group_norm_reset(void *self)
{
	const struct group_norm *m = self;

	return norm_reset(m->weight, m->bias);
}

static ct_tensor *group_norm_parameter(const struct ct_args_nn_GroupNorm_ *a)
{
	return CT_E(empty, CT_L(a->num_channels), .dtype = a->dtype, .device = a->device);
}

static ct_error group_norm_init(void *self)
{
	struct group_norm *m = self;
	const struct ct_args_nn_GroupNorm_ *a = m->args;

	/* Python's ZeroDivisionError is none of the kinds. */
	if (a->num_groups == 0)
		return CT_RAISED(CT_ERROR_VALUE, "num_groups must not be 0");
	if (a->num_channels % a->num_groups != 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "num_channels (%lld) must be divisible by num_groups (%lld)",
				 (long long)a->num_channels, (long long)a->num_groups);
	CT_PARAMETER(m, weight, a->affine ? group_norm_parameter(a) : NULL);
	CT_PARAMETER(m, bias, a->affine && a->bias ? group_norm_parameter(a) : NULL);
	CT_TRY(CT_DONE());
	return group_norm_reset(m);
}

CT_NN_CLASS(GroupNorm, struct group_norm, group_norm_init, group_norm_forward,
	    .module.reset_parameters = group_norm_reset);

/* --- LocalResponseNorm ------------------------------------------------------------------------ */

CT_NN_PLAIN(LocalResponseNorm, NULL)
{
	return CT(nn_local_response_norm, result, x, a->size, a->alpha, a->beta, a->k);
}
