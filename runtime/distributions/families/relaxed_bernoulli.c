/*
 * LogitRelaxedBernoulli, and RelaxedBernoulli, which is its logistic function.
 */
#include "distributions/families/probs.h"
#include "distributions/families/transformed.h"

enum { TEMPERATURE = CT_DISTR_LOGITS + 1 };

/* --- LogitRelaxedBernoulli -------------------------------------------------------------------- */

static ct_tensor *logit_temperature(const ct_distribution *self)
{
	return self->at[TEMPERATURE];
}

static const struct ct_distr_attribute logit_attributes[] = { { "temperature",
								logit_temperature } };

static ct_error logit_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_LogitRelaxedBernoulli_ *a = args;

	ct_distr_set(self, TEMPERATURE, a->temperature);
	return ct_distr_set_up_probs(self, a->probs, a->logits);
}

static void logit_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_set(result, TEMPERATURE, self->at[TEMPERATURE]);
}

/* Python says so, although there is rsample(). */
static bool has_no_rsample(const ct_distribution *self)
{
	(void)self;
	return false;
}

/* log(x) - log(1 - x) is added to `sum`, if there is one, in Python's order. */
static ct_tensor *add_logit(const ct_tensor *sum, const ct_tensor *x)
{
	const ct_tensor *log = CT_E(log, x), *log1p = CT_E(log1p, CT_E(neg, x));

	return CT_E(sub, sum ? CT_E(add, sum, log) : log, log1p);
}

static ct_tensor *logit_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *probs, *uniforms;

	probs = ct_distr_clamped(CT_E(expand, ct_distr_get_probs(self), ct_distr_ints(&shape)));
	uniforms = CT_E(rand, ct_distr_ints(&shape), .dtype = ct_tensor_dtype(probs),
			.device = ct_tensor_device(probs));
	uniforms = ct_distr_clamped(uniforms);
	return CT_E(div, add_logit(add_logit(NULL, uniforms), probs), self->at[TEMPERATURE]);
}

static ct_tensor *logit_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *temperature = self->at[TEMPERATURE], *diff, *both[2];

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *const[]){ ct_distr_get_logits(self), value }, both);
	diff = CT_E(sub, both[0], CT_E(mul, both[1], temperature));
	return CT_E(sub, CT_E(add, CT_E(log, temperature), diff),
		    CT_E(mul, CT_E(log1p, CT_E(exp, diff)), 2));
}

const struct ct_distribution_code ct_distributions_LogitRelaxedBernoulli_code = {
	.python = "torch.distributions.relaxed_bernoulli.LogitRelaxedBernoulli",
	.parameters = ct_distr_binary_parameters,
	.parameters_len = 2,
	.attributes = logit_attributes,
	.attributes_len = 1,
	.setup = logit_setup,
	.expand = logit_expand,
	.has_rsample = has_no_rsample,
	.rsample = logit_rsample,
	.log_prob = logit_log_prob,
	.support = &ct_distr_real,
};

/* --- RelaxedBernoulli ------------------------------------------------------------------------- */

static ct_tensor *relaxed_probs(const ct_distribution *self)
{
	return ct_distr_get_probs(self->parts[0]);
}

static ct_tensor *relaxed_logits(const ct_distribution *self)
{
	return ct_distr_get_logits(self->parts[0]);
}

static ct_tensor *relaxed_temperature(const ct_distribution *self)
{
	return self->parts[0]->at[TEMPERATURE];
}

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_unit_interval,
			     .compute = relaxed_probs,
			     .is_property = true },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real,
			      .compute = relaxed_logits,
			      .is_property = true },
};

static const struct ct_distr_attribute attributes[] = { { "temperature", relaxed_temperature } };

static ct_error relaxed_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_RelaxedBernoulli_ *a = args;

	ct_distr_set_base(self, CT_DISTRIBUTION(LogitRelaxedBernoulli, a->temperature,
						.probs = a->probs, .logits = a->logits));
	return NULL;
}

static int relaxed_steps(const ct_distribution *self, struct ct_distr_transform *steps)
{
	(void)self;
	steps[0] = CT_DISTR_TRANSFORM(Sigmoid);
	return 1;
}

const struct ct_distribution_code ct_distributions_RelaxedBernoulli_code = {
	.python = "torch.distributions.relaxed_bernoulli.RelaxedBernoulli",
	.parent = "TransformedDistribution",
	.parameters = parameters,
	.parameters_len = 2,
	.attributes = attributes,
	.attributes_len = 1,
	.setup = relaxed_setup,
	.expand = ct_distr_expand_with_base,
	.has_base = true,
	.steps = relaxed_steps,
	CT_DISTR_TRANSFORMED_FUNCTIONS,
	.support = &ct_distr_unit_interval,
};
