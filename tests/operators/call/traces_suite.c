/*
 * The C call chain of an error.
 */
#include <stdio.h>

#include "support.h"

static int inner_line, outer_line;

static ct_error inner(void)
{
	ct_tensor *x;

	inner_line = __LINE__ + 1;
	CT_TRY(CT(zeros, &x, CT_L(-1)));
	return NULL;
}

static ct_error outer(void)
{
	ct_error error;

	outer_line = __LINE__ + 1;
	CT_GOTO(done, error, inner());
done:
	return error;
}

START_TEST(an_error_notes_the_places_that_it_passes)
{
	char trace[2 * sizeof __FILE__ + 200];
	ct_error error = outer(), copy;

	snprintf(trace, sizeof trace, "  at inner (%s:%d)\n  at outer (%s:%d)\n", __FILE__,
		 inner_line, __FILE__, outer_line);
	ck_assert_str_eq(ct_error_trace(error), trace);
	ck_assert_str_eq(ct_error_function(error), "ct_zeros");
	copy = ct_error_note(error, "x.py", 7, NULL);
	ck_assert_ptr_eq(copy, error);
	ck_assert_ptr_nonnull(strstr(ct_error_trace(error), "  at x.py:7\n"));
	ct_error_free(error);
}
END_TEST

START_TEST(an_error_without_places_has_no_trace)
{
	ct_tensor *x;
	ct_error error = CT(zeros, &x, CT_L(-1));

	ck_assert_str_eq(ct_error_trace(error), "");
	ct_error_free(error);
	ck_assert_str_eq(ct_error_trace(NULL), "");
	ck_assert_str_eq(ct_error_trace("RuntimeError: a text of the caller's"), "");
	ck_assert_ptr_null(ct_error_note(NULL, "x.c", 1, NULL));
	ck_assert_str_eq(ct_error_note("RuntimeError: a text of the caller's", "x.c", 1, NULL),
			 "RuntimeError: a text of the caller's");
}
END_TEST

START_TEST(an_expression_notes_its_call_and_its_end)
{
	CT_SCOPE;
	ct_tensor *x = number(1), *result;
	char trace[2 * sizeof __FILE__ + 200];
	ct_error error;
	int line;

	line = __LINE__ + 1;
	result = CT_E(view, x, CT_L(3));
	error = CT_FINISH(result, &result);
	snprintf(trace, sizeof trace, "  at %s (%s:%d)\n  at %s (%s:%d)\n", __func__, __FILE__,
		 line, __func__, __FILE__, line + 1);
	ck_assert_str_eq(ct_error_trace(error), trace);
	ct_error_free(error);
	ct_tensor_free(x);
}
END_TEST

Suite *traces_suite(void)
{
	Suite *suite = suite_create("traces");
	TCase *tests = tcase_create("traces");

	tcase_add_test(tests, an_error_notes_the_places_that_it_passes);
	tcase_add_test(tests, an_error_without_places_has_no_trace);
	tcase_add_test(tests, an_expression_notes_its_call_and_its_end);
	suite_add_tcase(suite, tests);
	return suite;
}
