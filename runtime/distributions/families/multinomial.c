/*
 * Multinomial, which consists of a Categorical and, for its entropy, of a Binomial. `number` is
 * total_count.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "distributions/families/probs.h"

enum { CATEGORICAL, BINOMIAL };

static ct_tensor *multinomial_probs(const ct_distribution *self)
{
	return ct_distr_get_probs(self->parts[CATEGORICAL]);
}

static ct_tensor *multinomial_logits(const ct_distribution *self)
{
	return ct_distr_get_logits(self->parts[CATEGORICAL]);
}

static const struct ct_distr_parameter parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_simplex,
			     .compute = multinomial_probs,
			     .is_property = true },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real_vector,
			      .compute = multinomial_logits,
			      .is_property = true },
};

static ct_error multinomial_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Multinomial_ *a = args;
	const ct_distribution *categorical = CT_DISTRIBUTION(Categorical, a->probs, a->logits);
	const ct_distribution *binomial;

	CT_TRY(CT_DONE());
	self->number = a->total_count;
	ct_distr_set_part(self, CATEGORICAL, categorical);
	binomial = CT_DISTRIBUTION(Binomial, CT_NUMBER(a->total_count), multinomial_probs(self));
	CT_TRY(CT_DONE());
	ct_distr_set_part(self, BINOMIAL, binomial);
	ct_distr_set_shapes(self, ct_sizes_of(ct_distr_param(categorical)), 1);
	return NULL;
}

static void multinomial_expand(const ct_distribution *self, ct_distribution *result)
{
	const struct ct_distr_shape all = ct_distr_extended(result, CT_L());
	const ct_ints batch = ct_distr_batch(result);

	ct_distr_set_part(result, CATEGORICAL, ct_distr_expand(self->parts[CATEGORICAL], batch));
	ct_distr_set_part(result, BINOMIAL,
			  ct_distr_expand(self->parts[BINOMIAL], ct_distr_ints(&all)));
}

static ct_error multinomial_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	*result = (struct ct_distr_constraint){
		.kind = CT_DISTR_MULTINOMIAL, .upper = { .number = ct_scalar_int(self->number) }
	};
	return NULL;
}

static ct_tensor *multinomial_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const struct ct_distr_shape draws = ct_distr_joined(CT_L(self->number), sample_shape);
	ct_tensor *samples = ct_distr_sample(self->parts[CATEGORICAL], ct_distr_ints(&draws));
	ct_tensor *counts = CT_E(zero_, ct_distr_new(samples, &shape));

	samples = CT_E(movedim_int, samples, 0, -1);
	counts = CT_E(scatter_add_, counts, -1, samples, CT_E(ones_like, samples));
	return ct_distr_as(counts, multinomial_probs(self));
}

static ct_tensor *multinomial_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *both[2], *logits, *impossible, *result;

	ct_distr_check_value(self, value);
	ct_distr_broadcast(2, (const ct_tensor *[]){ multinomial_logits(self), value }, both);
	impossible = CT_E(bitwise_and_Tensor, CT_E(eq_Scalar, both[1], 0),
			  CT_E(eq_Scalar, both[0], -(double)INFINITY));
	logits = ct_distr_filled(both[0], impossible, 0);
	result = CT_E(lgamma, CT_E(add, ct_distr_sum_last(both[1]), 1));
	result = CT_E(sub, result, ct_distr_sum_last(CT_E(lgamma, CT_E(add, both[1], 1))));
	return CT_E(add, result, ct_distr_sum_last(CT_E(mul, logits, both[1])));
}

static ct_tensor *multinomial_entropy(const ct_distribution *self)
{
	const ct_tensor *probs = multinomial_probs(self), *support, *terms, *entropy;
	const ct_tensor *n = CT_E(full, CT_L(), self->number, .dtype = ct_tensor_dtype(probs),
				  .device = ct_tensor_device(probs));

	entropy = CT_E(mul, n, ct_distr_entropy(self->parts[CATEGORICAL]));
	entropy = CT_E(sub, entropy, CT_E(lgamma, CT_E(add, n, 1)));
	support = ct_distr_enumerate_support(self->parts[BINOMIAL], false);
	support = CT_E(narrow, support, 0, 1, self->number);
	terms = CT_E(exp, ct_distr_log_prob(self->parts[BINOMIAL], support));
	terms = CT_E(mul, terms, CT_E(lgamma, CT_E(add, support, 1)));
	return CT_E(add, entropy, CT_E(sum_dim_IntList, terms, CT_L(0, -1)));
}

static ct_tensor *multinomial_mean(const ct_distribution *self)
{
	return CT_E(mul, multinomial_probs(self), self->number);
}

static ct_tensor *multinomial_variance(const ct_distribution *self)
{
	return CT_E(mul, multinomial_mean(self), ct_distr_one_minus(multinomial_probs(self)));
}

const struct ct_distribution_code ct_distributions_Multinomial_code = {
	.python = "torch.distributions.multinomial.Multinomial",
	.parameters = parameters,
	.parameters_len = 2,
	.setup = multinomial_setup,
	.expand = multinomial_expand,
	.find_support = multinomial_support,
	.sample = multinomial_sample,
	.log_prob = multinomial_log_prob,
	.entropy = multinomial_entropy,
	.mean = multinomial_mean,
	.variance = multinomial_variance,
};
