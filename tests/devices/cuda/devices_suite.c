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

/* Backward runs in the thread that autograd has for the device. */
static ct_error train_on(ct_device device, int steps)
{
	ct_optimizer *optimizer;
	ct_module *net;

	CT_SCOPE;
	net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 2));
	CT_TRY(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.01);
	CT_EACH_STEP (i, 1, steps) {
		ct_tensor *x = CT_E(zeros, CT_L(32, 4), .device = device);
		ct_tensor *target = CT_E(zeros, CT_L(32), .dtype = CT_INT64, .device = device);

		CT_TRY(ct_optimizer_minimize(optimizer,
					     CT_E(cross_entropy_loss, CT_M(net, x), target)));
		CT_TRY(ct_device_synchronize(device));
	}
	return CT_DONE();
}

static void *train(void *context)
{
	const ct_device device = CT_DEVICE_CUDA(*(int *)context);
	int64_t before, after;

	CT_CHECK(train_on(device, 10));
	CT_CHECK(ct_device_memory_allocated(device, &before, NULL));
	CT_CHECK(train_on(device, 100));
	CT_CHECK(ct_device_memory_allocated(device, &after, NULL));
	MUST(after == before);
	return NULL;
}

START_TEST(two_threads_train_on_a_device_each)
{
	int devices[DEVICES] = { 0, 1 };
	pthread_t threads[DEVICES];

	for (int i = 0; i < DEVICES; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, train, &devices[i]), 0);
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
	tcase_add_test(tests, two_threads_train_on_a_device_each);
	suite_add_tcase(suite, tests);
	return suite;
}
