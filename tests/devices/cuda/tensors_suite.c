/* Tensors that leave their device: printed, in files, by DLPack. Only copies move their elements, which the
 * fake makes. */
#include <stdio.h>

#include "support.h"

#define FIRST CT_DEVICE_CUDA(0)
#define SECOND CT_DEVICE_CUDA(1)

static const char path[] = "cuda_tensors.pt";

static ct_tensor *numbers_on(ct_device device)
{
	ct_tensor *x = CT_E(to_device, CT_E(arange, 4), device, CT_INT64);

	OK(CT_DONE());
	return x;
}

static void assert_text(const ct_tensor *x, const char *wanted)
{
	char *text;

	OK(ct_tensor_to_string(x, &text));
	ck_assert_str_eq(text, wanted);
	ct_free(text);
}

START_TEST(a_tensor_is_printed_with_its_device)
{
	CT_SCOPE;

	assert_text(numbers_on(FIRST), "tensor([0, 1, 2, 3], device='cuda:0')");
	assert_text(numbers_on(SECOND), "tensor([0, 1, 2, 3], device='cuda:1')");
}
END_TEST

static void save(const ct_tensor *x)
{
	ct_value value = ct_value_tensor(x);

	OK(ct_save(&value, path));
	ct_value_free(&value);
}

static void assert_loads(ct_device map_location, const char *wanted)
{
	ct_value value;
	ct_tensor *x;

	OK(ct_load(path, &(ct_load_options){ .map_location = map_location }, &value));
	OK(ct_value_as_tensor(&value, &x));
	assert_text(x, wanted);
	ct_value_free(&value);
}

START_TEST(map_location_chooses_the_device)
{
	CT_SCOPE;

	save(numbers_on(SECOND));
	assert_loads(CT_DEVICE_NONE, "tensor([0, 1, 2, 3], device='cuda:1')");
	assert_loads(FIRST, "tensor([0, 1, 2, 3], device='cuda:0')");
	assert_loads(CT_DEVICE_CPU, "tensor([0, 1, 2, 3])");
	save(numbers_on(CT_DEVICE_CPU));
	assert_loads(SECOND, "tensor([0, 1, 2, 3], device='cuda:1')");
	remove(path);
}
END_TEST

/* Python's Tensor.__dlpack__(stream=...). */
START_TEST(a_receiver_of_dlpack_waits_on_the_device)
{
	CT_SCOPE;
	const ct_tensor *x = numbers_on(SECOND);
	ct_dlpack_versioned *managed;
	ct_stream receiver;
	ct_tensor *same;

	OK(ct_stream_new(SECOND, 0, &receiver));
	fake_cuda_reset();
	OK(ct_tensor_to_dlpack_versioned(x, &(ct_dlpack_options){ .stream = &receiver }, &managed));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_event_records), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_stream_waits), 1);
	ck_assert_int_eq(fake_cuda_synchronizations() + fake_cuda_copies(), 0);
	OK(ct_tensor_from_dlpack_versioned(managed, &same));
	ck_assert_ptr_eq(ct_tensor_data(same), ct_tensor_data(x));
	assert_text(same, "tensor([0, 1, 2, 3], device='cuda:1')");
	receiver.device_index = 0;
	FAILS_WITH(ct_tensor_to_dlpack_versioned(numbers_on(CT_DEVICE_CPU),
						 &(ct_dlpack_options){ .stream = &receiver },
						 &managed),
		   CT_ERROR_ARGUMENT, "its devices are cuda, but the tensor is on cpu");
}
END_TEST

Suite *tensors_suite(void)
{
	Suite *suite = suite_create("tensors");
	TCase *tests = tests_of("tensors");

	tcase_add_test(tests, a_tensor_is_printed_with_its_device);
	tcase_add_test(tests, map_location_chooses_the_device);
	tcase_add_test(tests, a_receiver_of_dlpack_waits_on_the_device);
	suite_add_tcase(suite, tests);
	return suite;
}
