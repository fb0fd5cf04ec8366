/*
 * Inside the library: distributions that are functions of another one: the first part is their base,
 * and steps are applied to its samples, one after the other.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_TRANSFORMED_H
#define CT_DISTRIBUTIONS_FAMILIES_TRANSFORMED_H

#include "distributions/base/class.h"

enum { CT_DISTR_STEPS = 4 }; /* of a class, at most */

/* ORDER STEP: kinds[] in transformed.c. */
enum ct_distr_step_kind { CT_DISTR_EXP, CT_DISTR_AFFINE, CT_DISTR_POWER, CT_DISTR_ABS };

/* One of Python's transforms, or its inverse. */
struct ct_distr_step {
	enum ct_distr_step_kind kind;
	bool is_inverse;
	struct ct_distr_bound a; /* loc; exponent */
	struct ct_distr_bound b; /* scale */
};

/* A number, an int as in Python: values of integers stay integers. Or a tensor of the scope. */
static inline struct ct_distr_bound ct_distr_number(int64_t number)
{
	return (struct ct_distr_bound){ .number = ct_scalar_int(number) };
}

static inline struct ct_distr_bound ct_distr_tensor(const ct_tensor *tensor)
{
	return (struct ct_distr_bound){ .tensor = tensor };
}

/* Keeps the base, and its shapes. */
void ct_distr_set_base(ct_distribution *self, const ct_distribution *base);

/* expand(): the parameters and the base. */
void ct_distr_expand_with_base(const ct_distribution *self, ct_distribution *result);

/* Whether Python's transforms of both are equal. */
bool ct_distr_same_steps(const ct_distribution *p, const ct_distribution *q);

/* The methods of TransformedDistribution, by the steps of the class. */
ct_distr_draw ct_distr_transformed_sample, ct_distr_transformed_rsample;
ct_distr_score ct_distr_transformed_log_prob, ct_distr_transformed_cdf, ct_distr_transformed_icdf;

#endif
