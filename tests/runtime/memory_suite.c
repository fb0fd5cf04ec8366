/*
 * Figures and reports of what is alive. Numbers are differences, since other suites may have left
 * libtorch's own memory behind; sizes are those of the tensors' elements.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static ct_memory_usage of_thread(void)
{
	ct_memory_usage usage;

	ct_memory_stats(&usage, NULL);
	return usage;
}

static ct_memory_usage of_process(void)
{
	ct_memory_usage usage;

	ct_memory_stats(NULL, &usage);
	return usage;
}

static ct_tensor *zeros(const int64_t *shape, int64_t shape_len, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	CT_CHECK(ct_zeros(shape, shape_len, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	return tensor;
}

/* So many float32. */
static ct_tensor *many_zeros(int64_t n)
{
	return zeros(&n, 1, CT_FLOAT32);
}

/* --- Counts ---------------------------------------------------------------------------------- */

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

	again = ct_tensor_keep(tensor);
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

	ct_tensor_keep(number(1));
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
	ck_assert_ptr_null(ct_tensor_keep(NULL));
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

static void make_and_free(int n)
{
	ct_tensor *tensors[16];

	for (int i = 0; i < n; i++)
		tensors[i] = number(1);
	for (int i = 0; i < n; i++)
		ct_tensor_free(tensors[i]);
}

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

struct thread_result {
	ct_memory_usage first, last;
	ct_tensor *tensors[3];
};

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

static void *free_two(void *context)
{
	struct thread_result *result = context;

	ct_tensor_free(result->tensors[0]);
	ct_tensor_free(result->tensors[1]);
	result->last = of_thread();
	return NULL;
}

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

/* --- Tracking -------------------------------------------------------------------------------- */

static bool tracking_before;

static void track(void)
{
	tracking_before = ct_memory_set_tracking(true);
}

static void stop_tracking(void)
{
	ct_memory_set_tracking(tracking_before);
}

START_TEST(bytes_are_those_of_distinct_storages)
{
	const int64_t thread = of_thread().bytes, process = of_process().bytes;
	ct_tensor *tensor = many_zeros(1000), *view, *again, *other;

	ck_assert_int_eq(of_thread().bytes, thread + 4000);
	ck_assert_int_eq(of_process().bytes, process + 4000);
	OK(ct_view(tensor, (int64_t[]){ 10, 100 }, 2, &view));
	again = ct_tensor_keep(view);
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
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(view);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(switching_tells_what_it_was)
{
	ck_assert(ct_memory_set_tracking(true));
	ck_assert(ct_memory_set_tracking(false));
	ck_assert(!ct_memory_set_tracking(false));
	ck_assert(!ct_memory_set_tracking(true));
	ck_assert(ct_memory_set_tracking(true));
}
END_TEST

START_TEST(handles_from_before_tracking_are_not_known)
{
	ct_tensor *before, *after, *view;

	ct_memory_set_tracking(false);
	before = many_zeros(1000);
	ct_memory_set_tracking(true);
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
	ct_memory_set_tracking(false);
	ck_assert_int_eq(of_process().bytes, -1);
	ck_assert_int_eq(of_thread().bytes, -1);
	ct_memory_set_tracking(true);
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
	ct_memory_set_tracking(false);
	ct_tensor_free(tensors[0]);
	tensors[0] = counted(&deleted[0]);
	ct_memory_set_tracking(true);
	ck_assert_int_eq(of_process().bytes, 0);
	ct_tensor_keep(tensors[1]);
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

/* --- Reports --------------------------------------------------------------------------------- */

/* To be freed. */
static char *report(void)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	MUST(stream != NULL);
	CT_CHECK(ct_memory_report(stream));
	fclose(stream);
	return text;
}

static char *next_line(char **rest)
{
	char *line = *rest, *end = line + strcspn(line, "\n");

	if (*line == 0)
		return NULL;
	*rest = end + (*end != 0);
	*end = 0;
	return line;
}

/* The lines of the report that contain this; `n` of them are expected. The first is copied. */
static const char *line_with(const char *part, int n)
{
	static char line[512];
	char *text = report(), *rest = text, *next;
	int found = 0;

	while ((next = next_line(&rest)) != NULL) {
		if (strstr(next, part) == NULL)
			continue;
		if (found++ == 0)
			snprintf(line, sizeof line, "%s", next);
	}
	free(text);
	ck_assert_msg(found == n, "%d lines with '%s' instead of %d", found, part, n);
	return n ? line : NULL;
}

static void assert_begins(const char *text, const char *with)
{
	ck_assert_msg(text && strncmp(text, with, strlen(with)) == 0,
		      "'%s' does not begin with '%s'", text, with);
}

START_TEST(report_without_tracking_is_one_line)
{
	char *text, expected[200];
	ct_memory_usage usage;

	ct_memory_set_tracking(false);
	text = report();
	usage = of_process();
	snprintf(expected, sizeof expected,
		 "libctorch: %" PRId64 " tensor handles are alive (given %" PRId64
		 ", released %" PRId64 "); ct_memory_set_tracking(true) tells which\n",
		 usage.handles, usage.handles_given, usage.handles_released);
	ck_assert_str_eq(text, expected);
	free(text);
}
END_TEST

START_TEST(report_begins_with_the_counts)
{
	ct_tensor *tensor, *again;
	ct_memory_usage usage;
	char expected[200];

	tensor = many_zeros(1000);
	again = ct_tensor_keep(tensor);
	usage = of_process();
	snprintf(expected, sizeof expected,
		 "libctorch: %" PRId64 " tensor handles are alive (given %" PRId64
		 ", released %" PRId64 "); tracked: 2 on 1 tensor, 3.9 KiB",
		 usage.handles, usage.handles_given, usage.handles_released);
	ck_assert_str_eq(line_with("libctorch: ", 1), expected);
	ck_assert_str_eq(line_with("made by", 1),
			 "  handles      bytes  shape                dtype      device  made by");
	ct_tensor_free(tensor);
	ct_tensor_free(again);
}
END_TEST

START_TEST(one_handle_is_told_in_the_singular)
{
	ct_tensor *tensor = many_zeros(1);
	char expected[200];
	ct_memory_usage usage = of_process();

	/* Others have none: the fixture would have found out. */
	ck_assert_int_eq(usage.handles, 1);
	snprintf(expected, sizeof expected,
		 "libctorch: 1 tensor handle is alive (given %" PRId64 ", released %" PRId64
		 "); tracked: 1 on 1 tensor, 4 B",
		 usage.handles_given, usage.handles_released);
	ck_assert_str_eq(line_with("libctorch: ", 1), expected);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(handles_from_before_tracking_are_a_number)
{
	ct_tensor *tensors[3];

	ct_memory_set_tracking(false);
	tensors[0] = many_zeros(1000);
	tensors[1] = ct_tensor_keep(tensors[0]);
	ct_memory_set_tracking(true);
	ck_assert_ptr_nonnull(strstr(line_with("libctorch: 2 ", 1),
				     "; tracked: 0 on 0 tensors, 0 B; from before: 2"));
	tensors[2] = many_zeros(10);
	ck_assert_ptr_nonnull(strstr(line_with("libctorch: 3 ", 1),
				     "; tracked: 1 on 1 tensor, 40 B; from before: 2"));
	ct_tensor_free(tensors[0]);
	ct_tensor_free(tensors[1]);
	line_with("from before", 0);
	ct_tensor_free(tensors[2]);
}
END_TEST

START_TEST(what_open_scopes_own_is_told_with_the_innermost)
{
	ct_scope *outer = ct_scope_open_named("epoch in train.c:20"), *inner;
	ct_tensor *kept;

	line_with("scope", 0);
	many_zeros(1);
	ck_assert_str_eq(line_with("open scopes", 1),
			 "1 handle is of this thread's open scopes, of which the scope epoch in "
			 "train.c:20 is the innermost");
	OK(ct_gc());
	many_zeros(2);
	assert_begins(line_with("open scopes", 1),
		      "2 handles are of this thread's open scopes, of which the step begun by "
		      "ct_gc, called from test_runtime+0x");
	inner = ct_scope_open_named("batch in train.c:33");
	kept = many_zeros(3);
	ct_scope_keep(kept);
	ck_assert_str_eq(line_with("open scopes", 1),
			 "2 handles are of this thread's open scopes, of which the scope batch in "
			 "train.c:33 is the innermost");
	OK(ct_scope_close(inner));
	OK(ct_gc_finish());
	OK(ct_scope_close(outer));
	line_with("open scopes", 0);
	ct_tensor_free(kept);
}
END_TEST

static void *report_in_thread(void *context)
{
	char **text = context;

	*text = report();
	return NULL;
}

/* A scope says nothing to a thread that cannot close it. */
START_TEST(scopes_of_other_threads_are_not_told)
{
	ct_scope *scope = ct_scope_open();
	char *text = NULL;

	many_zeros(1);
	run_in_thread(report_in_thread, &text);
	ck_assert_ptr_nonnull(strstr(text, "; tracked: "));
	ck_assert_ptr_null(strstr(text, "scope"));
	free(text);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(like_tensors_of_one_place_are_one_line)
{
	ct_tensor *tensors[3], *again;

	for (int i = 0; i < 3; i++)
		OK(ct_zeros((int64_t[]){ 2, 3, 5 }, 3, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, &tensors[i]));
	again = ct_tensor_keep(tensors[1]);
	assert_begins(line_with("[2, 3, 5]", 1),
		      "        4      720 B  [2, 3, 5]            "
		      "int64      cpu     ct_zeros, called from test_runtime+0x");
	for (int i = 0; i < 3; i++)
		ct_tensor_free(tensors[i]);
	line_with("[2, 3, 5]", 1);
	ct_tensor_free(again);
	line_with("[2, 3, 5]", 0);
}
END_TEST

START_TEST(other_functions_places_and_dtypes_are_other_lines)
{
	const int64_t shape[] = { 2, 3, 7 };
	ct_tensor *tensors[4];

	tensors[0] = zeros(shape, 3, CT_FLOAT32);
	tensors[1] = zeros(shape, 3, CT_FLOAT64);
	OK(ct_ones(shape, 3, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensors[2]));
	OK(ct_ones(shape, 3, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensors[3]));
	line_with("[2, 3, 7]", 4);
	line_with("ct_ones, called from ", 2);
	for (int i = 0; i < 4; i++)
		ct_tensor_free(tensors[i]);
}
END_TEST

START_TEST(shared_storage_is_counted_once_in_a_line)
{
	ct_tensor *tensor = many_zeros(33), *views[3];

	for (int i = 0; i < 3; i++)
		OK(ct_view(tensor, (int64_t[]){ 3, 11 }, 2, &views[i]));
	assert_begins(line_with("[3, 11]", 1), "        3      132 B  [3, 11] ");
	assert_begins(line_with("[33]", 1), "        1      132 B  [33] ");
	ct_tensor_free(tensor);
	for (int i = 0; i < 3; i++)
		ct_tensor_free(views[i]);
}
END_TEST

/* Later handles on it were given by others. */
START_TEST(maker_is_the_function_that_gave_the_first_handle)
{
	ct_tensor *tensor = zeros((int64_t[]){ 13, 17 }, 2, CT_FLOAT32), *again;

	OK(ct_relu_(tensor, &again));
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_zeros, called from "));
	ct_tensor_free(tensor);
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_zeros, called from "));
	ct_tensor_free(again);
	OK(ct_rand((int64_t[]){ 13, 17 }, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &again));
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_rand, called from "));
	ct_tensor_free(again);
}
END_TEST

START_TEST(shapes_of_none_to_ten_dimensions)
{
	const int64_t ten[] = { 1, 2, 1, 3, 1, 1, 1, 1, 5, 1 };
	ct_tensor *none = zeros(NULL, 0, CT_INT16), *eight = zeros(ten, 8, CT_INT16);
	ct_tensor *many = zeros(ten, 10, CT_INT16),
		  *empty = zeros((int64_t[]){ 0, 19 }, 2, CT_INT16);

	assert_begins(line_with(" [] ", 1), "        1        2 B  []                   int16 ");
	assert_begins(line_with("[0, 19]", 1), "        1        0 B  [0, 19]              int16 ");
	assert_begins(line_with("[1, 2, 1, 3, 1, 1, 1, 1] ", 1), "        1       12 B  ");
	assert_begins(line_with("[1, 2, 1, 3, 1, 1, 1, 1, ...] ", 1), "        1       60 B  ");
	ct_tensor_free(none);
	ct_tensor_free(eight);
	ct_tensor_free(many);
	ct_tensor_free(empty);
}
END_TEST

START_TEST(large_figures_have_units)
{
	const struct {
		int64_t n;
		const char *text;
	} cases[] = { { 1023, "    1023 B" },
		      { 1024, "   1.0 KiB" },
		      { 1536, "   1.5 KiB" },
		      { INT64_C(5) << 20, "   5.0 MiB" } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ct_tensor *tensor = zeros((int64_t[]){ 1, cases[i].n, 1 }, 3, CT_UINT8);
		char shape[64], expected[128];

		snprintf(shape, sizeof shape, "[1, %" PRId64 ", 1]", cases[i].n);
		snprintf(expected, sizeof expected, "        1 %s  %s", cases[i].text, shape);
		assert_begins(line_with(shape, 1), expected);
		ct_tensor_free(tensor);
	}
}
END_TEST

static long position_of(const char *text, const char *part)
{
	const char *found = strstr(text, part);

	ck_assert_msg(found != NULL, "no '%s' in\n%s", part, text);
	return (long)(found - text);
}

START_TEST(lines_of_most_bytes_come_first)
{
	ct_tensor *tensors[] = { many_zeros(1009), many_zeros(100003), many_zeros(11),
				 many_zeros(10007) };
	char *text = report();

	ck_assert_int_lt(position_of(text, "[100003]"), position_of(text, "[10007]"));
	ck_assert_int_lt(position_of(text, "[10007]"), position_of(text, "[1009]"));
	ck_assert_int_lt(position_of(text, "[1009]"), position_of(text, "[11]"));
	free(text);
	for (int i = 0; i < 4; i++)
		ct_tensor_free(tensors[i]);
}
END_TEST

/* As `torch.` in Python: PyTorch's documentation of torch.dtype, and torch/_C/__init__.pyi. */
static const char *const dtype_names[] = {
	[CT_UINT8] = "uint8",
	[CT_INT8] = "int8",
	[CT_INT16] = "int16",
	[CT_INT32] = "int32",
	[CT_INT64] = "int64",
	[CT_FLOAT16] = "float16",
	[CT_FLOAT32] = "float32",
	[CT_FLOAT64] = "float64",
	[CT_COMPLEX32] = "complex32",
	[CT_COMPLEX64] = "complex64",
	[CT_COMPLEX128] = "complex128",
	[CT_BOOL] = "bool",
	[CT_QINT8] = "qint8",
	[CT_QUINT8] = "quint8",
	[CT_QINT32] = "qint32",
	[CT_BFLOAT16] = "bfloat16",
	[CT_QUINT4X2] = "quint4x2",
	[CT_QUINT2X4] = "quint2x4",
	[CT_BITS1X8] = "bits1x8",
	[CT_BITS2X4] = "bits2x4",
	[CT_BITS4X2] = "bits4x2",
	[CT_BITS8] = "bits8",
	[CT_BITS16] = "bits16",
	[CT_FLOAT8_E5M2] = "float8_e5m2",
	[CT_FLOAT8_E4M3FN] = "float8_e4m3fn",
	[CT_FLOAT8_E5M2FNUZ] = "float8_e5m2fnuz",
	[CT_FLOAT8_E4M3FNUZ] = "float8_e4m3fnuz",
	[CT_UINT16] = "uint16",
	[CT_UINT32] = "uint32",
	[CT_UINT64] = "uint64",
	[CT_UINT1] = "uint1",
	[CT_UINT2] = "uint2",
	[CT_UINT3] = "uint3",
	[CT_UINT4] = "uint4",
	[CT_UINT5] = "uint5",
	[CT_UINT6] = "uint6",
	[CT_UINT7] = "uint7",
	[CT_INT1] = "int1",
	[CT_INT2] = "int2",
	[CT_INT3] = "int3",
	[CT_INT4] = "int4",
	[CT_INT5] = "int5",
	[CT_INT6] = "int6",
	[CT_INT7] = "int7",
	[CT_FLOAT8_E8M0FNU] = "float8_e8m0fnu",
	[CT_FLOAT4_E2M1FN_X2] = "float4_e2m1fn_x2",
	[CT_BCOMPLEX32] = "bcomplex32",
};

START_TEST(dtypes_are_called_as_in_python)
{
	const int64_t shape[] = { 3, 23 };
	ct_tensor *tensor;
	char expected[64];

	if (_i >= CT_QINT8 && _i <= CT_QINT32)
		OK(ct__empty_affine_quantized(shape, 2, _i, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, 1,
					      0, CT_MEMORY_FORMAT_NONE, &tensor));
	else
		OK(ct_empty_memory_format(shape, 2, _i, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
					  CT_MEMORY_FORMAT_NONE, &tensor));
	snprintf(expected, sizeof expected, "[3, 23]              %-10s cpu     ct_",
		 dtype_names[_i]);
	ck_assert_msg(strstr(line_with("[3, 23]", 1), expected) != NULL, "'%s' is not in '%s'",
		      expected, line_with("[3, 23]", 1));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(device_is_told)
{
	ct_tensor *tensor;

	OK(ct_zeros((int64_t[]){ 3, 29 }, 2, CT_FLOAT32, CT_LAYOUT_NONE,
		    CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &tensor));
	assert_begins(line_with("[3, 29]", 1),
		      "        1        0 B  [3, 29]              float32    meta    ct_zeros, ");
	ct_tensor_free(tensor);
}
END_TEST

/* A nested tensor's rows differ, so that it has no shape. */
START_TEST(nested_tensor_is_reported_without_a_shape)
{
	ct_tensor *rows[] = { many_zeros(2), many_zeros(3) }, *nested;

	OK(ct__nested_tensor_from_tensor_list(rows, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	ck_assert_ptr_nonnull(strstr(line_with("ct__nested_tensor_from_tensor_list", 1), "  ? "));
	ct_tensor_free(nested);
	ct_tensor_free(rows[0]);
	ct_tensor_free(rows[1]);
}
END_TEST

START_TEST(what_a_scope_released_is_in_no_report)
{
	ct_scope *scope = ct_scope_open();

	zeros((int64_t[]){ 3, 31 }, 2, CT_FLOAT32);
	line_with("[3, 31]", 1);
	OK(ct_scope_close(scope));
	line_with("[3, 31]", 0);
}
END_TEST

static void assert_device_is_full(int mode)
{
	FILE *full = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(full);
	setvbuf(full, NULL, mode, BUFSIZ);
	FAILS(ct_memory_report(full),
	      "RuntimeError: the stream did not take the text: No space left "
	      "on device");
	fclose(full);
}

START_TEST(stream_that_takes_nothing_is_an_error)
{
	assert_device_is_full(_IOFBF);
	assert_device_is_full(_IONBF);
}
END_TEST

Suite *memory_suite(void)
{
	Suite *suite = suite_create("memory");
	TCase *counts = tests_of("counts");
	TCase *tracking = tests_of("tracking");
	TCase *reports = tests_of("reports");

	if (is_checked())
		puts("memory: what is told without tracking, and what comes from before it, is left "
		     "out: a checked build always tracks");
	if (!allocator_tells())
		puts("memory: the allocator's figures are left out: this one does not tell them");
	tcase_add_test(counts, given_and_released_handles_are_counted);
	tcase_add_test(counts, what_a_scope_releases_is_counted);
	tcase_add_test(counts, errors_and_null_are_not_counted);
	tcase_add_test(counts, either_figure_can_be_left_out);
	tcase_add_test(counts, peak_is_the_most_there_were_at_once);
	tcase_add_test(counts, peak_is_that_of_all_time_without_a_reset);
	tcase_add_test(counts, each_thread_counts_its_own_handles);
	tcase_add_test(counts, thread_that_only_frees_is_counted);
	tcase_add_test(counts, thread_that_only_frees_a_list_is_counted);
	tcase_add_test(counts, no_thread_has_an_allocator_of_its_own);
	if (!is_checked())
		tcase_add_test(counts, what_is_not_tracked_is_minus_one);
	if (allocator_tells())
		tcase_add_test(counts, allocator_tells_of_a_large_tensor);
	suite_add_tcase(suite, counts);

	tcase_add_checked_fixture(tracking, track, stop_tracking);
	tcase_add_test(tracking, bytes_are_those_of_distinct_storages);
	tcase_add_test(tracking, bytes_of_a_view_are_those_of_its_whole_storage);
	tcase_add_test(tracking, peak_of_bytes_is_the_most_there_were_at_once);
	tcase_add_test(tracking, peak_of_the_process_counts_all_threads);
	tcase_add_test(tracking, storage_counts_for_the_thread_that_had_it_first);
	tcase_add_test(tracking, tracked_handles_are_freed_by_a_thread_that_only_frees);
	tcase_add_test(tracking, storage_that_grows_counts_with_the_bytes_it_had);
	tcase_add_test(tracking, tensors_without_memory_have_no_bytes);
	tcase_add_test(tracking, tracked_memory_goes_with_its_last_handle);
	if (!is_checked()) {
		tcase_add_test(tracking, switching_tells_what_it_was);
		tcase_add_test(tracking, handles_from_before_tracking_are_not_known);
		tcase_add_test(tracking, switched_off_it_forgets);
		tcase_add_test(tracking, what_happened_while_it_was_off_is_not_mixed_up);
	}
	suite_add_tcase(suite, tracking);

	tcase_add_checked_fixture(reports, track, stop_tracking);
	if (!is_checked()) {
		tcase_add_test(reports, report_without_tracking_is_one_line);
		tcase_add_test(reports, report_begins_with_the_counts);
		tcase_add_test(reports, handles_from_before_tracking_are_a_number);
	}
	tcase_add_test(reports, one_handle_is_told_in_the_singular);
	tcase_add_test(reports, what_open_scopes_own_is_told_with_the_innermost);
	tcase_add_test(reports, scopes_of_other_threads_are_not_told);
	tcase_add_test(reports, like_tensors_of_one_place_are_one_line);
	tcase_add_test(reports, other_functions_places_and_dtypes_are_other_lines);
	tcase_add_test(reports, shared_storage_is_counted_once_in_a_line);
	tcase_add_test(reports, maker_is_the_function_that_gave_the_first_handle);
	tcase_add_test(reports, shapes_of_none_to_ten_dimensions);
	tcase_add_test(reports, large_figures_have_units);
	tcase_add_test(reports, lines_of_most_bytes_come_first);
	tcase_add_loop_test(reports, dtypes_are_called_as_in_python, CT_UINT8, CT_BCOMPLEX32 + 1);
	tcase_add_test(reports, device_is_told);
	tcase_add_test(reports, nested_tensor_is_reported_without_a_shape);
	tcase_add_test(reports, what_a_scope_released_is_in_no_report);
	tcase_add_test(reports, stream_that_takes_nothing_is_an_error);
	suite_add_tcase(suite, reports);
	return suite;
}
