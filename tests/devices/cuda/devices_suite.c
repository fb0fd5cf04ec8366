/* Devices: what libctorch says of them, values through copies, both in threads, held work. */
#include <pthread.h>

#include "support.h"

START_TEST(there_are_as_many_devices_as_the_runtime_has)
{
	int64_t available, total;

	ck_assert_int_eq(ct_device_count(CT_DEVICE_TYPE_CUDA), DEVICES);
	ck_assert(ct_device_is_available(CT_DEVICE_CUDA(1)));
	ck_assert(!ct_device_is_available(CT_DEVICE_CUDA(2)));
	ck_assert_int_eq(ct_device_accelerator().type, CT_DEVICE_TYPE_CUDA);
	OK(ct_device_memory(CT_DEVICE_CUDA(1), &available, &total));
	ck_assert_int_eq(total, MEMORY);
	ck_assert_int_eq(available, MEMORY - fake_cuda_allocated(1));
}
END_TEST

START_TEST(values_survive_the_way_over_both_devices)
{
	ct_tensor *x, *y;
	bool same;

	CT_SCOPE;
	x = CT_E(arange, 1000, .dtype = CT_FLOAT32);
	y = CT_E(to_device, x, CT_DEVICE_CUDA(0), CT_FLOAT32);
	y = CT_E(to_device, y, CT_DEVICE_CUDA(1), CT_FLOAT32);
	ck_assert_int_eq(ct_tensor_device(y).index, 1);
	y = CT_E(to_device, y, CT_DEVICE_CPU, CT_FLOAT32);
	OK(CT_DONE());
	OK(ct_equal(x, y, &same));
	ck_assert(same);
}
END_TEST

static void *use_device(void *context)
{
	ct_device device = CT_DEVICE_CUDA(*(int *)context);
	ct_tensor *x, *y;
	bool same;

	for (int i = 0; i < 100; i++) {
		CT_SCOPE;
		x = CT_E(full, CT_L(50), device.index + i);
		y = CT_E(to_device, x, device, CT_FLOAT32);
		CT_CHECK(ct_device_synchronize(device));
		y = CT_E(to_device, CT_E(clone, y), CT_DEVICE_CPU, CT_FLOAT32);
		CT_CHECK(CT_DONE());
		CT_CHECK(ct_equal(x, y, &same));
		MUST(same);
	}
	return NULL;
}

START_TEST(two_threads_use_a_device_each)
{
	int devices[DEVICES] = { 0, 1 };
	pthread_t threads[DEVICES];

	for (int i = 0; i < DEVICES; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use_device, &devices[i]), 0);
	for (int i = 0; i < DEVICES; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
}
END_TEST

Suite *devices_suite(void)
{
	Suite *suite = suite_create("devices");
	TCase *tests = tests_of("devices");

	tcase_add_test(tests, there_are_as_many_devices_as_the_runtime_has);
	tcase_add_test(tests, values_survive_the_way_over_both_devices);
	tcase_add_test(tests, two_threads_use_a_device_each);
	suite_add_tcase(suite, tests);
	return suite;
}
