/*
 * A network on two devices: its first half computes on one of them, the second half on the other.
 */
#include "support.h"

enum { ROWS = 24, STEPS = 3 };

/* The outputs of the first half move to the second one's device. */
typedef struct halves {
	ct_module *first, *second;
	ct_device device;
} halves;

static ct_tensor *halves_forward(void *self, ct_tensor *x)
{
	const halves *m = self;

	return CT_M(m->second, on_device(CT_M(m->first, x), m->device));
}

/* The same parameters on any devices. */
static ct_module *net_on(ct_device first, ct_device second)
{
	halves *m = CT_MODULE(halves, "Halves", halves_forward);

	OK(ct_manual_seed(3));
	m->device = second;
	CT_CHILD(m, first,
		 CT_SEQUENTIAL(CT_NN(Linear, 4, 16), CT_NN(BatchNorm1d, 16), CT_NN(Tanh)));
	CT_CHILD(m, second,
		 CT_SEQUENTIAL(CT_NN(Linear, 16, 16), CT_NN(GELU), CT_NN(Linear, 16, 3)));
	OK(CT_DONE());
	OK(ct_module_to(m->first, &(ct_module_to_options){ .device = first }));
	OK(ct_module_to(m->second, &(ct_module_to_options){ .device = second }));
	return ct_module_of(m);
}

static const ct_tensor *samples(void)
{
	return CT_E(sin, CT_E(reshape, CT_E(arange, ROWS * 4, .dtype = CT_FLOAT32), CT_L(ROWS, 4)));
}

static void train(const ct_module *net, ct_optimizer *optimizer, ct_device first, ct_device second,
		  double losses[STEPS])
{
	CT_SCOPE;
	const ct_tensor *x = on_device(samples(), first);
	const ct_tensor *target = on_device(CT_E(remainder, CT_E(arange, ROWS), 3), second);

	for (int i = 0; i < STEPS; i++) {
		CT_SCOPE;
		const ct_tensor *loss = CT_E(cross_entropy, CT_M(net, x), target);

		OK(CT_DONE());
		OK(ct_optimizer_minimize(optimizer, loss));
		losses[i] = CT_ITEM(loss);
	}
}

static void assert_same_training(const char *class_name, const ct_value *kwargs)
{
	CT_SCOPE;
	const ct_module *net = net_on(SIM_DEVICE(0), SIM_DEVICE(1));
	const ct_module *wanted = net_on(CT_DEVICE_CPU, CT_DEVICE_CPU);
	ct_optimizer *optimizer, *other;
	double ours[STEPS], theirs[STEPS];

	OK(ct_optimizer_new(class_name, CT_PARAMETERS(net), NULL, kwargs, &optimizer));
	OK(ct_optimizer_new(class_name, CT_PARAMETERS(wanted), NULL, kwargs, &other));
	train(net, optimizer, SIM_DEVICE(0), SIM_DEVICE(1), ours);
	train(wanted, other, CT_DEVICE_CPU, CT_DEVICE_CPU, theirs);
	for (int i = 0; i < STEPS; i++)
		ck_assert_msg(is_same_number(ours[i], theirs[i]),
			      "%s, step %d: %.17g, on the CPU %.17g", class_name, i, ours[i],
			      theirs[i]);
	ck_assert(theirs[STEPS - 1] != theirs[0]);
	assert_same_module(net, wanted);
}

/* Lists of tensors by device, as foreach needs them, and one by one. */
START_TEST(training_is_that_of_the_cpu)
{
	static const char *const classes[] = { "SGD", "Adam", "AdamW", "RMSprop" };

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		for (int foreach = 0; foreach < 2; foreach++) {
			ct_value pairs[] = { ct_value_string("foreach"), ct_value_bool(foreach),
					     ct_value_string("lr"), ct_value_float(0.02) };
			ct_value kwargs = ct_value_dict(pairs, 2);

			assert_same_training(classes[i], &kwargs);
		}
}
END_TEST

START_TEST(parts_stay_where_they_are)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	const ct_module *net = net_on(SIM_DEVICE(0), SIM_DEVICE(1));
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.02);
	double losses[STEPS];
	ct_tensor *grad;
	ct_value state;

	OK(CT_DONE());
	train(net, optimizer, SIM_DEVICE(0), SIM_DEVICE(1), losses);
	CT_EACH_PARAMETER(net, p)
	{
		const int device = strncmp(p->name, "second.", 7) == 0;

		OK(ct_tensor_grad(p->tensor, &grad));
		ck_assert_int_eq(ct_tensor_device(p->tensor).index, device);
		ck_assert_int_eq(ct_tensor_device(grad).index, device);
		OK(ct_optimizer_state(optimizer, p->tensor, "exp_avg", &state));
		OK(ct_value_as_tensor(&state, &grad));
		ck_assert_int_eq(ct_tensor_device(grad).index, device);
	}
}
END_TEST

/* The total norm of gradients on two devices is one number. */
START_TEST(gradients_on_two_devices_have_one_norm)
{
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(ones, CT_L(3))),
		  *y = on_device(CT_E(ones, CT_L(4)), SIM_DEVICE(1));
	ct_tensor *params[] = { x, y }, *norm;
	double total;

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_set_requires_grad(y, true));
	OK(ct_tensor_set_grad(x, on_sim(CT_E(full, CT_L(3), 2.0))));
	OK(ct_tensor_set_grad(y, on_device(CT_E(full, CT_L(4), 1.0), SIM_DEVICE(1))));
	OK(ct_parameters_clip_grad_norm_(CT_PARAMETERS_OF(params, 2), 100, &norm));
	total = CT_ITEM(norm);
	ck_assert_double_eq(total, 4);
}
END_TEST

START_TEST(a_missing_move_is_an_error)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	const ct_module *net = net_on(SIM_DEVICE(0), SIM_DEVICE(1));
	ct_tensor *y = UNTOUCHED;
	ct_module *second;

	OK(ct_module_get_submodule(net, "second", &second));
	FAILS_WITH(ct_module_forward(second, on_sim(CT_E(ones, CT_L(2, 16))), &y), CT_ERROR_RUNTIME,
		   "Expected all tensors to be on the same device");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

Suite *parallel_suite(void)
{
	Suite *suite = suite_create("two devices");
	TCase *tests = tests_on_sim("two devices");

	tcase_add_test(tests, training_is_that_of_the_cpu);
	tcase_add_test(tests, parts_stay_where_they_are);
	tcase_add_test(tests, gradients_on_two_devices_have_one_norm);
	tcase_add_test(tests, a_missing_move_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
