/*
 * Matrices of batches.
 */
#include "distributions/families/matrices.h"

ct_tensor *ct_distr_batch_mv(const ct_tensor *matrix, const ct_tensor *vector)
{
	return CT_E(squeeze_dim, CT_E(matmul, matrix, CT_E(unsqueeze, vector, -1)), -1);
}

ct_tensor *ct_distr_over_batch(const ct_distribution *self, const ct_tensor *matrix)
{
	const struct ct_distr_shape shape = ct_distr_extended(self, CT_L());
	const struct ct_distr_shape all = ct_distr_joined(ct_distr_ints(&shape),
							  ct_distr_event(self));

	return CT_E(expand, matrix, ct_distr_ints(&all));
}

ct_tensor *ct_distr_log_diagonal(const ct_tensor *matrix)
{
	return ct_distr_sum_last(CT_E(log, CT_E(diagonal, matrix, .dim1 = -2, .dim2 = -1)));
}

ct_tensor *ct_distr_trace_of_square(const ct_tensor *matrices)
{
	const ct_ints shape = ct_sizes_of(matrices);
	const int64_t n = ct_size_of(matrices, -2) * ct_size_of(matrices, -1);
	const ct_tensor *flat = CT_E(pow, CT_E(reshape, matrices, CT_L(-1, n)), 2);

	return CT_E(reshape, ct_distr_sum_last(flat), CT_INTS_OF(shape.at, shape.len - 2));
}

ct_tensor *ct_distr_precision_to_factor(const ct_tensor *precision)
{
	const ct_tensor *factor = CT_E(linalg_cholesky, CT_E(flip, precision, CT_L(-2, -1)));
	const ct_tensor *inverse = CT_E(transpose, CT_E(flip, factor, CT_L(-2, -1)), -2, -1);
	const ct_tensor *identity = CT_E(eye, ct_tensor_size(precision, -1),
					 .dtype = ct_tensor_dtype(precision),
					 .device = ct_tensor_device(precision));

	return CT_E(linalg_solve_triangular, inverse, identity, .upper = false);
}

/* --- _batch_mahalanobis() --------------------------------------------------------------------- */

/* The dimensions of the vectors: first `outer` that the factors do not have, then those of the
 * factors' batch, which are split into two, (j, i) for a factor of size i, and moved so that all j
 * come before all i. */
struct split {
	struct ct_distr_shape shape; /* [outer, j, i, j, i, ..., n] */
	struct ct_distr_shape moved; /* [outer, j, j, ..., i, i, ..., n] */
	struct ct_distr_shape back;  /* from there, without n */
	int64_t outer, inner;
};

static void push(struct ct_distr_shape *shape, int64_t size)
{
	if (shape->len < CT_DISTR_DIMS)
		shape->at[shape->len++] = size;
}

static struct split split_of(ct_ints factor, ct_ints x)
{
	struct split s = { .inner = factor.len - 2, .outer = x.len - 1 - (factor.len - 2) };

	for (int64_t i = 0; i < s.outer; i++) {
		push(&s.shape, x.at[i]);
		push(&s.moved, i);
		push(&s.back, i);
	}
	for (int64_t i = 0; i < s.inner; i++) {
		const int64_t size = factor.at[i] ? factor.at[i] : 1;

		push(&s.shape, x.at[s.outer + i] / size);
		push(&s.shape, factor.at[i]);
		push(&s.moved, s.outer + 2 * i);
		push(&s.back, s.outer + i);
		push(&s.back, s.outer + s.inner + i);
	}
	for (int64_t i = 0; i < s.inner; i++)
		push(&s.moved, s.outer + 2 * i + 1);
	push(&s.moved, s.outer + 2 * s.inner);
	push(&s.shape, x.at[x.len - 1]);
	return s;
}

/* Squared lengths [c, b] of the solutions, for factors [b, n, n] and vectors [c, b, n]. */
static ct_tensor *distances(const ct_tensor *factors, const ct_tensor *vectors)
{
	const ct_tensor *solved = CT_E(linalg_solve_triangular, factors,
				       CT_E(permute, vectors, CT_L(1, 2, 0)), .upper = false);

	return CT_E(t, CT_E(sum_dim_IntList, CT_E(pow, solved, 2), CT_L(-2)));
}

ct_tensor *ct_distr_batch_mahalanobis(const ct_tensor *factor, const ct_tensor *x)
{
	const ct_ints shape = ct_sizes_of(x), of_factor = ct_sizes_of(factor);
	const int64_t n = ct_tensor_size(x, -1);
	const ct_tensor *flat, *vectors, *result;
	struct split s;
	ct_ints sizes;

	if (shape.len < 1 || of_factor.len < 2 || shape.len < of_factor.len - 1)
		return NULL; /* after an error */
	s = split_of(of_factor, shape);
	x = CT_E(permute, CT_E(reshape, x, ct_distr_ints(&s.shape)), ct_distr_ints(&s.moved));
	flat = CT_E(reshape, factor, CT_L(-1, n, n));
	vectors = CT_E(reshape, x, CT_L(-1, ct_tensor_size(flat, 0), n));
	sizes = ct_sizes_of(x);
	result = CT_E(reshape, distances(flat, vectors), CT_INTS_OF(sizes.at, sizes.len - 1));
	result = CT_E(permute, result, ct_distr_ints(&s.back));
	return CT_E(reshape, result, CT_INTS_OF(shape.at, shape.len - 1));
}
