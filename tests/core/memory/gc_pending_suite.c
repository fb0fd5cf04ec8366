/*
 * Freeing later: what a thread notes to be freed, and which call then frees it.
 */
#include "support.h"

START_TEST(freed_later_is_freed_by_the_next_step)
{
	int deleted;

	ct_tensor_free_later(counted(&deleted));
	ck_assert_int_eq(deleted, 0);
	OK(ct_gc());
	ck_assert_int_eq(deleted, 1);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(freed_later_is_freed_by_finish)
{
	int deleted, last;
	ct_tensor *tensor = counted(&deleted);

	OK(ct_gc());
	ct_tensor_free_later(tensor);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free_later(counted(&last));
	OK(ct_gc_finish());
	ck_assert_int_eq(last, 1);
}
END_TEST

START_TEST(pending_frees_are_counted)
{
	enum { N = 1000 };
	static int deleted[N];

	ck_assert_int_eq(ct_tensor_free_pending(), 0);
	for (int i = 0; i < N; i++)
		ct_tensor_free_later(counted(&deleted[i]));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 0);
	ck_assert_int_eq(ct_tensor_free_pending(), N);
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

START_TEST(freeing_null_later_notes_nothing)
{
	ct_tensor_free_later(NULL);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

START_TEST(two_handles_of_a_tensor_are_freed_later)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);

	ct_tensor_free_later(ct_tensor_retain(tensor));
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free_later(ct_tensor_retain(tensor));
	ct_tensor_free_later(tensor);
	ck_assert_int_eq(ct_tensor_free_pending(), 2);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* The one is pending, which no scope owned; the equal one is the step's, and goes with it. */
START_TEST(pending_frees_leave_equal_handles_of_scopes_alone)
{
	int deleted;
	const int64_t before = live_handles();
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = ct_scope_open();

	OK(ct_gc());
	ck_assert_ptr_eq(ct_tensor_retain(tensor), tensor);
	ct_tensor_free_later(tensor);
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_gc());
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_gc_finish());
	OK(ct_scope_close(scope));
}
END_TEST

struct chain {
	int deleted;
	int left;
};

static void free_another_later(void *data, void *context)
{
	struct chain *chain = context;

	(void)data;
	chain->deleted++;
	if (chain->left-- > 0)
		ct_tensor_free_later(blob(free_another_later, chain));
}

/* A finalizer that runs another one: that is for the next time. */
START_TEST(what_is_added_while_pending_ones_are_freed_is_for_the_next_time)
{
	struct chain chain = { 0, 2 };

	ct_tensor_free_later(blob(free_another_later, &chain));
	for (int i = 1; i <= 3; i++) {
		ck_assert_int_eq(ct_tensor_free_pending(), 1);
		ck_assert_int_eq(chain.deleted, i);
	}
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

static void free_pending_inside(void *data, void *context)
{
	(void)data;
	*(int64_t *)context += ct_tensor_free_pending();
}

START_TEST(deleter_of_a_pending_one_may_free_pending_ones)
{
	int64_t inside = 0;
	int deleted;

	ct_tensor_free_later(blob(free_pending_inside, &inside));
	ct_tensor_free_later(counted(&deleted));
	ck_assert_int_eq(ct_tensor_free_pending(), 2);
	ck_assert_int_eq(inside, 0);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *gc_pending_suite(void)
{
	Suite *suite = suite_create("pending frees");
	TCase *tests = tests_of("pending frees");

	tcase_add_test(tests, freed_later_is_freed_by_the_next_step);
	tcase_add_test(tests, freed_later_is_freed_by_finish);
	tcase_add_test(tests, pending_frees_are_counted);
	tcase_add_test(tests, freeing_null_later_notes_nothing);
	tcase_add_test(tests, two_handles_of_a_tensor_are_freed_later);
	tcase_add_test(tests, pending_frees_leave_equal_handles_of_scopes_alone);
	tcase_add_test(tests, what_is_added_while_pending_ones_are_freed_is_for_the_next_time);
	tcase_add_test(tests, deleter_of_a_pending_one_may_free_pending_ones);
	suite_add_tcase(suite, tests);
	return suite;
}
