#include "expected_functions.h"

/* Functions that consist of one call. */
#define CALL(name, call)                                        \
	static ct_error name(const ct_tensor *x, ct_tensor **y) \
	{                                                       \
		return call;                                    \
	}

CALL(hyperbolic_tangent, ct_tanh(x, y))
CALL(sigmoid, ct_sigmoid(x, y))
CALL(softplus, ct_softplus(x, ct_scalar_int(1), ct_scalar_int(20), y))
CALL(gelu, ct_gelu(x, "none", y))
CALL(silu, ct_silu(x, y))
CALL(logsumexp, ct_logsumexp(x, (const int64_t[]){ 1 }, 1, false, y))
CALL(determinant, ct_linalg_det(x, y))
CALL(arc_tangent, ct_atan(x, y))
CALL(error_function, ct_erf(x, y))
CALL(cumulative_product, ct_cumprod(x, 0, CT_DTYPE_NONE, y))

/* x * x + c */
static ct_error square_plus(const ct_tensor *x, double c, ct_tensor **y)
{
	CT_TRY(ct_mul_Tensor(x, x, y));
	return ct_add_Scalar(*y, ct_scalar_float(c), ct_scalar_int(1), y);
}

static ct_error cube(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_mul_Tensor(x, x, y));
	return ct_mul_Tensor(*y, x, y);
}

static ct_error sin_times_exp(const ct_tensor *x, ct_tensor **y)
{
	ct_tensor *exponential;

	CT_TRY(ct_sin(x, y));
	CT_TRY(ct_exp(x, &exponential));
	return ct_mul_Tensor(*y, exponential, y);
}

static ct_error logarithm(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(square_plus(x, 1, y));
	return ct_log(*y, y);
}

static ct_error square_root(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(square_plus(x, .5, y));
	return ct_sqrt(*y, y);
}

static ct_error softmax(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_softmax_int(x, 1, CT_DTYPE_NONE, y));
	return ct_mul_Tensor(*y, x, y);
}

static ct_error log_softmax(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_log_softmax_int(x, 1, CT_DTYPE_NONE, y));
	return ct_mul_Tensor(*y, x, y);
}

static ct_error quotient(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(square_plus(x, 1, y));
	return ct_div_Tensor(x, *y, y);
}

static ct_error power(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(square_plus(x, 1, y));
	return ct_pow_Tensor_Scalar(*y, ct_scalar_float(2.5), y);
}

static ct_error matrix_product(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_t(x, y));
	CT_TRY(ct_mm(x, *y, y));
	return ct_mm(*y, x, y);
}

static ct_error matrix_inverse(const ct_tensor *x, ct_tensor **y)
{
	ct_tensor *one;

	CT_TRY(ct_t(x, y));
	CT_TRY(ct_mm(x, *y, y));
	CT_TRY(ct_eye(3, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &one));
	CT_TRY(ct_add_Tensor(*y, one, ct_scalar_int(1), y));
	return ct_linalg_inv(*y, y);
}

static ct_error norm(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_mul_Tensor(x, x, y));
	CT_TRY(ct_sum(*y, CT_DTYPE_NONE, y));
	return ct_sqrt(*y, y);
}

static ct_error variance(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_var(x, true, y));
	return ct_mul_Tensor(*y, x, y);
}

static ct_error largest_times_itself(const ct_tensor *x, ct_tensor **y)
{
	CT_TRY(ct_max_dim(x, 1, false, y, NULL));
	CT_TRY(ct_exp(*y, y));
	return ct_mul_Tensor(*y, x, y);
}

static ct_error elements(const ct_tensor *x, int64_t start, int64_t end, ct_tensor **y)
{
	CT_TRY(ct_reshape(x, (const int64_t[]){ -1 }, 1, y));
	return ct_slice_Tensor(*y, 0, &start, &end, 1, y);
}

static ct_error transposed_view(const ct_tensor *x, ct_tensor **y)
{
	ct_tensor *cosine;

	CT_TRY(ct_t(x, y));
	CT_TRY(elements(*y, 2, 7, y));
	CT_TRY(ct_square(*y, y));
	CT_TRY(elements(x, 1, 6, &cosine));
	CT_TRY(ct_cos(cosine, &cosine));
	return ct_mul_Tensor(*y, cosine, y);
}

static const struct {
	const char *name;
	function_of_one function;
} functions[] = {
	{ "cube", cube },
	{ "sin_times_exp", sin_times_exp },
	{ "logarithm", logarithm },
	{ "square_root", square_root },
	{ "tanh", hyperbolic_tangent },
	{ "sigmoid", sigmoid },
	{ "softplus", softplus },
	{ "gelu", gelu },
	{ "silu", silu },
	{ "softmax", softmax },
	{ "log_softmax", log_softmax },
	{ "logsumexp", logsumexp },
	{ "quotient", quotient },
	{ "power", power },
	{ "matrix_product", matrix_product },
	{ "matrix_inverse", matrix_inverse },
	{ "determinant", determinant },
	{ "norm", norm },
	{ "arc_tangent", arc_tangent },
	{ "error_function", error_function },
	{ "cumulative_product", cumulative_product },
	{ "variance", variance },
	{ "largest_times_itself", largest_times_itself },
	{ "transposed_view", transposed_view },
};

function_of_one function_called(const char *name)
{
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].function;
	return NULL;
}

ct_error view_whose_base_was_written_to(ct_tensor **view)
{
	ct_tensor *base, *factors;

	CT_TRY(ct_zeros((const int64_t[]){ 3 }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			&base));
	CT_TRY(ct_narrow(base, 0, 0, 1, view));
	CT_TRY(ct_tensor_from_data((const float[]){ 1, 2, 3 }, CT_FLOAT32, CT_L(3), &factors));
	CT_TRY(ct_tensor_set_requires_grad(factors, true));
	return ct_mul__Tensor(base, factors, NULL);
}
