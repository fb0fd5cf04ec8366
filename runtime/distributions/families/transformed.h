/*
 * Inside the library: distributions that are functions of another one: the first part is their base,
 * and transforms are applied to its samples, one after the other.
 */
#ifndef CT_DISTRIBUTIONS_FAMILIES_TRANSFORMED_H
#define CT_DISTRIBUTIONS_FAMILIES_TRANSFORMED_H

#include "distributions/base/class.h"
#include "distributions/transforms/transform.h"

enum { CT_DISTR_STEPS = 4 }; /* of a class, at most */

/* A number, an int as in Python: values of integers stay integers. Or a tensor of the scope. */
static inline struct ct_distr_bound ct_distr_number(int64_t number)
{
	return (struct ct_distr_bound){ .number = ct_scalar_int(number) };
}

static inline struct ct_distr_bound ct_distr_tensor(const ct_tensor *tensor)
{
	return (struct ct_distr_bound){ .tensor = tensor };
}

/* Keeps the base, and its shapes: for transforms of numbers. */
void ct_distr_set_base(ct_distribution *self, const ct_distribution *base);

/* Python's constructor: keeps the base, expanded and made Independent as the transforms of the class
 * or of the object need it, and finds the shapes. */
ct_error ct_distr_set_up_transformed(ct_distribution *self,
				     const ct_distribution *base) CT_WARN_UNUSED;

/* expand(): the parameters and the base, for transforms of numbers; and for all. */
void ct_distr_expand_with_base(const ct_distribution *self, ct_distribution *result);
void ct_distr_transformed_expand(const ct_distribution *self, ct_distribution *result);

/* The codomain of the last transform. */
ct_error ct_distr_transformed_support(const ct_distribution *self,
				      struct ct_distr_constraint *result) CT_WARN_UNUSED;

/* Whether Python's transforms of both are equal. */
bool ct_distr_same_steps(const ct_distribution *p, const ct_distribution *q);

/* The methods of TransformedDistribution, by the steps of the class or of the object. */
ct_distr_draw ct_distr_transformed_sample, ct_distr_transformed_rsample;
ct_distr_score ct_distr_transformed_log_prob, ct_distr_transformed_cdf, ct_distr_transformed_icdf;

/* They, for the table of a class that has no formulas of its own. */
#define CT_DISTR_TRANSFORMED_FUNCTIONS                                                  \
	.sample = ct_distr_transformed_sample, .rsample = ct_distr_transformed_rsample, \
	.log_prob = ct_distr_transformed_log_prob, .cdf = ct_distr_transformed_cdf,     \
	.icdf = ct_distr_transformed_icdf

#endif
