/*
 * LKJCholesky: samples by the onion method, row by row, from a Beta for the length of each row before
 * the diagonal. `number` is the dimension of the matrices; the first part is the Beta.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "distributions/base/class.h"

enum { CONCENTRATION };

static const struct ct_distr_parameter parameters[] = {
	[CONCENTRATION] = { .name = "concentration", .constraint = &ct_distr_positive },
};

static ct_tensor *range_like(const ct_tensor *like, int64_t end)
{
	return CT_E(arange, end, .dtype = ct_tensor_dtype(like), .device = ct_tensor_device(like));
}

/* The Beta of each row, of which the first one has no elements before the diagonal. */
static const ct_distribution *make_beta(const ct_tensor *concentration, int64_t dim)
{
	const ct_tensor *marginal = CT_E(add, concentration, 0.5 * (double)(dim - 2));
	const ct_tensor *offset = range_like(concentration, dim - 1), *first;

	first = CT_E(new_zeros, offset, CT_L(1));
	offset = CT_E(cat, CT_TENSORS(first, offset));
	marginal = CT_E(sub, CT_E(unsqueeze, marginal, -1), CT_E(mul, offset, 0.5));
	return CT_DISTRIBUTION(Beta, CT_E(add, offset, 0.5), marginal);
}

static ct_error lkj_cholesky_setup(ct_distribution *self, const void *args)
{
	const struct ct_args_distributions_LKJCholesky_ *a = args;
	const ct_tensor *given = a->concentration ? a->concentration : CT_NUMBER(1.0);
	const ct_tensor *concentration;
	const ct_distribution *beta;
	struct ct_distr_shape shape;

	if (a->dim < 2)
		return CT_RAISED(CT_ERROR_VALUE,
				 "Expected dim to be an integer greater than or equal to 2. Found "
				 "dim=%lld.",
				 (long long)a->dim);
	ct_distr_broadcast(1, &given, &concentration);
	beta = make_beta(concentration, a->dim);
	CT_TRY(CT_DONE());
	self->number = a->dim;
	ct_distr_set(self, CONCENTRATION, concentration);
	ct_distr_set_part(self, 0, beta);
	shape = ct_distr_joined(ct_sizes_of(concentration), CT_L(a->dim, a->dim));
	ct_distr_set_shapes(self, ct_distr_ints(&shape), 2);
	return NULL;
}

static void lkj_cholesky_expand(const ct_distribution *self, ct_distribution *result)
{
	const struct ct_distr_shape shape = ct_distr_joined(ct_distr_batch(result),
							    CT_L(self->number));

	ct_distr_expand_parameters(self, result);
	ct_distr_set_part(result, 0, ct_distr_expand(self->parts[0], ct_distr_ints(&shape)));
}

static ct_tensor *lkj_cholesky_sample(const ct_distribution *self, ct_ints sample_shape)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, sample_shape);
	const ct_tensor *y = CT_E(unsqueeze, ct_distr_sample(self->parts[0], sample_shape), -1);
	const ct_tensor *normal = CT_E(tril, CT_E(normal_, ct_distr_new(y, &shape)), -1);
	ct_tensor *sphere, *rows;
	const ct_tensor *rest;

	sphere = CT_E(div, normal,
		      CT_E(linalg_vector_norm, normal, .dim = CT_L(-1), .keepdim = true));
	CT_E(fill_, CT_E(select_int, sphere, -2, 0), 0.0); /* the length of the first row is 0 */
	rows = CT_E(mul, CT_E(sqrt, y), sphere);
	rest = ct_distr_one_minus(ct_distr_sum_last(CT_E(pow, rows, 2)));
	rest = CT_E(clamp, rest, .min = CT_S(ct_distr_finfo(ct_tensor_dtype(rows)).tiny));
	return CT_E(add_, rows, CT_E(diag_embed, CT_E(sqrt, rest)));
}

/* The logarithm of the constant by which the densities are divided. */
static ct_tensor *log_norm(const ct_distribution *self)
{
	const double rows = (double)self->number - 1;
	const ct_tensor *alpha = CT_E(add, self->at[CONCENTRATION], 0.5 * rows);
	const ct_tensor *denominator = CT_E(mul, CT_E(lgamma, alpha), rows);
	const ct_tensor *numerator = CT_E(mvlgamma, CT_E(sub, alpha, 0.5), self->number - 1);

	return CT_E(sub, CT_E(add, numerator, 0.5 * rows * log(CT_DISTR_PI)), denominator);
}

static ct_tensor *lkj_cholesky_log_prob(const ct_distribution *self, const ct_tensor *value)
{
	const ct_tensor *concentration = self->at[CONCENTRATION], *diagonal, *order, *log_prob;

	ct_distr_check_value(self, value);
	diagonal = CT_E(diagonal, value, .dim1 = -1, .dim2 = -2);
	diagonal = CT_E(slice_Tensor, diagonal, -1, .start = 1);
	order = CT_E(unsqueeze, CT_E(sub, concentration, 1), -1);
	order = CT_E(add, CT_E(mul, order, 2), self->number);
	order = CT_E(sub, order,
		     CT_E(arange_start, 2, self->number + 1, .dtype = CT_INT64,
			  .device = ct_tensor_device(concentration)));
	log_prob = ct_distr_sum_last(CT_E(mul, order, CT_E(log, diagonal)));
	return CT_E(sub, log_prob, log_norm(self));
}

const struct ct_distribution_code ct_distributions_LKJCholesky_code = {
	.python = "torch.distributions.lkj_cholesky.LKJCholesky",
	.parameters = parameters,
	.parameters_len = 1,
	.setup = lkj_cholesky_setup,
	.expand = lkj_cholesky_expand,
	.sample = lkj_cholesky_sample,
	.log_prob = lkj_cholesky_log_prob,
	.support = &ct_distr_corr_cholesky,
};
