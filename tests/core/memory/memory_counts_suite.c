/*
 * Handles that are counted, and what the allocator tells. Numbers are differences, since other
 * suites may have left libtorch's own memory behind.
 */
#include "memory_support.h"

static void assert_counts(ct_memory_usage usage, ct_memory_usage before, int given, int released)
{
	ck_assert_int_eq(usage.handles_given, before.handles_given + given);
	ck_assert_int_eq(usage.handles_released, before.handles_released + released);
	ck_assert_int_eq(usage.handles, before.handles + given - released);
}

START_TEST(given_and_released_handles_are_counted)
{
	const ct_memory_usage thread = of_thread(), process = of_process();
	ct_tensor *tensor = number(1), *again, **parts;
	int64_t n;

	again = ct_tensor_retain(tensor);
	assert_counts(of_thread(), thread, 2, 0);
	ct_tensor_free(again);
	assert_counts(of_thread(), thread, 2, 1);
	OK(ct_relu_(tensor, NULL));
	assert_counts(of_thread(), thread, 2, 1);
	OK(ct_relu_(tensor, &again));
	ct_tensor_free(again);
	ct_tensor_free(tensor);
	assert_counts(of_thread(), thread, 3, 3);
	tensor = vector(3, (const float[]){ 1, 2, 3 });
	OK(ct_unbind_int(tensor, 0, &parts, &n));
	assert_counts(of_thread(), thread, 7, 3);
	ct_tensors_free(parts, n);
	ct_tensor_free(tensor);
	assert_counts(of_thread(), thread, 7, 7);
	assert_counts(of_process(), process, 7, 7);
}
END_TEST

START_TEST(what_a_scope_releases_is_counted)
{
	const ct_memory_usage thread = of_thread(), process = of_process();
	ct_scope *scope = ct_scope_open();

	ct_tensor_retain(number(1));
	assert_counts(of_thread(), thread, 2, 0);
	OK(ct_scope_close(scope));
	assert_counts(of_thread(), thread, 2, 2);
	assert_counts(of_process(), process, 2, 2);
}
END_TEST

START_TEST(errors_and_null_are_not_counted)
{
	const ct_memory_usage thread = of_thread();
	ct_tensor *tensor = NULL;

	FAILS_WITH(ct_relu(NULL, &tensor), CT_ERROR_ARGUMENT, "self");
	ct_tensor_free(NULL);
	ck_assert_ptr_null(ct_tensor_retain(NULL));
	assert_counts(of_thread(), thread, 0, 0);
}
END_TEST

START_TEST(either_figure_can_be_left_out)
{
	ct_memory_usage thread, process;

	ct_memory_stats(NULL, NULL);
	ct_memory_stats(&thread, &process);
	ck_assert_int_eq(thread.handles, of_thread().handles);
	ck_assert_int_eq(process.handles, of_process().handles);
}
END_TEST

START_TEST(peak_is_the_most_there_were_at_once)
{
	const int64_t now = of_thread().handles;
	ct_tensor *tensor;

	ct_memory_reset_peak();
	ck_assert_int_eq(of_thread().handles_peak, now);
	make_and_free(5);
	ck_assert_int_eq(of_thread().handles_peak, now + 5);
	make_and_free(3);
	ck_assert_int_eq(of_thread().handles_peak, now + 5);
	make_and_free(7);
	ck_assert_int_eq(of_thread().handles_peak, now + 7);
	ct_memory_reset_peak();
	ck_assert_int_eq(of_thread().handles_peak, now);
	tensor = number(1);
	ck_assert_int_eq(of_thread().handles_peak, now + 1);
	ct_memory_reset_peak();
	ck_assert_int_eq(of_thread().handles_peak, now + 1);
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_thread().handles_peak, now + 1);
}
END_TEST

static void *make_three(void *context)
{
	struct thread_result *result = context;

	result->first = of_thread();
	for (int i = 0; i < 3; i++)
		result->tensors[i] = number(1);
	make_and_free(2);
	result->last = of_thread();
	return NULL;
}

static void *make_fewer_again(void *context)
{
	int64_t *peaks = context;

	for (int i = 0; i < 3; i++) {
		make_and_free((int[]){ 9, 3, 11 }[i]);
		peaks[i] = of_thread().handles_peak;
	}
	return NULL;
}

/* In a new thread, which had none before. */
START_TEST(peak_is_that_of_all_time_without_a_reset)
{
	int64_t peaks[3];

	run_in_thread(make_fewer_again, peaks);
	ck_assert_int_eq(peaks[0], 9);
	ck_assert_int_eq(peaks[1], 9);
	ck_assert_int_eq(peaks[2], 11);
}
END_TEST

START_TEST(each_thread_counts_its_own_handles)
{
	const ct_memory_usage thread = of_thread(), process = of_process();
	struct thread_result result;

	run_in_thread(make_three, &result);
	ck_assert_int_eq(result.first.handles, 0);
	ck_assert_int_eq(result.first.handles_given, 0);
	ck_assert_int_eq(result.first.handles_released, 0);
	ck_assert_int_eq(result.first.handles_peak, 0);
	assert_counts(result.last, result.first, 5, 2);
	ck_assert_int_eq(result.last.handles_peak, 5);
	assert_counts(of_thread(), thread, 0, 0);
	/* The thread has ended; what it gave is alive. */
	assert_counts(of_process(), process, 5, 2);
	for (int i = 0; i < 3; i++)
		ct_tensor_free(result.tensors[i]);
	assert_counts(of_thread(), thread, 0, 3);
	assert_counts(of_process(), process, 5, 5);
}
END_TEST

START_TEST(thread_that_only_frees_is_counted)
{
	const ct_memory_usage process = of_process();
	struct thread_result result = { .tensors = { number(1), number(2) } };

	run_in_thread(free_two, &result);
	ck_assert_int_eq(result.last.handles, -2);
	ck_assert_int_eq(result.last.handles_given, 0);
	ck_assert_int_eq(result.last.handles_released, 2);
	assert_counts(of_process(), process, 2, 2);
}
END_TEST

static void *free_list(void *context)
{
	ct_tensors_free(context, 3);
	return NULL;
}

START_TEST(thread_that_only_frees_a_list_is_counted)
{
	const ct_memory_usage process = of_process();
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2, 3 }), **parts;
	int64_t n;

	OK(ct_unbind_int(tensor, 0, &parts, &n));
	run_in_thread(free_list, parts);
	ct_tensor_free(tensor);
	assert_counts(of_process(), process, 4, 4);
}
END_TEST

START_TEST(no_thread_has_an_allocator_of_its_own)
{
	ck_assert_int_eq(of_thread().allocated_bytes, -1);
	ck_assert_int_eq(of_thread().reserved_bytes, -1);
}
END_TEST

START_TEST(what_is_not_tracked_is_minus_one)
{
	const ct_memory_usage thread = of_thread(), process = of_process();

	ck_assert_int_eq(thread.bytes, -1);
	ck_assert_int_eq(thread.bytes_peak, -1);
	ck_assert_int_eq(process.bytes, -1);
	ck_assert_int_eq(process.bytes_peak, -1);
	ck_assert_int_eq(process.handles_peak, -1);
}
END_TEST

/* Of 64 MiB, which glibc gets from the system and gives back. */
START_TEST(allocator_tells_of_a_large_tensor)
{
	const int64_t nbytes = INT64_C(64) << 20;
	const ct_memory_usage before = of_process();
	ct_tensor *tensor = many_zeros(nbytes / 4);
	ct_memory_usage now = of_process();

	ck_assert_int_ge(now.allocated_bytes, before.allocated_bytes + nbytes);
	ck_assert_int_lt(now.allocated_bytes, before.allocated_bytes + nbytes + (1 << 20));
	ck_assert_int_ge(now.reserved_bytes, now.allocated_bytes);
	ct_tensor_free(tensor);
	now = of_process();
	ck_assert_int_lt(now.allocated_bytes, before.allocated_bytes + (1 << 20));
}
END_TEST

Suite *memory_counts_suite(void)
{
	Suite *suite = suite_create("memory counts");
	TCase *tests = tests_of("memory counts");

	if (!allocator_tells())
		puts("memory counts: the allocator's figures are left out: this one does not tell "
		     "them");
	tcase_add_test(tests, given_and_released_handles_are_counted);
	tcase_add_test(tests, what_a_scope_releases_is_counted);
	tcase_add_test(tests, errors_and_null_are_not_counted);
	tcase_add_test(tests, either_figure_can_be_left_out);
	tcase_add_test(tests, peak_is_the_most_there_were_at_once);
	tcase_add_test(tests, peak_is_that_of_all_time_without_a_reset);
	tcase_add_test(tests, each_thread_counts_its_own_handles);
	tcase_add_test(tests, thread_that_only_frees_is_counted);
	tcase_add_test(tests, thread_that_only_frees_a_list_is_counted);
	tcase_add_test(tests, no_thread_has_an_allocator_of_its_own);
	if (!is_checked())
		tcase_add_test(tests, what_is_not_tracked_is_minus_one);
	else
		puts("memory counts: what is told without tracking is left out: a checked build "
		     "always tracks");
	if (allocator_tells())
		tcase_add_test(tests, allocator_tells_of_a_large_tensor);
	suite_add_tcase(suite, tests);
	return suite;
}
