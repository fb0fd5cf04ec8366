/*
 * Devices: their names in Python, the available ones, the current one.
 */
#include "support.h"

static void check_name(const json_t *of_case)
{
	const char *text = expected_text(of_case, "text");
	const json_t *error = json_object_get(of_case, "error");
	ct_device device = CT_DEVICE(99, 99);
	ct_error err = ct_device_from_string(text, &device);
	char *back = NULL;

	if (error) {
		assert_expected_error(err, of_case, text);
		ck_assert_int_eq(device.type, 99);
		ct_error_free(err);
		return;
	}
	OK(err);
	ck_assert_str_eq(ct_device_type_name(device.type), expected_text(of_case, "type"));
	ck_assert_int_eq(device.index, expected_int(of_case, "index"));
	OK(ct_device_to_string(device, &back));
	ck_assert_str_eq(back, expected_text(of_case, "str"));
	ct_free(back);
}

START_TEST(names_are_read_and_told_as_in_python)
{
	json_t *cases = expected_cases("settings"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "about"), "device") == 0) {
			check_name(of_case);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("settings"), 30);
	json_decref(cases);
}
END_TEST

START_TEST(index_that_is_too_large_is_refused)
{
	ct_device device = CT_DEVICE_CPU;

	FAILS(ct_device_from_string("cuda:128", &device),
	      "ArgumentError: ct_device_from_string: argument 1 (text): the index of 'cuda:128' is "
	      "above 127");
	FAILS(ct_device_from_string("cuda:300", NULL),
	      "ArgumentError: ct_device_from_string: argument 1 (text): the index of 'cuda:300' is "
	      "above 127");
	FAILS(ct_device_from_string(NULL, &device),
	      "ArgumentError: ct_device_from_string: argument 1 (text) must not be NULL");
	FAILS(ct_device_to_string(CT_DEVICE(1, 128), NULL),
	      "ArgumentError: ct_device_to_string: argument 1 (device): device index is 128, but "
	      "must be from -1 to 127");
}
END_TEST

START_TEST(each_type_has_a_name)
{
	char *text = NULL;

	ck_assert_str_eq(ct_device_type_name(CT_DEVICE_TYPE_CPU), "cpu");
	ck_assert_str_eq(ct_device_type_name(CT_DEVICE_TYPE_METAL), "metal");
	for (ct_device_type type = 1; type <= CT_DEVICE_TYPE_PRIVATEUSE1; type++) {
#if !CT_RELEASE_AT_LEAST(2, 0)
		if (type == CT_DEVICE_TYPE_MTIA) {
			FAILS(ct_device_to_string(CT_DEVICE(type, 3), &text),
			      "ArgumentError: ct_device_to_string: argument 1 (device): this "
			      "release of libtorch has no device type 20 (mtia)");
			continue;
		}
#endif
		OK(ct_device_to_string(CT_DEVICE(type, 3), &text));
		ck_assert_msg(strncmp(text, ct_device_type_name(type),
				      strlen(ct_device_type_name(type))) == 0,
			      "type %d: %s and %s", type, text, ct_device_type_name(type));
		ct_free(text);
	}
	ck_assert_ptr_null(ct_device_type_name(CT_DEVICE_TYPE_NONE));
	ck_assert_ptr_null(ct_device_type_name(-1));
	ck_assert_ptr_null(ct_device_type_name(CT_DEVICE_TYPE_PRIVATEUSE1 + 1));
	OK(ct_device_to_string(CT_DEVICE_NONE, &text));
	ck_assert_str_eq(text, "None");
	ct_free(text);
}
END_TEST

START_TEST(there_is_one_cpu)
{
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_CPU), 1);
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_META), 1);
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_FPGA), 0);
	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_NONE), 0);
	ck_assert_int_eq(ct_device_count(1000), 0);
	ck_assert(ct_device_is_available(CT_DEVICE_CPU));
	ck_assert(ct_device_is_available(CT_DEVICE(CT_DEVICE_TYPE_CPU, 0)));
	ck_assert(!ct_device_is_available(CT_DEVICE(CT_DEVICE_TYPE_CPU, 1)));
	ck_assert(!ct_device_is_available(CT_DEVICE(CT_DEVICE_TYPE_CPU, -2)));
	ck_assert(!ct_device_is_available(CT_DEVICE_NONE));
}
END_TEST

#define LOADS                                                                                   \
	"\nIn C: ct_device_load() loads libtorch's library for a type of device, as "           \
	"CTORCH_DEVICES=cuda in the environment does, and ct_load_library() that of a plug-in " \
	"(docs/devices.md)"

/* The library does not load CUDA's part; a program that does gets other answers. */
START_TEST(device_whose_library_is_not_loaded_is_not_there)
{
	const char no_cuda[] =
		"RuntimeError: PyTorch is not linked with support for cuda devices" LOADS;
	ct_device device = CT_DEVICE(99, 99);
	ct_tensor *x = UNTOUCHED;

	if (ct_device_count(CT_DEVICE_TYPE_CUDA) > 0)
		return;
	ck_assert(!ct_device_is_available(CT_DEVICE_CUDA(-1)));
	ck_assert_int_eq(ct_device_accelerator().type, CT_DEVICE_TYPE_NONE);
	FAILS(ct_device_current(CT_DEVICE_TYPE_CUDA, &device), no_cuda);
	FAILS(ct_device_set_current(CT_DEVICE_CUDA(0)), no_cuda);
	FAILS(ct_device_synchronize(CT_DEVICE_CUDA(0)), no_cuda);
	FAILS(ct_device_memory(CT_DEVICE_CUDA(0), NULL, NULL), no_cuda);
#if CT_RELEASE_AT_LEAST(2, 10)
	FAILS(ct_device_memory(CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, NULL),
	      "ArgumentError: ct_device_memory: argument 1 (device): libtorch does not report the "
	      "memory of meta devices");
#else
	FAILS_WITH(ct_device_memory(CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, NULL),
		   CT_ERROR_NOT_IMPLEMENTED,
		   "the memory of a device needs libtorch 2.10; this is ");
#endif
	FAILS(ct_device_name(CT_DEVICE_CUDA(0), NULL), no_cuda);
	/* libtorch lists the kernels that there are, on sixty lines. */
	FAILS(CT(zeros, &x, CT_L(2), .device = CT_DEVICE_CUDA(0)),
	      "NotImplementedError: aten::empty.memory_format: PyTorch is not linked with support "
	      "for cuda devices" LOADS);
	ck_assert_ptr_eq(x, UNTOUCHED);
	ck_assert_int_eq(device.type, 99);
}
END_TEST

START_TEST(current_cpu_is_the_cpu)
{
	ct_device device = CT_DEVICE_NONE;
	ct_error err = NULL;
	int runs = 0;

	OK(ct_device_current(CT_DEVICE_TYPE_CPU, &device));
	ck_assert_int_eq(device.type, CT_DEVICE_TYPE_CPU);
	OK(ct_device_set_current(CT_DEVICE(CT_DEVICE_TYPE_CPU, 0)));
	OK(ct_device_current(CT_DEVICE_TYPE_CPU, &device));
	ck_assert_int_eq(device.type, CT_DEVICE_TYPE_CPU);
	OK(ct_device_synchronize(CT_DEVICE_CPU));
	CT_CURRENT_DEVICE(err, CT_DEVICE_CPU)
	{
		runs++;
	}
	ck_assert_ptr_null(err);
	ck_assert_int_eq(runs, 1);
	FAILS(ct_device_set_current(CT_DEVICE_NONE),
	      "ArgumentError: ct_device_set_current: argument 1 (device) must not be "
	      "CT_DEVICE_NONE");
	FAILS(ct_device_current(77, NULL),
	      "ArgumentError: ct_device_current: argument 1 (type): unknown device type 77");
}
END_TEST

START_TEST(block_does_not_run_on_a_device_that_is_not_there)
{
	ct_error err = NULL;
	int runs = 0;

	CT_CURRENT_DEVICE(err, CT_DEVICE(CT_DEVICE_TYPE_FPGA, 0))
	{
		runs++;
	}
	ck_assert_ptr_nonnull(err);
	ct_error_free(err);
	ck_assert_int_eq(runs, 0);
}
END_TEST

START_TEST(cpu_tells_its_name_and_memory)
{
	char *name = NULL;
	int64_t available = -1, total = -1;

	OK(ct_device_name(CT_DEVICE_CPU, &name));
	ck_assert_uint_gt(strlen(name), 0);
	ct_free(name);
	OK(ct_device_memory(CT_DEVICE_CPU, &available, &total));
	ck_assert_int_gt(total, 1 << 20);
	ck_assert_int_ge(available, 0);
	ck_assert_int_le(available, total);
}
END_TEST

Suite *devices_suite(void)
{
	Suite *suite = suite_create("devices");
	TCase *tests = tests_of("devices");

	tcase_add_test(tests, names_are_read_and_told_as_in_python);
	tcase_add_test(tests, index_that_is_too_large_is_refused);
	tcase_add_test(tests, each_type_has_a_name);
	tcase_add_test(tests, there_is_one_cpu);
	tcase_add_test(tests, device_whose_library_is_not_loaded_is_not_there);
	tcase_add_test(tests, current_cpu_is_the_cpu);
	tcase_add_test(tests, block_does_not_run_on_a_device_that_is_not_there);
	tcase_add_test(tests, cpu_tells_its_name_and_memory);
	suite_add_tcase(suite, tests);
	return suite;
}
