/*
 * Anomaly detection. expected_suite.c compares the error texts with Python's. libtorch prints the
 * place of the forward call on stderr, which is redirected here.
 */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "support.h"

static FILE *warnings;
static int own_stderr;

static void catch_warnings(void)
{
	warnings = tmpfile();
	MUST(warnings != NULL);
	fflush(stderr);
	own_stderr = dup(STDERR_FILENO);
	MUST(dup2(fileno(warnings), STDERR_FILENO) >= 0);
}

static void let_warnings_go(void)
{
	fflush(stderr);
	dup2(own_stderr, STDERR_FILENO);
	close(own_stderr);
	fclose(warnings);
	ct_autograd_set_anomaly_enabled(false, true);
}

static bool was_warned_of(const char *part)
{
	static char text[65536];
	size_t n;

	fflush(stderr);
	rewind(warnings);
	n = fread(text, 1, sizeof text - 1, warnings);
	text[n] = 0;
	return strstr(text, part) != NULL;
}

/* The gradient of the square root of -1 is nan. */
static ct_error backward_of_a_root(void)
{
	ct_tensor *x = leaf(-1, 1, 4), *root, *sum;
	ct_error error;

	OK(ct_sqrt(x, &root));
	sum = sum_of(root);
	error = ct_tensor_backward(sum);
	ct_tensor_free(sum);
	ct_tensor_free(root);
	ct_tensor_free(x);
	return error;
}

START_TEST(nan_is_found_and_the_forward_call_told)
{
	ct_autograd_set_anomaly_enabled(true, true);
	FAILS(backward_of_a_root(),
	      "RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.");
	ck_assert(was_warned_of("Error detected in SqrtBackward0"));
	ck_assert(was_warned_of("at::_ops::sqrt::call"));
}
END_TEST

START_TEST(nan_is_not_looked_for_when_it_is_not_to_be)
{
	OK(backward_of_a_root());
	ct_autograd_set_anomaly_enabled(true, false);
	OK(backward_of_a_root());
	ck_assert(!was_warned_of("Error detected"));
}
END_TEST

/* Every failure in a function is reported, even a hook's error. */
START_TEST(errors_of_hooks_stay_what_they_are)
{
	ct_tensor *x = leaf(1, 2, 3), *square, *sum;

	CT_DETECT_ANOMALY
	{
		square = product(x, x);
		sum = sum_of(square);
		OK(ct_tensor_register_hook(square, say_no, (void *)"no", NULL, NULL));
		FAILS(ct_tensor_backward(sum), "ValueError: no");
	}
	ck_assert(was_warned_of("Error detected in MulBackward0"));
	ct_tensor_free(sum);
	ct_tensor_free(square);
	ct_tensor_free(x);
}
END_TEST

Suite *anomaly_suite(void)
{
	Suite *suite = suite_create("anomaly");
	TCase *tests = tests_of("anomaly");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, catch_warnings, let_warnings_go);
	tcase_add_test(tests, nan_is_found_and_the_forward_call_told);
	tcase_add_test(tests, nan_is_not_looked_for_when_it_is_not_to_be);
	tcase_add_test(tests, errors_of_hooks_stay_what_they_are);
	suite_add_tcase(suite, tests);
	return suite;
}
