/*
 * Inside the library: classes whose parameters are `probs` or `logits`, of which one is given and
 * the other computed from it.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_PROBS_H
#define CT_DISTRIBUTIONS_FAMILIES_PROBS_H

#include "distributions/base/class.h"

/* Where these classes keep them. */
enum { CT_DISTR_PROBS, CT_DISTR_LOGITS };

static inline ct_tensor *ct_distr_get_probs(const ct_distribution *self)
{
	return ct_distr_get(self, CT_DISTR_PROBS);
}

static inline ct_tensor *ct_distr_get_logits(const ct_distribution *self)
{
	return ct_distr_get(self, CT_DISTR_LOGITS);
}

/* The one that was given. */
static inline ct_tensor *ct_distr_param(const ct_distribution *self)
{
	return ct_distr_given(self, self->param);
}

/* What computes one of the other: of two outcomes, and of several along the last dimension. */
ct_tensor *ct_distr_binary_probs(const ct_distribution *self);
ct_tensor *ct_distr_binary_logits(const ct_distribution *self);

/* The parameters of a class with these two. */
extern const struct ct_distr_parameter ct_distr_binary_parameters[];
ct_tensor *ct_distr_last_probs(const ct_distribution *self);
ct_tensor *ct_distr_last_logits(const ct_distribution *self);

/* _cont_bern_log_norm() of a ContinuousBernoulli. */
ct_distr_moment ct_distr_log_norm;

/* Setup of a class that has only these two, a number for each element of the batch. */
ct_error ct_distr_set_up_probs(ct_distribution *self, const ct_tensor *probs,
			       const ct_tensor *logits) CT_WARN_UNUSED;

#endif
