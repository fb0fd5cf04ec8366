/*
 * Inside the library: a LowRankMultivariateNormal for kl_divergence().
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_LOW_RANK_H
#define CT_DISTRIBUTIONS_FAMILIES_LOW_RANK_H

#include "distributions/base/class.h"

/* Where it keeps what was given, without the batch, and what Python calls the capacitance: the
 * Cholesky factor of I + W^T D^-1 W, for the factor W and the diagonal D. */
enum { CT_DISTR_LOW_RANK_FACTOR = 3, CT_DISTR_LOW_RANK_DIAG, CT_DISTR_LOW_RANK_CAPACITANCE };

/* W^T D^-1 */
ct_tensor *ct_distr_low_rank_scaled(const ct_distribution *self);

/* _batch_lowrank_logdet(): the logarithm of the determinant of the covariance matrix. */
ct_tensor *ct_distr_low_rank_log_det(const ct_distribution *self);

/* _batch_lowrank_mahalanobis(): the squared distance of x from 0. */
ct_tensor *ct_distr_low_rank_mahalanobis(const ct_distribution *self, const ct_tensor *x);

#endif
