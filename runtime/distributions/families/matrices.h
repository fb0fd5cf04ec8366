/*
 * Inside the library: matrices of batches of multivariate distributions.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_MATRICES_H
#define CT_DISTRIBUTIONS_FAMILIES_MATRICES_H

#include "distributions/base/class.h"

/* _batch_mv(): products of matrices [..., n, n] and vectors [..., n]. */
ct_tensor *ct_distr_batch_mv(const ct_tensor *matrix, const ct_tensor *vector);

/* Expanded to [batch_shape, event_shape, event_shape], of vectors of a batch. */
ct_tensor *ct_distr_over_batch(const ct_distribution *self, const ct_tensor *matrix);

/* The sum of the logarithms of the diagonal of each matrix. */
ct_tensor *ct_distr_log_diagonal(const ct_tensor *matrix);

/* _batch_trace_XXT(): the sum of the squares of each matrix. */
ct_tensor *ct_distr_trace_of_square(const ct_tensor *matrices);

/* _batch_mahalanobis(): squared lengths of solutions of L y = x, for factors L [b..., n, n] and
 * vectors x [..., b..., n], without copying L for each x. */
ct_tensor *ct_distr_batch_mahalanobis(const ct_tensor *factor, const ct_tensor *x);

/* _precision_to_scale_tril() */
ct_tensor *ct_distr_precision_to_factor(const ct_tensor *precision);

#endif
