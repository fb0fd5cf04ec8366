/*
 * Handles of no scope: given to one, and freed although there are scopes with equal ones.
 */
#include "support.h"

START_TEST(adopted_handle_belongs_to_the_innermost_scope)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *outer = open_scope(), *inner = open_scope();

	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(outer));
}
END_TEST

START_TEST(adopted_handle_is_kept_moved_and_freed_as_any_other)
{
	int kept, moved, freed;
	ct_tensor *tensors[] = { counted(&kept), counted(&moved), counted(&freed) };
	ct_scope *outer = open_scope(), *inner = open_scope();

	for (int i = 0; i < 3; i++)
		OK(ct_scope_adopt(tensors[i]));
	ct_scope_disown(tensors[0]);
	ct_scope_move_up(tensors[1]);
	ct_tensor_free(tensors[2]);
	ck_assert_int_eq(freed, 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(kept + moved, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(moved, 1);
	ck_assert_int_eq(kept, 0);
	ct_tensor_free(tensors[0]);
}
END_TEST

/* It neither makes a handle nor releases one. */
START_TEST(adopting_gives_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(live_handles(), live);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), live - 1);
}
END_TEST

START_TEST(adopting_without_a_scope_changes_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope;

	OK(ct_scope_adopt(tensor));
	scope = open_scope();
	OK(ct_scope_adopt(NULL));
	OK(ct_scope_close(scope));
	OK(ct_scope_adopt(NULL));
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(kept_and_adopted_again_it_changes_scopes)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_scope_disown(tensor);
	OK(ct_scope_adopt(tensor));
	OK(ct_scope_close(inner));
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(second_handle_is_adopted_beside_one_of_the_scopes)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *scope = open_scope();

	ct_tensor_retain(tensor);
	OK(ct_scope_adopt(tensor));
	ck_assert_int_eq(live_handles(), live + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), live - 1);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* As a module's free function does, whose parameter somebody has a handle on in a scope. */
START_TEST(freeing_what_is_kept_leaves_equal_handles_of_scopes_alone)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	const int64_t live = live_handles();
	ct_scope *outer = open_scope(), *inner;

	ct_tensor_retain(tensor);
	inner = open_scope();
	ct_tensor_retain(tensor);
	ct_tensor_free_unscoped(tensor);
	ck_assert_int_eq(live_handles(), live + 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), live);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), live - 1);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(freeing_what_is_kept_needs_no_scope)
{
	int deleted;

	ct_tensor_free_unscoped(counted(&deleted));
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free_unscoped(NULL);
}
END_TEST

START_TEST(kept_handle_is_freed_as_one_of_no_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_disown(tensor);
	ct_tensor_free_unscoped(tensor);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *scope_adopted_suite(void)
{
	Suite *suite = suite_create("handles of no scope");
	TCase *tests = tests_of("handles of no scope");

	tcase_add_test(tests, adopted_handle_belongs_to_the_innermost_scope);
	tcase_add_test(tests, adopted_handle_is_kept_moved_and_freed_as_any_other);
	tcase_add_test(tests, adopting_gives_nothing);
	tcase_add_test(tests, adopting_without_a_scope_changes_nothing);
	tcase_add_test(tests, kept_and_adopted_again_it_changes_scopes);
	tcase_add_test(tests, second_handle_is_adopted_beside_one_of_the_scopes);
	tcase_add_test(tests, freeing_what_is_kept_leaves_equal_handles_of_scopes_alone);
	tcase_add_test(tests, freeing_what_is_kept_needs_no_scope);
	tcase_add_test(tests, kept_handle_is_freed_as_one_of_no_scope);
	suite_add_tcase(suite, tests);
	return suite;
}
