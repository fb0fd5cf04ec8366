/*
 * libtorch's engine has a thread for each device, which it starts once. So these tests are about the
 * order in which a program loads devices, calls backward, and uses hooks of saved tensors.
 */
#include <pthread.h>

#include "support.h"

static ct_tensor *leaf_on(ct_device device)
{
	ct_tensor *x = on_device(CT_E(ones, CT_L(3)), device);

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

static void check_gradient(const ct_tensor *x)
{
	ct_tensor *grad;

	OK(ct_tensor_grad(x, &grad));
	ck_assert_int_eq(ct_tensor_device(grad).type, ct_tensor_device(x).type);
	assert_floats(on_cpu(grad), (const int64_t[]){ 3, -1 }, (const double[]){ 2, 2, 2 });
}

static void plain(ct_device device)
{
	CT_SCOPE;
	const ct_tensor *x = leaf_on(device);

	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, x, x))));
	check_gradient(x);
}

static ct_error squared(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return CT(mul, &outputs[0], inputs[0], inputs[0]);
}

static void checkpointed(ct_device device)
{
	CT_SCOPE;
	ct_tensor *x = leaf_on(device), *y;

	OK(ct_checkpoint(squared, NULL, NULL, CT_TENSORS(x), NULL, &y, 1));
	OK(ct_tensor_backward(CT_E(sum, y)));
	check_gradient(x);
}

static void saved_on_cpu(ct_device device)
{
	CT_SCOPE;
	const ct_tensor *x = leaf_on(device), *y = NULL;
	ct_error err = NULL;

	CT_SAVE_ON_CPU(err, false)
	{
		y = CT_E(mul, x, x);
	}
	OK(err);
	OK(ct_tensor_backward(CT_E(sum, y)));
	check_gradient(x);
}

/* --- Hooks of saved tensors ------------------------------------------------------------------- */

START_TEST(checkpoints_follow_a_backward)
{
	load_sim();
	plain(SIM_DEVICE(0));
	checkpointed(SIM_DEVICE(0));
	plain(SIM_DEVICE(0));
	checkpointed(SIM_DEVICE(1));
	plain(SIM_DEVICE(1));
}
END_TEST

START_TEST(saving_on_the_cpu_follows_a_backward)
{
	load_sim();
	plain(SIM_DEVICE(1));
	saved_on_cpu(SIM_DEVICE(1));
	plain(SIM_DEVICE(0));
	plain(CT_DEVICE_CPU);
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 6)

/* Copies to pinned memory, which the host does not wait for. */
START_TEST(saving_on_the_cpu_may_pin_memory)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x, *y = NULL;
	ct_error err = NULL;

	load_sim();
	x = leaf_on(SIM_DEVICE(0));
	SIM(reset)();
	CT_SAVE_ON_CPU(err, true)
	{
		y = CT_E(mul, x, x);
	}
	OK(err);
	ck_assert_int_gt(SIM(pinned_nbytes)(), 0);
	ck_assert_int_gt(counts().copies_queued, 0);
	ck_assert_int_eq(counts().synchronizations, 0);
	OK(ct_tensor_backward(CT_E(sum, y)));
	check_gradient(x);
}
END_TEST

#endif

START_TEST(a_backward_follows_checkpoints)
{
	load_sim();
	checkpointed(SIM_DEVICE(0));
	plain(SIM_DEVICE(1));
	plain(CT_DEVICE_CPU);
}
END_TEST

static ct_error checkpoint_within(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	CT_SCOPE;
	ct_tensor *x, *y;

	(void)context, (void)replacement;
	CT_TRY(CT(detach, &x, grad));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_GRAD_MODE(true)
	{
		CT_TRY(ct_checkpoint(squared, NULL, NULL, CT_TENSORS(x), NULL, &y, 1));
		CT_TRY(ct_tensor_backward(CT_E(sum, y)));
	}
	return NULL;
}

/* The first checkpoint of the process, in the thread of a device and in the midst of a backward,
 * which it must not keep from its end. */
START_TEST(a_hook_may_use_the_first_checkpoint)
{
	CT_SCOPE;
	ct_tensor *x;
	int64_t hook;

	load_sim();
	x = leaf_on(SIM_DEVICE(0));
	OK(ct_tensor_register_hook(x, checkpoint_within, NULL, NULL, &hook));
	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, x, x))));
	check_gradient(x);
	plain(SIM_DEVICE(1));
}
END_TEST

/* --- Devices that are loaded late ------------------------------------------------------------- */

START_TEST(devices_may_be_loaded_after_a_backward)
{
	NEEDS_SIM;
	plain(CT_DEVICE_CPU);
	load_sim();
	plain(SIM_DEVICE(0));
	plain(SIM_DEVICE(1));
	plain(CT_DEVICE_CPU);
}
END_TEST

START_TEST(devices_may_be_loaded_after_a_checkpoint)
{
	NEEDS_SIM;
	checkpointed(CT_DEVICE_CPU);
	load_sim();
	checkpointed(SIM_DEVICE(1));
	plain(SIM_DEVICE(0));
}
END_TEST

static void *go_back_in_thread(void *unused)
{
	for (int i = 0; i < 20; i++) {
		plain(SIM_DEVICE(i % 2));
		plain(CT_DEVICE_CPU);
	}
	return unused;
}

START_TEST(several_threads_may_be_the_first_to_use_late_devices)
{
	NEEDS_SIM;
	pthread_t threads[3];

	plain(CT_DEVICE_CPU);
	load_sim();
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, go_back_in_thread, NULL), 0);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
}
END_TEST

Suite *engine_suite(void)
{
	Suite *suite = suite_create("engine");
	TCase *tests = tests_of("engine");

	tcase_add_test(tests, checkpoints_follow_a_backward);
	tcase_add_test(tests, saving_on_the_cpu_follows_a_backward);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, saving_on_the_cpu_may_pin_memory);
#endif
	tcase_add_test(tests, a_backward_follows_checkpoints);
	tcase_add_test(tests, a_hook_may_use_the_first_checkpoint);
	tcase_add_test(tests, devices_may_be_loaded_after_a_backward);
	tcase_add_test(tests, devices_may_be_loaded_after_a_checkpoint);
	tcase_add_test(tests, several_threads_may_be_the_first_to_use_late_devices);
	suite_add_tcase(suite, tests);
	return suite;
}
