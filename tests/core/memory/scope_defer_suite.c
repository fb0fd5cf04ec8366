/*
 * What scopes own besides tensors: ct_scope_defer().
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static char log_text[64];

/* Appends its letter. */
static void log_letter(void *letter)
{
	strncat(log_text, letter, 1);
}

static void clear(void)
{
	log_text[0] = '\0';
}

START_TEST(objects_are_released_with_the_scope_the_newest_first)
{
	ct_scope *scope = open_scope();

	OK(ct_scope_defer("a", log_letter));
	OK(ct_scope_defer("b", log_letter));
	ck_assert_str_eq(log_text, "");
	OK(ct_scope_close(scope));
	ck_assert_str_eq(log_text, "ba");
}
END_TEST

static void log_deleted(void *data, void *letter)
{
	(void)data;
	log_letter(letter);
}

/* So a buffer may be deferred before or after the tensor around it. */
START_TEST(tensors_are_released_before_objects)
{
	static float data = 1;
	ct_scope *scope = open_scope();
	ct_tensor *blob;

	OK(ct_tensor_from_blob(&data, CT_FLOAT32, CT_NO_INTS, CT_NO_INTS, log_deleted, "t", &blob));
	OK(ct_scope_defer("b", log_letter));
	OK(ct_scope_close(scope));
	ck_assert_str_eq(log_text, "tb");
}
END_TEST

static ct_error fails_after(const char *letter)
{
	CT_SCOPE;

	CT_TRY(ct_scope_defer((void *)letter, log_letter));
	CT_TRY(ct_relu(NULL, NULL));
	return NULL;
}

START_TEST(a_failing_function_leaks_nothing)
{
	FAILS_WITH(fails_after("x"), CT_ERROR_ARGUMENT, "ct_relu");
	ck_assert_str_eq(log_text, "x");
}
END_TEST

START_TEST(an_object_that_is_kept_is_not_released)
{
	static char kept[] = "k", moved[] = "m";
	ct_scope *outer = open_scope(), *inner = open_scope();

	OK(ct_scope_defer(kept, log_letter));
	OK(ct_scope_defer(moved, log_letter));
	ck_assert(ct_scope_disown_object(kept));
	ck_assert(!ct_scope_disown_object(kept));
	ck_assert(ct_scope_move_object_up(moved));
	OK(ct_scope_defer("i", log_letter));
	OK(ct_scope_close(inner));
	ck_assert_str_eq(log_text, "i");
	ck_assert(ct_scope_move_object_up(moved));
	ck_assert(!ct_scope_move_object_up(moved));
	OK(ct_scope_close(outer));
	ck_assert_str_eq(log_text, "i");
}
END_TEST

/* The entry that was moved up is the newer one, but not that of the innermost scope. */
START_TEST(an_object_given_twice_is_first_taken_from_the_innermost_scope)
{
	static char twice[] = "t";
	ct_scope *outer = open_scope(), *inner = open_scope();

	OK(ct_scope_defer(twice, log_letter));
	OK(ct_scope_defer(twice, log_letter));
	ck_assert(ct_scope_move_object_up(twice));
	ck_assert(ct_scope_disown_object(twice));
	OK(ct_scope_close(inner));
	ck_assert_str_eq(log_text, "");
	OK(ct_scope_close(outer));
	ck_assert_str_eq(log_text, "t");
}
END_TEST

/* Without a scope, nothing would ever release it. */
START_TEST(what_cannot_be_deferred_is_released_at_once)
{
	FAILS(ct_scope_defer("n", log_letter), "ArgumentError: ct_scope_defer: no scope is open; "
					       "begin with CT_SCOPE or ct_scope_open()");
	ck_assert_str_eq(log_text, "n");
	FAILS(ct_scope_defer("n", NULL),
	      "ArgumentError: ct_scope_defer: argument 2 (release) must not be NULL");
}
END_TEST

/* A release function may defer, make tensors and leave scopes open. */
static void release_more(void *letter)
{
	ct_tensor *left;

	log_letter(letter);
	ck_assert_ptr_nonnull(ct_scope_open());
	CT_CHECK(ct_scope_defer("3", log_letter));
	ct_scope_leave(NULL);
	CT_CHECK(ct_tensor_from_scalar(ct_scalar_int(1), NULL, &left));
}

static void defer_again(void *letter)
{
	log_letter(letter);
	CT_CHECK(ct_scope_defer("2", release_more));
}

START_TEST(a_release_function_may_use_the_library)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(ct_scope_defer("4", log_letter));
	OK(ct_scope_defer("1", defer_again));
	OK(ct_scope_close(scope));
	ck_assert_str_eq(log_text, "1234");
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(a_step_owns_objects_too)
{
	OK(ct_gc());
	OK(ct_scope_defer("a", log_letter));
	OK(ct_gc());
	ck_assert_str_eq(log_text, "a");
	OK(ct_scope_defer("b", log_letter));
	OK(ct_gc_finish());
	ck_assert_str_eq(log_text, "ab");
}
END_TEST

static void *end_with_an_open_scope(void *letter)
{
	MUST(ct_scope_open() != NULL);
	CT_CHECK(ct_scope_defer(letter, log_letter));
	return NULL;
}

START_TEST(the_end_of_a_thread_releases_them)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, end_with_an_open_scope, "e"), 0);
	pthread_join(thread, NULL);
	ck_assert_str_eq(log_text, "e");
}
END_TEST

START_TEST(there_may_be_many)
{
	static int objects[5000];
	ct_scope *scope = open_scope();

	clear();
	for (size_t i = 0; i < 5000; i++)
		OK(ct_scope_defer(malloc(8), ct_free));
	for (size_t i = 0; i < 5000; i++)
		ck_assert(!ct_scope_disown_object(&objects[i]));
	OK(ct_scope_close(scope));
}
END_TEST

Suite *scope_defer_suite(void)
{
	Suite *suite = suite_create("deferred");
	TCase *tests = tests_of("deferred");

	tcase_add_checked_fixture(tests, clear, NULL);
	tcase_add_test(tests, objects_are_released_with_the_scope_the_newest_first);
	tcase_add_test(tests, tensors_are_released_before_objects);
	tcase_add_test(tests, a_failing_function_leaks_nothing);
	tcase_add_test(tests, an_object_that_is_kept_is_not_released);
	tcase_add_test(tests, an_object_given_twice_is_first_taken_from_the_innermost_scope);
	tcase_add_test(tests, what_cannot_be_deferred_is_released_at_once);
	tcase_add_test(tests, a_release_function_may_use_the_library);
	tcase_add_test(tests, a_step_owns_objects_too);
	tcase_add_test(tests, the_end_of_a_thread_releases_them);
	tcase_add_test(tests, there_may_be_many);
	suite_add_tcase(suite, tests);
	return suite;
}
