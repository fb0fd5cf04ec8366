/*
 * What a scope owns of calls with many results, with none, and of calls that fail.
 */
#include "support.h"

START_TEST(list_belongs_to_the_scope)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), **parts;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	int64_t n;

	OK(ct_unbind_int(tensor, 0, &parts, &n));
	ck_assert_int_eq(n, 4);
	ck_assert_int_eq(live_handles(), before + 4);
	ck_assert_double_eq(value_of(parts[3]), 4);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(list_is_freed_inside_the_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), **parts;
	const int64_t before = live_handles();
	int64_t n;

	OK(ct_split_Tensor(tensor, 1, 0, &parts, &n));
	ck_assert_int_eq(live_handles(), before + 4);
	ct_tensors_free(parts, n);
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(one_of_a_list_is_kept_and_one_moved_up)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted), **parts, *kept, *moved;
	const int64_t before = live_handles();
	int64_t n;

	inner = open_scope();
	OK(ct_chunk(tensor, 4, 0, &parts, &n));
	ck_assert_int_eq(n, 4);
	kept = parts[1];
	moved = parts[2];
	ct_scope_disown(kept);
	ct_scope_move_up(moved);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 2);
	assert_floats(moved, (int64_t[]){ 1, -1 }, (double[]){ 3 });
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	assert_floats(kept, (int64_t[]){ 1, -1 }, (double[]){ 2 });
	ct_tensor_free(kept);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* As ct_tensors_free() says: NULL in the place of one that is to stay. */
START_TEST(list_is_freed_but_for_one_that_the_scope_goes_on_owning)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), **parts, *stays;
	const int64_t before = live_handles();
	int64_t n;

	OK(ct_split_Tensor(tensor, 2, 0, &parts, &n));
	stays = parts[1];
	parts[1] = NULL;
	ct_tensors_free(parts, n);
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(stays, (int64_t[]){ 2, -1 }, (double[]){ 3, 4 });
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(every_result_of_several_belongs_to_the_scope)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 2, 4, 3 }), *values, *indices;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_max_dim(tensor, 1, false, &values, &indices));
	ck_assert_int_eq(live_handles(), before + 2);
	assert_floats(values, (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	ct_scope_disown(indices);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(indices, (int64_t[]){ 2, -1 }, (double[]){ 1, 0 });
	ct_tensor_free(indices);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(dropped_results_are_nobodys)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 2, 4, 3 }), *values;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	FAILS_WITH(ct_relu(tensor, NULL), CT_ERROR_ARGUMENT, "is NULL");
	OK(ct_relu_(tensor, NULL));
	FAILS_WITH(ct_unbind_int(tensor, 0, NULL, NULL), CT_ERROR_ARGUMENT, "is NULL");
	ck_assert_int_eq(live_handles(), before);
	OK(ct_max_dim(tensor, 1, false, &values, NULL));
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(undefined_results_are_nobodys)
{
	ct_scope *scope = open_scope();
	ct_tensor *weight = number(1), *grad = UNTOUCHED;
	const int64_t before = live_handles();

	OK(ct_tensor_grad(weight, &grad));
	ck_assert_ptr_null(grad);
	ck_assert_ptr_null(ct_tensor_retain(NULL));
	ct_scope_disown(grad);
	ct_scope_move_up(grad);
	ct_tensor_free(grad);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
}
END_TEST

/* The mask asks for one gradient of three; the others are undefined. */
START_TEST(undefined_results_among_others_are_nobodys)
{
	const int64_t shape[] = { 1, 1, 1, 1, -1 }, ones[] = { 1, 1 }, zeros[] = { 0, 0 };
	ct_scope *scope = open_scope();
	ct_tensor *one = floats((const float[]){ 3 }, shape), *of_input, *of_weight, *of_bias;
	const int64_t before = live_handles();

	OK(ct_convolution_backward(one, one, one, NULL, 0, ones, 2, zeros, 2, ones, 2, false, zeros,
				   2, 1, (const bool[]){ false, true, false }, &of_input,
				   &of_weight, &of_bias));
	ck_assert_ptr_null(of_input);
	ck_assert_ptr_null(of_bias);
	ck_assert_double_eq(value_of(of_weight), 9);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(operator_that_fails_gives_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *result = UNTOUCHED, **parts = NULL;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	int64_t n = -7;

	FAILS_WITH(ct_mm(tensor, tensor, &result), CT_ERROR_RUNTIME, "RuntimeError: ");
	FAILS_WITH(ct_relu(NULL, &result), CT_ERROR_ARGUMENT, "argument 1 (self)");
	FAILS_WITH(ct_unbind_int(tensor, 5, &parts, &n), CT_ERROR_INDEX, "IndexError: ");
	FAILS_WITH(ct_unbind_int(tensor, 0, &parts, NULL), CT_ERROR_ARGUMENT, "result_len");
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_ptr_null(parts);
	ck_assert_int_eq(n, -7);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
}
END_TEST

Suite *scope_results_suite(void)
{
	Suite *suite = suite_create("results in scopes");
	TCase *results = tests_of("results");
	TCase *errors = tests_of("errors");

	tcase_add_test(results, list_belongs_to_the_scope);
	tcase_add_test(results, list_is_freed_inside_the_scope);
	tcase_add_test(results, one_of_a_list_is_kept_and_one_moved_up);
	tcase_add_test(results, list_is_freed_but_for_one_that_the_scope_goes_on_owning);
	tcase_add_test(results, every_result_of_several_belongs_to_the_scope);
	tcase_add_test(results, dropped_results_are_nobodys);
	tcase_add_test(results, undefined_results_are_nobodys);
	tcase_add_test(results, undefined_results_among_others_are_nobodys);
	suite_add_tcase(suite, results);
	tcase_add_test(errors, operator_that_fails_gives_nothing);
	suite_add_tcase(suite, errors);
	return suite;
}
