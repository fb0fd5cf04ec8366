/*
 * Transforms of vectors: to probabilities, and to factors of correlation matrices.
 */
#include <math.h>

#include "core/base/name_of.h"
#include "distributions/transforms/class.h"

typedef struct ct_distr_transform transform;

static void too_few(void)
{
	CT_FAIL(CT_ERROR_VALUE, "Too few dimensions on input");
}

/* x[..., :-1] */
static ct_tensor *without_last(const ct_tensor *x)
{
	return CT_E(slice_Tensor, x, .dim = -1, .start = 0, .end = -1);
}

/* pad(x, [before, after], value=1) of the last dimension. */
static ct_tensor *padded(const ct_tensor *x, int64_t before, int64_t after)
{
	return CT_E(constant_pad_nd, x, CT_L(before, after), .value = CT_S(1));
}

static void needs_vector(const transform *t, struct ct_distr_shape *shape)
{
	(void)t;
	if (shape->len < 1)
		too_few();
}

/* --- SoftmaxTransform ------------------------------------------------------------------------- */

static ct_tensor *softmax_call(const transform *t, const ct_tensor *x)
{
	ct_tensor *most = NULL, *index = NULL;

	(void)t;
	CT_DO(CT(max_dim, &most, &index, x, -1, true));
	x = CT_E(exp, CT_E(sub, x, most));
	return CT_E(div, x, CT_E(sum_dim_IntList, x, CT_L(-1), true));
}

static ct_tensor *softmax_inverse(const transform *t, const ct_tensor *y)
{
	(void)t;
	return CT_E(log, y);
}

const struct ct_distribution_transform_code ct_distribution_transforms_SoftmaxTransform_code = {
	.call = softmax_call,
	.inverse = softmax_inverse,
	.domain = &ct_distr_real_vector,
	.codomain = &ct_distr_simplex,
	.forward_shape = needs_vector,
	.inverse_shape = needs_vector,
	.equal = ct_distr_always_equal,
};

/* --- StickBreakingTransform ------------------------------------------------------------------- */

/* log(n), log(n - 1), ..., of as many as `x` has in its last dimension. */
static ct_tensor *log_offset(const ct_tensor *x, int64_t n)
{
	const ct_tensor *ones;

	if (!ct_distr_has_dims(x, 1))
		return NULL;
	ones = CT_E(ones, CT_L(ct_size_of(x, -1)), .dtype = ct_tensor_dtype(x),
		    .device = ct_tensor_device(x));
	return CT_E(log, CT_E(rsub_Scalar, CT_E(cumsum, ones, -1), n));
}

static ct_tensor *stick_call(const transform *t, const ct_tensor *x)
{
	const ct_tensor *z, *rest;

	(void)t;
	z = CT_E(sub, x, log_offset(x, ct_size_of(x, -1) + 1));
	z = ct_distr_clipped(CT_E(sigmoid, z));
	rest = CT_E(cumprod, ct_distr_one_minus(z), -1);
	return CT_E(mul, padded(z, 0, 1), padded(rest, 1, 0));
}

static ct_tensor *stick_inverse(const transform *t, const ct_tensor *y)
{
	const double tiny = ct_distr_finfo(ct_tensor_dtype(y)).tiny;
	const ct_tensor *cut = without_last(y), *offset, *rest;

	(void)t;
	offset = log_offset(cut, ct_size_of(y, -1));
	rest = ct_distr_one_minus(CT_E(cumsum, cut, -1));
	rest = CT_E(clamp, rest, .min = CT_S(tiny)); /* may be 0 or below, by rounding */
	return CT_E(add, CT_E(sub, CT_E(log, cut), CT_E(log, rest)), offset);
}

static ct_tensor *stick_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	const ct_tensor *sum;

	(void)t;
	x = CT_E(sub, x, log_offset(x, ct_size_of(x, -1) + 1));
	sum = CT_E(add, CT_E(neg, x), CT_E(log_sigmoid, x));
	return ct_distr_sum_last(CT_E(add, sum, CT_E(log, without_last(y))));
}

static void stick_forward_shape(const transform *t, struct ct_distr_shape *shape)
{
	needs_vector(t, shape);
	if (shape->len > 0)
		shape->at[shape->len - 1]++;
}

static void stick_inverse_shape(const transform *t, struct ct_distr_shape *shape)
{
	needs_vector(t, shape);
	if (shape->len > 0)
		shape->at[shape->len - 1]--;
}

const struct ct_distribution_transform_code
	ct_distribution_transforms_StickBreakingTransform_code = {
		.call = stick_call,
		.inverse = stick_inverse,
		.log_det = stick_log_det,
		.domain = &ct_distr_real_vector,
		.codomain = &ct_distr_simplex,
		.bijective = true,
		.forward_shape = stick_forward_shape,
		.inverse_shape = stick_inverse_shape,
		.equal = ct_distr_always_equal,
	};

/* --- CorrCholeskyTransform -------------------------------------------------------------------- */

/* The elements of an n x n matrix on the diagonal `diag` and below: a matrix of bools. */
static ct_tensor *lower_mask(int64_t n, int64_t diag, const ct_tensor *like)
{
	const ct_tensor *range = CT_E(arange, n, .device = ct_tensor_device(like));
	const ct_tensor *rows = CT_E(view, range, CT_L(-1, 1));

	return CT_E(lt_Tensor, range, CT_E(add, rows, diag + 1));
}

/* The indices `[..., mask]` of a tensor with `dims` dimensions. */
struct indices {
	const ct_tensor *at[CT_DISTR_DIMS];
	int64_t len;
};

static struct indices matrix_indices(int64_t dims, const ct_tensor *mask)
{
	struct indices result = { .len = dims - 1 };

	if (dims >= 2)
		result.at[dims - 2] = mask;
	return result;
}

/* tril_matrix_to_vec() */
static ct_tensor *lower_of(const ct_tensor *matrix, int64_t diag)
{
	const int64_t n = ct_size_of(matrix, -1);
	struct indices indices;

	if (!ct_distr_has_dims(matrix, 1))
		return NULL;
	if (diag < -n || diag >= n)
		return CT_FAIL(CT_ERROR_VALUE, "diag (%lld) provided is outside [%lld, %lld].",
			       (long long)diag, (long long)-n, (long long)n - 1);
	indices = matrix_indices(ct_tensor_dim(matrix), lower_mask(n, diag, matrix));
	return CT_E(index_Tensor, matrix, CT_TENSORS_OF(indices.at, indices.len));
}

/* vec_to_tril_matrix(vector, diag=-1) */
static ct_tensor *matrix_of(const ct_tensor *vector)
{
	const int64_t elements = ct_size_of(vector, -1);
	const double root = (1 + sqrt(1 + 8 * (double)elements)) / 2;
	const double eps = ct_distr_finfo(ct_tensor_dtype(vector)).eps;
	const int64_t n = (int64_t)rint(root);
	const ct_ints sizes = ct_sizes_of(vector);
	struct ct_distr_shape shape;
	struct indices indices;

	if (!ct_distr_has_dims(vector, 1))
		return NULL;
	if (rint(root) - root > eps)
		return CT_FAIL(
			CT_ERROR_VALUE,
			"The size of last dimension is %lld which cannot be expressed as the "
			"lower triangular part of a square D x D matrix.",
			(long long)elements);
	shape = ct_distr_joined(CT_INTS_OF(sizes.at, sizes.len - 1), CT_L(n, n));
	indices = matrix_indices(shape.len, lower_mask(n, -1, vector));
	return CT_E(index_put,
		    CT_E(zeros, ct_distr_ints(&shape), .dtype = ct_tensor_dtype(vector),
			 .device = ct_tensor_device(vector)),
		    CT_TENSORS_OF(indices.at, indices.len), vector);
}

static ct_tensor *corr_call(const transform *t, const ct_tensor *x)
{
	const ct_tensor *r, *rest, *eye;
	double eps;

	(void)t;
	x = CT_E(tanh, x);
	eps = ct_distr_finfo(ct_tensor_dtype(x)).eps;
	r = matrix_of(CT_E(clamp, x, .min = CT_S(-1 + eps), .max = CT_S(1 - eps)));
	rest = CT_E(cumprod, CT_E(sqrt, ct_distr_one_minus(CT_E(pow, r, 2))), -1);
	eye = CT_E(eye, ct_size_of(r, -1), .dtype = ct_tensor_dtype(r),
		   .device = ct_tensor_device(r));
	return CT_E(mul, CT_E(add, r, eye), padded(without_last(rest), 1, 0));
}

static ct_tensor *corr_inverse(const transform *t, const ct_tensor *y)
{
	const ct_tensor *rest, *ratio;

	(void)t;
	rest = ct_distr_one_minus(CT_E(cumsum, CT_E(mul, y, y), -1));
	rest = lower_of(padded(without_last(rest), 1, 0), -1);
	ratio = CT_E(div, lower_of(y, -1), CT_E(sqrt, rest));
	return CT_E(div, CT_E(sub, CT_E(log1p, ratio), CT_E(log1p, CT_E(neg, ratio))), 2);
}

static ct_tensor *corr_log_det(const transform *t, const ct_tensor *x, const ct_tensor *y)
{
	const ct_tensor *of_sticks, *of_tanh;

	(void)t;
	of_sticks = lower_of(ct_distr_one_minus(CT_E(cumsum, CT_E(mul, y, y), -1)), -2);
	of_sticks = ct_distr_sum_last(CT_E(mul, CT_E(log, of_sticks), 0.5));
	of_tanh = CT_E(add, x, CT_E(softplus, CT_E(mul, x, -2)));
	of_tanh = CT_E(mul, ct_distr_sum_last(CT_E(sub, of_tanh, log(2.0))), -2);
	return CT_E(add, of_sticks, of_tanh);
}

static void corr_forward_shape(const transform *t, struct ct_distr_shape *shape)
{
	int64_t elements, n;

	needs_vector(t, shape);
	if (shape->len < 1)
		return;
	elements = shape->at[shape->len - 1];
	n = (int64_t)rint(sqrt(0.25 + 2 * (double)elements) + 0.5);
	if (n * (n - 1) / 2 != elements)
		CT_FAIL(CT_ERROR_VALUE, "Input is not a flattened lower-diagonal number");
	*shape = ct_distr_joined(CT_INTS_OF(shape->at, shape->len - 1), CT_L(n, n));
}

static void corr_inverse_shape(const transform *t, struct ct_distr_shape *shape)
{
	int64_t n;

	(void)t;
	if (shape->len < 2) {
		too_few();
		return;
	}
	n = shape->at[shape->len - 1];
	if (shape->at[shape->len - 2] != n)
		CT_FAIL(CT_ERROR_VALUE, "Input is not square");
	shape->len--;
	shape->at[shape->len - 1] = n * (n - 1) / 2;
}

const struct ct_distribution_transform_code
	ct_distribution_transforms_CorrCholeskyTransform_code = {
		.call = corr_call,
		.inverse = corr_inverse,
		.log_det = corr_log_det,
		.domain = &ct_distr_real_vector,
		.codomain = &ct_distr_corr_cholesky,
		.bijective = true,
		.forward_shape = corr_forward_shape,
		.inverse_shape = corr_inverse_shape,
	};
