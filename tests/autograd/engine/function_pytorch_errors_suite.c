/*
 * Custom functions that PyTorch rejects: the same messages for the same mistakes.
 */
#include "function_samples.h"

static json_t *cases;

static ct_tensor *doubled(const ct_tensor *x)
{
	ct_tensor *twice;

	OK(ct_mul_Scalar(x, ct_scalar_int(2), &twice));
	return twice;
}

static ct_error shorter(ct_function_context *context, ct_tensor *const *grads, ct_tensor **results)
{
	const int64_t end = 2;

	(void)context;
	return ct_slice_Tensor(grads[0], 0, NULL, &end, 1, &results[0]);
}

static ct_error longer(ct_function_context *context, ct_tensor *const *grads, ct_tensor **results)
{
	(void)context;
	return ct_cat((ct_tensor *const[]){ grads[0], grads[0] }, 2, 0, &results[0]);
}

static ct_error as_complex(ct_function_context *context, ct_tensor *const *grads,
			   ct_tensor **results)
{
	(void)context;
	return ct_to_dtype(grads[0], CT_COMPLEX64, false, false, CT_MEMORY_FORMAT_NONE,
			   &results[0]);
}

static ct_error elsewhere(ct_function_context *context, ct_tensor *const *grads,
			  ct_tensor **results)
{
	(void)context;
	return ct_to_device(grads[0], CT_DEVICE(CT_DEVICE_TYPE_META, -1), CT_FLOAT32, false, false,
			    CT_MEMORY_FORMAT_NONE, &results[0]);
}

static ct_error for_both(ct_function_context *context, ct_tensor *const *grads, ct_tensor **results)
{
	(void)context;
	results[0] = results[1] = grads[0];
	return NULL;
}

static ct_error another_shape(void)
{
	return backward_with(shorter);
}

static ct_error another_length(void)
{
	return backward_with(longer);
}

static ct_error complex_of_real(void)
{
	return backward_with(as_complex);
}

static ct_error another_device(void)
{
	return backward_with(elsewhere);
}

static ct_error for_no_tensor(void)
{
	static const ct_function function = { .name = "MyFunction",
					      .forward = double_forward,
					      .backward = for_both };
	ct_tensor *y;

	CT_TRY(ct_function_apply(&function, NULL, CT_TENSORS(leaf_of_three(), NULL), &y, 1));
	return sum_backward(y);
}

static ct_error no_backward(void)
{
	return backward_with(NULL);
}

static ct_error no_forward(void)
{
	static const ct_function function = { .name = "MyFunction" };

	return apply_one(&function, leaf_of_three(), NULL);
}

static ct_error input_modified(void)
{
	ct_tensor *q, *y;

	CT_TRY(ct_mul_Scalar(leaf_of_three(), ct_scalar_int(1), &q));
	CT_TRY(apply_one(&my_square, q, &y));
	CT_TRY(add_one(q));
	return sum_backward(y);
}

static ct_error output_modified(void)
{
	ct_tensor *y;

	CT_TRY(apply_one(&my_exp, leaf_of_three(), &y));
	CT_TRY(add_one(y));
	return sum_backward(y);
}

static ct_error second_backward(void)
{
	ct_tensor *y, *sum;

	CT_TRY(apply_one(&my_square, leaf_of_three(), &y));
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_tensor_backward(sum));
	return ct_tensor_backward(sum);
}

static ct_error once_twice(void)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *x = leaf_of_three(), *y, *z, *sum, *grad;

	options.create_graph = true;
	CT_TRY(ct_mul_Scalar(x, ct_scalar_int(1), &y));
	CT_TRY(apply_one(&my_once, y, &y));
	CT_TRY(ct_exp(y, &z));
	CT_TRY(ct_sum(z, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), &options, &grad));
	return sum_backward(grad);
}

static ct_error dirty_leaf(void)
{
	return apply_one(&my_add_one, leaf_of_three(), NULL);
}

static ct_error write_and_return_more(ct_function_context *context, ct_tensor *const *inputs,
				      ct_tensor **outputs)
{
	CT_TRY(ct_add__Scalar(inputs[0], ct_scalar_int(1), ct_scalar_int(1), NULL));
	CT_TRY(ct_function_mark_dirty(context, CT_TENSORS_OF(inputs, 1)));
	if (ct_function_output_count(context) > 1)
		outputs[1] = inputs[0];
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), &outputs[0]);
}

static const ct_function writes = { .name = "MyFunction",
				    .forward = write_and_return_more,
				    .backward = for_both };

static ct_error dirty_not_returned(void)
{
	return apply_one(&writes, doubled(leaf_of_three()), NULL);
}

static ct_error dirty_view_and_more(void)
{
	const int64_t end = 2;
	ct_tensor *view;

	CT_TRY(ct_slice_Tensor(doubled(leaf_of_three()), 0, NULL, &end, 1, &view));
	return ct_function_apply(&writes, NULL, CT_TENSORS(view), NULL, 2);
}

static ct_error write_to_output(const ct_function *function)
{
	ct_tensor *y;

	CT_TRY(apply_one(function, leaf_of_three(), &y));
	return add_one(y);
}

static ct_error write_to_identity(void)
{
	return write_to_output(&my_identity);
}

static ct_error write_to_view(void)
{
	return write_to_output(&my_view);
}

static const struct {
	const char *name;
	ct_error (*call)(void);
} wrongs[] = {
	{ "gradient of another shape", another_shape },
	{ "gradient of more dimensions", another_length },
	{ "complex gradient of a real input", complex_of_real },
	{ "gradient on another device", another_device },
	{ "gradient for no tensor", for_no_tensor },
	{ "no backward", no_backward },
	{ "no forward", no_forward },
	{ "input was modified", input_modified },
	{ "output was modified", output_modified },
	{ "second backward", second_backward },
	{ "once differentiable", once_twice },
	{ "in place on a leaf", dirty_leaf },
	{ "dirty but not an output", dirty_not_returned },
	{ "dirty view and another output", dirty_view_and_more },
	{ "writing to an input as output", write_to_identity },
	{ "writing to a view as output", write_to_view },
};

enum { WRONGS = sizeof wrongs / sizeof *wrongs };

static const char *expected_error(const char *name)
{
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i);

		if (strcmp(expected_text(of_case, "kind"), "error") == 0 &&
		    strcmp(expected_text(of_case, "name"), name) == 0)
			return expected_text(of_case, "error");
	}
	ck_abort_msg("PyTorch was not asked for: %s", name);
	return NULL;
}

START_TEST(mistakes_are_told_as_pytorch_tells_them)
{
	CT_SCOPE;

	FAILS_AS_EXPECTED(wrongs[_i].call(), expected_error(wrongs[_i].name));
}
END_TEST

START_TEST(all_of_pytorchs_mistakes_are_made)
{
	int asked = 0;

	for (size_t i = 0; i < json_array_size(cases); i++)
		asked += strcmp(expected_text(json_array_get(cases, i), "kind"), "error") == 0;
	ck_assert_int_eq(asked, WRONGS);
}
END_TEST

Suite *function_pytorch_errors_suite(void)
{
	Suite *suite = suite_create("PyTorch's errors of functions");
	TCase *tests = tests_of("PyTorch's errors of functions");

	cases = expected_cases("function");
	tcase_add_loop_test(tests, mistakes_are_told_as_pytorch_tells_them, 0, WRONGS);
	tcase_add_test(tests, all_of_pytorchs_mistakes_are_made);
	suite_add_tcase(suite, tests);
	return suite;
}
