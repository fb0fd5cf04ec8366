/*
 * Threads, determinism, default dtype, precision, texts: as in Python.
 */
#include "support.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("settings");
}

static void forget_cases(void)
{
	json_decref(cases);
}

static bool is_about(const json_t *of_case, const char *about)
{
	return strcmp(expected_text(of_case, "about"), about) == 0;
}

static const char *error_of(const char *of)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "error") && strcmp(expected_text(of_case, "of"), of) == 0)
			return expected_text(of_case, "error");
	ck_abort_msg("no expected error of %s", of);
	return NULL;
}

START_TEST(number_of_threads_is_set)
{
	const int32_t before = ct_num_threads();

	ck_assert_int_ge(before, 1);
	OK(ct_set_num_threads(3));
	ck_assert_int_eq(ct_num_threads(), 3);
	FAILS_AS_EXPECTED(ct_set_num_threads(0), error_of("set_num_threads"));
	FAILS_AS_EXPECTED(ct_set_num_threads(-1), error_of("set_num_threads"));
	ck_assert_int_eq(ct_num_threads(), 3);
	OK(ct_set_num_threads(before));
}
END_TEST

START_TEST(number_of_interop_threads_is_set_once)
{
	ck_assert_int_ge(ct_num_interop_threads(), 1);
	FAILS_AS_EXPECTED(ct_set_num_interop_threads(0), error_of("set_num_interop_threads"));
	OK(ct_set_num_interop_threads(2));
	ck_assert_int_eq(ct_num_interop_threads(), 2);
	FAILS_AS_EXPECTED(ct_set_num_interop_threads(3), error_of("set_num_interop_threads_twice"));
	ck_assert_int_eq(ct_num_interop_threads(), 2);
}
END_TEST

static ct_error unpool(void)
{
	ct_tensor *x = vector(4, (float[]){ 1, 2, 3, 4 }), *square, *indices, *result;
	ct_error err;

	OK(ct_view(x, (int64_t[]){ 1, 1, 2, 2 }, 4, &square));
	OK(ct_zeros((int64_t[]){ 1, 1, 2, 2 }, 4, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &indices));
	err = ct_max_unpool2d(square, indices, (int64_t[]){ 2, 2 }, 2, &result);
	if (err == NULL)
		ct_tensor_free(result);
	ct_tensor_free(x);
	ct_tensor_free(square);
	ct_tensor_free(indices);
	return err;
}

START_TEST(deterministic_mode_refuses_what_is_not)
{
	ck_assert(!ct_are_deterministic_algorithms_enabled());
	OK(unpool());
	OK(ct_use_deterministic_algorithms(true, false));
	ck_assert(ct_are_deterministic_algorithms_enabled());
	ck_assert(!ct_is_deterministic_algorithms_warn_only_enabled());
	FAILS_WITH(unpool(), CT_ERROR_RUNTIME,
		   "does not have a deterministic implementation, but you set");
	OK(ct_use_deterministic_algorithms(false, false));
	OK(unpool());
	OK(ct_use_deterministic_algorithms(true, true));
	ck_assert(ct_is_deterministic_algorithms_warn_only_enabled());
	OK(ct_use_deterministic_algorithms(false, false));
	ck_assert(!ct_is_deterministic_algorithms_warn_only_enabled());
}
END_TEST

#if HAS_DETERMINISTIC_FILL
START_TEST(deterministic_mode_fills_what_nobody_wrote)
{
	const int64_t n = 5;
	ct_tensor *empty = NULL;

	OK(ct_use_deterministic_algorithms(true, false));
	OK(ct_empty_memory_format(&n, 1, CT_INT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				  CT_MEMORY_FORMAT_NONE, &empty));
	OK(ct_use_deterministic_algorithms(false, false));
	for (int64_t i = 0; i < n; i++)
		ck_assert_int_eq(((const int32_t *)ct_tensor_data(empty))[i], INT32_MAX);
	ct_tensor_free(empty);
}
END_TEST
#endif

/* --- Default dtype --------------------------------------------------------------------------- */

static ct_dtype dtype_named(const char *name)
{
	static const struct {
		const char *name;
		ct_dtype dtype;
	} known[] = {
		{ "float16", CT_FLOAT16 },     { "bfloat16", CT_BFLOAT16 },
		{ "float32", CT_FLOAT32 },     { "float64", CT_FLOAT64 },
		{ "int32", CT_INT32 },         { "int64", CT_INT64 },
		{ "complex64", CT_COMPLEX64 }, { "bool", CT_BOOL },
		{ "uint8", CT_UINT8 },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].dtype;
	ck_abort_msg("no dtype %s here", name);
	return CT_DTYPE_NONE;
}

static void assert_dtype(ct_tensor *made, const json_t *of_case, const char *key)
{
	ck_assert_msg(ct_tensor_dtype(made) == dtype_named(expected_text(of_case, key)),
		      "%s with default %s: dtype %d, expected %s", key,
		      expected_text(of_case, "dtype"), ct_tensor_dtype(made),
		      expected_text(of_case, key));
	ct_tensor_free(made);
}

static void check_default(const json_t *of_case)
{
	const int64_t n = 3;
	ct_tensor *zeros, *ints, *made;

	OK(ct_set_default_dtype(dtype_named(expected_text(of_case, "dtype"))));
	ck_assert_int_eq(ct_default_dtype(), dtype_named(expected_text(of_case, "dtype")));
	OK(ct_zeros(&n, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &zeros));
	OK(ct_arange(ct_scalar_int(3), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &ints));
	OK(ct_full(&n, 1, ct_scalar_float(1.5), CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &made));
	assert_dtype(made, of_case, "full_float");
	OK(ct_div_Scalar(ints, ct_scalar_int(2), &made));
	assert_dtype(made, of_case, "divided");
	OK(ct_add_Tensor(zeros, ints, ct_scalar_int(1), &made));
	assert_dtype(made, of_case, "sum_with_int");
	assert_dtype(zeros, of_case, "zeros");
	assert_dtype(ints, of_case, "arange");
}

START_TEST(default_dtype_has_the_effects_that_it_has_in_python)
{
	json_t *of_case;
	size_t i, compared = 0;

	ck_assert_int_eq(ct_default_dtype(), CT_FLOAT32);
	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "default_dtype")) {
			check_default(of_case);
			compared++;
		}
	OK(ct_set_default_dtype(CT_FLOAT32));
	ck_assert_uint_eq(compared, 4);
}
END_TEST

START_TEST(default_dtype_is_floating_point)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "default_dtype_error"))
			FAILS_AS_EXPECTED(
				ct_set_default_dtype(dtype_named(expected_text(of_case, "dtype"))),
				expected_text(of_case, "error"));
	FAILS(ct_set_default_dtype(CT_FLOAT8_E5M2),
	      has_dtype(CT_FLOAT8_E5M2)
		      ? "ArgumentError: ct_set_default_dtype: argument 1 (dtype): float8_e5m2 cannot "
			"be the default type, only float16, bfloat16, float32 and float64 can"
		      : "ArgumentError: ct_set_default_dtype: argument 1 (dtype): this release of "
			"libtorch has no float8_e5m2");
	FAILS(ct_set_default_dtype(CT_DTYPE_NONE),
	      "ArgumentError: ct_set_default_dtype: argument 1 (dtype) must not be CT_DTYPE_NONE");
	ck_assert_int_eq(ct_default_dtype(), CT_FLOAT32);
}
END_TEST

/* --- Precision ------------------------------------------------------------------------------- */

START_TEST(float32_matmul_precision_is_one_of_three_words)
{
	static const char *const words[] = { "medium", "high", "highest" };
	const char *precision = NULL;
	json_t *of_case;
	size_t i;

	OK(ct_float32_matmul_precision(&precision));
	json_array_foreach (cases, i, of_case)
		if (is_about(of_case, "precision"))
			ck_assert_str_eq(precision, expected_text(of_case, "first"));
	for (i = 0; i < 3; i++) {
		OK(ct_set_float32_matmul_precision(words[i]));
		OK(ct_float32_matmul_precision(&precision));
		ck_assert_str_eq(precision, words[i]);
	}
	FAILS(ct_set_float32_matmul_precision("Highest"),
	      "ArgumentError: ct_set_float32_matmul_precision: argument 1 (precision): 'Highest' "
	      "is not one of 'highest', 'high' and 'medium'");
	FAILS(ct_set_float32_matmul_precision(NULL),
	      "ArgumentError: ct_set_float32_matmul_precision: argument 1 (precision) must not be "
	      "NULL");
}
END_TEST

START_TEST(denormal_numbers_are_flushed_on_demand)
{
	ct_tensor *tiny = number(1e-39F), *half = NULL;

	if (!ct_set_flush_denormal(true)) {
		ct_tensor_free(tiny);
		return; /* this processor does not support it */
	}
	OK(ct_mul_Scalar(tiny, ct_scalar_float(0.5), &half));
	ck_assert(ct_set_flush_denormal(false));
	ck_assert(value_of(half) == 0);
	ct_tensor_free(half);
	OK(ct_mul_Scalar(tiny, ct_scalar_float(0.5), &half));
	ck_assert(value_of(half) > 0);
	ct_tensor_free(half);
	ct_tensor_free(tiny);
}
END_TEST

/* --- Texts ----------------------------------------------------------------------------------- */

START_TEST(configuration_is_told_in_lines)
{
	char *config = NULL, *parallel = NULL, *capability = NULL, line[80];

	OK(ct_show_config(&config));
	OK(ct_parallel_info(&parallel));
	OK(ct_cpu_capability(&capability));
	ck_assert_msg(strncmp(config, "PyTorch built with:\n", 20) == 0, "%s", config);
	snprintf(line, sizeof line, "CPU capability usage: %s\n", capability);
	ck_assert_msg(strstr(config, line) != NULL, "no %s in %s", line, config);
	snprintf(line, sizeof line, "at::get_num_threads() : %d\n", ct_num_threads());
	ck_assert_msg(strstr(parallel, line) != NULL, "no %s in %s", line, parallel);
	ct_free(config);
	ct_free(parallel);
	ct_free(capability);
	OK(ct_show_config(NULL));
}
END_TEST

Suite *settings_suite(void)
{
	Suite *suite = suite_create("settings");
	TCase *tests = tests_of("settings");

	tcase_add_unchecked_fixture(tests, read_cases, forget_cases);
	tcase_add_test(tests, number_of_threads_is_set);
	tcase_add_test(tests, number_of_interop_threads_is_set_once);
	tcase_add_test(tests, deterministic_mode_refuses_what_is_not);
#if HAS_DETERMINISTIC_FILL
	tcase_add_test(tests, deterministic_mode_fills_what_nobody_wrote);
#else
	LEFT_OUT("deterministic_mode_fills_what_nobody_wrote", "it does not fill anything");
#endif
	tcase_add_test(tests, default_dtype_has_the_effects_that_it_has_in_python);
	tcase_add_test(tests, default_dtype_is_floating_point);
	tcase_add_test(tests, float32_matmul_precision_is_one_of_three_words);
	tcase_add_test(tests, denormal_numbers_are_flushed_on_demand);
	tcase_add_test(tests, configuration_is_told_in_lines);
	suite_add_tcase(suite, tests);
	return suite;
}
