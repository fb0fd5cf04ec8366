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
	assert_same_module(got->net, wanted->net);
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

enum { PAGE = 4096 };

/* Memory does not grow: every tensor of a step is freed with it. Left are four parameters, each with
 * a gradient and two tensors of the optimizer's, samples and labels. */
START_TEST(a_step_leaves_no_memory_in_use)
{
	NEEDS_SIM;
	CT_SCOPE;
	struct problem problem = perceptron(SIM_DEVICE(0));
	double losses[STEPS];
	int64_t reserved;

	problem.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(problem.net), .lr = 0.01);
	OK(CT_DONE());
	train(&problem, losses);
	assert_allocated(0, 18 * PAGE);
	reserved = memory_of(0).reserved;
	for (int i = 0; i < 30; i++)
		train(&problem, losses);
	assert_allocated(0, 18 * PAGE);
	ck_assert_int_le(memory_of(0).reserved, 2 * reserved);
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
	tcase_add_test(tests, a_step_leaves_no_memory_in_use);
	suite_add_tcase(suite, tests);
	return suite;
}
