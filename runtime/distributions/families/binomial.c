/*
 * Binomial.
 */
#include "core/base/lengths.h"
#include "distributions/families/counts.h"

enum {
	TOTAL_COUNT = CT_DISTR_TOTAL_COUNT,
	PROBS = CT_DISTR_COUNT_PROBS,
	LOGITS = CT_DISTR_COUNT_LOGITS
};

/* --- total_count and probs or logits ---------------------------------------------------------- */

ct_tensor *ct_distr_count_probs(const ct_distribution *self)
{
	return ct_distr_probs(ct_distr_given(self, LOGITS), true);
}

ct_tensor *ct_distr_count_logits(const ct_distribution *self)
{
	return ct_distr_logits(ct_distr_given(self, PROBS), true);
}

ct_error ct_distr_set_up_counts(ct_distribution *self, const ct_tensor *total_count,
				const ct_tensor *probs, const ct_tensor *logits)
{
	const ct_tensor *given[] = { total_count, probs ? probs : logits }, *made[2];

	CT_TRY(ct_distr_one_of(probs, logits));
	ct_distr_broadcast(2, given, made);
	self->param = probs ? PROBS : LOGITS;
	ct_distr_set(self, self->param, made[1]);
	ct_distr_set(self, TOTAL_COUNT, ct_distr_as(made[0], made[1]));
	ct_distr_set_shapes(self, ct_sizes_of(made[1]), 0);
	return NULL;
}

/* --- Binomial --------------------------------------------------------------------------------- */

static const struct ct_distr_parameter parameters[] = {
	[TOTAL_COUNT] = { .name = "total_count", .constraint = &ct_distr_nonnegative_integer },
	[PROBS] = { .name = "probs",
		    .constraint = &ct_distr_unit_interval,
		    .compute = ct_distr_count_probs },
	[LOGITS] = { .name = "logits",
		     .constraint = &ct_distr_real,
		     .compute = ct_distr_count_logits },
};

static ct_error binomial_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Binomial_ *a = args;

	return ct_distr_set_up_counts(self, a->total_count ? a->total_count : CT_NUMBER(1),
				      a->probs, a->logits);
}

static ct_error binomial_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_INTEGER_INTERVAL,
						.lower = { .number = ct_scalar_int(0) },
						.upper = { .tensor = self->at[TOTAL_COUNT] } };
	return NULL;
}

static ct_tensor *binomial_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);

	return CT_E(binomial, CT_E(expand, self->at[TOTAL_COUNT], ct_distr_ints(&shape)),
		    CT_E(expand, ct_distr_get(self, PROBS), ct_distr_ints(&shape)));
}

/* As clamp(x, min=0), but with the gradient 0.5 at 0. */
static ct_tensor *clamp_by_zero(const ct_tensor *x)
{
	const ct_tensor *sum = CT_E(add, CT_E(clamp, x, .min = CT_S(0)), x);

	return CT_E(div, CT_E(sub, sum, CT_E(clamp, x, .max = CT_S(0))), 2);
}

static ct_tensor *lgamma_of_next(const ct_tensor *x)
{
	return CT_E(lgamma, CT_E(add, x, 1));
}

/* In Python's order, in which backward adds the gradients, too. */
static ct_tensor *binomial_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *n = self->at[TOTAL_COUNT], *logits, *of_n, *of_k, *of_rest, *term, *more;

	ct_distr_check_value(self, value);
	of_n = lgamma_of_next(n);
	of_k = lgamma_of_next(value);
	of_rest = lgamma_of_next(CT_E(sub, n, value));
	logits = ct_distr_get(self, LOGITS);
	term = CT_E(mul, n, clamp_by_zero(logits));
	more = CT_E(log1p, CT_E(exp, CT_E(neg, CT_E(abs, logits))));
	term = CT_E(sub, CT_E(add, term, CT_E(mul, n, more)), of_n);
	more = CT_E(sub, CT_E(sub, CT_E(mul, value, logits), of_k), of_rest);
	return CT_E(sub, more, term);
}

/* The one total_count of all; an error waits if they differ. */
static int64_t only_count(const ct_distribution *self, const char *function)
{
	const ct_tensor *n = self->at[TOTAL_COUNT];
	const double most = CT_ITEM(CT_E(max, n));

	if (CT_ITEM(CT_E(min, n)) != (double)ct_size_of_number(most))
		CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
			"Inhomogeneous total count not supported by `%s`.", function);
	return ct_size_of_number(most);
}

static ct_tensor *values_up_to(const ct_distribution *self, int64_t count, bool expand)
{
	const ct_tensor *like = ct_distr_given(self, self->param);

	return ct_distr_along_batch(self,
				    CT_E(arange, 1 + count, .dtype = ct_tensor_dtype(like),
					 .device = ct_tensor_device(like)),
				    expand);
}

static ct_tensor *binomial_enumerate_support(const ct_distribution *self, bool expand)
{
	return values_up_to(self, only_count(self, "enumerate_support"), expand);
}

static ct_tensor *binomial_entropy(const ct_distribution *self)
{
	const ct_tensor *values = values_up_to(self, only_count(self, "entropy"), false);
	const ct_tensor *log_prob = binomial_log_prob(self, values);

	return CT_E(neg, CT_E(sum_dim_IntList, CT_E(mul, CT_E(exp, log_prob), log_prob), CT_L(0)));
}

static ct_tensor *binomial_mean(const ct_distribution *self)
{
	return CT_E(mul, self->at[TOTAL_COUNT], ct_distr_get(self, PROBS));
}

static ct_tensor *binomial_mode(const ct_distribution *self)
{
	const ct_tensor *n = self->at[TOTAL_COUNT];
	const ct_tensor *mode = CT_E(mul, CT_E(add, n, 1), ct_distr_get(self, PROBS));

	return CT_E(clamp_Tensor, CT_E(floor, mode), .max = n);
}

static ct_tensor *binomial_variance(const ct_distribution *self)
{
	return CT_E(mul, binomial_mean(self), ct_distr_one_minus(ct_distr_get(self, PROBS)));
}

const struct ct_distribution_code ct_distributions_Binomial_code = {
	.parameters = parameters,
	.parameters_len = 3,
	.setup = binomial_setup,
	.sample = binomial_sample,
	.log_prob = binomial_log_prob,
	.entropy = binomial_entropy,
	.mean = binomial_mean,
	.mode = binomial_mode,
	.variance = binomial_variance,
	.enumerate_support = binomial_enumerate_support,
	.find_support = binomial_support,
};
