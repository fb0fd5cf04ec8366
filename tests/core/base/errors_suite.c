/*
 * Errors: text, kind, function, backtrace, and what a failed call leaves unchanged.
 */
#include <stdlib.h>

#include "support.h"

/* Two matrices that cannot be multiplied, and libtorch's message. */
static ct_tensor *left, *right;

static const char mismatch[] = "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)";

static void assert_mismatch(ct_error error)
{
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strncmp(error, "RuntimeError: ", 14) == 0, "%s", error);
	ck_assert_msg(strstr(error, mismatch) != NULL, "%s", error);
	ck_assert_msg(strchr(error, '\n') == NULL, "more than a line: %s", error);
}

static void make_matrices(void)
{
	const float values[] = { 1, 2, 3, 4, 5, 6 };

	left = matrix(2, 3, values);
	right = matrix(2, 3, values);
}

static void free_matrices(void)
{
	ct_tensor_free(left);
	ct_tensor_free(right);
}

START_TEST(message_is_the_class_and_libtorchs_text)
{
	ct_error error = ct_mm(left, right, NULL);

	assert_mismatch(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ct_error_free(error);
}
END_TEST

START_TEST(index_out_of_range_is_an_index_error)
{
	ct_error error = ct_select_int(left, 7, 0, NULL);

	ck_assert_str_eq(error, "IndexError: Dimension out of range (expected to be in range of "
				"[-2, 1], but got 7)");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_INDEX);
	ct_error_free(error);
}
END_TEST

START_TEST(missing_kernel_is_a_not_implemented_error)
{
	FAILS_WITH(ct_cudnn_grid_sampler(left, right, NULL), CT_ERROR_NOT_IMPLEMENTED,
		   "NotImplementedError: Could not run 'aten::cudnn_grid_sampler'");
}
END_TEST

START_TEST(singular_matrix_is_a_linalg_error)
{
	ct_tensor *zeros = matrix(2, 2, (const float[]){ 0, 0, 0, 0 });

	FAILS_WITH(ct_linalg_inv(zeros, NULL), CT_ERROR_LINALG, "LinAlgError: linalg.inv");
	ct_tensor_free(zeros);
}
END_TEST

START_TEST(failed_call_leaves_its_results_alone)
{
	ct_tensor *values = UNTOUCHED, *indices = UNTOUCHED, **list = (ct_tensor **)&left;
	int64_t length = 77;

	FAILS_WITH(ct_max_dim(left, 9, false, &values, &indices), CT_ERROR_INDEX, "range");
	ck_assert_ptr_eq(values, UNTOUCHED);
	ck_assert_ptr_eq(indices, UNTOUCHED);
	FAILS_WITH(ct_unbind_int(left, 9, &list, &length), CT_ERROR_INDEX, "range");
	ck_assert_ptr_eq(list, (ct_tensor **)&left);
	ck_assert_int_eq(length, 77);
}
END_TEST

START_TEST(error_knows_the_function_that_failed)
{
	ct_error error = ct_mm(left, right, NULL);

	ck_assert_str_eq(ct_error_function(error), "ct_mm");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ct_error_free(error);
}
END_TEST

START_TEST(method_form_fails_as_its_function)
{
	ct_error error = ct_Tensor_mm(left, right, NULL);

	assert_mismatch(error);
	ck_assert_str_eq(ct_error_function(error), "ct_mm");
	ct_error_free(error);
}
END_TEST

START_TEST(backtrace_is_there_only_when_asked_for)
{
	ct_error error = ct_mm(left, right, NULL);

	ck_assert_ptr_null(ct_error_backtrace(error));
	ct_error_free(error);

	ck_assert(!ct_error_is_backtrace_enabled());
	ct_error_set_backtrace_enabled(true);
	error = ct_mm(left, right, NULL);
	assert_mismatch(error);
	ck_assert_ptr_nonnull(ct_error_backtrace(error));
	ck_assert_msg(strstr(ct_error_backtrace(error), "frame #0") != NULL, "%s",
		      ct_error_backtrace(error));
	ct_error_free(error);

	ck_assert(ct_error_is_backtrace_enabled());
	ct_error_set_backtrace_enabled(false);
	error = ct_mm(left, right, NULL);
	ck_assert_ptr_null(ct_error_backtrace(error));
	ct_error_free(error);
}
END_TEST

START_TEST(no_error_is_null_everywhere)
{
	ct_error_free(NULL);
	ck_assert_int_eq(ct_error_class_of(NULL), CT_ERROR_NONE);
	ck_assert_ptr_null(ct_error_function(NULL));
	ck_assert_ptr_null(ct_error_backtrace(NULL));
	ct_error_check(NULL, __FILE__, __LINE__);
}
END_TEST

START_TEST(own_errors_carry_kind_function_and_formatted_text)
{
	ct_error error = ct_error_new(CT_ERROR_VALUE, "my_step", "momentum is %d of %s", -1, "SGD");

	ck_assert_str_eq(error, "ValueError: momentum is -1 of SGD");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_VALUE);
	ck_assert_str_eq(ct_error_function(error), "my_step");
	ck_assert_ptr_null(ct_error_backtrace(error));
	ct_error_free(error);
}
END_TEST

START_TEST(own_argument_errors_name_the_function)
{
	FAILS(ct_error_new(CT_ERROR_ARGUMENT, "my_step", "no data"),
	      "ArgumentError: my_step: no data");
	FAILS(ct_error_new_text(CT_ERROR_ARGUMENT, NULL, "100 %d"), "ArgumentError: 100 %d");
}
END_TEST

START_TEST(errors_may_have_no_text)
{
	/* A variable, since the compiler warns about a literal NULL as the format. */
	const char *none = NULL;

	FAILS(ct_error_new(CT_ERROR_VALUE, "my_step", none, 1), "ValueError: ");
	FAILS(ct_error_new(CT_ERROR_VALUE, "my_step", "%s", ""), "ValueError: ");
	FAILS(ct_error_new_text(CT_ERROR_ARGUMENT, "my_step", NULL), "ArgumentError: my_step: ");
}
END_TEST

START_TEST(unknown_kinds_become_runtime_errors)
{
	FAILS(ct_error_new_text(CT_ERROR_NONE, NULL, "a"), "RuntimeError: a");
	FAILS(ct_error_new_text(-5, NULL, "b"), "RuntimeError: b");
	FAILS(ct_error_new_text(100000, NULL, "c"), "RuntimeError: c");
	FAILS(ct_error_new_text(CT_ERROR_NONE, NULL, NULL), "RuntimeError: ");
}
END_TEST

START_TEST(long_messages_are_whole)
{
	size_t length = 100000;
	char *text = malloc(length + 1);
	ct_error error;

	memset(text, 'x', length);
	text[length] = '\0';
	error = ct_error_new(CT_ERROR_RUNTIME, "long", "%s", text);
	ck_assert_uint_eq(strlen(error), length + strlen("RuntimeError: "));
	ck_assert_str_eq(ct_error_function(error), "long");
	ct_error_free(error);
	free(text);
}
END_TEST

/* Tries every alignment, including that of a real error. */
START_TEST(foreign_strings_have_a_kind_and_are_not_freed)
{
	static char room[256];

	for (size_t i = 0; i < 128; i++) {
		char *foreign = strcpy(room + i, "IndexError: from a callback");

		ck_assert_int_eq(ct_error_class_of(foreign), CT_ERROR_INDEX);
		ck_assert_ptr_null(ct_error_function(foreign));
		ck_assert_ptr_null(ct_error_backtrace(foreign));
		ct_error_free(foreign);
	}
	ck_assert_int_eq(ct_error_class_of("no class at all"), CT_ERROR_RUNTIME);
	ck_assert_int_eq(ct_error_class_of("IndexErrors: not this"), CT_ERROR_RUNTIME);
	ck_assert_int_eq(ct_error_class_of(""), CT_ERROR_RUNTIME);
}
END_TEST

static const struct {
	ct_error_class kind;
	const char *prefix;
} kinds[] = {
	{ CT_ERROR_RUNTIME, "RuntimeError: " },
	{ CT_ERROR_ARGUMENT, "ArgumentError: " },
	{ CT_ERROR_INDEX, "IndexError: " },
	{ CT_ERROR_VALUE, "ValueError: " },
	{ CT_ERROR_TYPE, "TypeError: " },
	{ CT_ERROR_NOT_IMPLEMENTED, "NotImplementedError: " },
	{ CT_ERROR_OUT_OF_MEMORY, "OutOfMemoryError: " },
	{ CT_ERROR_LINALG, "LinAlgError: " },
	{ CT_ERROR_INTERNAL, "InternalError: " },
	{ CT_ERROR_BUFFER, "BufferError: " },
	{ CT_ERROR_SYNTAX, "SyntaxError: " },
	{ CT_ERROR_ACCELERATOR, "AcceleratorError: " },
	{ CT_ERROR_DIST, "DistError: " },
	{ CT_ERROR_DIST_BACKEND, "DistBackendError: " },
	{ CT_ERROR_DIST_STORE, "DistStoreError: " },
	{ CT_ERROR_DIST_NETWORK, "DistNetworkError: " },
	{ CT_ERROR_DIST_QUEUE_EMPTY, "QueueEmptyError: " },
	{ CT_ERROR_KEY, "KeyError: " },
	{ CT_ERROR_ATTRIBUTE, "AttributeError: " },
	{ CT_ERROR_ASSERTION, "AssertionError: " },
};

START_TEST(every_kind_has_its_prefix)
{
	ct_error error = ct_error_new_text(kinds[_i].kind, NULL, "");

	ck_assert_str_eq(error, kinds[_i].prefix);
	ck_assert_int_eq(ct_error_class_of(error), kinds[_i].kind);
	ck_assert_int_eq(ct_error_class_of(kinds[_i].prefix), kinds[_i].kind);
	ct_error_free(error);
}
END_TEST

static ct_error try_twice(bool fail)
{
	CT_TRY(NULL);
	CT_TRY(fail ? ct_error_new_text(CT_ERROR_VALUE, __func__, "as wished") : NULL);
	return NULL;
}

START_TEST(try_returns_the_error_from_the_function)
{
	OK(try_twice(false));
	FAILS(try_twice(true), "ValueError: as wished");
}
END_TEST

static ct_error goto_cleanup(bool fail, int *cleaned)
{
	ct_error err;

	CT_GOTO(cleanup, err, try_twice(fail));
	*cleaned = 100;
cleanup:
	(*cleaned)++;
	return err;
}

START_TEST(goto_jumps_only_when_there_is_an_error)
{
	int cleaned = 0;

	OK(goto_cleanup(false, &cleaned));
	ck_assert_int_eq(cleaned, 101);
	cleaned = 0;
	FAILS(goto_cleanup(true, &cleaned), "ValueError: as wished");
	ck_assert_int_eq(cleaned, 1);
}
END_TEST

Suite *errors_suite(void)
{
	Suite *suite = suite_create("errors");
	TCase *tests = tests_of("errors");

	tcase_add_checked_fixture(tests, make_matrices, free_matrices);
	tcase_add_test(tests, message_is_the_class_and_libtorchs_text);
	tcase_add_test(tests, index_out_of_range_is_an_index_error);
	tcase_add_test(tests, missing_kernel_is_a_not_implemented_error);
	tcase_add_test(tests, singular_matrix_is_a_linalg_error);
	tcase_add_test(tests, failed_call_leaves_its_results_alone);
	tcase_add_test(tests, error_knows_the_function_that_failed);
	tcase_add_test(tests, method_form_fails_as_its_function);
	tcase_add_test(tests, backtrace_is_there_only_when_asked_for);
	tcase_add_test(tests, no_error_is_null_everywhere);
	tcase_add_test(tests, own_errors_carry_kind_function_and_formatted_text);
	tcase_add_test(tests, own_argument_errors_name_the_function);
	tcase_add_test(tests, errors_may_have_no_text);
	tcase_add_test(tests, unknown_kinds_become_runtime_errors);
	tcase_add_test(tests, long_messages_are_whole);
	tcase_add_test(tests, foreign_strings_have_a_kind_and_are_not_freed);
	tcase_add_loop_test(tests, every_kind_has_its_prefix, 0, sizeof kinds / sizeof *kinds);
	tcase_add_test(tests, try_returns_the_error_from_the_function);
	tcase_add_test(tests, goto_jumps_only_when_there_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
