/*
 * NegativeBinomial.
 */
#include "distributions/families/counts.h"

enum {
	TOTAL_COUNT = CT_DISTR_TOTAL_COUNT,
	PROBS = CT_DISTR_COUNT_PROBS,
	LOGITS = CT_DISTR_COUNT_LOGITS
};

static const struct ct_distr_parameter parameters[] = {
	[TOTAL_COUNT] = { .name = "total_count", .constraint = &ct_distr_not_below_zero },
	[PROBS] = { .name = "probs",
		    .constraint = &ct_distr_half_open_unit_interval,
		    .compute = ct_distr_count_probs },
	[LOGITS] = { .name = "logits",
		     .constraint = &ct_distr_real,
		     .compute = ct_distr_count_logits },
};

static ct_error negative_binomial_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_NegativeBinomial_ *a = args;

	return ct_distr_set_up_counts(self, a->total_count, a->probs, a->logits);
}

/* A Poisson variable whose rate is a Gamma variable. Not validated, as total_count may be 0. */
static ct_tensor *negative_binomial_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const ct_tensor *rate = CT_E(exp, CT_E(neg, ct_distr_get(self, LOGITS)));
	const ct_distribution *gamma = CT_DISTRIBUTION(Gamma, (ct_tensor *)self->at[TOTAL_COUNT],
						       rate, .validate_args = false);

	return gamma ? CT_E(poisson, ct_distr_sample(gamma, sample_shape)) : NULL;
}

static ct_tensor *negative_binomial_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *n = self->at[TOTAL_COUNT], *logits, *sum, *unnormalized, *normalization;

	ct_distr_check_value(self, value);
	logits = ct_distr_get(self, LOGITS);
	unnormalized = CT_E(add, CT_E(mul, n, CT_E(log_sigmoid, CT_E(neg, logits))),
			    CT_E(mul, value, CT_E(log_sigmoid, logits)));
	sum = CT_E(add, n, value); /* here, so that backward adds gradients in Python's order */
	normalization = CT_E(add, CT_E(neg, CT_E(lgamma, sum)),
			     CT_E(lgamma, CT_E(add, value, 1.0)));
	normalization = CT_E(add, normalization, CT_E(lgamma, n));
	/* Where both are 0, the probability is 1, but lgamma(0) is infinite. */
	normalization = ct_distr_filled(normalization, CT_E(eq_Scalar, sum, 0.0), 0.0);
	return CT_E(sub, unnormalized, normalization);
}

static ct_tensor *negative_binomial_mean(const ct_distribution *self)
{
	return CT_E(mul, self->at[TOTAL_COUNT], CT_E(exp, ct_distr_get(self, LOGITS)));
}

static ct_tensor *negative_binomial_mode(const ct_distribution *self)
{
	const ct_tensor *less = CT_E(sub, self->at[TOTAL_COUNT], 1);
	const ct_tensor *mode = CT_E(mul, less, CT_E(exp, ct_distr_get(self, LOGITS)));

	return CT_E(clamp, CT_E(floor, mode), .min = CT_S(0.0));
}

static ct_tensor *negative_binomial_variance(const ct_distribution *self)
{
	return CT_E(div, negative_binomial_mean(self),
		    CT_E(sigmoid, CT_E(neg, ct_distr_get(self, LOGITS))));
}

const struct ct_distribution_code ct_distributions_NegativeBinomial_code = {
	.parameters = parameters,
	.parameters_len = 3,
	.setup = negative_binomial_setup,
	.sample = negative_binomial_sample,
	.log_prob = negative_binomial_log_prob,
	.mean = negative_binomial_mean,
	.mode = negative_binomial_mode,
	.variance = negative_binomial_variance,
	.support = &ct_distr_nonnegative_integer,
};
