/*
 * The hook that is asked for room.
 */
#include "full_memory.h"

START_TEST(without_a_hook_it_is_an_error_at_once)
{
	ct_tensor *tensor = NULL;

	full = true;
	assert_no_memory(make_large(&tensor));
	ck_assert_int_eq(times_full, 1);
	ck_assert_ptr_null(tensor);
	full = false;
	must_make_large();
}
END_TEST

START_TEST(hook_is_called_once_with_the_size)
{
	struct host host = { .answer = true };

	ct_memory_set_out_of_memory_hook(make_room, &host);
	full = true;
	must_make_large();
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(host.nbytes, LARGE);
	ck_assert_int_eq(host.device.type, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(times_full, 1);
	/* And never while there is memory. */
	must_make_large();
	ck_assert_int_eq(host.calls, 1);
}
END_TEST

START_TEST(hook_that_has_no_room_ends_in_the_error)
{
	struct host host = { .answer = false };
	ct_tensor *tensor = NULL;

	ct_memory_set_out_of_memory_hook(do_nothing, &host);
	full = true;
	assert_no_memory(make_large(&tensor));
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(times_full, 1);
	ck_assert_ptr_null(tensor);
}
END_TEST

START_TEST(hook_that_is_wrong_is_not_asked_again)
{
	struct host host = { .answer = true };
	ct_tensor *tensor = NULL;

	ct_memory_set_out_of_memory_hook(do_nothing, &host);
	full = true;
	assert_no_memory(make_large(&tensor));
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(times_full, 2);
	/* By the next call it is. */
	assert_no_memory(make_large(&tensor));
	ck_assert_int_eq(host.calls, 2);
}
END_TEST

START_TEST(removed_hook_is_not_called)
{
	struct host host = { .answer = true }, other = { .answer = true };
	ct_tensor *tensor = NULL;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	ct_memory_set_out_of_memory_hook(NULL, NULL);
	full = true;
	assert_no_memory(make_large(&tensor));
	ct_memory_set_out_of_memory_hook(make_room, &host);
	ct_memory_set_out_of_memory_hook(make_room, &other);
	must_make_large();
	ck_assert_int_eq(host.calls, 0);
	ck_assert_int_eq(other.calls, 1);
}
END_TEST

static bool free_cache(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_tensor_free(host->cache);
	host->cache = NULL;
	return do_nothing(device, nbytes, context);
}

START_TEST(hook_frees_a_tensor_of_its_own)
{
	int deleted;
	struct host host = { .answer = true, .cache = room(&deleted) };

	ct_memory_set_out_of_memory_hook(free_cache, &host);
	full = true;
	must_make_large();
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(pending_frees_come_before_the_hook)
{
	int deleted;
	struct host host = { .answer = false, .freed = &deleted };

	ct_memory_set_out_of_memory_hook(do_nothing, &host);
	ct_tensor_free_later(room(&deleted));
	full = true;
	/* They are room enough, whatever the hook says. */
	must_make_large();
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(host.freed_before, 1);
}
END_TEST

static bool free_cache_later(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_tensor_free_later(host->cache);
	host->cache = NULL;
	return do_nothing(device, nbytes, context);
}

/* As the finalizers do that a garbage collector runs in the hook. */
START_TEST(what_the_hook_frees_later_is_freed_behind_it)
{
	int deleted;
	struct host host = { .answer = true, .cache = room(&deleted) };

	ct_memory_set_out_of_memory_hook(free_cache_later, &host);
	full = true;
	must_make_large();
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* It gives up by itself here, so that the test ends where the library does not see to that. */
static bool need_memory_itself(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;
	ct_tensor *tensor;

	(void)device;
	if (host->calls++ < 10)
		assert_no_memory(make_large(&tensor));
	host->nbytes = nbytes;
	return false;
}

START_TEST(hook_that_runs_out_of_memory_is_not_called_for_itself)
{
	struct host host = { 0 };
	ct_tensor *tensor = NULL;

	ct_memory_set_out_of_memory_hook(need_memory_itself, &host);
	full = true;
	assert_no_memory(make_large(&tensor));
	ck_assert_int_eq(host.calls, 1);
}
END_TEST

static bool look_into_cache(ct_device device, int64_t nbytes, void *context)
{
	ct_memory_usage *process = context;

	(void)device;
	(void)nbytes;
	ct_memory_stats(NULL, process);
	return false;
}

/* 64 MiB are more than the cache has, with all that it grows by. */
START_TEST(cache_is_emptied_before_the_hook)
{
	const int64_t size[] = { INT64_C(16) << 20 };
	ct_memory_usage in_hook = { .cached_bytes = -1 };
	ct_tensor *small = NULL, *tensor = NULL;
	ct_error error;

	ct_memory_set_cache_limit(-1);
	ck_assert_ptr_null(make_large(&small));
	ct_tensor_free(small);
	ct_memory_set_out_of_memory_hook(look_into_cache, &in_hook);
	full = true;
	error = ct_empty_memory_format(size, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				       CT_MEMORY_FORMAT_NONE, &tensor);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ct_error_free(error);
	ck_assert_int_ge(in_hook.cached_bytes, 0);
	ck_assert_int_lt(in_hook.cached_bytes, LARGE);
	/* That may have been room enough, whatever the hook says. */
	ck_assert_int_eq(times_full, 2);
}
END_TEST

static void *make_large_in_thread(void *context)
{
	ct_tensor **tensor = context;

	return (void *)make_large(tensor);
}

START_TEST(hook_is_called_in_the_thread_that_asked)
{
	struct host host = { .answer = true };
	ct_tensor *tensor = NULL;
	pthread_t thread;
	void *error;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	full = true;
	ck_assert_int_eq(pthread_create(&thread, NULL, make_large_in_thread, &tensor), 0);
	pthread_join(thread, &error);
	assert_large(error, tensor);
	ck_assert(pthread_equal(host.thread, thread));
}
END_TEST

/* In the middle of an operator, and of a scope. */
START_TEST(results_of_a_call_that_failed_belong_to_nobody)
{
	struct host host = { .answer = false };
	ct_tensor *argument = NULL, *result = NULL;
	ct_scope *scope;
	int64_t live;

	ck_assert_ptr_null(make_large(&argument));
	ck_assert_ptr_null(ct_zero_(argument, NULL));
	scope = ct_scope_open();
	live = live_handles();
	ct_memory_set_out_of_memory_hook(do_nothing, &host);
	full = true;
	assert_no_memory(ct_exp(argument, &result));
	ck_assert_int_eq(live_handles(), live);
	ck_assert_ptr_null(result);
	full = false;
	ck_assert_ptr_null(ct_exp(argument, &result));
	ck_assert_int_eq(live_handles(), live + 1);
	ck_assert_ptr_null(ct_scope_close(scope));
	ct_tensor_free(argument);
}
END_TEST

Suite *hook_suite(void)
{
	Suite *suite = suite_create("hook");
	TCase *tests = tests_with_memory("hook");

	tcase_add_test(tests, without_a_hook_it_is_an_error_at_once);
	tcase_add_test(tests, hook_is_called_once_with_the_size);
	tcase_add_test(tests, hook_that_has_no_room_ends_in_the_error);
	tcase_add_test(tests, hook_that_is_wrong_is_not_asked_again);
	tcase_add_test(tests, removed_hook_is_not_called);
	tcase_add_test(tests, hook_frees_a_tensor_of_its_own);
	tcase_add_test(tests, pending_frees_come_before_the_hook);
	tcase_add_test(tests, what_the_hook_frees_later_is_freed_behind_it);
	tcase_add_test(tests, hook_that_runs_out_of_memory_is_not_called_for_itself);
	tcase_add_test(tests, cache_is_emptied_before_the_hook);
	tcase_add_test(tests, hook_is_called_in_the_thread_that_asked);
	tcase_add_test(tests, results_of_a_call_that_failed_belong_to_nobody);
	suite_add_tcase(suite, tests);
	return suite;
}
