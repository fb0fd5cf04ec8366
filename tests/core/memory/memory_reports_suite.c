/*
 * Reports of what is alive: how they begin, what scopes own, in which order the lines are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory_support.h"

START_TEST(report_without_tracking_is_one_line)
{
	char *text, expected[200];
	ct_memory_usage usage;

	ct_memory_set_tracking_enabled(false);
	text = report();
	usage = of_process();
	snprintf(expected, sizeof expected,
		 "libctorch: %" PRId64 " tensor handles are alive (given %" PRId64
		 ", released %" PRId64 "); ct_memory_set_tracking_enabled(true) shows which\n",
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
	again = ct_tensor_retain(tensor);
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

	ct_memory_set_tracking_enabled(false);
	tensors[0] = many_zeros(1000);
	tensors[1] = ct_tensor_retain(tensors[0]);
	ct_memory_set_tracking_enabled(true);
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
		      "ct_gc, called from test_memory+0x");
	inner = ct_scope_open_named("batch in train.c:33");
	kept = many_zeros(3);
	ct_scope_disown(kept);
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

START_TEST(what_a_scope_released_is_in_no_report)
{
	ct_scope *scope = ct_scope_open();

	zeros((int64_t[]){ 3, 31 }, 2, CT_FLOAT32);
	line_with("[3, 31]", 1);
	OK(ct_scope_close(scope));
	line_with("[3, 31]", 0);
}
END_TEST

START_TEST(report_as_a_text_is_the_same)
{
	char *printed = report(), *text = NULL;

	OK(ct_memory_report_to_string(&text));
	ck_assert_str_eq(text, printed);
	ct_free(text);
	OK(ct_memory_report_to_string(NULL));
	free(printed);
}
END_TEST

static void assert_device_is_full(int mode)
{
	FILE *full = fopen("/dev/full", "w");

	ck_assert_ptr_nonnull(full);
	setvbuf(full, NULL, mode, BUFSIZ);
	FAILS(ct_memory_report(full), "RuntimeError: could not write to the stream: No space left "
				      "on device");
	fclose(full);
}

START_TEST(stream_that_takes_nothing_is_an_error)
{
	assert_device_is_full(_IOFBF);
	assert_device_is_full(_IONBF);
}
END_TEST

Suite *memory_reports_suite(void)
{
	Suite *suite = suite_create("memory reports");
	TCase *tests = tests_of("memory reports");

	tcase_add_checked_fixture(tests, track, stop_tracking);
	tcase_add_test(tests, one_handle_is_told_in_the_singular);
	tcase_add_test(tests, what_open_scopes_own_is_told_with_the_innermost);
	tcase_add_test(tests, scopes_of_other_threads_are_not_told);
	tcase_add_test(tests, lines_of_most_bytes_come_first);
	tcase_add_test(tests, what_a_scope_released_is_in_no_report);
	tcase_add_test(tests, report_as_a_text_is_the_same);
	tcase_add_test(tests, stream_that_takes_nothing_is_an_error);
	if (!is_checked()) {
		tcase_add_test(tests, report_without_tracking_is_one_line);
		tcase_add_test(tests, report_begins_with_the_counts);
		tcase_add_test(tests, handles_from_before_tracking_are_a_number);
	} else {
		puts("memory reports: what comes from before tracking is left out: a checked build "
		     "always tracks");
	}
	suite_add_tcase(suite, tests);
	return suite;
}
