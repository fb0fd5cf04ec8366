/*
 * CT_SCOPE: the scope of a block is closed however the block is left.
 */
#include <stdio.h>

#include "support.h"

#ifndef CT_SCOPE
#error "the suites are for GNU C, with its cleanup attribute"
#endif

static ct_error left_by_try(int *deleted, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *tensor = counted(deleted), *sum;

	CT_TRY(ct_sum(tensor, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_mm(tensor, sum, result));
	ct_scope_move_up(*result);
	return NULL;
}

START_TEST(try_closes_the_scope_of_the_block)
{
	int deleted;
	ct_tensor *result = UNTOUCHED;
	const int64_t before = live_handles();

	FAILS_WITH(left_by_try(&deleted, &result), CT_ERROR_RUNTIME, "RuntimeError: ");
	ck_assert_int_eq(deleted, 1);
	ck_assert_ptr_eq(result, UNTOUCHED);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

/* The example of scope.h. */
static ct_error norm(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	ct_tensor *squares, *sum, *root;

	CT_TRY(ct_square(x, &squares));
	CT_TRY(ct_sum(squares, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_sqrt(sum, &root));
	ct_scope_move_up(root);
	*result = root;
	return NULL;
}

START_TEST(function_with_a_scope_gives_one_result)
{
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result;
	const int64_t before = live_handles();

	OK(norm(x, &result));
	ck_assert_int_eq(live_handles(), before + 1);
	ck_assert_double_eq(value_of(result), 5);
	ct_tensor_free(result);
	ct_tensor_free(x);
}
END_TEST

START_TEST(result_of_a_function_belongs_to_the_scope_of_its_caller)
{
	ct_tensor *x = vector(2, (const float[]){ 3, 4 }), *result;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(norm(x, &result));
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(x);
}
END_TEST

START_TEST(goto_out_of_the_block_closes_its_scope)
{
	int outside = 0, inside;

	{
		CT_SCOPE;

		counted(&outside);
		{
			CT_SCOPE;

			counted(&inside);
			goto out;
		}
	}
out:
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(outside, 1);
}
END_TEST

START_TEST(break_and_continue_close_the_scope_of_the_round)
{
	int deleted[4], before_loop;
	ct_scope *scope = open_scope();

	counted(&before_loop);
	for (int i = 0; i < 4; i++) {
		CT_SCOPE;

		if (i)
			ck_assert_int_eq(deleted[i - 1], 1);
		counted(&deleted[i]);
		if (i == 1)
			continue;
		if (i == 3)
			break;
		ck_assert_int_eq(deleted[i], 0);
	}
	ck_assert_int_eq(deleted[3], 1);
	ck_assert_int_eq(before_loop, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(before_loop, 1);
}
END_TEST

static int returns_from(int depth, int deleted[3])
{
	CT_SCOPE;

	counted(&deleted[0]);
	if (depth > 0) {
		CT_SCOPE;

		counted(&deleted[1]);
		while (depth > 1) {
			CT_SCOPE;

			counted(&deleted[2]);
			if (depth > 2)
				return deleted[0] + deleted[1] + deleted[2];
			depth--;
		}
		return 10 + deleted[0] + deleted[1];
	}
	return 20 + deleted[0];
}

START_TEST(return_from_nested_blocks_closes_their_scopes)
{
	int deleted[3];

	/* Each value is what was deleted before the return: nothing too early. */
	ck_assert_int_eq(returns_from(3, deleted), 0);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(returns_from(2, deleted), 10);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(returns_from(1, deleted), 10);
	ck_assert_int_eq(deleted[0] + deleted[1], 2);
	ck_assert_int_eq(returns_from(0, deleted), 20);
	ck_assert_int_eq(deleted[0], 1);
}
END_TEST

static ct_error leaves_a_loop_early(int *deleted)
{
	CT_SCOPE;

	for (int step = 0; step < 3; step++) {
		CT_TRY(ct_gc());
		counted(deleted);
		if (step == 1)
			return ct_error_new(CT_ERROR_VALUE, NULL, "early");
	}
	return ct_gc_finish();
}

START_TEST(steps_inside_the_block_are_closed_with_it)
{
	int deleted;

	FAILS(leaves_a_loop_early(&deleted), "ValueError: early");
	ck_assert_int_eq(deleted, 1);
	OK(ct_gc_finish());
}
END_TEST

static void opens_and_forgets(int deleted[3])
{
	CT_SCOPE;

	open_scope();
	counted(&deleted[0]);
	open_scope();
	counted(&deleted[1]);
	OK(ct_gc());
	counted(&deleted[2]);
}

START_TEST(scopes_that_were_forgotten_are_closed_with_the_block)
{
	int deleted[3], outside;
	ct_scope *scope = open_scope();

	counted(&outside);
	opens_and_forgets(deleted);
	ck_assert_int_eq(deleted[0] + deleted[1] + deleted[2], 3);
	ck_assert_int_eq(outside, 0);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(scope_of_a_block_is_called_after_its_place)
{
	ct_scope *outer = open_scope();
	char expected[64];

	{
		CT_SCOPE;
		const int line = __LINE__ - 1;

		snprintf(expected, sizeof expected, "scope_blocks_suite.c:%d inside it", line);
		FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, expected);
	}
	OK(ct_scope_close(outer));
}
END_TEST

Suite *scope_blocks_suite(void)
{
	Suite *suite = suite_create("scopes of blocks");
	TCase *tests = tests_of("scopes of blocks");

	tcase_add_test(tests, try_closes_the_scope_of_the_block);
	tcase_add_test(tests, function_with_a_scope_gives_one_result);
	tcase_add_test(tests, result_of_a_function_belongs_to_the_scope_of_its_caller);
	tcase_add_test(tests, goto_out_of_the_block_closes_its_scope);
	tcase_add_test(tests, break_and_continue_close_the_scope_of_the_round);
	tcase_add_test(tests, return_from_nested_blocks_closes_their_scopes);
	tcase_add_test(tests, steps_inside_the_block_are_closed_with_it);
	tcase_add_test(tests, scopes_that_were_forgotten_are_closed_with_the_block);
	tcase_add_test(tests, scope_of_a_block_is_called_after_its_place);
	suite_add_tcase(suite, tests);
	return suite;
}
