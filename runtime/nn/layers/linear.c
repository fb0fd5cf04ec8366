/*
 * Identity, Linear and Bilinear.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/layers/class.h"
#include "nn/layers/lazy.h"
#include "tensor/tensor/sizes.h"

/* --- Identity --------------------------------------------------------------------------------- */

struct identity {
	CT_NN_HEAD(Identity);
};

static ct_error identity_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	(void)self;
	return ct_nn_again(x, result);
}

CT_NN_CLASS(Identity, struct identity, NULL, identity_forward);

/* --- Linear ----------------------------------------------------------------------------------- */

struct linear {
	CT_NN_HEAD(Linear);
	ct_tensor *weight; /* out_features, in_features */
	ct_tensor *bias;   /* out_features; NULL: none */
};

static ct_error linear_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct linear *m = self;

	return CT(linear, result, x, m->weight, m->bias);
}

/* As a uniform distribution within 1 / sqrt(in_features), for weight and bias. */
static ct_error linear_reset(void *self)
{
	const struct linear *m = self;
	const double inputs = (double)ct_size_of(m->weight, 1);
	const double bound = inputs > 0 ? 1 / sqrt(inputs) : 0; /* below, 0 - 0 is no -0 */

	CT_E(nn_init_kaiming_uniform_, m->weight, .a = sqrt(5));
	if (m->bias)
		CT_E(nn_init_uniform_, m->bias, 0 - bound, bound);
	return CT_DONE();
}

static ct_error linear_init(void *self)
{
	struct linear *m = self;
	const struct ct_args_nn_Linear_ *a = m->args;

	CT_PARAMETER(m, weight,
		     CT_E(empty, CT_L(a->out_features, a->in_features), .dtype = a->dtype,
			  .device = a->device));
	CT_PARAMETER(
		m, bias,
		a->bias ? CT_E(empty, CT_L(a->out_features), .dtype = a->dtype, .device = a->device)
			: NULL);
	CT_TRY(CT_DONE());
	return linear_reset(m);
}

CT_NN_CLASS(Linear, struct linear, linear_init, linear_forward,
	    .module.reset_parameters = linear_reset);

/* --- Bilinear --------------------------------------------------------------------------------- */

struct bilinear {
	CT_NN_HEAD(Bilinear);
	ct_tensor *weight; /* out_features, in1_features, in2_features */
	ct_tensor *bias;   /* out_features; NULL: none */
};

static ct_error bilinear_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				 ct_tensor **outputs, int64_t outputs_len)
{
	const struct bilinear *m = self;

	(void)inputs_len, (void)outputs_len;
	return CT(bilinear, outputs, inputs[0], inputs[1], m->weight, m->bias);
}

static ct_error bilinear_reset(void *self)
{
	const struct bilinear *m = self;
	const double bound = 1 / sqrt((double)ct_size_of(m->weight, 1));

	CT_E(nn_init_uniform_, m->weight, -bound, bound);
	if (m->bias)
		CT_E(nn_init_uniform_, m->bias, 0 - bound, bound);
	return CT_DONE();
}

static ct_error bilinear_init(void *self)
{
	struct bilinear *m = self;
	const struct ct_args_nn_Bilinear_ *a = m->args;

	if (a->in1_features <= 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "in1_features must be > 0, but got (in1_features=%lld)",
				 (long long)a->in1_features);
	CT_PARAMETER(m, weight,
		     CT_E(empty, CT_L(a->out_features, a->in1_features, a->in2_features),
			  .dtype = a->dtype, .device = a->device));
	CT_PARAMETER(
		m, bias,
		a->bias ? CT_E(empty, CT_L(a->out_features), .dtype = a->dtype, .device = a->device)
			: NULL);
	CT_TRY(CT_DONE());
	return bilinear_reset(m);
}

CT_NN_CLASS(Bilinear, struct bilinear, bilinear_init, NULL,
	    .module.reset_parameters = bilinear_reset, .module.forward_all = bilinear_forward,
	    .module.inputs_min = 2, .module.inputs_max = 2, .module.outputs_max = 1);

/* --- LazyLinear ------------------------------------------------------------------------------- */

/* A state that was loaded gave the weight its size: the input must have that one. */
static ct_error check_inferred(const struct linear *m, int64_t inputs)
{
	const int64_t features = ct_size_of(m->weight, -1);

	if (inputs == features)
		return NULL;
	return CT_RAISED(CT_ERROR_ASSERTION,
			 "The in_features inferred from input: %lld is not equal to in_features "
			 "from self.weight: %lld",
			 (long long)inputs, (long long)features);
}

static ct_error lazy_infer(void *self, const ct_tensor *x)
{
	struct linear *m = self;
	/* Not those of a Linear, in spite of the type. */
	const struct ct_args_nn_LazyLinear_ *a = (const void *)m->args;
	struct ct_args_nn_Linear_ plain = { .out_features = a->out_features,
					    .bias = a->bias,
					    .device = a->device,
					    .dtype = a->dtype };

	if (ct_tensor_dim(x) == 0)
		return CT_RAISED(CT_ERROR_INDEX, "tuple index out of range");
	CT_TRY(ct_check_sizes(x));
	plain.in_features = ct_size_of(x, -1);
	if (ct_nn_has_lazy(m)) {
		CT_TRY(ct_nn_materialize(m->weight, CT_L(plain.out_features, plain.in_features)));
		CT_TRY(ct_nn_materialize(m->bias, CT_L(plain.out_features)));
		if (plain.in_features)
			CT_TRY(linear_reset(m));
	}
	CT_TRY(check_inferred(m, plain.in_features));
	return ct_nn_become(m, "Linear", &plain);
}

static ct_error lazy_init(void *self)
{
	struct linear *m = self;
	const struct ct_args_nn_LazyLinear_ *a = (const void *)m->args;

	CT_TRY(ct_nn_lazy_parameter(m, "weight", a->dtype, a->device, &m->weight));
	if (a->bias)
		CT_TRY(ct_nn_lazy_parameter(m, "bias", a->dtype, a->device, &m->bias));
	else
		CT_TRY(ct_module_register_parameter(ct_module_of(m), "bias", NULL, &m->bias));
	return ct_nn_lazy_begin(m, lazy_infer);
}

CT_NN_CLASS(LazyLinear, struct linear, lazy_init, linear_forward);
