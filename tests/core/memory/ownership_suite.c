/*
 * Who owns what, told by a deleter that counts: memory goes with its last reference, exactly once.
 */
#include <pthread.h>

#include "support.h"

START_TEST(deleter_runs_when_the_handle_goes)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);

	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(kept_handle_is_the_same_tensor_and_holds_it)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_tensor *again = ct_tensor_retain(tensor);

	ck_assert_ptr_eq(again, tensor);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_tensor_numel(again), 4);
	ct_tensor_free(again);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(view_holds_the_memory)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *view;

	OK(ct_view(tensor, (int64_t[]){ 2, 2 }, 2, &view));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	assert_floats(view, (int64_t[]){ 2, 2, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(view);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(storage_holds_the_memory)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_storage_nbytes(storage), 16);
	ct_storage_free(storage);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* mul keeps its operand for backward; the graph goes with its last tensor. */
START_TEST(graph_holds_the_tensor_it_needs)
{
	int deleted;
	ct_tensor *constant = counted(&deleted), *weight = vector(4, (const float[]){ 1, 1, 1, 1 });
	ct_tensor *product;

	OK(ct_tensor_set_requires_grad(weight, true));
	OK(ct_mul_Tensor(weight, constant, &product));
	ct_tensor_free(constant);
	FREES_LAST(product, deleted);
	ct_tensor_free(weight);
}
END_TEST

static void *free_in_thread(void *tensor)
{
	ct_tensor_free(tensor);
	return NULL;
}

START_TEST(last_reference_may_go_in_another_thread)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, free_in_thread, tensor), 0);
	pthread_join(thread, NULL);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(arguments_are_borrowed)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_tensor *list[] = { tensor, tensor, tensor };
	ct_tensor *result;

	OK(ct_add_Tensor(tensor, tensor, ct_scalar_int(1), &result));
	ct_tensor_free(result);
	OK(ct_cat(list, 3, 0, &result));
	ct_tensor_free(result);
	OK(ct_stack(list, 3, 0, &result));
	ct_tensor_free(result);
	FAILS_WITH(ct_cat(list, 3, 5, NULL), CT_ERROR_INDEX, "IndexError: ");
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(list_of_optional_tensors_is_borrowed)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *index, *result;

	OK(ct_tensor_from_data((const int64_t[]){ 3, 0 }, CT_INT64, CT_L(2), &index));
	OK(ct_index_Tensor(tensor, &index, 1, &result));
	assert_floats(result, (int64_t[]){ 2, -1 }, (double[]){ 4, 1 });
	ct_tensor_free(result);
	ct_tensor_free(index);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(result_that_is_an_argument_is_another_reference)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *result;

	OK(ct_relu_(tensor, &result));
	ck_assert_ptr_eq(result, tensor);
	ct_tensor_free(tensor);
	FREES_LAST(result, deleted);
}
END_TEST

START_TEST(list_of_views_holds_the_memory_until_it_is_freed)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), **parts;
	int64_t n;

	OK(ct_split_Tensor(tensor, 3, 0, &parts, &n));
	ct_tensor_free(tensor);
	ck_assert_int_eq(n, 2);
	assert_floats(parts[1], (int64_t[]){ 1, -1 }, (double[]){ 4 });
	ck_assert_int_eq(deleted, 0);
	ct_tensors_free(parts, n);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(dropped_results_do_not_hold_the_memory)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);

	FAILS_WITH(ct_view(tensor, (int64_t[]){ 4, 1 }, 2, NULL), CT_ERROR_ARGUMENT, "is NULL");
	FAILS_WITH(ct_split_Tensor(tensor, 2, 0, NULL, NULL), CT_ERROR_ARGUMENT, "is NULL");
	OK(ct_relu_(tensor, NULL));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void count_and_check(void *data, void *context)
{
	int *deleted = context;

	ck_assert_int_eq(*(int *)data, 42);
	(*deleted)++;
}

START_TEST(deleter_gets_data_and_context)
{
	int data = 42, deleted = 0;
	ct_tensor *tensor;

	OK(ct_tensor_from_blob(&data, CT_INT32, CT_NO_INTS, CT_NO_INTS, count_and_check, &deleted,
			       &tensor));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(dropped_blob_is_deleted_at_once)
{
	int data = 42, deleted = 0;

	OK(ct_tensor_from_blob(&data, CT_INT32, CT_NO_INTS, CT_NO_INTS, count_and_check, &deleted,
			       NULL));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(refused_blob_stays_the_callers)
{
	int data = 42, deleted = 0;
	ct_tensor *tensor = UNTOUCHED;

	FAILS_WITH(ct_tensor_from_blob(&data, CT_INT32, CT_L(-1), CT_NO_INTS, count_and_check,
				       &deleted, &tensor),
		   CT_ERROR_ARGUMENT, "element 0 is -1");
	ck_assert_int_eq(deleted, 0);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(empty_blob_is_deleted_too)
{
	int data = 42, deleted = 0;
	ct_tensor *tensor;

	OK(ct_tensor_from_blob(&data, CT_INT32, CT_L(0), CT_NO_INTS, count_and_check, &deleted,
			       &tensor));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(gradient_that_is_set_is_another_reference)
{
	int deleted;
	ct_tensor *gradient = counted(&deleted), *weight = vector(4, (const float[]){ 1, 1, 1, 1 });

	OK(ct_tensor_set_grad(weight, gradient));
	ct_tensor_free(gradient);
	ck_assert_int_eq(deleted, 0);
	OK(ct_tensor_set_grad(weight, NULL));
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(free_functions_accept_null)
{
	ct_tensor_free(NULL);
	ct_tensors_free(NULL, 0);
	ct_tensors_free(NULL, 3);
	ct_generator_free(NULL);
	ct_storage_free(NULL);
	ct_free(NULL);
	ck_assert_ptr_null(ct_tensor_retain(NULL));
	ck_assert_ptr_null(ct_generator_retain(NULL));
	ck_assert_ptr_null(ct_storage_retain(NULL));
}
END_TEST

Suite *ownership_suite(void)
{
	Suite *suite = suite_create("ownership");
	TCase *tests = tests_of("ownership");

	tcase_add_test(tests, deleter_runs_when_the_handle_goes);
	tcase_add_test(tests, kept_handle_is_the_same_tensor_and_holds_it);
	tcase_add_test(tests, view_holds_the_memory);
	tcase_add_test(tests, storage_holds_the_memory);
	tcase_add_test(tests, graph_holds_the_tensor_it_needs);
	tcase_add_test(tests, last_reference_may_go_in_another_thread);
	tcase_add_test(tests, arguments_are_borrowed);
	tcase_add_test(tests, list_of_optional_tensors_is_borrowed);
	tcase_add_test(tests, result_that_is_an_argument_is_another_reference);
	tcase_add_test(tests, list_of_views_holds_the_memory_until_it_is_freed);
	tcase_add_test(tests, dropped_results_do_not_hold_the_memory);
	tcase_add_test(tests, deleter_gets_data_and_context);
	tcase_add_test(tests, dropped_blob_is_deleted_at_once);
	tcase_add_test(tests, refused_blob_stays_the_callers);
	tcase_add_test(tests, empty_blob_is_deleted_too);
	tcase_add_test(tests, gradient_that_is_set_is_another_reference);
	tcase_add_test(tests, free_functions_accept_null);
	suite_add_tcase(suite, tests);
	return suite;
}
