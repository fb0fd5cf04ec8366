/*
 * Independent: the last batch dimensions of another distribution become dimensions of its events.
 * `number` is how many.
 */
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/given.h"
#include "distributions/base/class.h"

static const ct_distribution *base(const ct_distribution *self)
{
	return self->parts[0];
}

static ct_error independent_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_Independent_ *a = args;
	const ct_distribution *given = a->base_distribution;
	const int64_t n = a->reinterpreted_batch_ndims;

	if (n > given->batch_len)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Expected reinterpreted_batch_ndims <= "
				 "len(base_distribution.batch_shape), actual %lld vs %lld",
				 (long long)n, (long long)given->batch_len);
	if (n < 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Expected reinterpreted_batch_ndims >= 0, actual %lld",
				 (long long)n);
	ct_distr_set_part(self, 0, given);
	self->number = n;
	ct_distr_set_shapes(self, CT_INTS_OF(given->shape, given->batch_len + given->event_len),
			    given->event_len + n);
	return NULL;
}

static void independent_expand(const ct_distribution *self, ct_distribution *result)
{
	const ct_ints event = ct_distr_event(self);
	const struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(result),
							    CT_INTS_OF(event.at, self->number));

	ct_distr_set_part(result, 0, ct_distr_expand(base(self), ct_distr_ints(&shape)));
}

static ct_error independent_support(const ct_distribution *self, struct ct_distr_constraint *result)
{
	struct ct_distr_constraint *inner = ct_given_new(sizeof *inner);

	if (inner == NULL)
		return ct_no_memory(NULL, "for a constraint");
	CT_TRY(ct_distr_find_support(base(self), inner));
	*result = *inner;
	if (self->number)
		*result = (struct ct_distr_constraint){ .kind = CT_DISTR_INDEPENDENT,
							.base = inner,
							.dims = self->number };
	return NULL;
}

static void independent_print(const ct_distribution *self, struct ct_text *text)
{
	ct_distr_add(base(self), text);
	ct_text_addf(text, ", %lld", (long long)self->number);
}

static bool independent_has_rsample(const ct_distribution *self)
{
	return ct_distr_has_rsample(base(self));
}

static bool independent_has_enumerate_support(const ct_distribution *self)
{
	return self->number <= 0 && ct_distr_has_enumerate_support(base(self));
}

static ct_tensor *independent_sample(const ct_distribution *self, ct_ints sample_shape)
{
	return ct_distr_sample(base(self), sample_shape);
}

static ct_tensor *independent_rsample(const ct_distribution *self, ct_ints sample_shape)
{
	return ct_distr_rsample(base(self), sample_shape);
}

static ct_tensor *independent_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	return ct_distr_sum_rightmost(ct_distr_log_prob(base(self), value), self->number);
}

static ct_tensor *independent_entropy(const ct_distribution *self)
{
	return ct_distr_sum_rightmost(ct_distr_entropy(base(self)), self->number);
}

static ct_tensor *independent_mean(const ct_distribution *self)
{
	return ct_distr_mean(base(self));
}

static ct_tensor *independent_mode(const ct_distribution *self)
{
	return ct_distr_mode(base(self));
}

static ct_tensor *independent_variance(const ct_distribution *self)
{
	return ct_distr_variance(base(self));
}

static ct_tensor *independent_enumerate_support(const ct_distribution *self, bool expand)
{
	if (self->number == 0)
		return ct_distr_enumerate_support(base(self), expand);
	return CT_FAIL(CT_ERROR_NOT_IMPLEMENTED,
		       "Enumeration over cartesian product is not implemented");
}

const struct ct_distribution_code ct_distributions_Independent_code = {
	.setup = independent_setup,
	.expand = independent_expand,
	.find_support = independent_support,
	.print = independent_print,
	.has_base = true,
	.has_rsample = independent_has_rsample,
	.has_enumerate_support = independent_has_enumerate_support,
	.sample = independent_sample,
	.rsample = independent_rsample,
	.log_prob = independent_log_prob,
	.entropy = independent_entropy,
	.mean = independent_mean,
	.mode = independent_mode,
	.variance = independent_variance,
	.enumerate_support = independent_enumerate_support,
};
