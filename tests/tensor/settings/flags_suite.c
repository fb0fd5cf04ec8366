/*
 * libtorch's switches and backends: named and set as in Python.
 */
#include "support.h"

static ct_flag flag_named(const char *name)
{
	for (ct_flag flag = 0; ct_flag_name(flag) != NULL; flag++)
		if (strcmp(ct_flag_name(flag), name) == 0)
			return flag;
	ck_abort_msg("no flag %s", name);
	return -1;
}

/* Its case, "flag" or "flag at first"; NULL if the release has no such flag, or another initial
 * value, which since.json lists. */
static const json_t *case_of(const json_t *cases, const char *about, const char *name)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "about"), about) == 0 &&
		    strcmp(expected_text(of_case, "name"), name) == 0)
			return of_case;
	return NULL;
}

static void assert_absent(ct_flag flag, const char *function, ct_error err)
{
	char text[256];

	snprintf(text, sizeof text,
		 "ArgumentError: %s: argument 1 (flag): this release of libtorch has no %s",
		 function, ct_flag_name(flag));
	ck_assert_msg(err != NULL, "%s is there", ct_flag_name(flag));
	ck_assert_str_eq(err, text);
	ct_error_free(err);
}

START_TEST(flags_are_at_first_what_they_are_in_python)
{
	json_t *cases = expected_cases("settings"), *of_case;
	ct_flag absent = 0;
	size_t i;

	for (ct_flag flag = 0; ct_flag_name(flag) != NULL; flag++) {
		const char *name = ct_flag_name(flag);
		const json_t *at_first = case_of(cases, "flag at first", name);
		bool enabled = false;

		if (case_of(cases, "flag", name) == NULL) {
			assert_absent(flag, "ct_flag_get", ct_flag_get(flag, &enabled));
			assert_absent(flag, "ct_flag_set", ct_flag_set(flag, true));
			absent++;
			continue;
		}
		OK(ct_flag_get(flag, &enabled));
		ck_assert_msg(at_first || expected_is_of_another_release(),
			      "%s: no case for its initial value", name);
		ck_assert_msg(!at_first || enabled == expected_bool(at_first, "enabled"),
			      "%s is %d", name, enabled);
	}
	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "about"), "flag") == 0)
			flag_named(expected_text(of_case, "name"));
	ck_assert_uint_le(2 * (size_t)absent, expected_left_out("settings"));
	json_decref(cases);
}
END_TEST

START_TEST(each_flag_is_switched_and_no_other)
{
	json_t *cases = expected_cases("settings");
	bool before[64], is_there[64], enabled = false;
	ct_flag n = 0;

	for (; ct_flag_name(n) != NULL; n++) {
		is_there[n] = case_of(cases, "flag", ct_flag_name(n)) != NULL;
		if (is_there[n])
			OK(ct_flag_get(n, &before[n]));
	}
	for (ct_flag flag = 0; flag < n; flag++) {
		if (!is_there[flag])
			continue;
		OK(ct_flag_set(flag, !before[flag]));
		for (ct_flag other = 0; other < n; other++) {
			if (!is_there[other])
				continue;
			OK(ct_flag_get(other, &enabled));
			ck_assert_msg(enabled == (other == flag ? !before[other] : before[other]),
				      "%s switched, %s is %d", ct_flag_name(flag),
				      ct_flag_name(other), enabled);
		}
		OK(ct_flag_set(flag, before[flag]));
	}
	json_decref(cases);
}
END_TEST

START_TEST(flag_that_is_none_is_refused)
{
	bool enabled = true;

	FAILS(ct_flag_get(-1, &enabled),
	      "ArgumentError: ct_flag_get: argument 1 (flag): unknown flag -1");
	FAILS(ct_flag_set(1000, true),
	      "ArgumentError: ct_flag_set: argument 1 (flag): unknown flag 1000");
	ck_assert_ptr_null(ct_flag_name(-1));
}
END_TEST

START_TEST(backends_are_those_of_the_configuration)
{
	char *config = NULL;
	ct_backend n = 0;

	OK(ct_show_config(&config));
	ck_assert(ct_backend_is_available(CT_BACKEND_MKL) ==
		  (strstr(config, "Math Kernel Library") != NULL));
	ck_assert(ct_backend_is_available(CT_BACKEND_OPENMP) ==
		  (strstr(config, "  - OpenMP ") != NULL));
	ck_assert(ct_backend_is_available(CT_BACKEND_LAPACK) ==
		  (strstr(config, "LAPACK is enabled") != NULL));
	ck_assert(ct_backend_is_available(CT_BACKEND_MKLDNN) ==
		  (strstr(config, "MKL-DNN") != NULL));
	for (; ct_backend_name(n) != NULL; n++)
		ck_assert_uint_gt(strlen(ct_backend_name(n)), 0);
	ck_assert_int_eq(n, CT_BACKEND_XLA + 1);
	ck_assert_str_eq(ct_backend_name(CT_BACKEND_XPU), "xpu");
	ck_assert(!ct_backend_is_available(-1));
	ck_assert(!ct_backend_is_available(n));
	ct_free(config);
}
END_TEST

Suite *flags_suite(void)
{
	Suite *suite = suite_create("flags and backends");
	TCase *tests = tests_of("flags and backends");

	tcase_add_test(tests, flags_are_at_first_what_they_are_in_python);
	tcase_add_test(tests, each_flag_is_switched_and_no_other);
	tcase_add_test(tests, flag_that_is_none_is_refused);
	tcase_add_test(tests, backends_are_those_of_the_configuration);
	suite_add_tcase(suite, tests);
	return suite;
}
