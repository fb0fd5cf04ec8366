/*
 * Custom functions that libctorch rejects with its own messages: mistakes that Python cannot make.
 */
#include "function_samples.h"

/* --- What is left unset ---------------------------------------------------------------------- */

static ct_error nothing(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	(void)inputs;
	(void)outputs;
	return NULL;
}

static ct_error second_is_null(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	(void)context;
	outputs[0] = inputs[0];
	outputs[1] = NULL;
	return NULL;
}

START_TEST(forward_must_set_its_outputs)
{
	CT_SCOPE;
	const ct_function function = { .name = "Forgets", .forward = nothing };
	const ct_function nulls = { .name = "Nulls", .forward = second_is_null };
	ct_tensor *x = leaf_of_three(), *y[2] = { UNTOUCHED, UNTOUCHED };

	FAILS(apply_one(&function, x, y),
	      "ArgumentError: ct_function_apply: forward of Forgets did not set output 0");
	FAILS(ct_function_apply(&nulls, NULL, CT_TENSORS(x), y, 2),
	      "ArgumentError: ct_function_apply: forward of Nulls did not set output 1");
	ck_assert_ptr_eq(y[0], UNTOUCHED);
}
END_TEST

START_TEST(backward_must_set_what_is_needed)
{
	CT_SCOPE;

	FAILS(backward_with(nothing), "ArgumentError: MyFunctionBackward: the gradient of input 0 "
				      "was not set; set it to NULL if there is none");
}
END_TEST

static ct_error no_gradient(ct_function_context *context, ct_tensor *const *grads,
			    ct_tensor **results)
{
	(void)context;
	(void)grads;
	results[0] = NULL;
	return NULL;
}

START_TEST(backward_may_say_that_there_is_no_gradient)
{
	CT_SCOPE;
	const ct_function function = { .name = "None",
				       .forward = double_forward,
				       .backward = no_gradient };
	ct_tensor *x = leaf_of_three(), *y, *grad;

	OK(apply_one(&function, x, &y));
	OK(sum_backward(y));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
}
END_TEST

/* --- Calls that this callback must not make -------------------------------------------------- */

static ct_error saved_in_forward(ct_function_context *context, ct_tensor *const *inputs,
				 ct_tensor **outputs)
{
	(void)inputs;
	return ct_function_saved_tensors(context, outputs, 1);
}

static ct_error save_in_backward(ct_function_context *context, ct_tensor *const *grads,
				 ct_tensor **results)
{
	(void)results;
	return ct_function_save_for_backward(context, CT_TENSORS_OF(grads, 1));
}

static ct_error dirty_in_backward(ct_function_context *context, ct_tensor *const *grads,
				  ct_tensor **results)
{
	(void)results;
	return ct_function_mark_dirty(context, CT_TENSORS_OF(grads, 1));
}

static ct_error too_many_saved(ct_function_context *context, ct_tensor *const *grads,
			       ct_tensor **results)
{
	ct_tensor *saved[2];

	(void)grads;
	(void)results;
	return ct_function_saved_tensors(context, saved, 2);
}

START_TEST(what_is_for_the_other_callback_is_refused)
{
	CT_SCOPE;
	const ct_function function = { .name = "Early", .forward = saved_in_forward };

	FAILS(apply_one(&function, leaf_of_three(), NULL),
	      "ArgumentError: ct_function_saved_tensors: it may only be called in backward of "
	      "Early");
	FAILS(backward_with(save_in_backward),
	      "ArgumentError: ct_function_save_for_backward: it may only be called in forward of "
	      "MyFunction");
	FAILS(backward_with(dirty_in_backward),
	      "ArgumentError: ct_function_mark_dirty: it may only be called in forward of "
	      "MyFunction");
	FAILS(backward_with(too_many_saved), "ArgumentError: ct_function_saved_tensors: argument "
					     "3 (results_len) is 2, but forward saved 0 tensors");
}
END_TEST

static ct_error dirty_other(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(ct_clone(inputs[0], CT_MEMORY_FORMAT_NONE, &outputs[0]));
	return ct_function_mark_dirty(context, CT_TENSORS_OF(outputs, 1));
}

START_TEST(only_inputs_can_be_dirty)
{
	CT_SCOPE;
	const ct_function function = { .name = "Dirty", .forward = dirty_other };

	FAILS(apply_one(&function, leaf_of_three(), NULL),
	      "ArgumentError: ct_function_mark_dirty: argument 2 "
	      "(tensors): element 0 is not an input");
}
END_TEST

START_TEST(without_a_context_nothing_happens)
{
	ct_tensor *tensor = UNTOUCHED;

	ck_assert_ptr_null(ct_function_data(NULL));
	ck_assert_int_eq(ct_function_input_count(NULL), -1);
	ck_assert_int_eq(ct_function_output_count(NULL), -1);
	ck_assert(!ct_function_needs_input_grad(NULL, 0));
	FAILS(ct_function_save_for_backward(NULL, CT_NO_TENSORS),
	      "ArgumentError: ct_function_save_for_backward: argument 1 (context) must not be NULL");
	FAILS(ct_function_saved_tensors(NULL, &tensor, 1),
	      "ArgumentError: ct_function_saved_tensors: argument 1 (context) must not be NULL");
	FAILS(ct_function_set_materialize_grads(NULL, true),
	      "ArgumentError: ct_function_set_materialize_grads: argument 1 (context) must not "
	      "be NULL");
	FAILS(ct_function_mark_non_differentiable(NULL, CT_NO_TENSORS),
	      "ArgumentError: ct_function_mark_non_differentiable: argument 1 (context) must not "
	      "be NULL");
}
END_TEST

/* --- Arguments ------------------------------------------------------------------------------- */

START_TEST(wrong_arguments_are_named)
{
	CT_SCOPE;
	const ct_function nameless = { .forward = nothing };
	const ct_function negative = { .name = "Negative", .forward = nothing, .data_size = -1 };
	ct_tensor *x = leaf_of_three(), *y = UNTOUCHED;

	FAILS(ct_function_apply(NULL, NULL, CT_TENSORS(x), &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (self) must not be NULL");
	FAILS(ct_function_apply(&nameless, NULL, CT_TENSORS(x), &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (self): name must not be NULL or "
	      "empty");
	FAILS(ct_function_apply(&negative, NULL, CT_TENSORS(x), &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (self): inputs_len, outputs_len "
	      "and data_size of Negative must not be negative");
	FAILS(ct_function_apply(&my_linear, NULL, CT_TENSORS(x), &y, 1),
	      "ArgumentError: ct_function_apply: argument 3 (inputs): length is 1, but MyLinear has 3 "
	      "inputs");
	FAILS(ct_function_apply(&my_sort, NULL, CT_TENSORS(x), &y, 1),
	      "ArgumentError: ct_function_apply: argument 5 (outputs_len) is 1, but MySort has 3 "
	      "outputs");
	FAILS(ct_function_apply(&my_square, NULL, CT_TENSORS(x), &y, 0),
	      "ArgumentError: ct_function_apply: argument 5 (outputs_len) is 0, but must be at "
	      "least 1");
	FAILS(ct_function_apply(&my_square, NULL, CT_TENSORS(x), NULL, INT64_MAX),
	      "ArgumentError: ct_function_apply: argument 5 (outputs_len) is "
	      "9223372036854775807, but a function in libtorch has at most 4294967295 outputs");
	FAILS(ct_function_apply(&my_square, NULL, CT_TENSORS_OF(NULL, 1), &y, 1),
	      "ArgumentError: ct_function_apply: argument 3 (inputs) must not be NULL, since its "
	      "length is 1");
	FAILS(ct_function_apply(&my_square, NULL, CT_TENSORS_OF(&x, -1), &y, 1),
	      "ArgumentError: ct_function_apply: argument 3 (inputs): length is -1, but must not "
	      "be negative");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

Suite *function_refusals_suite(void)
{
	Suite *suite = suite_create("refusals of functions");
	TCase *tests = tests_of("refusals of functions");

	tcase_add_test(tests, forward_must_set_its_outputs);
	tcase_add_test(tests, backward_must_set_what_is_needed);
	tcase_add_test(tests, backward_may_say_that_there_is_no_gradient);
	tcase_add_test(tests, what_is_for_the_other_callback_is_refused);
	tcase_add_test(tests, only_inputs_can_be_dirty);
	tcase_add_test(tests, without_a_context_nothing_happens);
	tcase_add_test(tests, wrong_arguments_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}
