/*
 * Scopes: who owns what while they are open, and what a close releases, told by deleters that count
 * and by the number of live handles.
 */
#include "support.h"

START_TEST(close_releases_what_was_given)
{
	int first, second;
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	counted(&first);
	counted(&second);
	ck_assert_int_eq(live_handles(), before + 2);
	ck_assert_int_eq(first + second, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(first, 1);
	ck_assert_int_eq(second, 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(what_was_given_before_and_after_is_the_callers)
{
	int before, after;
	ct_tensor *first = counted(&before), *second;

	OK(ct_scope_close(open_scope()));
	second = counted(&after);
	OK(ct_scope_close(open_scope()));
	ck_assert_int_eq(before + after, 0);
	ct_tensor_free(first);
	ct_tensor_free(second);
	ck_assert_int_eq(before, 1);
	ck_assert_int_eq(after, 1);
}
END_TEST

START_TEST(inner_close_leaves_what_the_outer_scope_owns)
{
	int above, inside, below;
	ct_scope *outer = open_scope(), *inner;

	counted(&above);
	inner = open_scope();
	counted(&inside);
	OK(ct_scope_close(inner));
	counted(&below);
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(above + below, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(inside, 1);
	ck_assert_int_eq(above, 1);
	ck_assert_int_eq(below, 1);
}
END_TEST

START_TEST(kept_handle_belongs_to_the_caller)
{
	int kept, other;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&kept);

	counted(&other);
	ct_scope_disown(tensor);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(other, 1);
	ck_assert_int_eq(kept, 0);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(tensor);
	ck_assert_int_eq(kept, 1);
}
END_TEST

/* Not to the scope around, which is what ct_scope_move_up() is for. */
START_TEST(kept_in_an_inner_scope_belongs_to_no_scope)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_disown(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(handle_of_an_outer_scope_is_kept_from_an_inner_one)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	inner = open_scope();
	ct_scope_disown(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(moved_up_once_belongs_to_the_scope_around)
{
	int moved, stayed;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&moved);

	counted(&stayed);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(stayed, 1);
	ck_assert_int_eq(moved, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(moved, 1);
}
END_TEST

START_TEST(moved_up_twice_belongs_to_the_scope_around_that)
{
	int deleted;
	ct_scope *outer = open_scope(), *middle = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_move_up(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(middle));
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(moved_up_as_often_as_there_are_scopes_belongs_to_the_caller)
{
	int deleted;
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensor = counted(&deleted);

	ct_scope_move_up(tensor);
	ct_scope_move_up(tensor);
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 0);
	ct_scope_move_up(tensor);
	FREES_LAST(tensor, deleted);
}
END_TEST

/* Through functions of which each closes its own scope. */
START_TEST(moved_up_again_after_each_close)
{
	int deleted[3];
	ct_scope *scopes[4];
	ct_tensor *tensor;

	for (int i = 0; i < 4; i++)
		scopes[i] = open_scope();
	tensor = counted(&deleted[0]);
	counted(&deleted[1]);
	for (int i = 3; i > 0; i--) {
		ct_scope_move_up(tensor);
		OK(ct_scope_close(scopes[i]));
		counted(&deleted[2]);
		ck_assert_int_eq(deleted[0], 0);
		ck_assert_int_eq(deleted[1], 1);
	}
	OK(ct_scope_close(scopes[0]));
	ck_assert_int_eq(deleted[0], 1);
	ck_assert_int_eq(deleted[2], 1);
}
END_TEST

/* What is moved up lies between handles of the inner scope, the oldest, the newest, and some. */
START_TEST(any_of_many_can_be_moved_up)
{
	enum { N = 200 };
	int deleted[N];
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor *tensors[N];

	for (int i = 0; i < N; i++)
		tensors[i] = counted(&deleted[i]);
	for (int i = 0; i < N; i++)
		if (i % 3 == 0 || i == N - 1)
			ct_scope_move_up(tensors[i]);
	OK(ct_scope_close(inner));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], !(i % 3 == 0 || i == N - 1));
	ct_tensor_free(tensors[99]);
	ck_assert_int_eq(deleted[99], 1);
	OK(ct_scope_close(outer));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

START_TEST(freed_early_is_released_at_once_and_only_once)
{
	int early, late;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&early);

	counted(&late);
	ct_tensor_free(tensor);
	ck_assert_int_eq(early, 1);
	ck_assert_int_eq(late, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(early, 1);
	ck_assert_int_eq(late, 1);
}
END_TEST

START_TEST(handle_of_an_outer_scope_is_freed_from_an_inner_one)
{
	int deleted, other;
	ct_scope *outer = open_scope(), *inner;
	ct_tensor *tensor = counted(&deleted);

	counted(&other);
	inner = open_scope();
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(other, 0);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(other, 1);
}
END_TEST

START_TEST(handle_of_no_scope_is_freed_inside_one)
{
	int deleted, inside;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = open_scope();

	counted(&inside);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(inside, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(inside, 1);
}
END_TEST

START_TEST(keeping_and_moving_what_no_scope_owns_changes_nothing)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope;

	ct_scope_disown(tensor);
	ct_scope_move_up(tensor);
	scope = open_scope();
	ct_scope_disown(tensor);
	ct_scope_move_up(tensor);
	ct_scope_disown(NULL);
	ct_scope_move_up(NULL);
	OK(ct_scope_close(scope));
	ct_scope_disown(NULL);
	ct_scope_move_up(NULL);
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(tensor_keep_gives_to_the_innermost_scope)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = open_scope();
	const int64_t before = live_handles();

	ck_assert_ptr_eq(ct_tensor_retain(tensor), tensor);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	FREES_LAST(tensor, deleted);
}
END_TEST

START_TEST(storage_holds_the_memory_beyond_the_scope)
{
	int deleted;
	ct_scope *scope = open_scope();
	ct_tensor *tensor = counted(&deleted);
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	ck_assert(ct_scope_disown_object(storage));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_storage_nbytes(storage), 16);
	ct_storage_free(storage);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *scopes_suite(void)
{
	Suite *suite = suite_create("scopes");
	TCase *tests = tests_of("scopes");

	tcase_add_test(tests, close_releases_what_was_given);
	tcase_add_test(tests, what_was_given_before_and_after_is_the_callers);
	tcase_add_test(tests, inner_close_leaves_what_the_outer_scope_owns);
	tcase_add_test(tests, kept_handle_belongs_to_the_caller);
	tcase_add_test(tests, kept_in_an_inner_scope_belongs_to_no_scope);
	tcase_add_test(tests, handle_of_an_outer_scope_is_kept_from_an_inner_one);
	tcase_add_test(tests, moved_up_once_belongs_to_the_scope_around);
	tcase_add_test(tests, moved_up_twice_belongs_to_the_scope_around_that);
	tcase_add_test(tests, moved_up_as_often_as_there_are_scopes_belongs_to_the_caller);
	tcase_add_test(tests, moved_up_again_after_each_close);
	tcase_add_test(tests, any_of_many_can_be_moved_up);
	tcase_add_test(tests, freed_early_is_released_at_once_and_only_once);
	tcase_add_test(tests, handle_of_an_outer_scope_is_freed_from_an_inner_one);
	tcase_add_test(tests, handle_of_no_scope_is_freed_inside_one);
	tcase_add_test(tests, keeping_and_moving_what_no_scope_owns_changes_nothing);
	tcase_add_test(tests, tensor_keep_gives_to_the_innermost_scope);
	tcase_add_test(tests, storage_holds_the_memory_beyond_the_scope);
	suite_add_tcase(suite, tests);
	return suite;
}
