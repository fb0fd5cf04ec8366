/*
 * MixtureSameFamily: a Categorical chooses among the distributions of the last batch dimension of the
 * component distribution. `number` is how many there are.
 */
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "distributions/families/probs.h"
#include "nn/functional/raise.h"

enum { MIXTURE, COMPONENT };

static const ct_distribution *mixture(const ct_distribution *self)
{
	return self->parts[MIXTURE];
}

static const ct_distribution *component(const ct_distribution *self)
{
	return self->parts[COMPONENT];
}

/* --- making ----------------------------------------------------------------------------------- */

/* `batch`: of the component distribution, without the last dimension. */
static ct_error check_batches(ct_ints of_mixture, ct_ints batch)
{
	for (int64_t i = 1; i <= of_mixture.len && i <= batch.len; i++) {
		const int64_t a = of_mixture.at[of_mixture.len - i], b = batch.at[batch.len - i];

		if (a != 1 && b != 1 && a != b)
			return CT_RAISED(CT_ERROR_VALUE,
					 "`mixture_distribution.batch_shape` (torch.Size(%s)) is "
					 "not compatible with `component_distribution."
					 "batch_shape`(torch.Size(%s))",
					 ct_nn_list_text(of_mixture).at, ct_nn_list_text(batch).at);
	}
	return NULL;
}

static ct_error check_parts(const ct_distribution *of_mixture, const ct_distribution *of_component)
{
	const ct_ints batch = ct_distr_batch(of_component);

	if (!ct_distr_is(of_mixture, "Categorical"))
		return CT_RAISED(CT_ERROR_VALUE, " The Mixture distribution needs to be an  "
						 "instance of torch.distributions.Categorical");
	if (batch.len == 0)
		return CT_RAISED(CT_ERROR_INDEX, "tuple index out of range");
	CT_TRY(check_batches(ct_distr_batch(of_mixture), CT_INTS_OF(batch.at, batch.len - 1)));
	if (of_mixture->number == batch.at[batch.len - 1])
		return NULL;
	return CT_RAISED(CT_ERROR_VALUE,
			 "`mixture_distribution component` (%lld) does not equal "
			 "`component_distribution.batch_shape[-1]` (%lld)",
			 (long long)of_mixture->number, (long long)batch.at[batch.len - 1]);
}

static ct_error mixture_same_family_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_MixtureSameFamily_ *a = args;
	const ct_distribution *of_component = a->component_distribution;
	const ct_ints batch = ct_distr_batch(of_component);
	struct ct_distr_shape shape;

	CT_TRY(check_parts(a->mixture_distribution, of_component));
	ct_distr_get_logits(
		a->mixture_distribution); /* Python computes them here: print shows it */
	ct_distr_set_part(self, MIXTURE, a->mixture_distribution);
	ct_distr_set_part(self, COMPONENT, of_component);
	self->number = batch.at[batch.len - 1];
	shape = ct_distr_joined(CT_INTS_OF(batch.at, batch.len - 1), ct_distr_event(of_component));
	ct_distr_set_shapes(self, ct_distr_ints(&shape), of_component->event_len);
	return NULL;
}

static void mixture_same_family_expand(const ct_distribution *self, ct_distribution *result)
{
	const struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(result),
							    CT_L(self->number));

	ct_distr_set_part(result, COMPONENT,
			  ct_distr_expand(component(self), ct_distr_ints(&shape)));
	ct_distr_set_part(result, MIXTURE, ct_distr_expand(mixture(self), ct_distr_batch(result)));
}

static ct_error mixture_same_family_support(const ct_distribution *self,
					    struct ct_distr_constraint *result)
{
	struct ct_distr_constraint *inner = ct_given_new(sizeof *inner);

	if (inner == NULL)
		return ct_no_memory(NULL, "for a constraint");
	CT_TRY(ct_distr_find_support(component(self), inner));
	*result = (struct ct_distr_constraint){ .kind = CT_DISTR_MIXTURE, .base = inner };
	return NULL;
}

static void mixture_same_family_print(const ct_distribution *self, struct ct_text *text)
{
	ct_text_add(text, "\n  ");
	ct_distr_add(mixture(self), text);
	ct_text_add(text, ",\n  ");
	ct_distr_add(component(self), text);
}

/* --- samples ---------------------------------------------------------------------------------- */

/* One of each row of samples [sample_shape, batch_shape, components, event_shape]. */
static ct_tensor *mixture_same_family_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const int64_t dim = sample_shape.len + self->batch_len;
	const ct_tensor *index = ct_distr_sample(mixture(self), sample_shape), *samples;
	struct ct_distr_shape shape = ct_distr_joined(ct_sizes_of(index), CT_L(1));

	samples = ct_distr_sample(component(self), sample_shape);
	for (int64_t i = 0; i < self->event_len; i++)
		index = CT_E(unsqueeze, index, -1);
	index = CT_E(unsqueeze, index, -1);
	shape = ct_distr_joined(ct_distr_ints(&shape), ct_distr_event(self));
	index = CT_E(expand, index, ct_distr_ints(&shape));
	return CT_E(squeeze_dim, CT_E(gather, samples, dim, index), dim);
}

/* --- probabilities ---------------------------------------------------------------------------- */

/* With a dimension for the components. */
static ct_tensor *padded(const ct_distribution *self, const ct_tensor *x)
{
	return CT_E(unsqueeze, x, -1 - self->event_len);
}

static ct_tensor *mixture_same_family_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *of_component, *of_mixture;

	ct_distr_check_value(self, value);
	of_component = ct_distr_log_prob(component(self), padded(self, value));
	of_mixture = CT_E(log_softmax_int, ct_distr_get_logits(mixture(self)), -1);
	return CT_E(logsumexp, CT_E(add, of_component, of_mixture), CT_L(-1));
}

static ct_tensor *mixture_same_family_cdf(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *cdf = ct_distr_cdf(component(self), padded(self, value));

	return ct_distr_sum_last(CT_E(mul, cdf, ct_distr_get_probs(mixture(self))));
}

/* --- moments ---------------------------------------------------------------------------------- */

/* The probabilities of the components, for tensors [batch_shape, components, event_shape]. */
static ct_tensor *weights(const ct_distribution *self)
{
	const int64_t batch_len = mixture(self)->batch_len;
	const int64_t more = batch_len == 1 ? 0 : self->batch_len - batch_len;
	ct_tensor *probs = ct_distr_get_probs(mixture(self));

	for (int64_t i = 0; i < more; i++)
		probs = CT_E(unsqueeze, probs, -2);
	for (int64_t i = 0; i < self->event_len; i++)
		probs = CT_E(unsqueeze, probs, -1);
	return probs;
}

static ct_tensor *weighted(const ct_distribution *self, const ct_tensor *probs, const ct_tensor *x)
{
	return CT_E(sum_dim_IntList, CT_E(mul, probs, x), CT_L(-1 - self->event_len));
}

static ct_tensor *mixture_same_family_mean(const ct_distribution *self)
{
	return weighted(self, weights(self), ct_distr_mean(component(self)));
}

/* The mean of the variances and the variance of the means. */
static ct_tensor *mixture_same_family_variance(const ct_distribution *self)
{
	const ct_tensor *probs = weights(self);
	const ct_tensor *within = weighted(self, probs, ct_distr_variance(component(self)));
	const ct_tensor *off = ct_distr_mean(component(self));

	off = CT_E(sub, off, padded(self, mixture_same_family_mean(self)));
	return CT_E(add, within, weighted(self, probs, CT_E(pow, off, 2.0)));
}

const struct ct_distribution_code ct_distributions_MixtureSameFamily_code = {
	.python = "torch.distributions.mixture_same_family.MixtureSameFamily",
	.setup = mixture_same_family_setup,
	.expand = mixture_same_family_expand,
	.find_support = mixture_same_family_support,
	.print = mixture_same_family_print,
	.part_names = { [MIXTURE] = "mixture_distribution",
			[COMPONENT] = "component_distribution" },
	.sample = mixture_same_family_sample,
	.log_prob = mixture_same_family_log_prob,
	.cdf = mixture_same_family_cdf,
	.mean = mixture_same_family_mean,
	.variance = mixture_same_family_variance,
};
