/*
 * CT_E(): expressions.
 */
#include "support.h"

static ct_error norm(const ct_tensor *x, ct_tensor **result)
{
	return CT_FINISH(CT_E(sqrt, CT_E(sum, CT_E(mul, x, x))), result);
}

static ct_tensor *half(const ct_tensor *x)
{
	return CT_E(mul, x, 0.5);
}

START_TEST(an_expression_has_a_value)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result;

	CT_CHECK(norm(x, &result));
	ck_assert_double_eq(value_of(result), 5);
	CT_CHECK(CT_FINISH(CT_E(sum, CT_E(add, half(x), half(half(x)))), &result));
	ck_assert_double_eq(value_of(result), 5.25);
	CT_CHECK(CT_FINISH(CT_E(sum, x), NULL));
	ct_tensor_free(x);
}
END_TEST

START_TEST(the_first_error_waits_and_the_rest_is_skipped)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }),
		  *y = vector(3, (const float[]){ 1, 2, 3 });
	ct_tensor *result = UNTOUCHED, *sum, *same;
	ct_error error;

	sum = CT_E(add, x, y);
	ck_assert_ptr_null(sum);
	ck_assert_ptr_null(CT_E(relu, sum));
	ck_assert_ptr_null(CT_E(mm, x, x));
	/* If it were called, it would write to x. */
	same = CT_E(add_, x, 1);
	ck_assert_ptr_eq(same, x);
	error = CT_FINISH(sum, &result);
	ck_assert_str_eq(ct_error_function(error), "ct_add_Tensor");
	ck_assert_ptr_eq(result, UNTOUCHED);
	ct_error_free(error);
	ck_assert_ptr_null(CT_FINISH(x, &result));
	ck_assert_int_eq(ct_tensor_numel(result), 2);
	CT_CHECK(CT(sum, &sum, x));
	ck_assert_double_eq(value_of(sum), 7);
	ct_tensor_free(x);
	ct_tensor_free(y);
}
END_TEST

START_TEST(a_function_within_returns_what_failed_before_it)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result = UNTOUCHED;
	ct_error error = norm(CT_E(view, x, CT_L(3)), &result);

	ck_assert_str_eq(ct_error_function(error), "ct_view");
	ct_error_free(error);
	ck_assert_ptr_eq(result, UNTOUCHED);
	ct_tensor_free(x);
}
END_TEST

START_TEST(a_list_is_a_value)
{
	CT_SCOPE;
	ct_tensor *x = vector(4, (const float[]){ 1, 2, 3, 4 }), *sum;
	ct_tensors parts = CT_E(split, x, 2), none;
	ct_error error;

	ck_assert_int_eq(parts.len, 2);
	sum = CT_E(sum, CT_E(mul, parts.at[0], parts.at[1]));
	ck_assert_double_eq(value_of(sum), 11);
	parts = CT_E(_foreach_mul, CT_E(unbind, CT_E(view, x, CT_L(2, 2))), 2);
	OK(CT_FINISH(CT_E(cat, parts), &sum));
	ck_assert_mem_eq(ct_tensor_data(sum), ((float[]){ 2, 4, 6, 8 }), 4 * sizeof(float));
	none = CT_E(split, x, -1);
	ck_assert_int_eq(none.len, 0);
	error = CT_DONE();
	ck_assert_str_eq(ct_error_function(error), "ct_split_Tensor");
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "expressions_suite.c"));
	ct_error_free(error);
	none = CT_E(split, CT_E(view, x, CT_L(3)), 2);
	ck_assert_int_eq(none.len, 0);
	sum = CT_E(add, none.at[0], none.at[63]);
	ck_assert_ptr_null(sum);
	error = CT_DONE();
	ck_assert_str_eq(ct_error_function(error), "ct_view");
	ct_error_free(error);
	ct_tensor_free(x);
}
END_TEST

/* So an expression may be the argument of any function, which has its error instead of one about
 * NULL. */
START_TEST(a_function_that_misses_a_value_returns_what_failed)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *wrong = CT_E(view, x, CT_L(3)), *sum;
	double value = -1;
	ct_error error = ct_tensor_item_double(CT_E(sum, wrong), &value);

	ck_assert_str_eq(ct_error_function(error), "ct_view");
	ct_error_free(error);
	ck_assert_double_eq(value, -1);
	FAILS_WITH(ct_tensor_item_double(wrong, &value), CT_ERROR_ARGUMENT, "must not be NULL");
	wrong = CT_E(view, x, CT_L(3));
	FAILS_WITH(CT(cat, &sum, CT_TENSORS(x, wrong)), CT_ERROR_RUNTIME, "shape '[3]' is invalid");
	CT_E(view, x, CT_L(3));
	FAILS_WITH(ct_tensor_backward(NULL), CT_ERROR_RUNTIME, "shape '[3]' is invalid");
	CT_E(view, x, CT_L(3));
	FAILS_WITH(ct_tensor_describe(NULL, NULL), CT_ERROR_RUNTIME, "shape '[3]' is invalid");
	ck_assert_ptr_null(CT_FINISH(x, NULL));
	ct_tensor_free(x);
}
END_TEST

/* NULL is None there, but the value of an expression that failed is not. */
START_TEST(an_operator_does_not_take_a_missing_value_for_none)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result, *wrong;

	wrong = CT_E(view, x, CT_L(3));
	FAILS_WITH(CT(linear, &result, x, x, wrong), CT_ERROR_RUNTIME, "shape '[3]' is invalid");
	OK(CT(linear, &result, x, x, NULL));
	wrong = CT_E(view, x, CT_L(3));
	FAILS_WITH(CT(index_Tensor, &result, x, CT_TENSORS(NULL, wrong)), CT_ERROR_RUNTIME,
		   "shape '[3]' is invalid");
	wrong = CT_E(view, x, CT_L(3));
	FAILS_WITH(ct_tensor_index(x, (ct_index[]){ ct_index_at_tensor(wrong) }, 1, &result),
		   CT_ERROR_RUNTIME, "shape '[3]' is invalid");
	ck_assert_ptr_null(CT_FINISH(x, NULL));
	ct_tensor_free(x);
}
END_TEST

START_TEST(any_call_is_part_of_an_expression)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *values = NULL, *places = NULL;

	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, x, x))));
	ck_assert_double_eq(CT_ITEM(CT_E(sum, CT_F(ct_tensor_grad, x))), 14);
	CT_DO(CT(max_dim, &values, &places, x, 0));
	ck_assert_double_eq(CT_ITEM(values), 4);
	ck_assert_double_eq(CT_ITEM(places), 1);
	ck_assert_ptr_null(CT_DONE());
	ct_tensor_free(x);
}
END_TEST

static ct_tensor *halve(const ct_tensor *x, int n)
{
	if (n % 2)
		return CT_FAIL(CT_ERROR_VALUE, "%d is odd", n);
	return CT_E(narrow, x, 0, 0, n / 2);
}

START_TEST(a_program_lets_an_error_of_its_own_wait)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *values = NULL, *places = NULL;

	ck_assert_double_eq(CT_ITEM(halve(x, 2)), 3);
	ck_assert_double_eq(CT_ITEM(halve(x, 3)), 0);
	ck_assert_ptr_null(halve(x, 5));
	ck_assert_ptr_null(CT_F(ct_Tensor_detach, x));
	CT_DO(CT(max_dim, &values, &places, x, 0));
	ck_assert_ptr_null(values);
	FAILS(CT_FINISH(x, NULL), "ValueError: 3 is odd");
	ck_assert_ptr_null(CT_FINISH(x, NULL));
	ct_tensor_free(x);
}
END_TEST

START_TEST(in_place_forms_have_what_they_wrote_to_as_their_value)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ -3, 4 }), *result;

	CT_CHECK(CT_FINISH(CT_E(sum, CT_E(relu_, x)), &result));
	ck_assert_double_eq(value_of(result), 4);
	ct_tensor_free(x);
}
END_TEST

static void *other_thread(void *x)
{
	CT_SCOPE;
	ct_tensor *result;

	CT_CHECK(CT_FINISH(CT_E(sum, (ct_tensor *)x), &result));
	return NULL;
}

START_TEST(threads_do_not_mix)
{
	CT_SCOPE;
	ct_tensor *x = vector(2, (const float[]){ -3, 4 });
	ct_error error;

	CT_E(view, x, CT_L(3));
	run_in_thread(other_thread, x);
	error = CT_DONE();
	ck_assert_str_eq(ct_error_function(error), "ct_view");
	ct_error_free(error);
	ct_tensor_free(x);
}
END_TEST

START_TEST(a_step_that_begins_returns_what_was_not_finished)
{
	ct_tensor *x = vector(2, (const float[]){ -3, 4 });
	ct_error error;

	CT_CHECK(ct_gc());
	CT_E(view, x, CT_L(3));
	error = ct_gc();
	ck_assert_str_eq(ct_error_function(error), "ct_view");
	ct_error_free(error);
	CT_CHECK(ct_gc());
	CT_CHECK(ct_gc_finish());
	ct_tensor_free(x);
}
END_TEST

/* The errors returned to a thread without a scope. */
struct returned {
	const ct_tensor *x;
	ct_error without_scope, by_close;
};

static void *without_scope(void *context)
{
	struct returned *returned = context;
	ct_tensor *result;
	ct_scope *scope;

	returned->without_scope = CT_FINISH(CT_E(relu, returned->x), &result);
	scope = ct_scope_open();
	CT_E(view, returned->x, CT_L(3));
	returned->by_close = ct_scope_close(scope);
	return NULL;
}

START_TEST(an_expression_needs_a_scope_whose_close_returns_what_was_not_finished)
{
	struct returned returned = { .x = vector(2, (const float[]){ -3, 4 }) };

	run_in_thread(without_scope, &returned);
	FAILS(returned.without_scope,
	      "ArgumentError: CT_E: no scope is open to own the values of an expression: begin the "
	      "function with CT_SCOPE; or the loop with ct_gc()");
	ck_assert_str_eq(ct_error_function(returned.by_close), "ct_view");
	ct_error_free(returned.by_close);
	ct_tensor_free((ct_tensor *)returned.x);
}
END_TEST

static void note_message(const ct_warning *warning, void *context)
{
	snprintf(context, 300, "%s", warning->message);
}

static void *unfinished(void *context)
{
	CT_SCOPE;
	CT_E(view, context, CT_L(3));
	return NULL;
}

START_TEST(an_error_that_nothing_asks_for_is_a_warning)
{
	ct_tensor *x = vector(2, (const float[]){ -3, 4 });
	char message[300] = "";

	if (is_checked()) {
		puts("left out: the checked library ends the process");
	} else {
		CT_CHECK(ct_set_warning_handler(note_message, message, NULL));
		run_in_thread(unfinished, x);
		CT_CHECK(ct_set_warning_handler(NULL, NULL, NULL));
		ck_assert_msg(strstr(message,
				     "the outermost scope ended, and no CT_FINISH() returned "
				     "the error of a CT_E() in it: RuntimeError: ") &&
				      strstr(message, "\n  at unfinished ("),
			      "the warning is: %s", message);
	}
	ct_tensor_free(x);
}
END_TEST

Suite *expressions_suite(void)
{
	Suite *suite = suite_create("expressions");
	TCase *tests = tcase_create("expressions");

	tcase_add_test(tests, an_expression_has_a_value);
	tcase_add_test(tests, the_first_error_waits_and_the_rest_is_skipped);
	tcase_add_test(tests, a_function_within_returns_what_failed_before_it);
	tcase_add_test(tests, a_list_is_a_value);
	tcase_add_test(tests, a_function_that_misses_a_value_returns_what_failed);
	tcase_add_test(tests, an_operator_does_not_take_a_missing_value_for_none);
	tcase_add_test(tests, any_call_is_part_of_an_expression);
	tcase_add_test(tests, a_program_lets_an_error_of_its_own_wait);
	tcase_add_test(tests, in_place_forms_have_what_they_wrote_to_as_their_value);
	tcase_add_test(tests, threads_do_not_mix);
	tcase_add_test(tests, a_step_that_begins_returns_what_was_not_finished);
	tcase_add_test(tests,
		       an_expression_needs_a_scope_whose_close_returns_what_was_not_finished);
	tcase_add_test(tests, an_error_that_nothing_asks_for_is_a_warning);
	suite_add_tcase(suite, tests);
	return suite;
}
