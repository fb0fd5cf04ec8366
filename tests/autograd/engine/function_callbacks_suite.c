/*
 * What callbacks of custom functions can query, and how they are called.
 */
#include "function_samples.h"

/* What the callbacks saw of their context. */
struct seen {
	int forwards, backwards;
	int64_t inputs_len, outputs_len;
	bool needs[3], needed[3];
	bool recording, out_of_range;
};

static ct_error see_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	struct seen *seen = ct_function_data(context);

	seen->forwards++;
	seen->inputs_len = ct_function_input_count(context);
	seen->outputs_len = ct_function_output_count(context);
	seen->recording = ct_autograd_is_grad_enabled();
	for (int64_t i = 0; i < 3; i++)
		seen->needs[i] = ct_function_needs_input_grad(context, i);
	seen->out_of_range = ct_function_needs_input_grad(context, 3) ||
			     ct_function_needs_input_grad(context, -1);
	return ct_mul_Tensor(inputs[0], inputs[2], &outputs[0]);
}

static ct_error see_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			     ct_tensor **grad_inputs)
{
	struct seen *seen = ct_function_data(context);

	seen->backwards++;
	for (int64_t i = 0; i < 3; i++) {
		seen->needed[i] = ct_function_needs_input_grad(context, i);
		if (seen->needed[i])
			grad_inputs[i] = grad_outputs[0];
	}
	return NULL;
}

static const ct_function see = { .name = "See", .forward = see_forward, .backward = see_backward };

START_TEST(needs_input_grad_tells_what_backward_wants)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf_number(2), NULL, leaf_number(3) }, *y, *grad;
	const bool retain = true;
	ct_autograd_grad_options options = { 0 };

	OK(ct_function_apply(&see, &seen, CT_TENSORS_OF(inputs, 3), &y, 1));
	ck_assert_int_eq(seen.inputs_len, 3);
	ck_assert_int_eq(seen.outputs_len, 1);
	ck_assert(!seen.recording && !seen.out_of_range);
	ck_assert(seen.needs[0] && !seen.needs[1] && seen.needs[2]);
	options.retain_graph = &retain;
	OK(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(inputs[2]), &options, &grad));
	ck_assert(!seen.needed[0] && !seen.needed[1] && seen.needed[2]);
	OK(ct_tensor_backward(y));
	ck_assert(seen.needed[0] && !seen.needed[1] && seen.needed[2]);
	ck_assert_int_eq(seen.backwards, 2);
}
END_TEST

START_TEST(nothing_is_recorded_without_grad)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf_number(2), NULL, leaf_number(3) }, *y;

	CT_NO_GRAD
	{
		OK(ct_function_apply(&see, &seen, CT_TENSORS_OF(inputs, 3), &y, 1));
	}
	ck_assert(!ct_tensor_requires_grad(y));
	ck_assert(seen.needs[0]); /* as in Python, where it depends only on the input */
	inputs[0] = inputs[2] = number(2);
	OK(ct_function_apply(&see, &seen, CT_TENSORS_OF(inputs, 3), &y, 1));
	ck_assert(!ct_tensor_requires_grad(y) && !seen.needs[0]);
	ck_assert_double_eq(value_of(y), 4);
}
END_TEST

START_TEST(outputs_may_be_dropped)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf_number(2), NULL, leaf_number(3) };

	OK(ct_function_apply(&see, &seen, CT_TENSORS_OF(inputs, 3), NULL, 1));
	ck_assert_int_eq(seen.forwards, 1);
}
END_TEST

/* A nested function: each of its callbacks applies other functions. */
static ct_error nested_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return apply_one(&my_exp, inputs[0], &outputs[0]);
}

static ct_error nested_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	ct_tensor *x, *y;

	CT_TRY(ct_function_saved_tensors(context, &x, 1));
	CT_TRY(apply_one(&my_exp, x, &y));
	return ct_mul_Tensor(grad_outputs[0], y, &grad_inputs[0]);
}

/* Every derivative of the exponential is the exponential itself. */
START_TEST(functions_are_applied_in_callbacks)
{
	CT_SCOPE;
	static const ct_function nested = { .name = "Nested",
					    .forward = nested_forward,
					    .backward = nested_backward };
	ct_autograd_grad_options options = { 0 };
	ct_tensor *x = leaf_number(1), *y;

	options.create_graph = true;
	OK(apply_one(&nested, x, &y));
	for (int i = 0; i < 4; i++) {
		ck_assert_double_eq_tol(value_of(y), 2.718281828, 1e-6);
		OK(ct_autograd_grad(CT_TENSORS(y), CT_TENSORS(x), &options, &y));
	}
}
END_TEST

START_TEST(all_numbers_of_inputs_and_outputs_are_taken)
{
	CT_SCOPE;
	enum { MANY = 40 };
	ct_tensor *inputs[MANY], *outputs[MANY];

	for (int i = 0; i < MANY; i++)
		inputs[i] = leaf_number((float)i);
	for (int i = 0; i < MANY; i++) {
		OK(ct_function_apply(&my_square, NULL, CT_TENSORS_OF(&inputs[i], MANY - i),
				     &outputs[i], 1));
		ck_assert_double_eq(value_of(outputs[i]), i * i);
	}
}
END_TEST

Suite *function_callbacks_suite(void)
{
	Suite *suite = suite_create("callbacks of functions");
	TCase *tests = tests_of("callbacks of functions");

	tcase_add_test(tests, needs_input_grad_tells_what_backward_wants);
	tcase_add_test(tests, nothing_is_recorded_without_grad);
	tcase_add_test(tests, outputs_may_be_dropped);
	tcase_add_test(tests, functions_are_applied_in_callbacks);
	tcase_add_test(tests, all_numbers_of_inputs_and_outputs_are_taken);
	suite_add_tcase(suite, tests);
	return suite;
}
