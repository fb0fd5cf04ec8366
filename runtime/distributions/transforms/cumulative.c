/*
 * CumulativeDistributionTransform, the cdf of a distribution.
 */
#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

static void cumulative_read(transform *t, const void *args)
{
	const struct ct_args_distribution_transforms_CumulativeDistributionTransform_ *a = args;

	t->distribution = a->distribution;
}

static ct_tensor *cumulative_call(const transform *t, const ct_tensor *x)
{
	return ct_distr_cdf(t->distribution, x);
}

static ct_tensor *cumulative_inverse(const transform *t, const ct_tensor *y)
{
	return ct_distr_icdf(t->distribution, y);
}

static ct_tensor *cumulative_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	(void)y;
	return ct_distr_log_prob(t->distribution, x);
}

static void cumulative_domain(const transform *t, struct ct_distr_constraint *result)
{
	*result = ct_distr_real; /* after an error */
	CT_DO(ct_distr_find_support(t->distribution, result));
}

const struct ct_distribution_transform_code
	ct_distribution_transforms_CumulativeDistributionTransform_code = {
		.read = cumulative_read,
		.call = cumulative_call,
		.inverse = cumulative_inverse,
		.log_det = cumulative_log_det,
		.find_domain = cumulative_domain,
		.codomain = &ct_distr_unit_interval,
		.bijective = true,
		.rises = true,
	};
