/*
 * Memory of the device that others use: exchanged by DLPack, as PyTorch does it for a device of this
 * type, and not with other processes.
 */
#include "support.h"

static ct_tensor *numbers_on(ct_device device)
{
	ct_tensor *x = on_device(CT_E(arange, 6, .dtype = CT_FLOAT32), device);

	OK(CT_DONE());
	return x;
}

/* The number that PyTorch 2.15 gives to this type of device: kDLExtDev, or kDLCUDA. */
START_TEST(dlpack_has_a_number_for_the_device)
{
	CT_SCOPE;
	ct_dlpack_device device;

	OK(ct_tensor_dlpack_device(numbers_on(SIM_DEVICE(1)), &device));
	ck_assert_int_eq(device.type, SIM_DLPACK);
	ck_assert_int_eq(device.index, SIM_DEVICE(1).index);
}
END_TEST

START_TEST(dlpack_exchanges_memory_without_a_copy)
{
	CT_SCOPE;
	ct_tensor *x = numbers_on(SIM_DEVICE(1)), *y;
	const ct_tensor *odd = CT_E(slice, x, .start = 1, .step = 2);
	ct_dlpack *managed;
	double sum;

	OK(CT_DONE());
	OK(ct_tensor_to_dlpack(odd, &managed));
	OK(ct_tensor_from_dlpack(managed, &y));
	ck_assert_int_eq(ct_tensor_device(y).type, SIM_TYPE);
	ck_assert_int_eq(ct_tensor_device(y).index, SIM_DEVICE(1).index);
	ck_assert_ptr_eq(ct_tensor_data(y), ct_tensor_data(odd));
	assert_same(y, CT_E(arange_start_step, 1, 7, CT_S(2), .dtype = CT_FLOAT32), "odd");
	CT_E(neg_, y);
	sum = CT_ITEM(CT_E(sum, x));
	ck_assert_double_eq(sum, 0 - 1 + 2 - 3 + 4 - 5);
	ASSERT_COUNT(copies_within, eq, 0);
	OK(CT_DONE());
}
END_TEST

START_TEST(dlpack_keeps_the_memory)
{
	ct_dlpack_versioned *managed;
	ct_tensor *y;
	{
		CT_SCOPE;

		OK(ct_tensor_to_dlpack_versioned(numbers_on(SIM_DEVICE(0)), NULL, &managed));
	}
	OK(ct_tensor_from_dlpack_versioned(managed, &y));
	ck_assert_int_gt(memory_of(0).allocated, 0);
	{
		CT_SCOPE;

		assert_same(y, CT_E(arange, 6, .dtype = CT_FLOAT32), "numbers");
		OK(CT_DONE());
	}
	ct_tensor_free(y);
	ck_assert_int_eq(memory_of(0).allocated, 0);
}
END_TEST

START_TEST(dlpack_may_copy)
{
	CT_SCOPE;
	const ct_tensor *x = numbers_on(SIM_DEVICE(1));
	ct_dlpack_versioned *managed;
	ct_tensor *y;

	OK(ct_tensor_to_dlpack_versioned(x, &(ct_dlpack_options){ .copy = true }, &managed));
	ck_assert_uint_eq(((ct_dlpack_managed_versioned *)managed)->flags, CT_DLPACK_IS_COPIED);
	OK(ct_tensor_from_dlpack_versioned(managed, &y));
	ck_assert_ptr_ne(ct_tensor_data(y), ct_tensor_data(x));
	assert_same(y, x, "a copy");
}
END_TEST

START_TEST(dlpack_refuses_a_device_that_is_not_there)
{
	NEEDS_SIM;
	CT_SCOPE;
	ct_tensor *y = UNTOUCHED;
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(numbers_on(SIM_DEVICE(1)), &managed));
	((ct_dlpack_managed *)managed)->dl_tensor.device.index = 2;
	FAILS(ct_tensor_from_dlpack(managed, &y),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): its device is sim:2, but "
	      "there are only 2 of that type");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ct_dlpack_free(managed);
}
END_TEST

/* In Python share_memory_() of a CUDA tensor does nothing; no other process can see this device. */
START_TEST(memory_of_the_device_is_not_shared_with_processes)
{
	NEEDS_SIM;
	CT_SCOPE;
	ct_tensor *x = numbers_on(SIM_DEVICE(1));
	char *handle = NULL;

	FAILS_WITH(ct_tensor_share_memory(x), CT_ERROR_ARGUMENT, "sim:1");
	ck_assert(!ct_tensor_is_shared(x));
	FAILS_WITH(ct_tensor_shared_handle(x, &handle), CT_ERROR_ARGUMENT, "not shared");
	ck_assert_ptr_null(handle);
}
END_TEST

Suite *sharing_suite(void)
{
	Suite *suite = suite_create("sharing");
	TCase *tests = tests_on_sim("sharing");

	tcase_add_test(tests, dlpack_has_a_number_for_the_device);
	tcase_add_test(tests, dlpack_exchanges_memory_without_a_copy);
	tcase_add_test(tests, dlpack_keeps_the_memory);
	tcase_add_test(tests, dlpack_may_copy);
	tcase_add_test(tests, dlpack_refuses_a_device_that_is_not_there);
	tcase_add_test(tests, memory_of_the_device_is_not_shared_with_processes);
	suite_add_tcase(suite, tests);
	return suite;
}
