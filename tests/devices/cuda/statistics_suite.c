/* Statistics of a device's memory, as Python has them. */
#define _GNU_SOURCE

#include <stdlib.h>
#include <string.h>

#include "support.h"

#define SECOND CT_DEVICE_CUDA(1)

static ct_tensor *allocate(int64_t nbytes)
{
	ct_tensor *result;

	OK(CT(empty, &result, CT_L(nbytes), .dtype = CT_UINT8, .device = SECOND));
	return result;
}

/* KEEP THE SAME: tests/fixtures/expected/cuda_memory.py. The small tensor stays. */
static ct_tensor *use_memory(void)
{
	ct_tensor *small, *large;

	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	OK(ct_device_reset_peak_memory_stats(SECOND));
	OK(ct_device_reset_accumulated_memory_stats(SECOND));
	small = allocate(1000);
	large = allocate(3 << 20);
	ct_tensor_free(large);
	return small;
}

/* CUDA is asked for memory as often as programs before needed it. */
static bool depends_on_the_past(const char *name)
{
	return strcmp(name, "num_device_alloc") == 0 || strcmp(name, "num_device_free") == 0;
}

START_TEST(statistics_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_memory");
	const json_t *wanted = json_object_get(json_array_get(cases, 0), "stats");
	ct_tensor *small = use_memory();
	const char *name;
	json_t *number;
	ct_value stats;
	int64_t i = 0;

	OK(ct_device_memory_stats(SECOND, &stats));
	ck_assert_int_eq(ct_value_count(&stats), (int64_t)json_object_size(wanted));
	json_object_foreach ((json_t *)wanted, name, number) {
		ct_value key, value;
		const char *text;
		int64_t got;

		OK(ct_value_dict_item(&stats, i++, &key, &value));
		OK(ct_value_as_string(&key, &text, NULL));
		OK(ct_value_as_int(&value, &got));
		ck_assert_str_eq(text, name);
		if (!depends_on_the_past(name))
			ck_assert_msg(got == json_integer_value(number), "%s: %lld, expected %lld",
				      name, (long long)got, (long long)json_integer_value(number));
	}
	ct_value_free(&stats);
	ct_tensor_free(small);
	json_decref(cases);
}
END_TEST

START_TEST(summary_is_that_of_python)
{
	json_t *cases = expected_cases("cuda_memory");
	ct_tensor *small = use_memory();
	char *text = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&text, &n);

	OK(ct_device_print_memory(SECOND, stream));
	fclose(stream);
	ck_assert_str_eq(text, expected_text(json_array_get(cases, 0), "summary"));
	free(text);
	OK(ct_device_memory_to_string(SECOND, &text));
	ck_assert_str_eq(text, expected_text(json_array_get(cases, 0), "summary"));
	ct_free(text);
	OK(ct_device_memory_to_string(SECOND, NULL));
	ct_tensor_free(small);
	json_decref(cases);
}
END_TEST

START_TEST(now_and_peak)
{
	ct_tensor *small = use_memory();
	int64_t now, peak;

	OK(ct_device_memory_allocated(SECOND, &now, &peak));
	ck_assert_int_eq(now, 1024);
	ck_assert_int_eq(peak, 1024 + (3 << 20));
	OK(ct_device_memory_reserved(SECOND, &now, NULL));
	ck_assert_int_eq(now, fake_cuda_allocated(1));
	OK(ct_device_reset_peak_memory_stats(SECOND));
	OK(ct_device_memory_allocated(SECOND, NULL, &peak));
	ck_assert_int_eq(peak, 1024);
	ct_tensor_free(small);
	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	OK(ct_device_memory_reserved(SECOND, &now, NULL));
	ck_assert_int_eq(now, 0);
	ck_assert_int_eq(fake_cuda_allocated(1), 0);
}
END_TEST

START_TEST(all_caches_are_emptied_at_once)
{
	int64_t before, now;

	ct_tensor_free(allocate(3 << 20));
	OK(ct_device_memory_reserved(SECOND, &before, NULL));
	ck_assert_int_ge(before, 3 << 20);
	ck_assert_int_ge(ct_memory_empty_cache(), before);
	OK(ct_device_memory_reserved(SECOND, &now, NULL));
	ck_assert_int_eq(now, 0);
}
END_TEST

START_TEST(pinned_memory_goes_back)
{
	ct_tensor *x, *pinned;

	OK(ct_device_empty_host_cache(CT_DEVICE_TYPE_CUDA));
	OK(CT(ones, &x, CT_L(1000)));
	OK(ct_pin_memory(x, CT_DEVICE_NONE, &pinned));
	ct_tensor_free(pinned);
	fake_cuda_reset();
	OK(ct_device_empty_host_cache(CT_DEVICE_TYPE_CUDA));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_host_frees), 1);
	ct_tensor_free(x);
}
END_TEST

START_TEST(other_devices_have_no_statistics)
{
	ct_value stats;

	FAILS_WITH(ct_device_memory_stats(CT_DEVICE_CPU, &stats), CT_ERROR_ARGUMENT,
		   "libtorch does not report the memory of cpu devices");
	FAILS_WITH(ct_device_memory_allocated(CT_DEVICE_CUDA(9), NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 1 (device): there is no device 9, only 2 cuda devices");
	FAILS_WITH(ct_device_memory(CT_DEVICE_CUDA(9), NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 1 (device): there is no device 9, only 2 cuda devices");
	FAILS_WITH(ct_device_empty_cache(CT_DEVICE_TYPE_XPU), CT_ERROR_RUNTIME, "xpu");
}
END_TEST

Suite *statistics_suite(void)
{
	Suite *suite = suite_create("statistics");
	TCase *tests = tests_of("statistics");

	tcase_add_test(tests, statistics_are_those_of_python);
	tcase_add_test(tests, summary_is_that_of_python);
	tcase_add_test(tests, now_and_peak);
	tcase_add_test(tests, all_caches_are_emptied_at_once);
	tcase_add_test(tests, pinned_memory_goes_back);
	tcase_add_test(tests, other_devices_have_no_statistics);
	suite_add_tcase(suite, tests);
	return suite;
}
