/*
 * Gradients and training on the device: bit for bit those of the CPU, whose kernels it has.
 */
#include "support.h"

/* --- Gradients -------------------------------------------------------------------------------- */

static const ct_tensor *gradient_on(ct_device device)
{
	ct_tensor *x = on_device(CT_E(linspace, -1, 1, 12), device), *grad;

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_backward(CT_E(sum, CT_E(mul, CT_E(exp, x), CT_E(sin, x)))));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_int_eq(ct_tensor_device(grad).type, device.type);
	return grad;
}

START_TEST(gradients_are_those_of_the_cpu)
{
	CT_SCOPE;

	assert_same(gradient_on(SIM_DEVICE(0)), gradient_on(CT_DEVICE_CPU), "sim:0");
	assert_same(gradient_on(SIM_DEVICE(1)), gradient_on(CT_DEVICE_CPU), "sim:1");
}
END_TEST

START_TEST(a_graph_may_cross_devices)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(3)), *grad;
	const ct_tensor *first, *second;

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	first = CT_E(mul, on_sim(x), 3);
	second = CT_E(mul, on_device(first, SIM_DEVICE(1)), 5);
	OK(CT_DONE());
	OK(ct_tensor_backward(CT_E(sum, on_cpu(second))));
	OK(ct_tensor_grad(x, &grad));
	assert_floats(grad, (const int64_t[]){ 3, -1 }, (const double[]){ 15, 15, 15 });
}
END_TEST

static ct_error remember_device(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)replacement;
	*(ct_device *)context = ct_tensor_device(grad);
	return NULL;
}

/* Each device has its own thread of the engine, in which its hooks run. */
START_TEST(hooks_see_gradients_on_the_device)
{
	CT_SCOPE;
	ct_tensor *x = on_device(CT_E(ones, CT_L(3)), SIM_DEVICE(1));
	ct_device seen = CT_DEVICE_NONE;
	int64_t hook;

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_register_hook(x, remember_device, &seen, NULL, &hook));
	OK(ct_tensor_backward(CT_E(sum, CT_E(exp, x))));
	ck_assert_int_eq(seen.type, SIM_TYPE);
	ck_assert_int_eq(seen.index, SIM_DEVICE(1).index);
}
END_TEST

/* --- Training --------------------------------------------------------------------------------- */

enum { STEPS = 3 };

struct problem {
	ct_module *net;
	const ct_tensor *x, *target;
	ct_optimizer *optimizer;
};

/* The same parameters and samples on any device. */
static struct problem perceptron(ct_device device)
{
	struct problem problem;

	OK(ct_manual_seed(1));
	problem.net = CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(ReLU), CT_NN(Linear, 16, 3));
	problem.x = on_device(CT_E(randn, CT_L(32, 4)), device);
	problem.target = on_device(CT_E(remainder, CT_E(arange, 32), 3), device);
	OK(CT_DONE());
	OK(ct_module_to(problem.net, &(ct_module_to_options){ .device = device }));
	return problem;
}

static struct problem convolutions(ct_device device)
{
	struct problem problem;

	OK(ct_manual_seed(1));
	problem.net = CT_SEQUENTIAL(CT_NN(Conv2d, 1, 4, CT_L(3)), CT_NN(BatchNorm2d, 4),
				    CT_NN(ReLU), CT_NN(MaxPool2d, CT_L(2)), CT_NN(Flatten),
				    CT_NN(Linear, 36, 3));
	problem.x = on_device(CT_E(randn, CT_L(6, 1, 8, 8)), device);
	problem.target = on_device(CT_E(remainder, CT_E(arange, 6), 3), device);
	OK(CT_DONE());
	OK(ct_module_to(problem.net, &(ct_module_to_options){ .device = device }));
	return problem;
}

static void train(const struct problem *problem, double *losses)
{
	for (int i = 0; i < STEPS; i++) {
		CT_SCOPE;
		const ct_tensor *loss = CT_E(cross_entropy, CT_M(problem->net, problem->x),
					     problem->target);

		OK(CT_DONE());
		OK(ct_optimizer_minimize(problem->optimizer, loss));
		losses[i] = CT_ITEM(loss);
	}
}

static void assert_same_state(const ct_module *got, const ct_module *wanted)
{
	CT_SCOPE;
	ct_named_tensor *ours, *theirs;
	int64_t ours_len, theirs_len;

	OK(ct_module_named_parameters(got, NULL, &ours, &ours_len));
	OK(ct_module_named_parameters(wanted, NULL, &theirs, &theirs_len));
	ck_assert_int_eq(ours_len, theirs_len);
	for (int64_t i = 0; i < ours_len; i++)
		assert_same(ours[i].tensor, theirs[i].tensor, ours[i].name);
	ct_free(ours);
	ct_free(theirs);
}

static void assert_trains_alike(const struct problem *got, const struct problem *wanted)
{
	double ours[STEPS], theirs[STEPS];

	train(got, ours);
	train(wanted, theirs);
	for (int i = 0; i < STEPS; i++)
		ck_assert_msg(is_same_number(ours[i], theirs[i]),
			      "step %d: %.17g on the device, %.17g on the CPU", i, ours[i],
			      theirs[i]);
	ck_assert(theirs[0] > theirs[STEPS - 1]);
	assert_same_state(got->net, wanted->net);
}

START_TEST(three_steps_are_those_of_the_cpu)
{
	CT_SCOPE;
	struct problem got = perceptron(SIM_DEVICE(0)), wanted = perceptron(CT_DEVICE_CPU);

	got.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(got.net), .lr = 0.1, .momentum = 0.9);
	wanted.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(wanted.net), .lr = 0.1, .momentum = 0.9);
	OK(CT_DONE());
	assert_trains_alike(&got, &wanted);
}
END_TEST

START_TEST(three_steps_of_adamw_are_those_of_the_cpu)
{
	CT_SCOPE;
	struct problem got = perceptron(SIM_DEVICE(1)), wanted = perceptron(CT_DEVICE_CPU);

	got.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(got.net), .lr = 0.01);
	wanted.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(wanted.net), .lr = 0.01);
	OK(CT_DONE());
	assert_trains_alike(&got, &wanted);
}
END_TEST

START_TEST(three_steps_with_convolutions_are_those_of_the_cpu)
{
	CT_SCOPE;
	struct problem got = convolutions(SIM_DEVICE(0)), wanted = convolutions(CT_DEVICE_CPU);

	got.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(got.net), .lr = 0.01);
	wanted.optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(wanted.net), .lr = 0.01);
	OK(CT_DONE());
	assert_trains_alike(&got, &wanted);
}
END_TEST

enum { ROWS = 20 };

static ct_error copy_batch(ct_data_loader *loader, ct_tensor *to)
{
	CT_EACH_BATCH (batch, loader)
		CT_TRY(ct_copy_(to, batch->data, false, NULL));
	return NULL;
}

/* All rows of a dataset on the device, shuffled: picked by indices that are on the CPU. */
static const ct_tensor *shuffled_on(ct_device device)
{
	const ct_tensor *x = on_device(CT_E(reshape, CT_E(arange, 2 * ROWS), CT_L(ROWS, 2)),
				       device);
	ct_tensor *batch = CT_E(zeros_like, x);

	OK(ct_manual_seed(4));
	OK(copy_batch(CT_DATA_LOADER(CT_TENSOR_DATASET(x, x), .batch_size = ROWS, .shuffle = true),
		      batch));
	return batch;
}

START_TEST(a_dataset_may_be_on_the_device)
{
	CT_SCOPE;
	const ct_tensor *there = shuffled_on(SIM_DEVICE(1)), *here = shuffled_on(CT_DEVICE_CPU);

	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_device(there).index, SIM_DEVICE(1).index);
	assert_same(there, here, "a batch");
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 6)

static ct_error count_pinned(ct_data_loader *loader, int *batches, int *pinned)
{
	bool is_pinned;

	CT_EACH_BATCH (batch, loader) {
		CT_TRY(ct_is_pinned(batch->data, CT_DEVICE_NONE, &is_pinned));
		*pinned += is_pinned;
		++*batches;
	}
	return NULL;
}

static ct_error sum_on(ct_data_loader *loader, ct_device device, double *sum)
{
	CT_EACH_BATCH (batch, loader) {
		ck_assert_int_eq(ct_tensor_device(batch->data).index, device.index);
		*sum += CT_ITEM(CT_E(sum, batch->data));
	}
	return NULL;
}

START_TEST(a_loader_pins_its_batches)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = CT_E(arange, ROWS);
	ct_dataset *dataset = CT_TENSOR_DATASET(x, x);
	const ct_device device = SIM_DEVICE(1);
	double sum = 0;
	int batches = 0, pinned = 0;

	OK(count_pinned(CT_DATA_LOADER(dataset, .batch_size = 5, .pin_memory = true), &batches,
			&pinned));
	ck_assert_int_eq(batches, ROWS / 5);
	ck_assert_int_eq(pinned, batches);
	SIM(reset)();
	OK(sum_on(CT_DATA_LOADER(dataset, .batch_size = 5, .pin_memory = true, .num_workers = 2,
				 .device = device),
		  device, &sum));
	ck_assert_double_eq(sum, ROWS * (ROWS - 1) / 2);
	ck_assert_int_eq(counts().copies_queued, 2 * ROWS / 5);
}
END_TEST

#endif

/* Memory does not grow: every tensor of a step is freed with it. */
START_TEST(a_step_leaves_no_memory_in_use)
{
	NEEDS_SIM;
	CT_SCOPE;
	struct problem problem = perceptron(SIM_DEVICE(0));
	double losses[STEPS];
	struct sim_memory before;

	problem.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(problem.net), .lr = 0.01);
	OK(CT_DONE());
	train(&problem, losses);
	before = memory_of(0);
	for (int i = 0; i < 30; i++)
		train(&problem, losses);
	ck_assert_int_eq(memory_of(0).allocated, before.allocated);
	ck_assert_int_eq(memory_of(0).reserved, before.reserved);
}
END_TEST

Suite *training_suite(void)
{
	Suite *suite = suite_create("training");
	TCase *tests = tests_on_sim("training");

	tcase_add_test(tests, gradients_are_those_of_the_cpu);
	tcase_add_test(tests, a_graph_may_cross_devices);
	tcase_add_test(tests, hooks_see_gradients_on_the_device);
	tcase_add_test(tests, three_steps_are_those_of_the_cpu);
	tcase_add_test(tests, three_steps_of_adamw_are_those_of_the_cpu);
	tcase_add_test(tests, three_steps_with_convolutions_are_those_of_the_cpu);
	tcase_add_test(tests, a_dataset_may_be_on_the_device);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, a_loader_pins_its_batches);
#endif
	tcase_add_test(tests, a_step_leaves_no_memory_in_use);
	suite_add_tcase(suite, tests);
	return suite;
}
