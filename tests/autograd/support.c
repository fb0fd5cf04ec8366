/*
 * Shared by the autograd suites.
 */
#include "support.h"

ct_tensor *leaf(float first, float second, float third)
{
	ct_tensor *x = vector(3, (const float[]){ first, second, third });

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_tensor *product(const ct_tensor *a, const ct_tensor *b)
{
	ct_tensor *result;

	OK(ct_mul_Tensor(a, b, &result));
	return result;
}

ct_tensor *times(const ct_tensor *a, double factor)
{
	ct_tensor *result;

	OK(ct_mul_Scalar(a, ct_scalar_float(factor), &result));
	return result;
}

ct_tensor *plus(const ct_tensor *a, double summand)
{
	ct_tensor *result;

	OK(ct_add_Scalar(a, ct_scalar_float(summand), ct_scalar_int(1), &result));
	return result;
}

ct_tensor *sum_of(const ct_tensor *a)
{
	ct_tensor *result;

	OK(ct_sum(a, CT_DTYPE_NONE, &result));
	return result;
}

ct_tensor *sum_of_squares(const ct_tensor *x)
{
	ct_tensor *squares = product(x, x), *sum = sum_of(squares);

	ct_tensor_free(squares);
	return sum;
}

void assert_gradient(const ct_tensor *leaf, const double *values)
{
	ct_tensor *grad;

	OK(ct_tensor_grad(leaf, &grad));
	ck_assert_msg(grad != NULL, "there is no gradient");
	assert_floats(grad, (int64_t[]){ 3, -1 }, values);
	ct_tensor_free(grad);
}

ct_error multiply(const ct_tensor *grad, void *factor, ct_tensor **replacement)
{
	return ct_mul_Scalar(grad, ct_scalar_float(factor ? *(double *)factor : 2), replacement);
}

ct_error say_no(const ct_tensor *grad, void *text, ct_tensor **replacement)
{
	(void)grad, (void)replacement;
	return ct_error_new(CT_ERROR_VALUE, "my_hook", "%s", (const char *)text);
}

void count_release(void *count)
{
	__atomic_add_fetch((int *)count, 1, __ATOMIC_RELAXED);
}
