/*
 * Gradient checks of functions with unusual outputs.
 */
#include "gradcheck_support.h"

/* Zeros, which depend on nothing, and integers, which have no gradient. */
static ct_error constants(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
			  int64_t outputs_len)
{
	(void)n;
	(void)context;
	CT_TRY(ct_zeros_like(inputs[0], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			     CT_MEMORY_FORMAT_NONE, &outputs[0]));
	return outputs_len == 1 ? NULL
				: ct_to_dtype(inputs[0], CT_INT64, false, true,
					      CT_MEMORY_FORMAT_NONE, &outputs[1]);
}

/* torch.autograd.gradcheck() returns True for both. */
START_TEST(outputs_without_a_gradient_must_be_constant)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();

	OK(ct_gradcheck(constants, NULL, CT_TENSORS(x), 1, NULL, NULL));
	OK(ct_gradcheck(constants, NULL, CT_TENSORS(x), 2, NULL, NULL));
}
END_TEST

START_TEST(second_gradients_want_an_output_with_a_gradient)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();

	FAILS(ct_gradgradcheck(constants, NULL, CT_TENSORS(x), 1, CT_NO_TENSORS, NULL, NULL),
	      "ValueError: no output of the function requires a gradient");
}
END_TEST

static ct_error to_sparse(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
			  int64_t outputs_len)
{
	(void)n;
	(void)context;
	(void)outputs_len;
	return ct_to_sparse(inputs[0], CT_LAYOUT_NONE, NULL, 0, NULL, &outputs[0]);
}

/* The error text is PyTorch's. */
START_TEST(sparse_outputs_are_refused)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();

	FAILS(ct_gradcheck(to_sparse, NULL, CT_TENSORS(x), 1, NULL, NULL),
	      "ValueError: Sparse output is not supported at gradcheck yet. Please call "
	      "to_dense(masked_grad=...) on the output of fn for gradcheck.");
}
END_TEST

/* The second output has a gradient only in the first call. */
static ct_error forgets(ct_tensor *const *inputs, int64_t n, void *context, ct_tensor **outputs,
			int64_t outputs_len)
{
	ct_tensor *cosine;

	(void)n;
	(void)outputs_len;
	CT_TRY(ct_sin(inputs[0], &outputs[0]));
	CT_TRY(ct_cos(inputs[0], &cosine));
	if ((*(int *)context)++ == 0)
		outputs[1] = cosine;
	else
		CT_TRY(ct_detach(cosine, &outputs[1]));
	return NULL;
}

START_TEST(outputs_must_keep_requiring_a_gradient)
{
	CT_SCOPE;
	ct_tensor *x = sample_x();
	int times = 0;

	FAILS_WITH(ct_gradgradcheck(forgets, &times, CT_TENSORS(x), 2, CT_NO_TENSORS, NULL, NULL),
		   CT_ERROR_RUNTIME,
		   "the outputs that require a gradient differ from the first call");
}
END_TEST

Suite *gradcheck_outputs_suite(void)
{
	Suite *suite = suite_create("gradcheck: outputs");
	TCase *tests = tests_of("outputs");

	tcase_add_test(tests, outputs_without_a_gradient_must_be_constant);
	tcase_add_test(tests, second_gradients_want_an_output_with_a_gradient);
	tcase_add_test(tests, sparse_outputs_are_refused);
	tcase_add_test(tests, outputs_must_keep_requiring_a_gradient);
	suite_add_tcase(suite, tests);
	return suite;
}
