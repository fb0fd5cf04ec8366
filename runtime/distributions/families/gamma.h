/*
 * Inside the library: what Gamma and Chi2, which is a Gamma, share.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_GAMMA_H
#define CT_DISTRIBUTIONS_FAMILIES_GAMMA_H

#include "distributions/base/class.h"

/* Where both keep them. */
enum { CT_DISTR_CONCENTRATION, CT_DISTR_RATE };

ct_distr_draw ct_distr_gamma_rsample;
ct_distr_score ct_distr_gamma_log_prob, ct_distr_gamma_cdf;
ct_distr_moment ct_distr_gamma_entropy, ct_distr_gamma_mean, ct_distr_gamma_mode,
	ct_distr_gamma_variance;
extern const struct ct_distr_exp_family ct_distr_gamma_family;

#endif
