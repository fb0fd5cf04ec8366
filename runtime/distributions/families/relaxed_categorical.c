/*
 * ExpRelaxedCategorical, and RelaxedOneHotCategorical, which is its exponential.
 */
#include "distributions/families/probs.h"
#include "distributions/families/transformed.h"

enum { TEMPERATURE = CT_DISTR_LOGITS + 1 };

/* Those of the Categorical, or of the base, which is the first part. */
static ct_tensor *probs_of_part(const ct_distribution *self)
{
	return ct_distr_get_probs(self->parts[0]);
}

static ct_tensor *logits_of_part(const ct_distribution *self)
{
	return ct_distr_get_logits(self->parts[0]);
}

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_simplex,
			     .compute = probs_of_part,
			     .is_property = true },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real_vector,
			      .compute = logits_of_part,
			      .is_property = true },
};

/* --- ExpRelaxedCategorical -------------------------------------------------------------------- */

static ct_tensor *exp_temperature(const ct_distribution *self)
{
	return self->at[TEMPERATURE];
}

static const struct ct_distr_attribute exp_attributes[] = { { "temperature", exp_temperature } };

static ct_error exp_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_ExpRelaxedCategorical_ *a = args;
	const ct_distribution *categorical = CT_DISTRIBUTION(Categorical, .probs = a->probs,
							     .logits = a->logits);

	CT_TRY(CT_DONE());
	ct_distr_set_part(self, 0, categorical);
	ct_distr_set(self, TEMPERATURE, a->temperature);
	ct_distr_set_shapes(self, ct_sizes_of(ct_distr_param(categorical)), 1);
	return NULL;
}

static void exp_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_set(result, TEMPERATURE, self->at[TEMPERATURE]);
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

/* x - logsumexp(x) along the last dimension. */
static ct_tensor *log_normalized(const ct_tensor *x)
{
	return CT_E(sub, x, CT_E(logsumexp, x, CT_L(-1), true));
}

static ct_tensor *exp_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *logits = logits_of_part(self), *uniforms, *gumbels;

	uniforms = CT_E(rand, ct_distr_ints(&shape), .dtype = ct_tensor_dtype(logits),
			.device = ct_tensor_device(logits));
	uniforms = ct_distr_clamped(uniforms);
	gumbels = CT_E(neg, CT_E(log, CT_E(neg, CT_E(log, uniforms))));
	return log_normalized(CT_E(div, CT_E(add, logits, gumbels), self->at[TEMPERATURE]));
}

static ct_tensor *exp_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *temperature = self->at[TEMPERATURE], *scale, *score, *both[2];
	const int64_t count = self->shape[self->batch_len];

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *const[]){ logits_of_part(self), value }, both);
	scale = CT_E(lgamma, CT_E(full_like, temperature, (double)count));
	scale = CT_E(sub, scale, CT_E(mul, CT_E(log, temperature), 1 - count));
	score = CT_E(sub, both[0], CT_E(mul, both[1], temperature));
	return CT_E(add, ct_distr_sum_last(log_normalized(score)), scale);
}

const struct ct_distribution_code ct_distributions_ExpRelaxedCategorical_code = {
	.python = "torch.distributions.relaxed_categorical.ExpRelaxedCategorical",
	.parameters = parameters,
	.parameters_len = 2,
	.attributes = exp_attributes,
	.attributes_len = 1,
	.setup = exp_setup,
	.expand = exp_expand,
	.rsample = exp_rsample,
	.log_prob = exp_log_prob,
	.support = &ct_distr_real_vector,
};

/* --- RelaxedOneHotCategorical ----------------------------------------------------------------- */

static ct_tensor *temperature_of_part(const ct_distribution *self)
{
	return self->parts[0]->at[TEMPERATURE];
}

static const struct ct_distr_attribute attributes[] = { { "temperature", temperature_of_part } };

static ct_error relaxed_one_hot_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_RelaxedOneHotCategorical_ *a = args;

	ct_distr_set_base(self,
			  CT_DISTRIBUTION(ExpRelaxedCategorical, a->temperature, .probs = a->probs,
					  .logits = a->logits, .validate_args = self->validates));
	return NULL;
}

static int relaxed_one_hot_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	(void)self;
	steps[0] = CT_DISTR_TRANSFORM(Exp);
	return 1;
}

const struct ct_distribution_code ct_distributions_RelaxedOneHotCategorical_code = {
	.python = "torch.distributions.relaxed_categorical.RelaxedOneHotCategorical",
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.attributes = attributes,
	.attributes_len = 1,
	.setup = relaxed_one_hot_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = relaxed_one_hot_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.support = &ct_distr_simplex,
};
