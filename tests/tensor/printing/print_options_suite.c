/*
 * How tensors are printed: the options, and setting them.
 */
#include <pthread.h>

#include "print_support.h"

START_TEST(profiles_are_pythons)
{
	ct_printoptions options = { 0 };

	OK(ct_printoptions_profile(CT_PRINT_SHORT, &options));
	ck_assert_int_eq(options.precision, 2);
	ck_assert_int_eq(options.threshold, 1000);
	ck_assert_int_eq(options.edgeitems, 2);
	ck_assert_int_eq(options.linewidth, 80);
	ck_assert_int_eq(options.sci_mode, CT_SCI_MODE_AUTO);
	OK(ct_printoptions_profile(CT_PRINT_FULL, &options));
	ck_assert_int_eq(options.precision, 4);
	ck_assert(options.threshold == CT_PRINT_ALL);
	OK(ct_printoptions_profile(CT_PRINT_DEFAULT, NULL));
	FAILS(ct_printoptions_profile(3, &options), "ArgumentError: ct_printoptions_profile: "
						    "argument 1 (profile): unknown profile 3");
	FAILS(ct_printoptions_profile(-1, &options),
	      "ArgumentError: ct_printoptions_profile: argument 1 (profile): unknown profile -1");
}
END_TEST

START_TEST(options_that_were_set_are_read_back)
{
	ct_printoptions options = { 7, 8, 9, 10, CT_SCI_MODE_ON }, got;

	OK(ct_printoptions_set_current(&options));
	got = ct_printoptions_current();
	ck_assert_int_eq(got.precision, 7);
	ck_assert_int_eq(got.threshold, 8);
	ck_assert_int_eq(got.edgeitems, 9);
	ck_assert_int_eq(got.linewidth, 10);
	ck_assert_int_eq(got.sci_mode, CT_SCI_MODE_ON);
	OK(ct_printoptions_set_current(NULL));
	ck_assert_int_eq(ct_printoptions_current().precision, 4);
}
END_TEST

START_TEST(zeros_are_the_defaults_and_ct_zero_is_0)
{
	const ct_printoptions profile = ct_printoptions_current();
	ct_printoptions options = { .precision = CT_ZERO }, got;

	OK(ct_printoptions_set_current(&options));
	got = ct_printoptions_current();
	ck_assert_int_eq(got.precision, CT_ZERO);
	ck_assert_int_eq(got.threshold, profile.threshold);
	ck_assert_int_eq(got.edgeitems, profile.edgeitems);
	ck_assert_int_eq(got.linewidth, profile.linewidth);
	ck_assert_int_eq(got.sci_mode, CT_SCI_MODE_AUTO);
	OK(ct_printoptions_set_current(&got));
	ck_assert_int_eq(ct_printoptions_current().precision, CT_ZERO);
	OK(ct_printoptions_set_current(NULL));
}
END_TEST

static ct_error set(int64_t precision, int64_t threshold, int64_t edgeitems, int64_t linewidth,
		    ct_sci_mode sci_mode)
{
	ct_printoptions options = { precision, threshold, edgeitems, linewidth, sci_mode };

	return ct_printoptions_set_current(&options);
}

START_TEST(bad_options_are_refused)
{
	ct_tensor *tensor = number(3);
	ct_printoptions bad = { .precision = -2 };
	char *text = (char *)UNTOUCHED;

	FAILS(set(-2, 0, 0, 0, 0), "ArgumentError: ct_printoptions_set_current: argument 1 "
				   "(self): precision is -2, but must be at least 0 and at most "
				   "1074");
	FAILS(set(1075, 0, 0, 0, 0),
	      "ArgumentError: ct_printoptions_set_current: argument 1 (self): precision is 1075, "
	      "but must be at least 0 and at most 1074");
	FAILS(set(0, -2, 0, 0, 0), "ArgumentError: ct_printoptions_set_current: argument 1 "
				   "(self): threshold is -2, but must be at least 0");
	FAILS(set(0, 0, -2, 0, 0), "ArgumentError: ct_printoptions_set_current: argument 1 "
				   "(self): edgeitems is -2, but must be at least 0");
	FAILS(set(0, 0, 0, INT64_MIN, 0),
	      "ArgumentError: ct_printoptions_set_current: argument 1 (self): linewidth is "
	      "-9223372036854775808, but must be at least 0");
	FAILS(set(0, 0, 0, 0, 3), "ArgumentError: ct_printoptions_set_current: argument 1 "
				  "(self): sci_mode is 3, but must be at least 0 and at most 2");
	ck_assert_int_eq(ct_printoptions_current().threshold, 1000);
	FAILS(ct_tensor_to_string_with(tensor, &bad, &text),
	      "ArgumentError: ct_tensor_to_string_with: argument 2 (options): precision is -2, "
	      "but must be at least 0 and at most 1074");
	FAILS(ct_tensor_print_with(tensor, &bad, stdout),
	      "ArgumentError: ct_tensor_print_with: argument 2 (options): precision is -2, but "
	      "must be at least 0 and at most 1074");
	ck_assert_ptr_eq(text, UNTOUCHED);
	ct_tensor_free(tensor);
}
END_TEST

/* Every profile that is read is a complete one: precision and edgeitems belong together. */
static void *set_and_get(void *context)
{
	const ct_print_profile profile = *(const int32_t *)context;
	ct_printoptions options, got;

	CT_CHECK(ct_printoptions_profile(profile, &options));
	for (int i = 0; i < 20000; i++) {
		CT_CHECK(ct_printoptions_set_current(&options));
		got = ct_printoptions_current();
		MUST((got.precision == 2 && got.edgeitems == 2) ||
		     (got.precision == 4 && got.edgeitems == 3));
	}
	return NULL;
}

START_TEST(options_of_two_threads_do_not_mix)
{
	int32_t profiles[2] = { CT_PRINT_SHORT, CT_PRINT_DEFAULT };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, set_and_get, &profiles[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	OK(ct_printoptions_set_current(NULL));
}
END_TEST

Suite *print_options_suite(void)
{
	Suite *suite = suite_create("print options");
	TCase *tests = tests_of("print options");

	tcase_add_test(tests, profiles_are_pythons);
	tcase_add_test(tests, options_that_were_set_are_read_back);
	tcase_add_test(tests, zeros_are_the_defaults_and_ct_zero_is_0);
	tcase_add_test(tests, bad_options_are_refused);
	tcase_add_test(tests, options_of_two_threads_do_not_mix);
	suite_add_tcase(suite, tests);
	return suite;
}
