/*
 * A run on the device that is killed again and again. Its process is a program of its own, which
 * loads the device; the parent does not.
 */
#include "killed.h"
#include "support.h"

START_TEST(killed_run_ends_as_one_that_is_left_alone)
{
	assert_killed_run_ends_alike(TRAIN_AGAIN, SIM_LIBRARY, "sim:1", 4);
}
END_TEST

Suite *killed_suite(void)
{
	Suite *suite = suite_create("killed runs");
	TCase *tests = tests_of("killed runs");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, killed_run_ends_as_one_that_is_left_alone);
	suite_add_tcase(suite, tests);
	return suite;
}
