#include "gradcheck_support.h"

ct_tensor *complex_numbers(const double *values, int64_t n)
{
	ct_tensor *x;

	OK(ct_tensor_from_data(values, CT_COMPLEX128, CT_L(n), &x));
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_tensor *square_matrix(const double *values)
{
	const int64_t shape[] = { 2, 2 };
	ct_tensor *x;

	OK(ct_tensor_from_data(values, CT_FLOAT64, CT_INTS_OF(shape, 2), &x));
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

ct_error call_unary(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		    int64_t outputs_len)
{
	(void)n;
	(void)outputs_len;
	return (*(unary *)context)(inputs[0], &outputs[0]);
}

ct_error call_custom(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
		     int64_t outputs_len)
{
	const struct custom *custom = context;

	return ct_function_apply(custom->function, custom->data, CT_TENSORS_OF(inputs, n), outputs,
				 outputs_len);
}

ct_tensor *sample_x(void)
{
	return doubles((const double[]){ 1, -2, .5 }, 3);
}

ct_tensor *sample_z(void)
{
	return complex_numbers((const double[]){ 1, 2, 0, -3 }, 2);
}
