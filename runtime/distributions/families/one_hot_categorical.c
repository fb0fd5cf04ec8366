/*
 * OneHotCategorical and OneHotCategoricalStraightThrough, which consist of a Categorical.
 */
#include "distributions/families/probs.h"

static ct_tensor *one_hot_probs(const ct_distribution *self)
{
	return ct_distr_get_probs(self->parts[0]);
}

static ct_tensor *one_hot_logits(const ct_distribution *self)
{
	return ct_distr_get_logits(self->parts[0]);
}

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_simplex,
			     .compute = one_hot_probs,
			     .is_property = true },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real_vector,
			      .compute = one_hot_logits,
			      .is_property = true },
};

static ct_error set_up(ct_distribution *self, const ct_tensor *probs, const ct_tensor *logits)
{
	const ct_distribution *categorical = CT_DISTRIBUTION(Categorical, probs, logits);

	CT_TRY(CT_DONE());
	ct_distr_set_part(self, 0, categorical);
	ct_distr_set_shapes(self, ct_sizes_of(ct_distr_param(categorical)), 1);
	return NULL;
}

static ct_error one_hot_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_OneHotCategorical_ *a = args;

	return set_up(self, a->probs, a->logits);
}

static void one_hot_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

static ct_tensor *one_hot_of(const ct_distribution *self, const ct_tensor *indices)
{
	return ct_distr_as(CT_E(one_hot, indices, self->parts[0]->number), one_hot_probs(self));
}

static ct_tensor *one_hot_sample(const ct_distribution *self, ct_ints sample_shape)
{
	return one_hot_of(self, ct_distr_sample(self->parts[0], sample_shape));
}

static ct_tensor *one_hot_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	ct_tensor *values = NULL, *indices = NULL;

	ct_distr_check_value(self, value);
	CT_DO(CT(max_dim, &values, &indices, value, -1));
	return ct_distr_log_prob(self->parts[0], indices);
}

static ct_tensor *one_hot_entropy(const ct_distribution *self)
{
	return ct_distr_entropy(self->parts[0]);
}

static ct_tensor *one_hot_mode(const ct_distribution *self)
{
	return one_hot_of(self, ct_distr_mode(self->parts[0]));
}

static ct_tensor *one_hot_variance(const ct_distribution *self)
{
	return CT_E(mul, one_hot_probs(self), ct_distr_one_minus(one_hot_probs(self)));
}

static ct_tensor *one_hot_enumerate_support(const ct_distribution *self, bool expand)
{
	const ct_tensor *like = ct_distr_param(self->parts[0]);
	const int64_t n = self->parts[0]->number;
	struct ct_distr_shape shape = ct_distr_extended(self, CT_L(n));
	ct_tensor *values = CT_E(eye, n, .dtype = ct_tensor_dtype(like),
				 .device = ct_tensor_device(like));

	for (int64_t i = 1; i < shape.len - 1; i++)
		shape.at[i] = 1;
	values = CT_E(view, values, ct_distr_ints(&shape));
	if (!expand)
		return values;
	shape = ct_distr_extended(self, CT_L(n));
	return CT_E(expand, values, ct_distr_ints(&shape));
}

const struct ct_distribution_code ct_distributions_OneHotCategorical_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.setup = one_hot_setup,
	.expand = one_hot_expand,
	.sample = one_hot_sample,
	.log_prob = one_hot_log_prob,
	.entropy = one_hot_entropy,
	.mean = one_hot_probs,
	.mode = one_hot_mode,
	.variance = one_hot_variance,
	.enumerate_support = one_hot_enumerate_support,
	.support = &ct_distr_one_hot,
};

/* --- with the straight-through estimator ------------------------------------------------------ */

static ct_error straight_through_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_OneHotCategoricalStraightThrough_ *a = args;

	return set_up(self, a->probs, a->logits);
}

static ct_tensor *straight_through_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_tensor *samples = one_hot_sample(self, sample_shape);
	const ct_tensor *probs = one_hot_probs(self);

	return CT_E(add, samples, CT_E(sub, probs, CT_E(detach, probs)));
}

const struct ct_distribution_code ct_distributions_OneHotCategoricalStraightThrough_code = {
	.parent = "OneHotCategorical",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = straight_through_setup,
	.expand = one_hot_expand,
	.sample = one_hot_sample,
	.rsample = straight_through_rsample,
	.log_prob = one_hot_log_prob,
	.entropy = one_hot_entropy,
	.mean = one_hot_probs,
	.mode = one_hot_mode,
	.variance = one_hot_variance,
	.enumerate_support = one_hot_enumerate_support,
	.support = &ct_distr_one_hot,
};
