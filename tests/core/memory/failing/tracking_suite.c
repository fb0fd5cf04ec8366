/*
 * Tracking.
 */
#include <stdio.h>

#include "suites.h"
#include "trials.h"

START_TEST(result_that_cannot_be_tracked)
{
	try_all(&(struct trial){ .call = call_relu, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_keep, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_relu_in_place, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){ .call = call_out, .tracked = true, .fewest = 2 });
	try_all(&(struct trial){
		.call = call_from_blob, .check = check_blob, .tracked = true, .fewest = 2 });
}
END_TEST

START_TEST(several_results_that_cannot_be_tracked)
{
	try_all(&(struct trial){ .call = call_max, .tracked = true, .fewest = 4 });
	try_all(&(struct trial){
		.call = call_unbind, .check = check_list, .tracked = true, .fewest = 400 });
}
END_TEST

START_TEST(result_that_can_be_neither_tracked_nor_noted)
{
	try_all(&(struct trial){
		.prepare = fillings[_i], .call = call_max, .tracked = true, .fewest = 3 });
}
END_TEST

/* After what was not tracked, the figures are still right. */
static void check_bytes(struct attempt *attempt, bool failed)
{
	ct_memory_usage before, after;
	ct_tensor *tensor;
	const int64_t shape[] = { 50 };

	(void)attempt;
	(void)failed;
	ct_memory_stats(NULL, &before);
	must(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensor));
	ct_memory_stats(NULL, &after);
	MUST(after.bytes == before.bytes + 200);
	ct_tensor_free(tensor);
	ct_memory_stats(NULL, &after);
	MUST(after.bytes == before.bytes);
}

START_TEST(bytes_are_right_after_a_failure)
{
	try_all(&(struct trial){
		.call = call_relu, .check = check_bytes, .tracked = true, .fewest = 2 });
}
END_TEST

static FILE *nowhere;

static void open_nowhere(struct attempt *attempt)
{
	(void)attempt;
	nowhere = fopen("/dev/null", "w");
	MUST(nowhere != NULL);
}

static ct_error call_report(struct attempt *attempt)
{
	(void)attempt;
	return ct_memory_report(nowhere);
}

static void close_nowhere(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	fclose(nowhere);
}

START_TEST(report_without_memory_is_an_error)
{
	try_all(&(struct trial){ .prepare = open_nowhere,
				 .call = call_report,
				 .check = close_nowhere,
				 .tracked = true,
				 .fewest = 2 });
}
END_TEST

Suite *tracking_suite(void)
{
	Suite *suite = suite_create("tracking without memory");
	TCase *tests = tcase_create("tracking without memory");

	tcase_add_test(tests, result_that_cannot_be_tracked);
	tcase_add_test(tests, several_results_that_cannot_be_tracked);
	tcase_add_loop_test(tests, result_that_can_be_neither_tracked_nor_noted, 0, FILLINGS);
	tcase_add_test(tests, bytes_are_right_after_a_failure);
	tcase_add_test(tests, report_without_memory_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
