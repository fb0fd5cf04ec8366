/*
 * Chi2: Gamma(0.5 * df, 0.5).
 */
#include "distributions/families/gamma.h"

static ct_tensor *chi2_df(const ct_distribution *self)
{
	return CT_E(mul, self->at[CT_DISTR_CONCENTRATION], 2);
}

static const struct ct_distr_parameter parameters[] = {
	{ .name = "df", .constraint = &ct_distr_positive, .compute = chi2_df, .is_property = true },
};

static ct_error chi2_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Chi2_ *a = args;
	const ct_tensor *df, *made[2];

	ct_distr_broadcast(1, &a->df, &df);
	ct_distr_broadcast(2, (const ct_tensor *[]){ CT_E(mul, df, 0.5), CT_NUMBER(0.5) }, made);
	ct_distr_set(self, CT_DISTR_CONCENTRATION, made[0]);
	ct_distr_set(self, CT_DISTR_RATE, made[1]);
	ct_distr_set_shapes(self, ct_sizes_of(made[0]), 0);
	return NULL;
}

static void chi2_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameter(self, result, CT_DISTR_CONCENTRATION, 0);
	ct_distr_expand_parameter(self, result, CT_DISTR_RATE, 0);
}

const struct ct_distribution_code ct_distributions_Chi2_code = {
	.parent = "Gamma",
	.exp_family = &ct_distr_gamma_family,
	.parameters = parameters,
	.parameters_len = 1,
	.setup = chi2_setup,
	.expand = chi2_expand,
	.rsample = ct_distr_gamma_rsample,
	.log_prob = ct_distr_gamma_log_prob,
	.cdf = ct_distr_gamma_cdf,
	.entropy = ct_distr_gamma_entropy,
	.mean = ct_distr_gamma_mean,
	.mode = ct_distr_gamma_mode,
	.variance = ct_distr_gamma_variance,
	.support = &ct_distr_nonnegative,
};
