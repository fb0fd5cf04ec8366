/*
 * When there is no memory, for an error's text or for a tensor: a program of its own, since it
 * takes the place of aligned_alloc(), from which the library gets the one, of posix_memalign(),
 * from which libtorch gets the other, and of operator new.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <ctorch/ctorch.h>

#include "failing_new.h"

static bool failing;

void *aligned_alloc(size_t alignment, size_t size)
{
	static void *(*original)(size_t, size_t);
	void *symbol;

	if (failing)
		return NULL;
	if (original == NULL) {
		symbol = dlsym(RTLD_NEXT, "aligned_alloc");
		memcpy(&original, &symbol, sizeof original);
	}
	return original(alignment, size);
}

/* Tensors of a megabyte and more find no memory; how often they did not. */
enum { LARGE = 1 << 20 };
static bool full;
static int times_full;

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	static int (*original)(void **, size_t, size_t);
	void *symbol;

	if (full && size >= LARGE) {
		times_full++;
		return ENOMEM;
	}
	if (original == NULL) {
		symbol = dlsym(RTLD_NEXT, "posix_memalign");
		memcpy(&original, &symbol, sizeof original);
	}
	return original(memory, alignment, size);
}

static const char no_memory[] = "OutOfMemoryError: no memory for the text of an error";

static ct_error without_memory(void)
{
	ct_error error;

	failing = true;
	error = ct_relu(NULL, NULL);
	failing = false;
	return error;
}

START_TEST(a_fixed_message_is_returned)
{
	ct_error error = without_memory();

	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(error, no_memory);
	ct_error_free(error);
}
END_TEST

START_TEST(the_fixed_message_is_known_and_never_freed)
{
	ct_error error = without_memory(), again = without_memory();

	ck_assert_ptr_eq(error, again);
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_ptr_null(ct_error_function(error));
	ck_assert_ptr_null(ct_error_backtrace(error));
	ct_error_free(error);
	ct_error_free(again);
	ck_assert_str_eq(error, no_memory);
}
END_TEST

START_TEST(own_errors_end_in_the_fixed_message_too)
{
	ct_error error;

	failing = true;
	error = ct_error_new(CT_ERROR_VALUE, "f", "%d", 1);
	failing = false;
	ck_assert_str_eq(error, no_memory);
	ct_error_free(error);
}
END_TEST

START_TEST(errors_are_whole_again_afterwards)
{
	ct_error error;

	ct_error_free(without_memory());
	error = ct_relu(NULL, NULL);
	ck_assert_str_eq(error, "ArgumentError: ct_relu: argument 1 (self) must not be NULL");
	ct_error_free(error);
}
END_TEST

/* 2^60 bytes: libtorch's allocator refuses, and the error is an ordinary one. */
START_TEST(a_tensor_too_large_is_an_error)
{
	const int64_t size[] = { INT64_C(1) << 60 };
	ct_error error = ct_empty_memory_format(size, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE,
						NULL, CT_MEMORY_FORMAT_NONE, NULL);

	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_msg(strncmp(error, "OutOfMemoryError: ", 18) == 0, "%s", error);
	ck_assert_msg(strstr(error, "1152921504606846976") != NULL, "%s", error);
	ct_error_free(error);
}
END_TEST

static void count_deletion(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	(*deleted)++;
}

/* Whichever allocation it is that fails, the data is the caller's as before. */
START_TEST(blob_without_a_tensor_is_not_deleted)
{
	float values[] = { 1, 2 };
	const int64_t shape[] = { 2 };
	ct_tensor *tensor = NULL;
	int deleted = 0, failures = 0;
	ct_error error;

	for (;;) {
		allocations_until_failure = failures;
		error = ct_tensor_from_blob(values, CT_FLOAT32, shape, 1, NULL, 0, count_deletion,
					    &deleted, &tensor);
		allocations_until_failure = -1;
		if (error == NULL)
			break;
		ck_assert_int_eq(ct_error_kind(error), CT_ERROR_OUT_OF_MEMORY);
		ck_assert_ptr_null(tensor);
		ck_assert_int_eq(deleted, 0);
		ct_error_free(error);
		failures++;
	}
	/* What releases the data, its storage, the tensor. */
	ck_assert_int_ge(failures, 3);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* --- The hook -------------------------------------------------------------------------------- */

struct host {
	int calls;
	int64_t nbytes; /* of the last call */
	bool answer;
	ct_tensor *cache; /* to be freed, which makes room */
	ct_scope *scope;  /* that was open before */
	int *freed;       /* by whom freed something later */
	int freed_before; /* what that was when the hook was called */
	pthread_t thread; /* in which it was called */
};

static bool do_nothing(int64_t nbytes, void *context)
{
	struct host *host = context;

	host->calls++;
	host->nbytes = nbytes;
	host->thread = pthread_self();
	if (host->freed)
		host->freed_before = *host->freed;
	return host->answer;
}

static bool make_room(int64_t nbytes, void *context)
{
	full = false;
	return do_nothing(nbytes, context);
}

static ct_error make_large(ct_tensor **result)
{
	const int64_t size[] = { LARGE / 4 };

	return ct_empty_memory_format(size, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				      CT_MEMORY_FORMAT_NONE, result);
}

/* The call must fail for want of a megabyte. */
static void assert_no_memory(ct_error error)
{
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_msg(strncmp(error, "OutOfMemoryError: ", 18) == 0, "%s", error);
	ck_assert_msg(strstr(error, "1048576") != NULL, "%s", error);
	ct_error_free(error);
}

static void assert_large(ct_error error, ct_tensor *tensor)
{
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(ct_tensor_numel(tensor), LARGE / 4);
	memset(ct_tensor_mutable_data(tensor), 1, LARGE);
	ct_tensor_free(tensor);
}

static void must_make_large(void)
{
	ct_tensor *tensor = NULL;
	ct_error error = make_large(&tensor);

	assert_large(error, tensor);
}

static int64_t live_before;

static int64_t live_handles(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.handles;
}

static void begin(void)
{
	live_before = live_handles();
	times_full = 0;
}

/* With memory again and without a hook; and nothing may be lost. */
static void end(void)
{
	full = false;
	ct_memory_set_out_of_memory_hook(NULL, NULL);
	ct_error_free(ct_gc_finish());
	ck_assert_int_eq(live_handles(), live_before);
}

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

static void memory_is_back(void *data, void *context)
{
	int *deleted = context;

	(void)data;
	full = false;
	(*deleted)++;
}

static ct_tensor *room(int *deleted)
{
	static float value;
	ct_tensor *tensor = NULL;
	ct_error error = ct_tensor_from_blob(&value, CT_FLOAT32, NULL, 0, NULL, 0, memory_is_back,
					     deleted, &tensor);

	ck_assert_msg(error == NULL, "%s", error);
	*deleted = 0;
	return tensor;
}

static bool free_cache(int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_tensor_free(host->cache);
	host->cache = NULL;
	return do_nothing(nbytes, context);
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

static bool free_cache_later(int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_tensor_free_later(host->cache);
	host->cache = NULL;
	return do_nothing(nbytes, context);
}

/* As the finalisers do that a garbage collector runs in the hook. */
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

static bool close_scopes(int64_t nbytes, void *context)
{
	struct host *host = context;
	const ct_error errors[] = { ct_scope_close(host->scope), ct_gc(), ct_gc_finish() };

	for (int i = 0; i < 3; i++) {
		if (ct_error_kind(errors[i]) != CT_ERROR_ARGUMENT)
			host->answer = false;
		ct_error_free(errors[i]);
	}
	ct_scope_leave(host->scope);
	return do_nothing(nbytes, context);
}

START_TEST(hook_cannot_close_scopes_that_were_open)
{
	int deleted, cached;
	struct host host = { .answer = true };
	ct_tensor *argument, *sum = NULL;
	ct_error error;

	must_make_large();
	ct_memory_set_out_of_memory_hook(close_scopes, &host);
	host.scope = ct_scope_open();
	room(&deleted);
	ck_assert_ptr_null(make_large(&argument));
	ck_assert_ptr_null(ct_zero_(argument, NULL));
	full = true;
	room(&cached);
	/* What it adds must be there still. */
	assert_no_memory(ct_add_Tensor(argument, argument, ct_scalar_int(1), &sum));
	ck_assert_int_eq(host.calls, 1);
	ck_assert(host.answer);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_tensor_numel(argument), LARGE / 4);
	error = ct_scope_close(host.scope);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static bool use_scopes(int64_t nbytes, void *context)
{
	struct host *host = context;
	ct_scope *scope = ct_scope_open();
	int deleted;
	ct_error error;

	room(&deleted);
	full = true;
	error = ct_gc();
	if (error == NULL)
		error = ct_gc_finish();
	if (error == NULL)
		error = ct_scope_close(scope);
	if (error || deleted != 1)
		host->answer = false;
	ct_error_free(error);
	return do_nothing(nbytes, context);
}

START_TEST(hook_has_scopes_of_its_own)
{
	int before;
	struct host host = { .answer = true };
	ct_scope *scope = ct_scope_open();

	ct_memory_set_out_of_memory_hook(use_scopes, &host);
	room(&before);
	full = true;
	must_make_large();
	ck_assert_int_eq(host.calls, 1);
	ck_assert(host.answer);
	ck_assert_int_eq(before, 0);
	ck_assert_ptr_null(ct_scope_close(scope));
	ck_assert_int_eq(before, 1);
}
END_TEST

static bool forget_scopes(int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_scope_open();
	room(host->freed);
	ct_scope_open();
	return do_nothing(nbytes, context);
}

/* The result would else be of a scope that the caller knows nothing of. */
START_TEST(scopes_that_a_hook_forgets_are_closed_behind_it)
{
	int deleted, inside;
	struct host host = { .answer = true, .freed = &deleted };
	ct_tensor *tensor = NULL;
	ct_scope *scope = ct_scope_open();
	ct_error error;

	room(&inside);
	ct_memory_set_out_of_memory_hook(forget_scopes, &host);
	full = true;
	error = make_large(&tensor);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(host.calls, 1);
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(inside, 0);
	error = ct_scope_close(scope);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(inside, 1);
}
END_TEST

/* It gives up by itself here, so that the test ends where the library does not see to that. */
static bool need_memory_itself(int64_t nbytes, void *context)
{
	struct host *host = context;
	ct_tensor *tensor;

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

int main(void)
{
	Suite *suite = suite_create("out of memory");
	TCase *tests = tcase_create("out of memory"), *hook = tcase_create("hook");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_fixed_message_is_returned);
	tcase_add_test(tests, the_fixed_message_is_known_and_never_freed);
	tcase_add_test(tests, own_errors_end_in_the_fixed_message_too);
	tcase_add_test(tests, errors_are_whole_again_afterwards);
	tcase_add_test(tests, a_tensor_too_large_is_an_error);
	tcase_add_test(tests, blob_without_a_tensor_is_not_deleted);
	suite_add_tcase(suite, tests);

	tcase_add_checked_fixture(hook, begin, end);
	tcase_add_test(hook, without_a_hook_it_is_an_error_at_once);
	tcase_add_test(hook, hook_is_called_once_with_the_size);
	tcase_add_test(hook, hook_that_has_no_room_ends_in_the_error);
	tcase_add_test(hook, hook_that_is_wrong_is_not_asked_again);
	tcase_add_test(hook, removed_hook_is_not_called);
	tcase_add_test(hook, hook_frees_a_tensor_of_its_own);
	tcase_add_test(hook, pending_frees_come_before_the_hook);
	tcase_add_test(hook, what_the_hook_frees_later_is_freed_behind_it);
	tcase_add_test(hook, hook_cannot_close_scopes_that_were_open);
	tcase_add_test(hook, hook_has_scopes_of_its_own);
	tcase_add_test(hook, scopes_that_a_hook_forgets_are_closed_behind_it);
	tcase_add_test(hook, hook_that_runs_out_of_memory_is_not_called_for_itself);
	tcase_add_test(hook, hook_is_called_in_the_thread_that_asked);
	tcase_add_test(hook, results_of_a_call_that_failed_belong_to_nobody);
	suite_add_tcase(suite, hook);

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
