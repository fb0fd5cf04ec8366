/*
 * Inside the library: matrices of batches of multivariate distributions.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_MATRICES_H
#define CT_DISTRIBUTIONS_FAMILIES_MATRICES_H

#include "distributions/base/class.h"

/* _batch_mv(): products of matrices [..., n, n] and vectors [..., n]. */
ct_tensor *ct_distr_batch_mv(const ct_tensor *matrix, const ct_tensor *vector);

/* _batch_mahalanobis(): squared lengths of solutions of L y = x, for factors L [b..., n, n] and
 * vectors x [..., b..., n], without copying L for each x. */
ct_tensor *ct_distr_batch_mahalanobis(const ct_tensor *factor, const ct_tensor *x);

/* _precision_to_scale_tril() */
ct_tensor *ct_distr_precision_to_factor(const ct_tensor *precision);

#endif
