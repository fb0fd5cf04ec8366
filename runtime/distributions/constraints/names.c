/*
 * The names of torch.distributions.constraints.
 */
#include "distributions/constraints/class.h"

/* --- without arguments ------------------------------------------------------------------------ */

static const struct ct_distr_constraint lower_triangular = { .kind = CT_DISTR_LOWER_TRIANGULAR };
static const struct ct_distr_constraint square = { .kind = CT_DISTR_SQUARE };
static const struct ct_distr_constraint symmetric = { .kind = CT_DISTR_SYMMETRIC };
static const struct ct_distr_constraint positive_semidefinite = {
	.kind = CT_DISTR_POSITIVE_SEMIDEFINITE
};
static const struct ct_distr_constraint positive_integer = {
	.kind = CT_DISTR_INTEGER_GREATER_THAN, .lower = { .number = { CT_SCALAR_INT, 1, 0, 0 } }
};

#define CONSTANT(name, value) \
	const struct ct_constraint_code ct_constraints_##name##_code = { .constant = &(value) }

CONSTANT(boolean, ct_distr_boolean);
CONSTANT(corr_cholesky, ct_distr_corr_cholesky);
CONSTANT(lower_cholesky, ct_distr_lower_cholesky);
CONSTANT(lower_triangular, lower_triangular);
CONSTANT(nonnegative, ct_distr_nonnegative);
CONSTANT(nonnegative_integer, ct_distr_nonnegative_integer);
CONSTANT(one_hot, ct_distr_one_hot);
CONSTANT(positive, ct_distr_positive);
CONSTANT(positive_definite, ct_distr_positive_definite);
CONSTANT(positive_integer, positive_integer);
CONSTANT(positive_semidefinite, positive_semidefinite);
CONSTANT(real, ct_distr_real);
CONSTANT(real_vector, ct_distr_real_vector);
CONSTANT(simplex, ct_distr_simplex);
CONSTANT(square, square);
CONSTANT(symmetric, symmetric);
CONSTANT(unit_interval, ct_distr_unit_interval);

/* --- with arguments --------------------------------------------------------------------------- */

#define KIND(name, of_kind) \
	const struct ct_constraint_code ct_constraints_##name##_code = { .kind = (of_kind) }

KIND(MixtureSameFamilyConstraint, CT_DISTR_MIXTURE);
KIND(cat, CT_DISTR_CAT);
KIND(dependent, CT_DISTR_DEPENDENT);
KIND(greater_than, CT_DISTR_GREATER_THAN);
KIND(greater_than_eq, CT_DISTR_GREATER_THAN_EQ);
KIND(half_open_interval, CT_DISTR_HALF_OPEN_INTERVAL);
KIND(independent, CT_DISTR_INDEPENDENT);
KIND(integer_interval, CT_DISTR_INTEGER_INTERVAL);
KIND(interval, CT_DISTR_INTERVAL);
KIND(less_than, CT_DISTR_LESS_THAN);
KIND(multinomial, CT_DISTR_MULTINOMIAL);
KIND(stack, CT_DISTR_STACK);
