/*
 * Hooks of modules on the device: in the same order and with the same effect as on the CPU, with
 * gradients that are on the device.
 */
#include "support.h"

/* What the hooks saw: a letter for each call, and tensors that were somewhere else. */
struct notes {
	ct_device device;
	char calls[64];
	int elsewhere;
};

static void note(struct notes *notes, char letter, const ct_tensor *const *tensors, int64_t n)
{
	const size_t length = strlen(notes->calls);

	MUST(length + 1 < sizeof notes->calls);
	notes->calls[length] = letter;
	for (int64_t i = 0; i < n; i++)
		notes->elsewhere += ct_tensor_device(tensors[i]).type != notes->device.type ||
				    ct_tensor_device(tensors[i]).index != notes->device.index;
}

static ct_error replace(const ct_tensor **place, const ct_tensor *by)
{
	*place = by;
	return CT_DONE();
}

/* Each hook also changes what it gets. */
static ct_error before_forward(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			       void *notes)
{
	(void)module;
	note(notes, 'f', inputs, inputs_len);
	return replace(&inputs[0], CT_E(mul, inputs[0], 1.5));
}

static ct_error after_forward(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			      ct_tensor **outputs, int64_t outputs_len, void *notes)
{
	ct_tensor *replaced;

	(void)module, (void)outputs_len;
	note(notes, 'F', inputs, inputs_len);
	CT_TRY(CT(tanh, &replaced, outputs[0]));
	ct_tensor_free(outputs[0]);
	outputs[0] = replaced;
	return NULL;
}

static ct_error before_backward(ct_module *module, const ct_tensor **grad_outputs,
				int64_t grad_outputs_len, void *notes)
{
	(void)module;
	note(notes, 'b', grad_outputs, grad_outputs_len);
	return replace(&grad_outputs[0], CT_E(mul, grad_outputs[0], 0.5));
}

static ct_error after_backward(ct_module *module, const ct_tensor **grad_inputs,
			       int64_t grad_inputs_len, const ct_tensor *const *grad_outputs,
			       int64_t grad_outputs_len, void *notes)
{
	(void)module;
	note(notes, 'B', grad_inputs, grad_inputs_len);
	note(notes, 'o', grad_outputs, grad_outputs_len);
	return replace(&grad_inputs[0], CT_E(sub, grad_inputs[0], 0.25));
}

static void register_hooks(ct_module *module, struct notes *notes)
{
	int64_t hook;

	OK(ct_module_register_forward_pre_hook(module, before_forward, notes, NULL, NULL, &hook));
	OK(ct_module_register_forward_hook(module, after_forward, notes, NULL, NULL, &hook));
	OK(ct_module_register_full_backward_pre_hook(module, before_backward, notes, NULL, NULL,
						     &hook));
	OK(ct_module_register_full_backward_hook(module, after_backward, notes, NULL, NULL, &hook));
}

/* Two layers with hooks at the first one, after a step of backward. The input's gradient is the
 * result. */
static ct_module *trained_on(ct_device device, struct notes *notes, ct_tensor **grad)
{
	ct_module *net, *layer;
	ct_tensor *x;

	OK(ct_manual_seed(2));
	net = CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(Linear, 4, 2));
	x = on_device(CT_E(randn, CT_L(5, 3)), device);
	OK(CT_DONE());
	layer = ct_module_child_at(net, 0);
	*notes = (struct notes){ .device = device };
	OK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	register_hooks(layer, notes);
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_backward(CT_E(sum, CT_M(net, x))));
	OK(ct_tensor_grad(x, grad));
	return net;
}

START_TEST(hooks_do_what_they_do_on_the_cpu)
{
	CT_SCOPE;
	struct notes there, here;
	ct_tensor *got, *wanted, *got_weight, *wanted_weight;
	const ct_module *ours = trained_on(SIM_DEVICE(1), &there, &got);
	const ct_module *theirs = trained_on(CT_DEVICE_CPU, &here, &wanted);

	ck_assert_str_eq(here.calls, "fFbBo");
	ck_assert_str_eq(there.calls, here.calls);
	ck_assert_int_eq(there.elsewhere, 0);
	assert_same(got, wanted, "the gradient of the input");
	OK(ct_module_get_parameter(ours, "0.weight", &got_weight));
	OK(ct_module_get_parameter(theirs, "0.weight", &wanted_weight));
	OK(ct_tensor_grad(got_weight, &got));
	OK(ct_tensor_grad(wanted_weight, &wanted));
	assert_same(got, wanted, "the gradient of the weight");
}
END_TEST

static ct_error refuse(ct_module *module, const ct_tensor **grad_outputs, int64_t grad_outputs_len,
		       void *context)
{
	(void)module, (void)grad_outputs, (void)grad_outputs_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "enough");
}

START_TEST(an_error_of_a_hook_comes_back)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 3, 4);
	const ct_tensor *y;
	int64_t hook;

	OK(CT_DONE());
	OK(ct_module_to(net, &(ct_module_to_options){ .device = SIM_DEVICE(0) }));
	OK(ct_module_register_full_backward_pre_hook(net, refuse, NULL, NULL, NULL, &hook));
	y = CT_E(sum, CT_M(net, on_sim(CT_E(ones, CT_L(2, 3)))));
	OK(CT_DONE());
	FAILS(ct_tensor_backward(y), "ValueError: enough");
	ck_assert(ct_module_remove_hook(net, hook));
	OK(ct_tensor_backward(CT_E(sum, CT_M(net, on_sim(CT_E(ones, CT_L(2, 3)))))));
}
END_TEST

/* --- State dicts ------------------------------------------------------------------------------ */

static ct_error add_to_state(ct_module *module, ct_value *state, const char *prefix, void *device)
{
	const ct_tensor *x = CT_E(full, CT_L(2), 7, .device = *(const ct_device *)device);

	(void)module, (void)prefix;
	CT_TRY(CT_DONE());
	return ct_value_dict_set(state, ct_value_string("added"), ct_value_tensor(x));
}

static ct_error take_from_state(ct_module *module, ct_value *state, const char *prefix, void *taken)
{
	(void)module, (void)prefix;
	*(bool *)taken = true;
	return ct_value_dict_remove(state, ct_value_string("added"));
}

START_TEST(hooks_of_states_keep_tensors_on_the_device)
{
	CT_SCOPE;
	ct_module *net = CT_NN(BatchNorm1d, 3);
	ct_device device = SIM_DEVICE(1);
	ct_value state, added;
	bool taken = false;
	ct_tensor *x;
	int64_t hook;

	OK(CT_DONE());
	OK(ct_module_to(net, &(ct_module_to_options){ .device = device }));
	OK(ct_module_register_state_hook(net, CT_STATE_HOOK_AFTER_STATE_DICT, add_to_state, &device,
					 NULL, &hook));
	OK(ct_module_register_state_hook(net, CT_STATE_HOOK_BEFORE_LOADING, take_from_state, &taken,
					 NULL, &hook));
	OK(ct_module_state_dict(net, NULL, &state));
	OK(ct_value_at(&state, "/added", &added));
	OK(ct_value_as_tensor(&added, &x));
	ck_assert_int_eq(ct_tensor_device(x).index, device.index);
	OK(ct_value_at(&state, "/running_var", &added));
	OK(ct_value_as_tensor(&added, &x));
	ck_assert_int_eq(ct_tensor_device(x).index, device.index);
	OK(ct_module_load_state_dict(net, &state, NULL, NULL));
	ck_assert(taken);
	ct_value_free(&state);
}
END_TEST

Suite *hooks_suite(void)
{
	Suite *suite = suite_create("hooks");
	TCase *tests = tests_on_sim("hooks");

	tcase_add_test(tests, hooks_do_what_they_do_on_the_cpu);
	tcase_add_test(tests, an_error_of_a_hook_comes_back);
	tcase_add_test(tests, hooks_of_states_keep_tensors_on_the_device);
	suite_add_tcase(suite, tests);
	return suite;
}
