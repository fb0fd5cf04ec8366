/*
 * Errors of callbacks, and what they and their callers may not do.
 */
#include <pthread.h>

#include "function_samples.h"

static ct_tensor *leaf(void)
{
	ct_tensor *x = vector(3, (const float[]){ 1, 2, 3 });

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

static ct_error double_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	(void)context;
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), &outputs[0]);
}

static ct_error backward_with(ct_function_backward backward)
{
	const ct_function function = { .name = "MyFunction",
				       .forward = double_forward,
				       .backward = backward };
	ct_tensor *y;

	CT_TRY(apply_one(&function, leaf(), &y));
	return sum_backward(y);
}

/* --- Errors of callbacks --------------------------------------------------------------------- */

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
	ct_error err = apply_one(&function, leaf(), &y);

	ck_assert_str_eq(err, "IndexError: the third wheel");
	ck_assert_int_eq(ct_error_kind(err), CT_ERROR_INDEX);
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

/* A backward that goes back through another graph, and that one's through another, ... : beyond a
 * depth of some tens libtorch does so in another thread. */
enum { DEPTH = 100 };

static pthread_t deepest;

static ct_error deeper_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs);

static ct_error deeper_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results);

static const ct_function deeper = { .name = "Deeper",
				    .forward = deeper_forward,
				    .backward = deeper_backward,
				    .data_size = sizeof(int) };

static ct_error deeper_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	(void)context;
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), &outputs[0]);
}

static ct_error deeper_backward(ct_function_context *context, ct_tensor *const *grads,
				ct_tensor **results)
{
	int depth = *(const int *)ct_function_data(context);
	ct_tensor *x = leaf(), *y;

	(void)grads;
	(void)results;
	deepest = pthread_self();
	if (depth == DEPTH)
		return ct_error_new(CT_ERROR_VALUE, "deeper", "the bottom");
	depth++;
	ct_autograd_set_grad_enabled(true);
	CT_TRY(ct_function_apply(&deeper, &depth, &x, 1, &y, 1));
	return sum_backward(y);
}

START_TEST(errors_come_out_of_autograds_threads)
{
	CT_SCOPE;
	int depth = 0;
	ct_tensor *x = leaf(), *y;
	ct_error err;

	OK(ct_function_apply(&deeper, &depth, &x, 1, &y, 1));
	err = sum_backward(y);
	ck_assert_str_eq(err, "ValueError: the bottom");
	ck_assert_str_eq(ct_error_function(err), "deeper");
	ck_assert(!pthread_equal(deepest, pthread_self()));
	ct_error_free(err);
}
END_TEST

static ct_error back_through_itself(ct_function_context *context, ct_tensor *const *grads,
				    ct_tensor **results)
{
	ct_tensor *y;

	(void)grads;
	(void)results;
	ct_autograd_set_grad_enabled(true);
	CT_TRY(ct_function_saved(context, &y, 1));
	return sum_backward(y);
}

START_TEST(backward_through_itself_does_not_hang)
{
	CT_SCOPE;
	ct_function function = my_exp;
	ct_tensor *y;

	function.backward = back_through_itself;
	OK(apply_one(&function, leaf(), &y));
	FAILS(sum_backward(y), "RuntimeError: MyExpBackward goes back through itself: what its "
			       "backward differentiates depends on its own output");
}
END_TEST

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
	ct_tensor *x = leaf(), *y[2] = { UNTOUCHED, UNTOUCHED };

	FAILS(apply_one(&function, x, y),
	      "ArgumentError: ct_function_apply: forward of Forgets has not set output 0");
	FAILS(ct_function_apply(&nulls, NULL, &x, 1, y, 2),
	      "ArgumentError: ct_function_apply: forward of Nulls has not set output 1");
	ck_assert_ptr_eq(y[0], UNTOUCHED);
}
END_TEST

START_TEST(backward_must_set_what_is_needed)
{
	CT_SCOPE;

	FAILS(backward_with(nothing), "ArgumentError: MyFunctionBackward: the gradient by input 0 "
				      "was not set; NULL says that there is none");
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
	ct_tensor *x = leaf(), *y, *grad;

	OK(apply_one(&function, x, &y));
	OK(sum_backward(y));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_null(grad);
}
END_TEST

/* --- What is not for this callback ----------------------------------------------------------- */

static ct_error saved_in_forward(ct_function_context *context, ct_tensor *const *inputs,
				 ct_tensor **outputs)
{
	(void)inputs;
	return ct_function_saved(context, outputs, 1);
}

static ct_error save_in_backward(ct_function_context *context, ct_tensor *const *grads,
				 ct_tensor **results)
{
	(void)results;
	return ct_function_save(context, grads, 1);
}

static ct_error dirty_in_backward(ct_function_context *context, ct_tensor *const *grads,
				  ct_tensor **results)
{
	(void)results;
	return ct_function_mark_dirty(context, grads, 1);
}

static ct_error too_many_saved(ct_function_context *context, ct_tensor *const *grads,
			       ct_tensor **results)
{
	ct_tensor *saved[2];

	(void)grads;
	(void)results;
	return ct_function_saved(context, saved, 2);
}

START_TEST(what_is_for_the_other_callback_is_refused)
{
	CT_SCOPE;
	const ct_function function = { .name = "Early", .forward = saved_in_forward };

	FAILS(apply_one(&function, leaf(), NULL),
	      "ArgumentError: ct_function_saved: it is for backward of Early");
	FAILS(backward_with(save_in_backward),
	      "ArgumentError: ct_function_save: it is for forward of MyFunction");
	FAILS(backward_with(dirty_in_backward),
	      "ArgumentError: ct_function_mark_dirty: it is for forward of MyFunction");
	FAILS(backward_with(too_many_saved), "ArgumentError: ct_function_saved: argument 3 "
					     "(results_len) is 2, but forward has saved 0");
}
END_TEST

static ct_error dirty_other(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(ct_clone(inputs[0], CT_MEMORY_FORMAT_NONE, &outputs[0]));
	return ct_function_mark_dirty(context, outputs, 1);
}

START_TEST(only_inputs_can_be_dirty)
{
	CT_SCOPE;
	const ct_function function = { .name = "Dirty", .forward = dirty_other };

	FAILS(apply_one(&function, leaf(), NULL),
	      "ArgumentError: ct_function_mark_dirty: argument 2 "
	      "(tensors): element 0 is not an input");
}
END_TEST

START_TEST(without_a_context_nothing_happens)
{
	ct_tensor *tensor = UNTOUCHED;

	ck_assert_ptr_null(ct_function_data(NULL));
	ck_assert_int_eq(ct_function_inputs_len(NULL), -1);
	ck_assert_int_eq(ct_function_outputs_len(NULL), -1);
	ck_assert(!ct_function_needs_input_grad(NULL, 0));
	FAILS(ct_function_save(NULL, NULL, 0),
	      "ArgumentError: ct_function_save: argument 1 (context) must not be NULL");
	FAILS(ct_function_saved(NULL, &tensor, 1),
	      "ArgumentError: ct_function_saved: argument 1 (context) must not be NULL");
	FAILS(ct_function_set_materialize_grads(NULL, true),
	      "ArgumentError: ct_function_set_materialize_grads: argument 1 (context) must not "
	      "be NULL");
	FAILS(ct_function_mark_non_differentiable(NULL, NULL, 0),
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
	ct_tensor *x = leaf(), *y = UNTOUCHED;

	FAILS(ct_function_apply(NULL, NULL, &x, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (function) must not be NULL");
	FAILS(ct_function_apply(&nameless, NULL, &x, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (function) has no name");
	FAILS(ct_function_apply(&negative, NULL, &x, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 1 (function): inputs_len, outputs_len "
	      "and data_size of Negative must not be negative");
	FAILS(ct_function_apply(&my_linear, NULL, &x, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 4 (inputs_len) is 1, but MyLinear has 3 "
	      "inputs");
	FAILS(ct_function_apply(&my_sort, NULL, &x, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 6 (outputs_len) is 1, but MySort has 3 "
	      "outputs");
	FAILS(ct_function_apply(&my_square, NULL, &x, 1, &y, 0),
	      "ArgumentError: ct_function_apply: argument 6 (outputs_len) is 0, it must be 1 or "
	      "more");
	FAILS(ct_function_apply(&my_square, NULL, &x, 1, NULL, INT64_MAX),
	      "ArgumentError: ct_function_apply: argument 6 (outputs_len) is 9223372036854775807, "
	      "but libtorch numbers no more than 4294967295 outputs of a function");
	FAILS(ct_function_apply(&my_square, NULL, NULL, 1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 3 (inputs) must not be NULL, since its "
	      "length is 1");
	FAILS(ct_function_apply(&my_square, NULL, &x, -1, &y, 1),
	      "ArgumentError: ct_function_apply: argument 3 (inputs): length is -1, it must not "
	      "be negative");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

Suite *function_refusals_suite(void)
{
	Suite *suite = suite_create("function_refusals");
	TCase *callbacks = tests_of("callbacks");
	TCase *ours = tests_of("ours");

	tcase_add_test(callbacks, errors_of_forward_come_back_as_they_are);
	tcase_add_test(callbacks, errors_of_backward_come_back_as_they_are);
	tcase_add_test(callbacks, callbacks_may_return_a_text_of_their_own);
	tcase_add_test(callbacks, errors_come_out_of_autograds_threads);
	tcase_add_test(callbacks, backward_through_itself_does_not_hang);
	tcase_add_test(ours, forward_must_set_its_outputs);
	tcase_add_test(ours, backward_must_set_what_is_needed);
	tcase_add_test(ours, backward_may_say_that_there_is_no_gradient);
	tcase_add_test(ours, what_is_for_the_other_callback_is_refused);
	tcase_add_test(ours, only_inputs_can_be_dirty);
	tcase_add_test(ours, without_a_context_nothing_happens);
	tcase_add_test(ours, wrong_arguments_are_named);
	suite_add_tcase(suite, callbacks);
	suite_add_tcase(suite, ours);
	return suite;
}
