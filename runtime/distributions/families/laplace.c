/*
 * Laplace.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOC, SCALE };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

/* loc - scale * sign * log1p(x) */
static ct_tensor *laplace_at(const ct_distribution *self, const ct_tensor *sign, const ct_tensor *x)
{
	const ct_tensor *scaled = CT_E(mul, self->at[SCALE], sign);

	return CT_E(sub, self->at[LOC], CT_E(mul, scaled, CT_E(log1p, x)));
}

static ct_tensor *laplace_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const double eps = ct_distr_finfo(ct_tensor_dtype(self->at[LOC])).eps;
	const ct_tensor *u = CT_E(uniform_, ct_distr_new(self->at[LOC], &shape), eps - 1, 1);

	return laplace_at(self, CT_E(sign, u), CT_E(neg, CT_E(abs, u)));
}

static ct_tensor *laplace_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *off;

	ct_distr_check_value(self, value);
	off = CT_E(div, CT_E(abs, CT_E(sub, value, self->at[LOC])), self->at[SCALE]);
	return CT_E(sub, CT_E(neg, CT_E(log, CT_E(mul, self->at[SCALE], 2))), off);
}

static ct_tensor *laplace_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *off, *half_sign, *x;

	ct_distr_check_value(self, value);
	off = CT_E(sub, value, self->at[LOC]);
	half_sign = CT_E(mul, CT_E(sign, off), 0.5);
	x = CT_E(div, CT_E(neg, CT_E(abs, off)), self->at[SCALE]);
	return CT_E(rsub_Scalar, CT_E(mul, half_sign, CT_E(expm1, x)), 0.5);
}

static ct_tensor *laplace_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *term = CT_E(sub, value, 0.5);

	return laplace_at(self, CT_E(sign, term), CT_E(mul, CT_E(abs, term), -2));
}

static ct_tensor *laplace_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(log, CT_E(mul, self->at[SCALE], 2)), 1);
}

static ct_tensor *laplace_loc(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *laplace_variance(const ct_distribution *self)
{
	return CT_E(mul, CT_E(pow, self->at[SCALE], 2), 2);
}

static ct_tensor *laplace_stddev(const ct_distribution *self)
{
	return CT_E(mul, self->at[SCALE], pow(2, 0.5));
}

const struct ct_distribution_code ct_distributions_Laplace_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.rsample = laplace_rsample,
	.log_prob = laplace_log_prob,
	.cdf = laplace_cdf,
	.icdf = laplace_icdf,
	.entropy = laplace_entropy,
	.mean = laplace_loc,
	.mode = laplace_loc,
	.variance = laplace_variance,
	.stddev = laplace_stddev,
	.support = &ct_distr_real,
};
