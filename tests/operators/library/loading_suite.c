/*
 * Libraries with operators in C++, loaded while the program runs.
 */
#include "support.h"

#define MY_OPERATORS CTORCH_TEST_FOLDER "/libmy_operators.so"
#define MISSING CTORCH_TEST_FOLDER "/missing/libnothing.so"

START_TEST(an_operator_is_there_once_its_library_is_loaded)
{
	ct_tensor *x = number(2);
	ct_value result;

	/* Check runs the tests of a suite in one process. */
	ck_assert(!ct_operator_exists("test_cpp::cube"));
	OK(ct_load_library(MY_OPERATORS));
	ck_assert(ct_operator_exists("test_cpp::cube"));
	OK(CALL(&result, "test_cpp::cube", ct_value_tensor(x)));
	ck_assert(value_of(tensor_in(&result)) == 8);
	ct_value_free(&result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(its_derivative_gives_the_gradient)
{
	ct_tensor *x = number(2), *grad;
	ct_value result;

	OK(ct_tensor_set_requires_grad(x, true));
	OK(CALL(&result, "test_cpp::cube", ct_value_tensor(x)));
	OK(ct_tensor_backward(tensor_in(&result)));
	OK(ct_tensor_grad(x, &grad));
	ck_assert(value_of(grad) == 12);
	ct_tensor_free(grad);
	ct_value_free(&result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(loading_it_again_changes_nothing)
{
	const char *const *names = NULL;
	int64_t before = 0, after = 0;

	OK(ct_operator_list(NULL, &names, &before));
	ct_free((void *)names);
	OK(ct_load_library(MY_OPERATORS));
	OK(ct_operator_list(NULL, &names, &after));
	ct_free((void *)names);
	ck_assert_int_eq(before, after);
	OK(ct_operator_list("test_cpp::", &names, &after));
	ck_assert_int_eq(after, 5);
	ck_assert_str_eq(names[1], "test_cpp::cube");
	ct_free((void *)names);
}
END_TEST

START_TEST(what_cannot_be_loaded_says_why)
{
	FAILS(ct_load_library(MISSING),
	      "RuntimeError: Could not load this library: " MISSING ": " MISSING
	      ": cannot open shared object file: No such file or directory");
	FAILS_WITH(ct_load_library(CTORCH_TEST_FOLDER "/libincomplete_operators.so"),
		   CT_ERROR_RUNTIME, "undefined symbol: a_function_that_nobody_has");
	FAILS_WITH(ct_load_library(CTORCH_TEST_API), CT_ERROR_RUNTIME, "invalid ELF header");
	FAILS_WITH(ct_load_library(""), CT_ERROR_ARGUMENT, "path");
	FAILS_WITH(ct_load_library(NULL), CT_ERROR_ARGUMENT, "path");
}
END_TEST

Suite *loading_suite(void)
{
	Suite *suite = suite_create("operators: loading");
	TCase *tests = tests_of("loading");

	tcase_add_test(tests, an_operator_is_there_once_its_library_is_loaded);
	tcase_add_test(tests, its_derivative_gives_the_gradient);
	tcase_add_test(tests, loading_it_again_changes_nothing);
	tcase_add_test(tests, what_cannot_be_loaded_says_why);
	suite_add_tcase(suite, tests);
	return suite;
}
