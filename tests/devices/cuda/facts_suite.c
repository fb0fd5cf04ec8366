/* What CUDA says about its devices: Python's answers are in tests/fixtures/expected/cuda_library.json. */
#include <ctorch/cuda.h>

#include "support.h"

static const ct_device second = { CT_DEVICE_TYPE_CUDA, 1 };

static json_t *facts(json_t *cases)
{
	return json_array_get(cases, 0);
}

START_TEST(properties_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	const json_t *wanted = json_object_get(facts(cases), "properties");
	ct_cuda_properties got;

	OK(ct_cuda_device_properties(second, &got));
	const struct {
		const char *name;
		int64_t number;
	} numbers[] = {
		{ "major", got.major },
		{ "minor", got.minor },
		{ "total_memory", got.total_memory_nbytes },
		{ "multi_processor_count", got.multi_processor_count },
		{ "warp_size", got.warp_size },
		{ "max_threads_per_multi_processor", got.max_threads_per_multi_processor },
		{ "max_threads_per_block", got.max_threads_per_block },
		{ "regs_per_multiprocessor", got.registers_per_multi_processor },
		{ "shared_memory_per_block", got.shared_memory_per_block_nbytes },
		{ "shared_memory_per_block_optin", got.shared_memory_per_block_optin_nbytes },
		{ "shared_memory_per_multiprocessor",
		  got.shared_memory_per_multi_processor_nbytes },
		{ "L2_cache_size", got.l2_cache_nbytes },
		{ "memory_bus_width", got.memory_bus_width },
		{ "pci_domain_id", got.pci_domain },
		{ "pci_bus_id", got.pci_bus },
		{ "pci_device_id", got.pci_device },
		{ "is_integrated", got.is_integrated },
		{ "is_multi_gpu_board", got.is_multi_gpu_board },
	};
	ck_assert_uint_eq(json_object_size(wanted), sizeof numbers / sizeof *numbers);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		ck_assert_msg(json_integer_value(json_object_get(wanted, numbers[i].name)) ==
				      numbers[i].number,
			      "%s is %lld", numbers[i].name, (long long)numbers[i].number);
	json_decref(cases);
}
END_TEST

START_TEST(name_uuid_and_capability_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	const json_t *capability = json_object_get(facts(cases), "capability");
	int64_t major, minor;
	char *text;

	OK(ct_cuda_device_name(second, &text));
	ck_assert_str_eq(text, expected_text(facts(cases), "name"));
	ct_free(text);
	OK(ct_cuda_device_uuid(second, &text));
	ck_assert_str_eq(text, expected_text(facts(cases), "uuid"));
	ct_free(text);
	OK(ct_cuda_device_capability(second, &major, &minor));
	ck_assert_int_eq(major, json_integer_value(json_array_get(capability, 0)));
	ck_assert_int_eq(minor, json_integer_value(json_array_get(capability, 1)));
	json_decref(cases);
}
END_TEST

START_TEST(architectures_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	char *text;

	OK(ct_cuda_architectures(&text));
	if (!expected_is_of_another_release())
		ck_assert_str_eq(text, expected_text(facts(cases), "architectures"));
	ct_free(text);
	json_decref(cases);
}
END_TEST

START_TEST(devices_that_reach_each_other_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	bool can;

	OK(ct_cuda_can_access_peer(CT_DEVICE_CUDA(0), second, &can));
	ck_assert_int_eq(can, json_is_true(json_object_get(facts(cases), "peer")));
	OK(ct_cuda_can_access_peer(second, second, &can));
	ck_assert_int_eq(can, json_is_true(json_object_get(facts(cases), "peer_itself")));
	json_decref(cases);
}
END_TEST

START_TEST(versions_are_those_of_python)
{
	json_t *cases = expected_cases("cuda_library");
	const json_t *nccl = json_object_get(facts(cases), "nccl");
	ct_cuda_versions got;
	char runtime[32];

	OK(ct_cuda_version_numbers(&got));
	snprintf(runtime, sizeof runtime, "%d.%d", (int)(got.runtime / 1000),
		 (int)(got.runtime % 1000 / 10));
#ifdef CTORCH_TEST_CUDA
	ck_assert_str_eq(runtime, CTORCH_TEST_CUDA);
#endif
	if (!expected_is_of_another_release())
		ck_assert_str_eq(runtime, expected_text(facts(cases), "runtime"));
	ck_assert_int_eq(got.driver, got.runtime); /* the fake's */
	ck_assert_int_eq(got.cudnn, json_integer_value(json_object_get(facts(cases), "cudnn")));
	ck_assert_int_eq(got.nccl, json_integer_value(json_array_get(nccl, 0)) * 10000 +
					   json_integer_value(json_array_get(nccl, 1)) * 100 +
					   json_integer_value(json_array_get(nccl, 2)));
	json_decref(cases);
}
END_TEST

START_TEST(with_a_device_nothing_is_unavailable)
{
	char *reason = (char *)UNTOUCHED;

	OK(ct_cuda_why_unavailable(&reason));
	ck_assert_ptr_null(reason);
}
END_TEST

START_TEST(a_wrong_device_is_an_error)
{
	char *text = (char *)UNTOUCHED;

	FAILS_WITH(ct_cuda_device_name(CT_DEVICE_CPU, &text), CT_ERROR_ARGUMENT,
		   "argument 1 (device) must be a CUDA device");
	FAILS_WITH(ct_cuda_device_name(CT_DEVICE_CUDA(2), &text), CT_ERROR_ARGUMENT,
		   "there is no cuda:2; there are 2 devices");
	FAILS_WITH(ct_cuda_device_name(CT_DEVICE_CUDA(-2), &text), CT_ERROR_ARGUMENT,
		   "there is no cuda:-2");
	ck_assert_ptr_eq(text, UNTOUCHED);
}
END_TEST

Suite *facts_suite(void)
{
	Suite *suite = suite_create("facts");
	TCase *tests = tests_of("facts");

	tcase_add_test(tests, properties_are_those_of_python);
	tcase_add_test(tests, name_uuid_and_capability_are_those_of_python);
	tcase_add_test(tests, architectures_are_those_of_python);
	tcase_add_test(tests, devices_that_reach_each_other_are_those_of_python);
	tcase_add_test(tests, versions_are_those_of_python);
	tcase_add_test(tests, with_a_device_nothing_is_unavailable);
	tcase_add_test(tests, a_wrong_device_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
