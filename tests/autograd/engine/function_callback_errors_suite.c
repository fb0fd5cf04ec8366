/*
 * Errors that callbacks of custom functions return, and a backward that calls itself.
 */
#include <pthread.h>

#include "function_samples.h"

static ct_error refusing(ct_function_context *context, ct_tensor *const *inputs,
			 ct_tensor **outputs)
{
	(void)context;
	(void)inputs;
	(void)outputs;
	return ct_error_new(CT_ERROR_INDEX, "refusing", "the third wheel");
}

START_TEST(errors_of_forward_come_back_as_they_are)
{
	CT_SCOPE;
	static const ct_function function = { .name = "Refuses", .forward = refusing };
	ct_tensor *y = UNTOUCHED;
	ct_error err = apply_one(&function, leaf_of_three(), &y);

	ck_assert_str_eq(err, "IndexError: the third wheel");
	ck_assert_int_eq(ct_error_class_of(err), CT_ERROR_INDEX);
	ck_assert_str_eq(ct_error_function(err), "refusing");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ct_error_free(err);
}
END_TEST

START_TEST(errors_of_backward_come_back_as_they_are)
{
	CT_SCOPE;
	ct_error err = backward_with(refusing);

	ck_assert_str_eq(err, "IndexError: the third wheel");
	ck_assert_str_eq(ct_error_function(err), "refusing");
	ct_error_free(err);
}
END_TEST

static ct_error own_text(ct_function_context *context, ct_tensor *const *inputs,
			 ct_tensor **outputs)
{
	(void)context;
	(void)inputs;
	(void)outputs;
	return "ValueError: a literal";
}

START_TEST(callbacks_may_return_a_text_of_their_own)
{
	CT_SCOPE;

	FAILS(backward_with(own_text), "ValueError: a literal");
}
END_TEST

/* A backward that runs backward through another graph, whose backward does the same, and so on:
 * beyond a depth of some tens, libtorch does this in another thread. */
enum { DEPTH = 100 };

static pthread_t deepest;

static ct_error deeper_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results);

static const ct_function deeper = { .name = "Deeper",
				    .forward = double_forward,
				    .backward = deeper_backward,
				    .data_size = sizeof(int) };

static ct_error deeper_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results)
{
	int depth = *(const int *)ct_function_data(context);
	ct_tensor *x = leaf_of_three(), *y;

	(void)grads;
	(void)results;
	deepest = pthread_self();
	if (depth == DEPTH)
		return ct_error_new(CT_ERROR_VALUE, "deeper", "the bottom");
	depth++;
	ct_autograd_set_grad_enabled(true);
	CT_TRY(ct_function_apply(&deeper, &depth, CT_TENSORS(x), &y, 1));
	return sum_backward(y);
}

START_TEST(errors_come_out_of_autograds_threads)
{
	CT_SCOPE;
	int depth = 0;
	ct_tensor *x = leaf_of_three(), *y;
	ct_error err;

	OK(ct_function_apply(&deeper, &depth, CT_TENSORS(x), &y, 1));
	err = sum_backward(y);
	ck_assert_str_eq(err, "ValueError: the bottom");
	ck_assert_str_eq(ct_error_function(err), "deeper");
	ck_assert(!pthread_equal(deepest, pthread_self()));
	ct_error_free(err);
}
END_TEST

static ct_error refusing_in_test(ct_function_context *context, ct_tensor *const *inputs,
				 ct_tensor **outputs)
{
	return ct_error_note(refusing(context, inputs, outputs), "test.c", 7, "outer");
}

START_TEST(errors_name_the_function_that_was_called)
{
	CT_SCOPE;
	static const ct_function function = { .name = "Refuses", .forward = refusing_in_test };
	ct_tensor *y;

	FAILS_THROUGH(apply_one(&function, leaf_of_three(), &y),
		      "  at outer (test.c:7)\n  in the forward of Refuses\n");
	FAILS_THROUGH(backward_with(refusing), "  in the backward of MyFunction\n");
	FAILS_THROUGH(backward_with(own_text), "  in the backward of MyFunction\n");
}
END_TEST

static ct_error back_through_itself(ct_function_context *context, ct_tensor *const *grads,
				    ct_tensor **results)
{
	ct_tensor *y;

	(void)grads;
	(void)results;
	ct_autograd_set_grad_enabled(true);
	CT_TRY(ct_function_saved_tensors(context, &y, 1));
	return sum_backward(y);
}

START_TEST(backward_through_itself_does_not_hang)
{
	CT_SCOPE;
	ct_function function = my_exp;
	ct_tensor *y;

	function.backward = back_through_itself;
	OK(apply_one(&function, leaf_of_three(), &y));
	FAILS(sum_backward(y), "RuntimeError: MyExpBackward depends on itself: its backward "
			       "differentiates a tensor that depends on its own output");
}
END_TEST

Suite *function_callback_errors_suite(void)
{
	Suite *suite = suite_create("errors of callbacks");
	TCase *tests = tests_of("errors of callbacks");

	tcase_add_test(tests, errors_of_forward_come_back_as_they_are);
	tcase_add_test(tests, errors_of_backward_come_back_as_they_are);
	tcase_add_test(tests, callbacks_may_return_a_text_of_their_own);
	tcase_add_test(tests, errors_name_the_function_that_was_called);
	tcase_add_test(tests, errors_come_out_of_autograds_threads);
	tcase_add_test(tests, backward_through_itself_does_not_hang);
	suite_add_tcase(suite, tests);
	return suite;
}
