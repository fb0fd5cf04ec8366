/*
 * Probabilities and their logits.
 */
#include "distributions/families/probs.h"

ct_tensor *ct_distr_binary_probs(const ct_distribution *self)
{
	return ct_distr_probs(ct_distr_given(self, CT_DISTR_LOGITS), true);
}

ct_tensor *ct_distr_binary_logits(const ct_distribution *self)
{
	return ct_distr_logits(ct_distr_given(self, CT_DISTR_PROBS), true);
}

const struct ct_distr_parameter ct_distr_binary_parameters[] = {
	[CT_DISTR_PROBS] = { .name = "probs",
			     .constraint = &ct_distr_unit_interval,
			     .compute = ct_distr_binary_probs },
	[CT_DISTR_LOGITS] = { .name = "logits",
			      .constraint = &ct_distr_real,
			      .compute = ct_distr_binary_logits },
};

ct_tensor *ct_distr_last_probs(const ct_distribution *self)
{
	return ct_distr_probs(ct_distr_given(self, CT_DISTR_LOGITS), false);
}

ct_tensor *ct_distr_last_logits(const ct_distribution *self)
{
	return ct_distr_logits(ct_distr_given(self, CT_DISTR_PROBS), false);
}

ct_error ct_distr_set_up_probs(ct_distribution *self, const ct_tensor *probs,
			       const ct_tensor *logits)
{
	const ct_tensor *given = probs ? probs : logits, *made;

	CT_TRY(ct_distr_one_of(probs, logits));
	self->param = probs ? CT_DISTR_PROBS : CT_DISTR_LOGITS;
	ct_distr_broadcast(1, &given, &made);
	ct_distr_set(self, self->param, made);
	ct_distr_set_shapes(self, ct_sizes_of(made), 0);
	return NULL;
}
