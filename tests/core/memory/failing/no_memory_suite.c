/*
 * Without memory for an error, or for a tensor.
 */
#include "failing_new.h"
#include "full_memory.h"

static const char no_memory[] = "OutOfMemoryError: no memory for an error message";

static ct_error without_memory(void)
{
	ct_error error;

	failing = true;
	error = ct_relu(NULL, NULL);
	failing = false;
	return error;
}

START_TEST(a_fixed_message_is_returned)
{
	ct_error error = without_memory();

	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, no_memory);
	ct_error_free(error);
}
END_TEST

START_TEST(the_fixed_message_is_known_and_never_freed)
{
	ct_error error = without_memory(), again = without_memory();

	ck_assert_ptr_eq(error, again);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_ptr_null(ct_error_function(error));
	ck_assert_ptr_null(ct_error_backtrace(error));
	ct_error_free(error);
	ct_error_free(again);
	ck_assert_str_eq(error, no_memory);
}
END_TEST

START_TEST(own_errors_end_in_the_fixed_message_too)
{
	ct_error error;

	failing = true;
	error = ct_error_new(CT_ERROR_VALUE, "f", "%d", 1);
	failing = false;
	ck_assert_str_eq(error, no_memory);
	ct_error_free(error);
}
END_TEST

START_TEST(errors_are_whole_again_afterwards)
{
	ct_error error;

	ct_error_free(without_memory());
	error = ct_relu(NULL, NULL);
	ck_assert_str_eq(error, "ArgumentError: ct_relu: argument 1 (self) must not be NULL");
	ct_error_free(error);
}
END_TEST

/* 2^60 bytes: libtorch's allocator refuses, and the error is an ordinary one. */
START_TEST(a_tensor_too_large_is_an_error)
{
	const int64_t size[] = { INT64_C(1) << 60 };
	ct_error error = ct_empty_memory_format(size, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE,
						NULL, CT_MEMORY_FORMAT_NONE, NULL);

	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_msg(strncmp(error, "OutOfMemoryError: ", 18) == 0, "%s", error);
	ck_assert_msg(strstr(error, "1152921504606846976") != NULL, "%s", error);
	ct_error_free(error);
}
END_TEST

static void count_deletion(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	(*deleted)++;
}

/* Whichever allocation it is that fails, the data is the caller's as before. */
START_TEST(blob_without_a_tensor_is_not_deleted)
{
	float values[] = { 1, 2 };
	const int64_t shape[] = { 2 };
	ct_tensor *tensor = NULL;
	int deleted = 0, failures = 0;
	ct_error error;

	for (;;) {
		allocations_until_failure = failures;
		error = ct_tensor_from_blob(values, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_NO_INTS,
					    count_deletion, &deleted, &tensor);
		allocations_until_failure = -1;
		if (error == NULL)
			break;
		ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
		ck_assert_ptr_null(tensor);
		ck_assert_int_eq(deleted, 0);
		ct_error_free(error);
		failures++;
	}
	/* What releases the data, its storage, the tensor. */
	ck_assert_int_ge(failures, 3);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *no_memory_suite(void)
{
	Suite *suite = suite_create("no memory");
	TCase *tests = tests_with_memory("no memory");

	tcase_add_test(tests, a_fixed_message_is_returned);
	tcase_add_test(tests, the_fixed_message_is_known_and_never_freed);
	tcase_add_test(tests, own_errors_end_in_the_fixed_message_too);
	tcase_add_test(tests, errors_are_whole_again_afterwards);
	tcase_add_test(tests, a_tensor_too_large_is_an_error);
	tcase_add_test(tests, blob_without_a_tensor_is_not_deleted);
	suite_add_tcase(suite, tests);
	return suite;
}
