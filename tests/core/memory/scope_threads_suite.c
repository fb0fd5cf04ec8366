/*
 * Scopes are of one thread, and closed when it ends; handles go from one to another.
 */
#include <pthread.h>

#include "support.h"

/* What a thread makes. */
struct made {
	ct_tensor *tensor;
	int *deleted;
};

static void *close_in_thread(void *scope)
{
	return (void *)ct_scope_close(scope);
}

START_TEST(scope_of_another_thread_is_refused)
{
	int deleted, end = 0;
	unsigned owner = 0, other = 0;
	ct_scope *scope = open_scope();
	pthread_t thread;
	void *error;

	counted(&deleted);
	ck_assert_int_eq(pthread_create(&thread, NULL, close_in_thread, scope), 0);
	pthread_join(thread, &error);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_ARGUMENT);
	sscanf(error,
	       "ArgumentError: ct_scope_close: argument 1 (self): thread %u opened it (if it is a "
	       "scope), but this is thread %u: close a scope in the thread that opened it%n",
	       &owner, &other, &end);
	ck_assert_msg(end > 0 && ((const char *)error)[end] == 0, "%s", (const char *)error);
	ck_assert_uint_eq(owner, 1);
	ck_assert_uint_gt(other, owner);
	ct_error_free(error);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void *leave_in_thread(void *scope)
{
	ct_scope_leave(scope);
	return NULL;
}

START_TEST(leaving_a_scope_of_another_thread_leaves_it_alone)
{
	int deleted;
	ct_scope *scope = open_scope();
	pthread_t thread;

	counted(&deleted);
	ck_assert_int_eq(pthread_create(&thread, NULL, leave_in_thread, scope), 0);
	pthread_join(thread, NULL);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
}
END_TEST

static void *end_with_open_scopes(void *context)
{
	struct made *made = context;

	made->tensor = counted(&made->deleted[0]);
	open_scope();
	counted(&made->deleted[1]);
	open_scope();
	counted(&made->deleted[2]);
	CT_CHECK(ct_gc());
	counted(&made->deleted[3]);
	return NULL;
}

/* What it had before its first scope is no scope's. */
START_TEST(thread_that_ends_closes_its_scopes)
{
	int deleted[4];
	struct made made = { .deleted = deleted };
	const int64_t before = live_handles();

	run_in_thread(end_with_open_scopes, &made);
	ck_assert_int_eq(deleted[0], 0);
	for (int i = 1; i < 4; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(live_handles(), before + 1);
	ct_tensor_free(made.tensor);
	ck_assert_int_eq(deleted[0], 1);
}
END_TEST

static void *make_and_pass_on(void *context)
{
	struct made *made = context;
	ct_scope *scope = open_scope();

	made->tensor = counted(made->deleted);
	ct_scope_disown(made->tensor);
	CT_CHECK(ct_scope_close(scope));
	return NULL;
}

START_TEST(kept_handle_goes_to_another_thread)
{
	int deleted;
	struct made made = { .deleted = &deleted };
	ct_scope *scope = open_scope();

	run_in_thread(make_and_pass_on, &made);
	assert_floats(made.tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(made.tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void *make_and_return(void *context)
{
	struct made *made = context;

	made->tensor = counted(made->deleted);
	return NULL;
}

START_TEST(scope_of_one_thread_owns_nothing_of_another)
{
	int deleted;
	struct made made = { .deleted = &deleted };
	ct_scope *scope = open_scope();

	run_in_thread(make_and_return, &made);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(made.tensor);
}
END_TEST

Suite *scope_threads_suite(void)
{
	Suite *suite = suite_create("scopes of threads");
	TCase *closing = tests_of("closing");
	TCase *threads = tests_of("threads");

	tcase_add_test(closing, scope_of_another_thread_is_refused);
	tcase_add_test(closing, leaving_a_scope_of_another_thread_leaves_it_alone);
	suite_add_tcase(suite, closing);
	tcase_add_test(threads, thread_that_ends_closes_its_scopes);
	tcase_add_test(threads, kept_handle_goes_to_another_thread);
	tcase_add_test(threads, scope_of_one_thread_owns_nothing_of_another);
	suite_add_tcase(suite, threads);
	return suite;
}
