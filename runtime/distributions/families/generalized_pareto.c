/*
 * GeneralizedPareto.
 */
#include <math.h>

#include "distributions/base/class.h"

enum { LOC, SCALE, CONCENTRATION };

static const struct ct_distr_parameter parameters[] = {
	[LOC] = { .name = "loc", .constraint = &ct_distr_real },
	[SCALE] = { .name = "scale", .constraint = &ct_distr_positive },
	[CONCENTRATION] = { .name = "concentration", .constraint = &ct_distr_real },
};

/* Where the concentration is 0, the formulas are those of an Exponential; `safe` is 1 there. */
struct tail {
	const ct_tensor *is_zero, *safe;
};

static struct tail tail_of(const ct_distribution *self)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	struct tail tail;

	tail.is_zero = CT_E(isclose, concentration, CT_E(zeros_like, concentration));
	tail.safe = CT_E(where_self, tail.is_zero, CT_E(ones_like, concentration), concentration);
	return tail;
}

static ct_error generalized_pareto_support(const ct_distribution *self,
					   struct ct_distr_constraint *result)
{
	const ct_tensor *concentration = self->at[CONCENTRATION];
	const ct_tensor *upper = CT_E(sub, self->at[LOC],
				      CT_E(div, self->at[SCALE], concentration));

	upper = CT_E(where_ScalarOther, CT_E(lt_Scalar, concentration, 0), upper, INFINITY);
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_INTERVAL,
						.lower = { .tensor = self->at[LOC] },
						.upper = { .tensor = upper } };
	return NULL;
}

/* --- samples ---------------------------------------------------------------------------------- */

static ct_tensor *generalized_pareto_icdf(const ct_distribution *self, const ct_tensor *value)
{
	const struct tail tail = tail_of(self);
	const ct_tensor *log_above = CT_E(log1p, CT_E(neg, value)), *of_tail, *of_zero;

	of_tail = CT_E(expm1, CT_E(mul, CT_E(neg, tail.safe), log_above));
	of_tail = CT_E(mul, CT_E(div, self->at[SCALE], tail.safe), of_tail);
	of_tail = CT_E(add, self->at[LOC], of_tail);
	of_zero = CT_E(sub, self->at[LOC], CT_E(mul, self->at[SCALE], log_above));
	return CT_E(where_self, tail.is_zero, of_zero, of_tail);
}

static ct_tensor *generalized_pareto_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return generalized_pareto_icdf(self, CT_E(rand, ct_distr_ints(&shape),
						  .dtype = ct_tensor_dtype(self->at[LOC]),
						  .device = ct_tensor_device(self->at[LOC])));
}

/* --- probabilities ---------------------------------------------------------------------------- */

static ct_tensor *standardized(const ct_distribution *self, const ct_tensor *value)
{
	return CT_E(div, CT_E(sub, value, self->at[LOC]), self->at[SCALE]);
}

static ct_tensor *generalized_pareto_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *z, *y, *of_tail, *log_scale;
	struct tail tail;

	ct_distr_check_value(self, value);
	z = standardized(self, value);
	tail = tail_of(self);
	y = CT_E(add, CT_E(reciprocal, tail.safe), CT_E(ones_like, z));
	of_tail = CT_E(mul, y, CT_E(log1p, CT_E(mul, tail.safe, z)));
	of_tail = CT_E(where_self, CT_E(eq_Scalar, y, 0), y, of_tail);
	log_scale = CT_E(neg, CT_E(log, self->at[SCALE]));
	return CT_E(sub, log_scale, CT_E(where_self, tail.is_zero, z, of_tail));
}

static ct_tensor *generalized_pareto_log_survival(const ct_distribution *self,
						  const ct_tensor *value)
{
	const ct_tensor *z, *of_tail;
	struct tail tail;

	ct_distr_check_value(self, value);
	z = standardized(self, value);
	tail = tail_of(self);
	of_tail = CT_E(neg, CT_E(log1p, CT_E(mul, tail.safe, z)));
	of_tail = CT_E(div, of_tail, tail.safe);
	return CT_E(where_self, tail.is_zero, CT_E(neg, z), of_tail);
}

static ct_tensor *generalized_pareto_log_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *above = CT_E(exp, generalized_pareto_log_survival(self, value));

	return CT_E(log1p, CT_E(neg, above));
}

static ct_tensor *generalized_pareto_cdf(const ct_distribution *self, const ct_tensor *value)
{
	return CT_E(exp, generalized_pareto_log_cdf(self, value));
}

/* --- moments: NaN where they do not exist ----------------------------------------------------- */

static ct_tensor *generalized_pareto_mean(const ct_distribution *self)
{
	const ct_tensor *valid = CT_E(lt_Scalar, self->at[CONCENTRATION], 1);
	const ct_tensor *safe = CT_E(where_ScalarOther, valid, self->at[CONCENTRATION], 0.5);
	const ct_tensor *mean = CT_E(div, self->at[SCALE], ct_distr_one_minus(safe));

	return CT_E(where_ScalarOther, valid, CT_E(add, self->at[LOC], mean), NAN);
}

static ct_tensor *generalized_pareto_mode(const ct_distribution *self)
{
	return self->at[LOC];
}

static ct_tensor *generalized_pareto_variance(const ct_distribution *self)
{
	const ct_tensor *valid = CT_E(lt_Scalar, self->at[CONCENTRATION], 0.5);
	const ct_tensor *safe = CT_E(where_ScalarOther, valid, self->at[CONCENTRATION], 0.25);
	const ct_tensor *above = CT_E(pow, self->at[SCALE], 2), *below;

	below = CT_E(pow, ct_distr_one_minus(safe), 2);
	below = CT_E(mul, below, ct_distr_one_minus(CT_E(mul, safe, 2)));
	return CT_E(where_ScalarOther, valid, CT_E(div, above, below), NAN);
}

static ct_tensor *generalized_pareto_entropy(const ct_distribution *self)
{
	return CT_E(add, CT_E(add, CT_E(log, self->at[SCALE]), self->at[CONCENTRATION]), 1);
}

const struct ct_distribution_code ct_distributions_GeneralizedPareto_code = {
	.parameters = parameters,
	.parameters_len = 3,
	.find_support = generalized_pareto_support,
	.rsample = generalized_pareto_rsample,
	.log_prob = generalized_pareto_log_prob,
	.cdf = generalized_pareto_cdf,
	.icdf = generalized_pareto_icdf,
	.log_cdf = generalized_pareto_log_cdf,
	.log_survival_function = generalized_pareto_log_survival,
	.entropy = generalized_pareto_entropy,
	.mean = generalized_pareto_mean,
	.mode = generalized_pareto_mode,
	.variance = generalized_pareto_variance,
};
