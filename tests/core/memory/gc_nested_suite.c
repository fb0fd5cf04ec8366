/*
 * Loops, scopes, and loops in loops.
 */
#include "support.h"

START_TEST(scope_in_a_step_closes_within_it)
{
	int in_step, in_scope;
	ct_scope *scope;

	OK(ct_gc());
	counted(&in_step);
	scope = ct_scope_open();
	counted(&in_scope);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
	ck_assert_int_eq(in_step, 0);
	OK(ct_gc());
	ck_assert_int_eq(in_step, 1);
	OK(ct_gc_finish());
}
END_TEST

START_TEST(steps_leave_the_scope_around_them_alone)
{
	int in_scope, in_step;
	ct_scope *scope = ct_scope_open();

	counted(&in_scope);
	for (int step = 0; step < 3; step++) {
		OK(ct_gc());
		counted(&in_step);
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step, 1);
	ck_assert_int_eq(in_scope, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
}
END_TEST

START_TEST(loop_in_a_loop_is_one_of_its_own_with_a_scope_around_it)
{
	int outer_step, inner_step;

	for (int i = 0; i < 3; i++) {
		ct_scope *scope;

		OK(ct_gc());
		counted(&outer_step);
		scope = ct_scope_open();
		for (int j = 0; j < 3; j++) {
			OK(ct_gc());
			if (j)
				ck_assert_int_eq(inner_step, 1);
			counted(&inner_step);
		}
		OK(ct_gc_finish());
		ck_assert_int_eq(inner_step, 1);
		ck_assert_int_eq(outer_step, 0);
		OK(ct_scope_close(scope));
		ck_assert_int_eq(outer_step, 0);
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(outer_step, 1);
}
END_TEST

/* The inner loop's first step is then the next one of the outer loop. */
START_TEST(loop_in_a_loop_without_a_scope_ends_the_outer_step)
{
	int outer_step, inner_step;

	OK(ct_gc());
	counted(&outer_step);
	OK(ct_gc());
	ck_assert_int_eq(outer_step, 1);
	counted(&inner_step);
	OK(ct_gc_finish());
	ck_assert_int_eq(inner_step, 1);
	OK(ct_gc());
	OK(ct_gc_finish());
}
END_TEST

START_TEST(eight_loops_are_nested)
{
	int deleted[8];
	ct_scope *scopes[8];

	for (int i = 0; i < 8; i++) {
		scopes[i] = ct_scope_open();
		OK(ct_gc());
		counted(&deleted[i]);
	}
	for (int i = 7; i >= 0; i--) {
		OK(ct_gc());
		ck_assert_int_eq(deleted[i], 1);
		OK(ct_gc_finish());
		OK(ct_scope_close(scopes[i]));
		if (i)
			ck_assert_int_eq(deleted[i - 1], 0);
	}
}
END_TEST

START_TEST(scope_that_each_step_forgets_is_named)
{
	int deleted[8];
	ct_scope *outer = ct_scope_open_named("outer"), *forgotten = NULL;

	for (int step = 0; step < 8; step++) {
		OK(ct_gc());
		counted(&deleted[step]);
		forgotten = ct_scope_open_named("batch in train.c:33");
	}
	FAILS(ct_gc(), "ArgumentError: ct_gc: steps are nested 8 deep, which is the limit: is the "
		       "scope batch in train.c:33 closed in the step that opens it?");
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(deleted[i], 0);
	/* Nothing has changed: whoever closes it goes on. */
	OK(ct_scope_close(forgotten));
	OK(ct_gc());
	ck_assert_int_eq(deleted[7], 1);
	ck_assert_int_eq(deleted[6], 0);
	ct_scope_leave(outer);
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

/* The scope is the caller's, in whose step this loop is, and its own never ran. */
START_TEST(finish_in_a_scope_inside_a_step_does_nothing)
{
	int in_step, in_scope;
	ct_scope *scope;

	OK(ct_gc());
	counted(&in_step);
	scope = ct_scope_open_named("batch in train.c:33");
	counted(&in_scope);
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step + in_scope, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step, 1);
}
END_TEST

Suite *gc_nested_suite(void)
{
	Suite *suite = suite_create("nested loops");
	TCase *tests = tests_of("nested loops");

	tcase_add_test(tests, scope_in_a_step_closes_within_it);
	tcase_add_test(tests, steps_leave_the_scope_around_them_alone);
	tcase_add_test(tests, loop_in_a_loop_is_one_of_its_own_with_a_scope_around_it);
	tcase_add_test(tests, loop_in_a_loop_without_a_scope_ends_the_outer_step);
	tcase_add_test(tests, eight_loops_are_nested);
	tcase_add_test(tests, scope_that_each_step_forgets_is_named);
	tcase_add_test(tests, finish_in_a_scope_inside_a_step_does_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
