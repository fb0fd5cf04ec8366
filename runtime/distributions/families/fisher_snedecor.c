/*
 * FisherSnedecor, which consists of two Gammas.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { DF1, DF2 };

static const struct ct_distr_parameter parameters[] = {
	[DF1] = { .name = "df1", .constraint = &ct_distr_positive },
	[DF2] = { .name = "df2", .constraint = &ct_distr_positive },
};

static ct_error fisher_snedecor_setup(ct_distribution *self, const void *args)
{
	CT_TRY(ct_distr_set_up_batch(self, args));
	for (int i = DF1; i <= DF2; i++) {
		const ct_tensor *df = self->at[i];

		ct_distr_set_part(self, i, CT_DISTRIBUTION(Gamma, CT_E(mul, df, 0.5), df));
	}
	return NULL;
}

static void fisher_snedecor_expand(const ct_distribution *self, ct_distribution *result)
{
	const ct_ints batch = ct_distr_batch(result);

	ct_distr_expand_parameters(self, result);
	for (int i = DF1; i <= DF2; i++)
		ct_distr_set_part(result, i, ct_distr_expand(self->parts[i], batch));
}

static ct_tensor *fisher_snedecor_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_ints sizes = ct_distr_ints(&shape);
	const ct_tensor *x1 = CT_E(view, ct_distr_rsample(self->parts[0], sample_shape), sizes);
	const ct_tensor *x2 = CT_E(view, ct_distr_rsample(self->parts[1], sample_shape), sizes);
	const ct_number tiny = CT_S(ct_distr_finfo(ct_tensor_dtype(x2)).tiny);

	x2 = CT_E(clamp_, (ct_tensor *)x2, .min = tiny);
	return CT_E(clamp_, CT_E(div, x1, x2), .min = tiny);
}

/* What Python computes twice is computed twice, so that backward adds the gradients in its order. */
static ct_tensor *fisher_snedecor_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *ct1, *ct2, *ct3, *t1, *t2, *t3;

	ct_distr_check_value(self, value);
	ct1 = CT_E(mul, self->at[DF1], 0.5);
	ct2 = CT_E(mul, self->at[DF2], 0.5);
	ct3 = CT_E(div, self->at[DF1], self->at[DF2]);
	t1 = CT_E(sub, CT_E(lgamma, CT_E(add, ct1, ct2)), CT_E(lgamma, ct1));
	t1 = CT_E(sub, t1, CT_E(lgamma, ct2));
	t2 = CT_E(add, CT_E(mul, ct1, CT_E(log, ct3)),
		  CT_E(mul, CT_E(sub, ct1, 1), CT_E(log, value)));
	t3 = CT_E(mul, CT_E(add, ct1, ct2), CT_E(log1p, CT_E(mul, ct3, value)));
	return CT_E(sub, CT_E(add, t1, t2), t3);
}

/* df2, and NaN where it is not above the limit. */
static ct_tensor *df2_above(const ct_distribution *self, double limit)
{
	return ct_distr_filled(self->at[DF2], CT_E(le_Scalar, self->at[DF2], limit), NAN);
}

static ct_tensor *fisher_snedecor_mean(const ct_distribution *self)
{
	const ct_tensor *df2 = df2_above(self, 2);

	return CT_E(div, df2, CT_E(sub, df2, 2));
}

static ct_tensor *fisher_snedecor_mode(const ct_distribution *self)
{
	const ct_tensor *df1 = self->at[DF1], *df2 = self->at[DF2];
	const ct_tensor *ratio = CT_E(div, CT_E(sub, df1, 2), df1);
	const ct_tensor *mode = CT_E(div, CT_E(mul, ratio, df2), CT_E(add, df2, 2));

	return ct_distr_filled(mode, CT_E(le_Scalar, df1, 2), NAN);
}

static ct_tensor *fisher_snedecor_variance(const ct_distribution *self)
{
	const ct_tensor *df1 = self->at[DF1], *df2 = df2_above(self, 4);
	const ct_tensor *above = CT_E(mul, CT_E(pow, df2, 2), 2), *below;

	above = CT_E(mul, above, CT_E(sub, CT_E(add, df1, df2), 2));
	below = CT_E(mul, df1, CT_E(pow, CT_E(sub, df2, 2), 2));
	return CT_E(div, above, CT_E(mul, below, CT_E(sub, df2, 4)));
}

const struct ct_distribution_code ct_distributions_FisherSnedecor_code = {
	.parameters = parameters,
	.parameters_len = 2,
	.setup = fisher_snedecor_setup,
	.expand = fisher_snedecor_expand,
	.rsample = fisher_snedecor_rsample,
	.log_prob = fisher_snedecor_log_prob,
	.mean = fisher_snedecor_mean,
	.mode = fisher_snedecor_mode,
	.variance = fisher_snedecor_variance,
	.support = &ct_distr_positive,
};
