/*
 * StudentT, which consists of a Chi2.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { DF, LOC, SCALE };

static const struct ct_distr_parameter parameters[] = {
	[DF] = { .name = "df", .constraint = &ct_distr_positive },
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
};

static ct_error student_t_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_StudentT_ *a = args;
	const ct_tensor *given[] = { a->df, a->loc ? a->loc : CT_NUMBER(0.0),
				     a->scale ? a->scale : CT_NUMBER(1.0) };
	const ct_tensor *made[3];
	const ct_distribution *chi2;

	ct_distr_broadcast(3, given, made);
	for (int i = 0; i < 3; i++)
		ct_distr_set(self, i, made[i]);
	chi2 = CT_DISTRIBUTION(Chi2, made[DF]);
	CT_TRY(CT_DONE());
	ct_distr_set_part(self, 0, chi2);
	ct_distr_set_shapes(self, ct_sizes_of(made[DF]), 0);
	return NULL;
}

static void student_t_expand(const ct_distribution *self, ct_distribution *result)
{
	ct_distr_expand_parameters(self, result);
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_batch(result)));
}

/* A normal variable divided by the root of a Chi2 variable per degree of freedom. */
static ct_tensor *student_t_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *x = CT_E(normal_, ct_distr_new(self->at[DF], &shape));
	const ct_tensor *z = ct_distr_rsample(self->parts[0], sample_shape);
	const ct_tensor *y = CT_E(mul, x, CT_E(rsqrt, CT_E(div, z, self->at[DF])));

	return CT_E(add, self->at[LOC], CT_E(mul, self->at[SCALE], y));
}

/* lgamma(factor * x) */
static ct_tensor *lgamma_of(const ct_tensor *x, double factor)
{
	return CT_E(lgamma, CT_E(mul, x, factor));
}

/* What Python computes twice is computed twice, so that backward adds the gradients in its order. */
static ct_tensor *student_t_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *df = self->at[DF], *y, *z;

	ct_distr_check_value(self, value);
	y = CT_E(div, CT_E(sub, value, self->at[LOC]), self->at[SCALE]);
	z = CT_E(add, CT_E(log, self->at[SCALE]), CT_E(mul, CT_E(log, df), 0.5));
	z = CT_E(add, CT_E(add, z, 0.5 * log(CT_DISTR_PI)), lgamma_of(df, 0.5));
	z = CT_E(sub, z, lgamma_of(CT_E(add, df, 1.0), 0.5));
	y = CT_E(mul, CT_E(mul, CT_E(add, df, 1.0), -0.5),
		 CT_E(log1p, CT_E(div, CT_E(pow, y, 2.0), df)));
	return CT_E(sub, y, z);
}

static ct_tensor *digamma_of_half(const ct_tensor *x)
{
	return CT_E(digamma, CT_E(mul, x, 0.5));
}

static ct_tensor *student_t_entropy(const ct_distribution *self)
{
	const double lgamma_of_half = 0.5723649429247004; /* math.lgamma(0.5) */
	const ct_tensor *df = self->at[DF], *lbeta, *sum, *off;

	lbeta = CT_E(sub, CT_E(add, lgamma_of(df, 0.5), lgamma_of_half),
		     lgamma_of(CT_E(add, df, 1), 0.5));
	sum = CT_E(log, self->at[SCALE]);
	off = CT_E(mul, CT_E(add, df, 1), 0.5);
	off = CT_E(mul, off, CT_E(sub, digamma_of_half(CT_E(add, df, 1)), digamma_of_half(df)));
	sum = CT_E(add, sum, off);
	return CT_E(add, CT_E(add, sum, CT_E(mul, CT_E(log, df), 0.5)), lbeta);
}

static ct_tensor *student_t_mean(const ct_distribution *self)
{
	return ct_distr_filled(self->at[LOC], CT_E(le_Scalar, self->at[DF], 1), NAN);
}

static ct_tensor *student_t_mode(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *student_t_variance(const ct_distribution *self)
{
	const ct_tensor *df = self->at[DF], *finite = CT_E(gt_Scalar, df, 2);
	const ct_tensor *some = CT_E(masked_select, df, finite), *variance;

	variance = CT_E(pow, CT_E(masked_select, self->at[SCALE], finite), 2);
	variance = CT_E(div, CT_E(mul, variance, some), CT_E(sub, some, 2));
	variance = CT_E(masked_scatter, df, finite, variance);
	variance = ct_distr_filled(
		variance, CT_E(bitwise_and_Tensor, CT_E(le_Scalar, df, 2), CT_E(gt_Scalar, df, 1)),
		INFINITY);
	return ct_distr_filled(variance, CT_E(le_Scalar, df, 1), NAN);
}

const struct ct_distribution_code ct_distributions_StudentT_code = {
	.parameters = parameters,
	.parameters_len = 3,
	.setup = student_t_setup,
	.expand = student_t_expand,
	.rsample = student_t_rsample,
	.log_prob = student_t_log_prob,
	.entropy = student_t_entropy,
	.mean = student_t_mean,
	.mode = student_t_mode,
	.variance = student_t_variance,
	.support = &ct_distr_real,
};
