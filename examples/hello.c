#include <ctorch/ctorch.h>

int main(void)
{
	ct_tensor *x, *y, *gradient;

	CT_CHECK(ct_tensor_from_rows(CT_FLOAT_ROW(1, 2, 3), NULL, &x));
	CT_CHECK(ct_tensor_set_requires_grad(x, true));
	CT_CHECK(ct_dot(x, x, &y)); /* y is the sum of the squares of x */
	CT_CHECK(ct_tensor_backward(y));
	CT_CHECK(ct_tensor_grad(x, &gradient)); /* so this is 2x */
	CT_CHECK(ct_tensor_print(gradient, stdout));

	ct_tensor_free(gradient);
	ct_tensor_free(y);
	ct_tensor_free(x);
	return 0;
}
