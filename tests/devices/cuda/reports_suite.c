/*
 * What people report about other bindings, and does not happen here. docs/testing.md lists the
 * reports and the tests; those of captures, forks and loaders are in the suites of these.
 */
#include "support.h"

#define SECOND CT_DEVICE_CUDA(1)

enum { WIDTH = 1024, MEGABYTE = 1 << 20 };

static int64_t allocated(void)
{
	int64_t now;

	OK(ct_device_memory_allocated(SECOND, &now, NULL));
	return now;
}

static int64_t reserved(void)
{
	int64_t now;

	OK(ct_device_memory_reserved(SECOND, &now, NULL));
	return now;
}

/* --- Memory that stays occupied --------------------------------------------------------------- */

/* A tensor that leaves its scope, and the one around it, as F# programs have them. */
static void use_nested_scopes(void)
{
	CT_SCOPE;
	ct_tensor *large;
	{
		CT_SCOPE;
		large = CT_E(empty, CT_L(50 * MEGABYTE), .dtype = CT_UINT8, .device = SECOND);
		ct_scope_move_up(large);
	}
	OK(CT_DONE());
	ck_assert_int_ge(allocated(), 50 * MEGABYTE);
}

/* TorchSharp 892, 1524: only empty_cache() and these numbers show what is in use. */
START_TEST(memory_of_closed_scopes_goes_back_to_other_programs)
{
	int64_t available, total, before, peak;

	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	OK(ct_device_memory(SECOND, &before, &total));
	OK(ct_device_reset_peak_memory_stats(SECOND));
	use_nested_scopes();
	OK(ct_device_memory_allocated(SECOND, NULL, &peak));
	ck_assert_int_ge(peak, allocated() + 50 * MEGABYTE);
	ck_assert_int_ge(reserved(), 50 * MEGABYTE); /* the allocator keeps it */
	ck_assert_int_eq(reserved(), fake_cuda_allocated(1));
	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	OK(ct_device_memory(SECOND, &available, &total));
	ck_assert_int_eq(available, before);
	ck_assert_int_eq(reserved(), fake_cuda_allocated(1));
	ck_assert_int_eq(total, MEMORY);
}
END_TEST

/* --- Memory after running out of it ----------------------------------------------------------- */

/* A step with activations of 4 KiB for each row. */
static ct_error train_on(ct_module *net, ct_optimizer *optimizer, int64_t rows)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(empty, CT_L(rows, WIDTH), .device = SECOND);

	return ct_optimizer_minimize(optimizer, CT_E(mean, CT_M(net, x)));
}

/* TabNet 28, of R: the memory of what has failed stays in use, so nothing smaller fits. */
START_TEST(a_smaller_batch_runs_after_one_that_was_too_large)
{
	ct_optimizer *optimizer;
	ct_module *net;
	ct_error error;
	int64_t before;

	CT_SCOPE;
	net = CT_SEQUENTIAL(CT_NN(Linear, WIDTH, WIDTH), CT_NN(ReLU), CT_NN(Linear, WIDTH, WIDTH),
			    CT_NN(ReLU), CT_NN(Linear, WIDTH, 1));
	OK(ct_module_to(net, &(ct_module_to_options){ .device = SECOND }));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = 0.01);
	OK(CT_DONE());
	OK(train_on(net, optimizer, 1000));
	OK(ct_optimizer_zero_grad(optimizer));
	before = allocated();
	for (int i = 0; i < 3; i++) {
		error = train_on(net, optimizer, 20000);
		ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
		ck_assert_int_eq(allocated(), before); /* while the program has the error */
		ct_error_free(error);
		OK(train_on(net, optimizer, 4000));
		OK(ct_optimizer_zero_grad(optimizer));
		ck_assert_int_eq(allocated(), before);
	}
}
END_TEST

/* TorchSharp 1278: without a free for each tensor of each step, memory grew until it was full. All
 * that a step here makes, if nothing were freed, would fill the device after 30 steps. */
START_TEST(steps_need_no_calls_that_free)
{
	int64_t steady = 0;

	CT_SCOPE;
	ct_tensor *weight = CT_E(zeros, CT_L(WIDTH, WIDTH), .device = SECOND);

	OK(ct_tensor_set_requires_grad(weight, true));
	for (int i = 0; i < 200; i++) {
		CT_SCOPE;
		ct_tensor *x = CT_E(empty, CT_L(WIDTH, WIDTH), .device = SECOND), *loss;

		loss = CT_E(mean, CT_E(relu, CT_E(matmul, x, weight)));
		OK(CT_DONE());
		OK(ct_tensor_backward(loss));
		OK(ct_tensor_set_grad(weight, NULL));
		if (i == 10)
			steady = allocated();
		ck_assert(i <= 10 || allocated() == steady);
	}
	ck_assert_int_gt(steady, 0);
}
END_TEST

Suite *reports_suite(void)
{
	Suite *suite = suite_create("reports");
	TCase *tests = tests_of("reports");

	tcase_add_test(tests, memory_of_closed_scopes_goes_back_to_other_programs);
	tcase_add_test(tests, a_smaller_batch_runs_after_one_that_was_too_large);
	tcase_add_test(tests, steps_need_no_calls_that_free);
	suite_add_tcase(suite, tests);
	return suite;
}
