/*
 * A program for the core alone, in C99 and in C++11, without macros: the gradient of the sum of a
 * product, on every device that there is, and an error. core.sh compiles and runs it.
 */
#include <ctorch/core.h>

#include <stdio.h>

static int failed(ct_error error, const char *where)
{
	if (error == NULL)
		return 0;
	fprintf(stderr, "%s: %s\n", where, error);
	ct_error_free(error);
	return 1;
}

/* d/dx of sum(x y) is y. */
static int check_gradient(const ct_tensor *x)
{
	ct_tensor *grad = NULL;
	double value = 0;

	if (failed(ct_tensor_grad(x, &grad), "ct_tensor_grad") ||
	    failed(ct_tensor_item_double(grad, &value), "ct_tensor_item_double"))
		return 1;
	if (value != 3) {
		fprintf(stderr, "the gradient is %g, not 3\n", value);
		return 1;
	}
	return 0;
}

static int differentiate(void)
{
	static const float numbers[] = { 2, 3 };
	const ct_ints shape = { NULL, 0 };
	ct_tensor_options options = { 0, 0, { 0, -1 }, true, false, 0, NULL };
	ct_tensor *x, *y, *product;

	if (failed(ct_tensor_from_data_with(&numbers[0], CT_FLOAT32, shape, &options, &x), "x") ||
	    failed(ct_tensor_from_data(&numbers[1], CT_FLOAT32, shape, &y), "y") ||
	    failed(ct_mul_Tensor(x, y, &product), "ct_mul_Tensor") ||
	    failed(ct_tensor_backward(product), "ct_tensor_backward"))
		return 1;
	return check_gradient(x);
}

static int refuses(void)
{
	const ct_error error = ct_relu(NULL, NULL);
	const bool is_argument = ct_error_class_of(error) == CT_ERROR_ARGUMENT;

	ct_error_free(error);
	if (!is_argument)
		fprintf(stderr, "ct_relu(NULL, NULL) is no ArgumentError\n");
	return !is_argument;
}

int main(void)
{
	ct_scope *scope = ct_scope_open();
	const int wrong = differentiate() || refuses();

	return failed(ct_scope_close(scope), "ct_scope_close") || wrong;
}
