/*
 * Whole models on the device: three training steps give the losses, parameters and buffers of the
 * CPU, bit for bit.
 */
#include "../nn/training/networks.h"
#include "support.h"

enum { STEPS = 3 };

static void assert_same_losses(const double *got, const double *wanted, const char *what)
{
	for (int i = 0; i < STEPS; i++)
		ck_assert_msg(is_same_number(got[i], wanted[i]),
			      "%s: step %d: %.17g on the device, %.17g on the CPU", what, i, got[i],
			      wanted[i]);
	ck_assert_msg(wanted[STEPS - 1] < wanted[0], "%s: it learns nothing", what);
}

/* A model, a batch for it, and what it has to learn. */
struct problem {
	ct_module *net;
	const ct_tensor *x, *target;
	ct_optimizer *optimizer;
	double losses[STEPS];
};

/* After ct_manual_seed(): weights on the CPU, then samples. */
static void place(struct problem *self, ct_device device)
{
	OK(CT_DONE());
	OK(ct_module_to(self->net, &(ct_module_to_options){ .device = device }));
	self->x = on_device(self->x, device);
	self->target = on_device(self->target, device);
	OK(CT_DONE());
}

static void train(struct problem *self)
{
	for (int i = 0; i < STEPS; i++) {
		CT_SCOPE;
		const ct_tensor *y = CT_M(self->net, self->x);
		const ct_tensor *loss = CT_E(cross_entropy, y, self->target);

		OK(CT_DONE());
		OK(ct_optimizer_minimize(self->optimizer, loss));
		self->losses[i] = CT_ITEM(loss);
	}
}

static void assert_trains_alike(void (*make)(struct problem *self, ct_device device),
				ct_device device)
{
	CT_SCOPE;
	struct problem got, wanted;

	make(&got, device);
	make(&wanted, CT_DEVICE_CPU);
	train(&got);
	train(&wanted);
	assert_same_losses(got.losses, wanted.losses, "a model");
	CT_EACH_PARAMETER(got.net, p)
	ck_assert_int_eq(ct_tensor_device(p->tensor).index, device.index);
	assert_same_module(got.net, wanted.net);
}

/* --- Images ----------------------------------------------------------------------------------- */

static void make_lenet(struct problem *self, ct_device device)
{
	OK(ct_manual_seed(1));
	self->net = CT_MODEL(lenet);
	self->x = CT_E(randn, CT_L(4, 1, 32, 32));
	self->target = CT_E(arange, 4);
	place(self, device);
	self->optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(self->net), .lr = 0.1, .momentum = 0.9,
				       .foreach = true);
	OK(CT_DONE());
}

START_TEST(lenet_trains_as_on_the_cpu)
{
	assert_trains_alike(make_lenet, SIM_DEVICE(1));
}
END_TEST

/* Its batch normalizations count batches in buffers. */
static void make_resnet(struct problem *self, ct_device device)
{
	OK(ct_manual_seed(1));
	self->net = CT_MODEL(resnet18, .num_classes = 10);
	self->x = CT_E(randn, CT_L(2, 3, 32, 32));
	self->target = CT_E(arange, 2);
	place(self, device);
	self->optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(self->net), .lr = 1e-3, .foreach = true);
	OK(CT_DONE());
}

/* Its last layers normalize two numbers: with other last digits it soon computes something else. */
START_TEST(resnet18_trains_as_on_the_cpu)
{
	NEEDS_SIM;
	assert_trains_alike(make_resnet, SIM_DEVICE(0));
}
END_TEST

/* --- A GPT ------------------------------------------------------------------------------------ */

#ifdef CT_OP_scaled_dot_product_attention_

/* That of examples/nn_gpt.c, unchanged: all of it is made on the default device, weights and
 * samples. sim draws the CPU's numbers. */
static ct_module *train_gpt_on(ct_device device, double losses[STEPS])
{
	ct_optimizer *optimizer;
	ct_module *net;
	ct_tensor *loss;

	OK(ct_set_default_device(device));
	OK(ct_manual_seed(1));
	OK(CT_FINISH(gpt_network.make(), &net));
	optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.003, .foreach = true);
	OK(CT_DONE());
	for (int i = 0; i < STEPS; i++) {
		OK(gpt_network.loss(net, &loss));
		OK(ct_optimizer_minimize(optimizer, loss));
		losses[i] = CT_ITEM(loss);
	}
	OK(ct_set_default_device(CT_DEVICE_NONE));
	return net;
}

START_TEST(a_gpt_trains_as_on_the_cpu)
{
	NEEDS_SIM;
	CT_SCOPE;
	double got[STEPS], wanted[STEPS];
	const ct_module *ours, *theirs;

	/* The CPU has kernels of its own for attention, whose last digits are others. */
	OK(ct_flag_set(CT_FLAG_FLASH_SDP, false));
	OK(ct_flag_set(CT_FLAG_MEM_EFFICIENT_SDP, false));
	ours = train_gpt_on(SIM_DEVICE(1), got);
	theirs = train_gpt_on(CT_DEVICE_CPU, wanted);
	assert_same_losses(got, wanted, "a GPT");
	CT_EACH_PARAMETER(ours, p)
	ck_assert_int_eq(ct_tensor_device(p->tensor).index, SIM_DEVICE(1).index);
	assert_same_module(ours, theirs);
}
END_TEST

#endif

Suite *models_suite(void)
{
	Suite *suite = suite_create("models");
	TCase *tests = tests_on_sim("models");

	tcase_add_test(tests, lenet_trains_as_on_the_cpu);
	tcase_add_test(tests, resnet18_trains_as_on_the_cpu);
#ifdef CT_OP_scaled_dot_product_attention_
	tcase_add_test(tests, a_gpt_trains_as_on_the_cpu);
#endif
	suite_add_tcase(suite, tests);
	return suite;
}
