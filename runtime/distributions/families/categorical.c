/*
 * Categorical.
 */
#include <math.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "distributions/families/probs.h"

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_simplex,
			     .compute = ct_distr_last_probs,
			     .dims = 1 },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real_vector,
			      .compute = ct_distr_last_logits,
			      .dims = 1 },
};

static ct_tensor *normalized(const ct_tensor *probs, const ct_tensor *logits)
{
	if (probs)
		return CT_E(div, probs, CT_E(sum_dim_IntList, probs, CT_L(-1), .keepdim = true));
	return CT_E(sub, logits, CT_E(logsumexp, logits, CT_L(-1), .keepdim = true));
}

static ct_error categorical_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Categorical_ *a = args;
	const ct_tensor *given = a->probs ? a->probs : a->logits;
	ct_ints shape;

	CT_TRY(ct_distr_one_of(a->probs, a->logits));
	self->param = a->probs ? CT_DISTR_PROBS : CT_DISTR_LOGITS;
	if (ct_tensor_dim(given) < 1)
		return CT_RAISED(CT_ERROR_VALUE, "`%s` parameter must be at least one-dimensional.",
				 parameters[self->param].name);
	shape = ct_sizes_of(given);
	ct_distr_set(self, self->param, normalized(a->probs, a->logits));
	self->number = shape.at[shape.len - 1];
	ct_distr_set_shapes(self, CT_INTS_OF(shape.at, shape.len - 1), 0);
	return NULL;
}

static ct_error categorical_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){
		.kind = CT_DISTR_INTEGER_INTERVAL,
		.lower = { .number = ct_scalar_int(0) },
		.upper = { .number = ct_scalar_int(self->number - 1) },
	};
	return NULL;
}

static ct_tensor *categorical_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *probs = ct_distr_get_probs(self), *samples;
	int64_t count = 1;

	for (int64_t i = 0; i < sample_shape.len; i++)
		count = ct_size_times(count, sample_shape.at[i]);
	samples = CT_E(multinomial, CT_E(reshape, probs, CT_L(-1, self->number)), count, true);
	return CT_E(reshape, CT_E(t, samples), ct_distr_ints(&shape));
}

static ct_tensor *categorical_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2];

	ct_distr_check_value(self, value);
	value = CT_E(unsqueeze, CT_E(to_dtype, value, CT_INT64), -1);
	ct_distr_broadcast(2, (const ct_tensor *[]){ value, ct_distr_get_logits(self) }, both);
	value = CT_E(slice_Tensor, both[0], -1, .end = 1);
	return CT_E(squeeze_dim, CT_E(gather, both[1], -1, value), -1);
}

static ct_tensor *categorical_entropy(const ct_distribution *self)
{
	const ct_tensor *logits = ct_distr_get_logits(self);
	const double min = ct_distr_finfo(ct_tensor_dtype(logits)).min;

	logits = CT_E(clamp, logits, .min = CT_S(min));
	return CT_E(neg, ct_distr_sum_last(CT_E(mul, logits, ct_distr_get_probs(self))));
}

/* Of categories, which are no numbers. */
static ct_tensor *categorical_moment(const ct_distribution *self)
{
	return ct_distr_full(self, NAN, ct_distr_get_probs(self));
}

static ct_tensor *categorical_mode(const ct_distribution *self)
{
	return CT_E(argmax, ct_distr_get_probs(self), -1);
}

static ct_tensor *categorical_enumerate_support(const ct_distribution *self, bool expand)
{
	return ct_distr_along_batch(self,
				    CT_E(arange, self->number, .dtype = CT_INT64,
					 .device = ct_tensor_device(ct_distr_param(self))),
				    expand);
}

const struct ct_distribution_code ct_distributions_Categorical_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.setup = categorical_setup,
	.sample = categorical_sample,
	.log_prob = categorical_log_prob,
	.entropy = categorical_entropy,
	.mean = categorical_moment,
	.mode = categorical_mode,
	.variance = categorical_moment,
	.enumerate_support = categorical_enumerate_support,
	.find_support = categorical_support,
};
