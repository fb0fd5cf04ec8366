/*
 * Several handles on one tensor, in one scope or in several: which of them a call means.
 */
#include "support.h"

START_TEST(in_place_result_is_a_second_handle_and_both_are_released)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), *result;

	OK(ct_relu_(tensor, &result));
	ck_assert_ptr_eq(result, tensor);
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(one_of_two_equal_handles_is_freed_and_the_other_is_not)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted), *result;

	OK(ct_relu_(tensor, &result));
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	assert_floats(result, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(result);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(one_of_two_equal_handles_is_kept_and_the_other_released)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);
	const int64_t before = live_handles();

	OK(ct_relu_(tensor, &tensor));
	ct_scope_disown(tensor);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(out_argument_that_is_asked_for_is_a_second_handle)
{
	int deleted;
	ct_tensor *out = counted(&deleted), *zero = number(0), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_add_out(out, zero, ct_scalar_int(1), out, &result));
	ck_assert_ptr_eq(result, out);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(zero);
	ct_tensor_free(out);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(two_out_arguments_that_are_asked_for_are_second_handles)
{
	ct_tensor *tensor = matrix(1, 2, (const float[]){ 1, 2 });
	ct_tensor *max, *argmax, *values, *indices;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_max_dim(tensor, 1, false, &max, &argmax));
	OK(ct_max_dim_max(tensor, 1, false, max, argmax, &values, &indices));
	ck_assert_ptr_eq(values, max);
	ck_assert_ptr_eq(indices, argmax);
	ck_assert_int_eq(live_handles(), before + 4);
	ct_tensor_free(values);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(tensor);
}
END_TEST

/* contiguous() of what is contiguous is the argument itself. */
START_TEST(argument_that_is_returned_is_a_second_handle)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &result));
	ck_assert_ptr_eq(result, tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(same_tensor_in_two_scopes_lives_until_both_are_closed)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	OK(ct_relu_(tensor, &tensor));
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Free, keep and move up mean the handle in the innermost scope that has one. */
START_TEST(free_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_retain(tensor);
	ct_tensor_free(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(keep_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_retain(tensor);
	ct_scope_disown(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + 1);
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(move_up_means_the_handle_of_the_innermost_scope)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_retain(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Of two equal handles one goes up; the free that follows must take the one that stayed, although
 * the one that went lies beside it. */
START_TEST(one_of_two_moved_up_survives_a_free_and_the_inner_close)
{
	int deleted;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_tensor_retain(tensor);
	ct_scope_move_up(tensor);
	ct_tensor_free(tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* The same with a hundred of each, in between others, so that they are looked up in the index. */
START_TEST(many_equal_handles_in_three_scopes_are_told_apart)
{
	enum { N = 100 };
	int deleted, other;
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *middle = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted), *others = counted(&other);

	for (int i = 1; i < 3 * N; i++) {
		ct_tensor_retain(tensor);
		ct_tensor_retain(others);
	}
	for (int i = 0; i < 2 * N; i++)
		ct_scope_move_up(tensor);
	/* The innermost scope has N left, and its next moves mean those. */
	for (int i = 0; i < N; i++)
		ct_tensor_free(tensor);
	ck_assert_int_eq(live_handles(), before + 3 * N + 2 * N);
	/* It has none any more: now the middle one's are meant. */
	for (int i = 0; i < N; i++)
		ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(other, 1);
	ck_assert_int_eq(live_handles(), before + 2 * N);
	OK(ct_scope_close(middle));
	ck_assert_int_eq(live_handles(), before + N);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Every sequence of three; which handle each means is counted beside it. */
START_TEST(equal_handles_are_freed_kept_and_moved_in_any_order)
{
	enum { FREE, KEEP, MOVE };
	const int steps[] = { _i % 3, _i / 3 % 3, _i / 9 };
	const int64_t before = live_handles();
	int deleted, inside = 2, outside = 1, mine = 0;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_tensor_retain(tensor);
	ct_tensor_retain(tensor);
	for (int i = 0; i < 3; i++) {
		int *owner = inside ? &inside : &outside;

		--*owner;
		if (steps[i] == FREE)
			ct_tensor_free(tensor);
		else if (steps[i] == KEEP)
			ct_scope_disown(tensor);
		else
			ct_scope_move_up(tensor);
		mine += steps[i] == KEEP || (steps[i] == MOVE && owner == &outside);
		outside += steps[i] == MOVE && owner == &inside;
		ck_assert_int_eq(live_handles(), before + inside + outside + mine);
	}
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + outside + mine);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + mine);
	ck_assert_int_eq(deleted, mine == 0);
	for (int i = 0; i < mine; i++)
		ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *scope_equal_suite(void)
{
	Suite *suite = suite_create("equal handles");
	TCase *tests = tests_of("equal handles");

	tcase_add_test(tests, in_place_result_is_a_second_handle_and_both_are_released);
	tcase_add_test(tests, one_of_two_equal_handles_is_freed_and_the_other_is_not);
	tcase_add_test(tests, one_of_two_equal_handles_is_kept_and_the_other_released);
	tcase_add_test(tests, out_argument_that_is_asked_for_is_a_second_handle);
	tcase_add_test(tests, two_out_arguments_that_are_asked_for_are_second_handles);
	tcase_add_test(tests, argument_that_is_returned_is_a_second_handle);
	tcase_add_test(tests, same_tensor_in_two_scopes_lives_until_both_are_closed);
	tcase_add_test(tests, free_means_the_handle_of_the_innermost_scope);
	tcase_add_test(tests, keep_means_the_handle_of_the_innermost_scope);
	tcase_add_test(tests, move_up_means_the_handle_of_the_innermost_scope);
	tcase_add_test(tests, one_of_two_moved_up_survives_a_free_and_the_inner_close);
	tcase_add_test(tests, many_equal_handles_in_three_scopes_are_told_apart);
	tcase_add_loop_test(tests, equal_handles_are_freed_kept_and_moved_in_any_order, 0, 27);
	suite_add_tcase(suite, tests);
	return suite;
}
