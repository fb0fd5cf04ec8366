/*
 * Inside the library: classes with `total_count` beside `probs` or `logits`.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_COUNTS_H
#define CT_DISTRIBUTIONS_FAMILIES_COUNTS_H

#include "distributions/base/class.h"

/* Where these classes keep them. */
enum { CT_DISTR_TOTAL_COUNT, CT_DISTR_COUNT_PROBS, CT_DISTR_COUNT_LOGITS };

/* What computes one of the other. */
ct_distr_moment ct_distr_count_probs, ct_distr_count_logits;

/* Setup: a number for each element of the batch. */
ct_error ct_distr_set_up_counts(ct_distribution *self, const ct_tensor *total_count,
				const ct_tensor *probs, const ct_tensor *logits) CT_WARN_UNUSED;

#endif
