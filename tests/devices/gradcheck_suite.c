/*
 * Checks of gradients on the device: formulas of libtorch, in reverse and in forward mode, and a
 * formula of our own that is wrong.
 */
#include "releases.h"
#include "support.h"

/* Computes an expression of x and y, [2, 3], and m, [3, 3]. */
#define FUNCTION(name, expression)                                                              \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *device,        \
			     ct_tensor **outputs, int64_t outputs_len)                          \
	{                                                                                       \
		ct_tensor *x = inputs[0], *y = inputs[1], *m = inputs[2];                       \
                                                                                                \
		(void)inputs_len, (void)outputs_len, (void)x, (void)y, (void)m;                 \
		CT_TRY(CT_FINISH(expression, &outputs[0]));                                     \
		MUST(ct_tensor_device(outputs[0]).index == ((const ct_device *)device)->index); \
		return NULL;                                                                    \
	}

FUNCTION(products, CT_E(add, CT_E(mul, x, CT_E(exp, y)), CT_E(div, y, CT_E(add, y, 2))))
FUNCTION(matrices, CT_E(matmul, x, CT_E(matmul, m, CT_E(t, y))))
FUNCTION(inverse, CT_E(matmul, x, CT_E(linalg_inv, m)))
FUNCTION(softmax, CT_E(mul, CT_E(log_softmax, x, 1), CT_E(softmax, y, 0)))
FUNCTION(layer_norm, CT_E(layer_norm, x, CT_L(3), .weight = CT_E(select, m, 0, 0)))
FUNCTION(batch_norm, CT_E(batch_norm, x, CT_E(select, m, 0, 0), CT_E(select, m, 0, 1), NULL, NULL,
			  true, 0.1, 1e-5, true))
FUNCTION(convolution,
	 CT_E(conv1d, CT_E(unsqueeze, x, 0), CT_E(unsqueeze, y, 0), .padding = CT_L(1)))
FUNCTION(reductions, CT_E(cat, CT_TENSORS(CT_E(logsumexp, x, CT_L(1)), CT_E(std_dim, y, CT_L(1)),
					  CT_E(amax, m, CT_L(0)))))
FUNCTION(cumulative, CT_E(cumsum, CT_E(cumprod, y, 1), 0))
FUNCTION(masks,
	 CT_E(where_self, CT_E(gt, x, 0), CT_E(sin, y), CT_E(masked_fill, x, CT_E(gt, y, 1), 3)))
FUNCTION(indices, CT_E(index_select, CT_E(flip, m, CT_L(0)), 1,
		       CT_E(arange, 2, .device = ct_tensor_device(m))))
FUNCTION(complex_numbers, CT_E(abs, CT_E(exp, CT_E(complex, x, y))))

static const struct {
	const char *name;
	ct_gradcheck_function function;
} functions[] = {
	{ "products", products },     { "matrices", matrices },
	{ "softmax", softmax },       { "convolution", convolution },
	{ "inverse", inverse },       { "layer_norm", layer_norm },
	{ "batch_norm", batch_norm }, { "reductions", reductions },
	{ "cumulative", cumulative }, { "masks", masks },
	{ "indices", indices },       { "complex numbers", complex_numbers },
};

/* Checking a gradient's gradient takes several times as long. */
enum { FUNCTIONS = sizeof functions / sizeof *functions, CHECKED_TWICE = 4 };

/* Numbers without a kink nearby; m is far from singular. */
static void make_leaves(ct_device device, ct_tensor *leaves[3])
{
	ct_tensor *x = CT_E(linspace, -0.9, 1.1, 6, .dtype = CT_FLOAT64);
	ct_tensor *m = CT_E(linspace, 0.1, 0.8, 9, .dtype = CT_FLOAT64);

	leaves[0] = on_device(CT_E(reshape, x, CT_L(2, 3)), device);
	leaves[1] = on_device(CT_E(reshape, CT_E(exp, CT_E(sin, CT_E(mul, x, 3))), CT_L(2, 3)),
			      device);
	leaves[2] = on_device(CT_E(add, CT_E(reshape, m, CT_L(3, 3)), CT_E(eye, 3)), device);
	OK(CT_DONE());
	for (int i = 0; i < 3; i++)
		OK(ct_tensor_set_requires_grad(leaves[i], true));
}

/* Before 2.2 the forward mode of these has numbers on the CPU. */
static bool mixes_devices(int i)
{
	const bool mixes = !CT_RELEASE_AT_LEAST(2, 2) && (functions[i].function == layer_norm ||
							  functions[i].function == batch_norm);

	if (mixes)
		LEFT_OUT(functions[i].name, "its forward mode mixes devices");
	return mixes;
}

START_TEST(gradients_of_operators_are_right)
{
	CT_SCOPE;
	ct_device device = SIM_DEVICE(_i % 2);
	const ct_gradcheck_options options = { .check_forward_ad = !mixes_devices(_i) };
	ct_tensor *leaves[3];
	ct_error error;

	make_leaves(device, leaves);
	error = ct_gradcheck(functions[_i].function, &device, CT_TENSORS_OF(leaves, 3), 1, &options,
			     NULL);
	ck_assert_msg(error == NULL, "%s: %s", functions[_i].name, error);
	ASSERT_COUNT(kernels, gt, 0);
}
END_TEST

START_TEST(gradients_of_gradients_are_right)
{
	CT_SCOPE;
	ct_device device = SIM_DEVICE(_i % 2);
	ct_tensor *leaves[3];
	ct_error error;

	make_leaves(device, leaves);
	error = ct_gradgradcheck(functions[_i].function, &device, CT_TENSORS_OF(leaves, 3), 1,
				 CT_NO_TENSORS, NULL, NULL);
	ck_assert_msg(error == NULL, "%s: %s", functions[_i].name, error);
}
END_TEST

/* --- A wrong one ------------------------------------------------------------------------------ */

static ct_error square(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return CT(mul, &outputs[0], inputs[0], inputs[0]);
}

static ct_error scaled_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results)
{
	const double *factor = ct_function_data(context);
	ct_tensor *x;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	return CT_FINISH(CT_E(mul, CT_E(mul, grads[0], x), *factor), &results[0]);
}

static ct_error apply_square(ct_tensor *const *inputs, int64_t inputs_len, void *factor,
			     ct_tensor **outputs, int64_t outputs_len)
{
	static const ct_function function = { .name = "Square",
					      .forward = square,
					      .backward = scaled_backward };

	return ct_function_apply(&function, factor, CT_TENSORS_OF(inputs, inputs_len), outputs,
				 outputs_len);
}

START_TEST(a_wrong_gradient_is_found)
{
	CT_SCOPE;
	double right = 2, wrong = 2.1;
	ct_tensor *leaves[3];
	bool result = true;

	make_leaves(SIM_DEVICE(0), leaves);
	OK(ct_gradcheck(apply_square, &right, CT_TENSORS(leaves[0]), 1, NULL, NULL));
	OK(ct_gradcheck(apply_square, &wrong, CT_TENSORS(leaves[0]), 1, NULL, &result));
	ck_assert(!result);
	FAILS_WITH(ct_gradcheck(apply_square, &wrong, CT_TENSORS(leaves[0]), 1, NULL, NULL),
		   CT_ERROR_RUNTIME, "device='" SIM_NAME ":0'");
}
END_TEST

/* Inputs are moved in place, so their values must be restored. */
START_TEST(inputs_are_as_before)
{
	CT_SCOPE;
	ct_device device = SIM_DEVICE(0);
	ct_tensor *leaves[3], *before[3];

	make_leaves(device, leaves);
	make_leaves(CT_DEVICE_CPU, before);
	OK(ct_gradcheck(products, &device, CT_TENSORS_OF(leaves, 3), 1, NULL, NULL));
	for (int i = 0; i < 3; i++)
		assert_same(leaves[i], before[i], "an input");
}
END_TEST

Suite *gradcheck_suite(void)
{
	Suite *suite = suite_create("gradcheck");
	TCase *tests = tests_on_sim("gradcheck");

	tcase_add_loop_test(tests, gradients_of_operators_are_right, 0, FUNCTIONS);
	tcase_add_loop_test(tests, gradients_of_gradients_are_right, 0, CHECKED_TWICE);
	tcase_add_test(tests, a_wrong_gradient_is_found);
	tcase_add_test(tests, inputs_are_as_before);
	suite_add_tcase(suite, tests);
	return suite;
}
