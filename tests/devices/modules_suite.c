/*
 * Module classes on the device: what each case of tests/fixtures/expected/nn_modules_*.json computes
 * there, beside the CPU.
 */
#include "../nn/module_cases.h"
#include "support.h"

/* A module after a call and a backward. */
struct called {
	ct_module *module;
	ct_tensor *inputs[MOST_INPUTS], *outputs[MOST_OUTPUTS];
	int64_t inputs_len, outputs_len;
};

static bool is_recurrent(const json_t *of_case)
{
	static const char *const classes[] = { "RNN",     "LSTM",     "GRU",
					       "RNNCell", "LSTMCell", "GRUCell" };

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (strcmp(expected_text(of_case, "class"), classes[i]) == 0)
			return true;
	return false;
}

/* The batch sizes of a packed sequence stay on the CPU, as in Python: the first integers. */
static int64_t place_of_batch_sizes(const json_t *of_case, ct_tensor *const *inputs, int64_t n)
{
	const ct_tensor *x;

	if (!is_recurrent(of_case))
		return -1;
	for (int64_t i = 0; i < n; i++) {
		x = inputs[i];
		if (x && ct_tensor_dtype(x) == CT_INT64)
			return i;
	}
	return -1;
}

/* The same input twice stays the same. */
static void move_inputs(const json_t *of_case, ct_tensor **inputs, int64_t n, ct_device device)
{
	const int64_t stays = place_of_batch_sizes(of_case, inputs, n);
	ct_tensor *moved[MOST_INPUTS] = { NULL };

	for (int64_t i = 0; i < n; i++) {
		if (i == stays)
			moved[i] = inputs[i];
		for (int64_t j = 0; j < i; j++)
			if (inputs[j] == inputs[i])
				moved[i] = moved[j];
		if (inputs[i] == NULL || moved[i])
			continue;
		moved[i] = on_device(CT_E(detach, inputs[i]), device);
		OK(CT_DONE());
		OK(ct_tensor_set_requires_grad(moved[i], ct_tensor_requires_grad(inputs[i])));
	}
	memcpy(inputs, moved, sizeof moved);
}

static void call_on(ct_device device, const json_t *of_case, struct called *self)
{
	const json_t *train = json_object_get(of_case, "train");

	*self = (struct called){ .outputs_len = (int64_t)json_array_size(
					 expected_list(train, "outputs")) };
	OK(make_module_case(of_case, &self->module));
	OK(ct_module_to(self->module, &(ct_module_to_options){ .device = device }));
	self->inputs_len = draw_module_inputs(expected_list(of_case, "inputs"), self->inputs);
	if (device.type != CT_DEVICE_TYPE_CPU)
		move_inputs(of_case, self->inputs, self->inputs_len, device);
	OK(ct_manual_seed(3));
	OK(call_module_case(self->module, of_case, self->inputs, self->inputs_len, self->outputs,
			    self->outputs_len));
	OK(go_back_from(self->outputs, self->outputs_len));
}

/* --- Comparing -------------------------------------------------------------------------------- */

typedef void (*comparer)(const ct_tensor *got, const ct_tensor *wanted, const char *what);

static void assert_close(const ct_tensor *got, const ct_tensor *wanted, const char *what)
{
	bool close;

	OK(CT(allclose, &close, on_cpu(got), wanted, .rtol = 1e-5, .atol = 1e-6));
	ck_assert_msg(close, "%s: other values", what);
}

static void compare_grads(comparer compare, const ct_tensor *got, const ct_tensor *wanted,
			  const char *of)
{
	ct_tensor *ours, *theirs;
	char what[320];

	snprintf(what, sizeof what, "%s: gradient of %s", module_about, of);
	OK(ct_tensor_grad(got, &ours));
	OK(ct_tensor_grad(wanted, &theirs));
	ck_assert_msg((ours == NULL) == (theirs == NULL), "%s: one is missing", what);
	if (ours)
		compare(ours, theirs, what);
}

static void compare_called(comparer compare, const struct called *got, const struct called *wanted,
			   ct_device device)
{
	for (int64_t i = 0; i < wanted->outputs_len; i++) {
		if (wanted->outputs[i] == NULL)
			continue;
		ck_assert_int_eq(ct_tensor_device(got->outputs[i]).index, device.index);
		compare(got->outputs[i], wanted->outputs[i], module_about);
	}
	for (int64_t i = 0; i < wanted->inputs_len; i++)
		if (wanted->inputs[i] && ct_tensor_requires_grad(wanted->inputs[i]))
			compare_grads(compare, got->inputs[i], wanted->inputs[i], "an input");
	CT_EACH_PARAMETER(wanted->module, p)
	{
		ct_tensor *ours;

		OK(ct_module_get_parameter(got->module, p->name, &ours));
		compare_grads(compare, ours, p->tensor, p->name);
	}
	assert_same_module(got->module, wanted->module);
}

/* Whether the CPU has drawn numbers since call_on(). */
static bool has_drawn(void)
{
	ct_generator *generator;
	ct_tensor *now, *seeded;
	bool is_same;

	OK(ct_generator_default(CT_DEVICE_CPU, &generator));
	OK(ct_generator_state(generator, &now));
	OK(ct_manual_seed(3));
	OK(ct_generator_state(generator, &seeded));
	OK(CT(equal, &is_same, now, seeded));
	return !is_same;
}

/* sim draws the CPU's numbers; others do not, so what is random cannot be compared there. On the CPU
 * recurrent layers multiply a whole sequence at once, and their cells are not fused: last digits
 * differ. */
static void check(const json_t *of_case, ct_device device)
{
	CT_SCOPE;
	struct called got, wanted;

	call_on(device, of_case, &got);
	call_on(CT_DEVICE_CPU, of_case, &wanted);
	if (SIM_TYPE != CT_DEVICE_TYPE_PRIVATEUSE1 && has_drawn())
		return;
	compare_called(is_recurrent(of_case) ? assert_close : assert_same, &got, &wanted, device);
}

/* Sparse gradients need a back end of their own; sim has none. */
static bool is_sparse(const json_t *of_case)
{
	return json_is_true(json_object_get(json_object_get(of_case, "kwargs"), "sparse"));
}

START_TEST(classes_compute_what_they_compute_on_the_cpu)
{
	json_t *cases = expected_cases(module_topics[_i]);
	const json_t *of_case;
	size_t i;

	/* The CPU has kernels of its own for attention, whose last digits are others. */
	OK(ct_flag_set(CT_FLAG_FLASH_SDP, false));
	OK(ct_flag_set(CT_FLAG_MEM_EFFICIENT_SDP, false));
	json_array_foreach (cases, i, of_case)
		if (json_object_get(of_case, "train") && !is_sparse(of_case))
			check(of_case, SIM_DEVICE((int)i % 2));
	json_decref(cases);
}
END_TEST

Suite *modules_suite(void)
{
	Suite *suite = suite_create("modules");
	TCase *tests = tests_on_sim("modules");

	tcase_add_loop_test(tests, classes_compute_what_they_compute_on_the_cpu, 0, MODULE_TOPICS);
	suite_add_tcase(suite, tests);
	return suite;
}
