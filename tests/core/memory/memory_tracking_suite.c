/*
 * Tracking: bytes of what is alive. Numbers are differences, since other suites may have left
 * libtorch's own memory behind; sizes are those of the tensors' elements.
 */
#include "memory_support.h"

START_TEST(bytes_are_those_of_distinct_storages)
{
	const int64_t thread = of_thread().bytes, process = of_process().bytes;
	ct_tensor *tensor = many_zeros(1000), *view, *again, *other;

	ck_assert_int_eq(of_thread().bytes, thread + 4000);
	ck_assert_int_eq(of_process().bytes, process + 4000);
	OK(ct_view(tensor, (int64_t[]){ 10, 100 }, 2, &view));
	again = ct_tensor_retain(view);
	ck_assert_int_eq(of_process().bytes, process + 4000);
	other = zeros((int64_t[]){ 3, 5 }, 2, CT_FLOAT64);
	ck_assert_int_eq(of_process().bytes, process + 4000 + 120);
	ct_tensor_free(tensor);
	ct_tensor_free(again);
	ck_assert_int_eq(of_process().bytes, process + 4000 + 120);
	ct_tensor_free(view);
	ck_assert_int_eq(of_process().bytes, process + 120);
	ct_tensor_free(other);
	ck_assert_int_eq(of_process().bytes, process);
	ck_assert_int_eq(of_thread().bytes, thread);
}
END_TEST

/* The handle is of a slice; its storage is the whole. */
START_TEST(bytes_of_a_view_are_those_of_its_whole_storage)
{
	const int64_t before = of_process().bytes;
	ct_tensor *tensor = many_zeros(1000), *slice;

	OK(ct_narrow(tensor, 0, 5, 2, &slice));
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_process().bytes, before + 4000);
	ct_tensor_free(slice);
	ck_assert_int_eq(of_process().bytes, before);
}
END_TEST

START_TEST(peak_of_bytes_is_the_most_there_were_at_once)
{
	int64_t thread, process;
	ct_tensor *tensor;

	ct_memory_reset_peak();
	thread = of_thread().bytes;
	process = of_process().bytes;
	ck_assert_int_eq(of_process().bytes_peak, process);
	tensor = many_zeros(1000);
	ct_tensor_free(many_zeros(500));
	ct_tensor_free(many_zeros(200));
	ck_assert_int_eq(of_process().bytes_peak, process + 6000);
	ck_assert_int_eq(of_thread().bytes_peak, thread + 6000);
	ct_memory_reset_peak();
	ck_assert_int_eq(of_process().bytes_peak, process + 4000);
	ck_assert_int_eq(of_thread().bytes_peak, thread + 4000);
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_process().bytes_peak, process + 4000);
}
END_TEST

static void *make_and_free_four(void *context)
{
	(void)context;
	make_and_free(4);
	return NULL;
}

START_TEST(peak_of_the_process_counts_all_threads)
{
	int64_t now;
	ct_tensor *tensor;

	ct_memory_reset_peak();
	now = of_process().handles;
	ck_assert_int_eq(of_process().handles_peak, now);
	tensor = number(1);
	run_in_thread(make_and_free_four, NULL);
	ck_assert_int_eq(of_process().handles_peak, now + 5);
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_process().handles_peak, now + 5);
	ct_memory_reset_peak();
	ck_assert_int_eq(of_process().handles_peak, now);
}
END_TEST

static void *make_large_ones(void *context)
{
	struct thread_result *result = context;

	result->first = of_thread();
	for (int i = 0; i < 3; i++)
		result->tensors[i] = many_zeros(1000);
	ct_tensor_free(many_zeros(100));
	result->last = of_thread();
	return NULL;
}

START_TEST(storage_counts_for_the_thread_that_had_it_first)
{
	const int64_t thread = of_thread().bytes, process = of_process().bytes;
	struct thread_result result;
	ct_tensor *view;

	run_in_thread(make_large_ones, &result);
	ck_assert_int_eq(result.first.bytes, 0);
	ck_assert_int_eq(result.last.bytes, 12000);
	ck_assert_int_eq(result.last.bytes_peak, 12400);
	ck_assert_int_eq(of_process().bytes, process + 12000);
	OK(ct_view(result.tensors[0], (int64_t[]){ -1, 1 }, 2, &view));
	ck_assert_int_eq(of_thread().bytes, thread);
	ct_tensor_free(view);
	for (int i = 0; i < 3; i++)
		ct_tensor_free(result.tensors[i]);
	ck_assert_int_eq(of_process().bytes, process);
	ck_assert_int_eq(of_thread().bytes, thread);
}
END_TEST

START_TEST(tracked_handles_are_freed_by_a_thread_that_only_frees)
{
	const int64_t thread = of_thread().bytes, process = of_process().bytes;
	struct thread_result result = { .tensors = { many_zeros(10), many_zeros(20) } };

	ck_assert_int_eq(of_process().bytes, process + 120);
	run_in_thread(free_two, &result);
	ck_assert_int_eq(result.last.bytes, 0);
	ck_assert_int_eq(of_process().bytes, process);
	ck_assert_int_eq(of_thread().bytes, thread);
}
END_TEST

START_TEST(storage_that_grows_counts_with_the_bytes_it_had)
{
	const int64_t before = of_process().bytes;
	ct_tensor *tensor = many_zeros(10);

	OK(ct_resize_(tensor, (int64_t[]){ 1000 }, 1, CT_MEMORY_FORMAT_NONE, NULL));
	ck_assert_int_eq(of_process().bytes, before + 40);
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_process().bytes, before);
}
END_TEST

START_TEST(tensors_without_memory_have_no_bytes)
{
	const int64_t before = of_process().bytes;
	ct_tensor *dense = many_zeros(100), *sparse, *meta;

	OK(ct_to_sparse(dense, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	OK(ct_zeros((int64_t[]){ 1000 }, 1, CT_FLOAT32, CT_LAYOUT_NONE,
		    CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &meta));
	ck_assert_int_eq(of_process().bytes, before + 400);
	ct_tensor_free(dense);
	ck_assert_int_eq(of_process().bytes, before);
	ct_tensor_free(sparse);
	ct_tensor_free(meta);
	ck_assert_int_eq(of_process().bytes, before);
}
END_TEST

/* Whatever the tracker remembers, it does not hold. */
START_TEST(tracked_memory_goes_with_its_last_handle)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted), *view;

	OK(ct_view(tensor, (int64_t[]){ 2, 2 }, 2, &view));
	ct_tensor_free(tensor);
	FREES_LAST(view, deleted);
}
END_TEST

START_TEST(tracking_is_on_until_it_is_turned_off)
{
	ck_assert(ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(true);
	ck_assert(ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(false);
	ck_assert(!ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(false);
	ck_assert(!ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(true);
	ck_assert(ct_memory_is_tracking_enabled());
	ct_memory_set_tracking_enabled(true);
}
END_TEST

START_TEST(handles_from_before_tracking_are_not_known)
{
	ct_tensor *before, *after, *view;

	ct_memory_set_tracking_enabled(false);
	before = many_zeros(1000);
	ct_memory_set_tracking_enabled(true);
	ck_assert_int_eq(of_process().bytes, 0);
	ck_assert_int_eq(of_process().handles_peak, of_process().handles);
	after = many_zeros(10);
	ck_assert_int_eq(of_process().bytes, 40);
	/* A view is one that it knows, and has the storage behind it. */
	OK(ct_view(before, (int64_t[]){ -1, 1 }, 2, &view));
	ck_assert_int_eq(of_process().bytes, 4040);
	ct_tensor_free(before);
	ck_assert_int_eq(of_process().bytes, 4040);
	ct_tensor_free(view);
	ct_tensor_free(after);
	ck_assert_int_eq(of_process().bytes, 0);
}
END_TEST

START_TEST(switched_off_it_forgets)
{
	ct_tensor *tensor;

	tensor = many_zeros(1000);
	ck_assert_int_eq(of_process().bytes, 4000);
	ct_memory_set_tracking_enabled(false);
	ck_assert_int_eq(of_process().bytes, -1);
	ck_assert_int_eq(of_thread().bytes, -1);
	ct_memory_set_tracking_enabled(true);
	ck_assert_int_eq(of_process().bytes, 0);
	ck_assert_int_eq(of_thread().bytes, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(of_process().bytes, 0);
	ck_assert_int_eq(of_process().handles_peak, of_process().handles + 1);
}
END_TEST

/* What was freed, made and given while it was off is none of what it knows afterwards, whatever
 * addresses it has. */
START_TEST(what_happened_while_it_was_off_is_not_mixed_up)
{
	int deleted[3];
	ct_tensor *tensors[3];

	for (int i = 0; i < 3; i++)
		tensors[i] = counted(&deleted[i]);
	ct_memory_set_tracking_enabled(false);
	ct_tensor_free(tensors[0]);
	tensors[0] = counted(&deleted[0]);
	ct_memory_set_tracking_enabled(true);
	ck_assert_int_eq(of_process().bytes, 0);
	ct_tensor_retain(tensors[1]);
	ck_assert_int_eq(of_process().bytes, 16);
	ct_tensor_free(tensors[1]);
	ct_tensor_free(tensors[1]);
	for (int i = 0; i < 3; i += 2)
		ct_tensor_free(tensors[i]);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(of_process().bytes, 0);
}
END_TEST

Suite *memory_tracking_suite(void)
{
	Suite *suite = suite_create("memory tracking");
	TCase *tests = tests_of("memory tracking");

	tcase_add_checked_fixture(tests, track, stop_tracking);
	tcase_add_test(tests, bytes_are_those_of_distinct_storages);
	tcase_add_test(tests, bytes_of_a_view_are_those_of_its_whole_storage);
	tcase_add_test(tests, peak_of_bytes_is_the_most_there_were_at_once);
	tcase_add_test(tests, peak_of_the_process_counts_all_threads);
	tcase_add_test(tests, storage_counts_for_the_thread_that_had_it_first);
	tcase_add_test(tests, tracked_handles_are_freed_by_a_thread_that_only_frees);
	tcase_add_test(tests, storage_that_grows_counts_with_the_bytes_it_had);
	tcase_add_test(tests, tensors_without_memory_have_no_bytes);
	tcase_add_test(tests, tracked_memory_goes_with_its_last_handle);
	if (!is_checked()) {
		tcase_add_test(tests, tracking_is_on_until_it_is_turned_off);
		tcase_add_test(tests, handles_from_before_tracking_are_not_known);
		tcase_add_test(tests, switched_off_it_forgets);
		tcase_add_test(tests, what_happened_while_it_was_off_is_not_mixed_up);
	} else {
		puts("memory tracking: switching it off is left out: a checked build always "
		     "tracks");
	}
	suite_add_tcase(suite, tests);
	return suite;
}
