/*
 * Programs that Python exported on the CPU, on the device: the outputs are those of Python, bit for
 * bit, since the device has the CPU's kernels.
 */
#include <stdio.h>

#include <ctorch/export.h>

#include "releases.h"
#include "support.h"

#define FOLDER "../fixtures/exported/"

/* What Python computed with a program: its first inputs and outputs, in the innermost scope. */
struct reference {
	ct_value whole, inputs, outputs;
	int64_t seed;
};

static struct reference reference_of(const char *name)
{
	struct reference self;
	char path[128];

	snprintf(path, sizeof path, FOLDER "%s.ref.pt", name);
	OK(ct_load(path, NULL, &self.whole));
	OK(ct_value_at(&self.whole, "/cases/0/inputs", &self.inputs));
	OK(ct_value_at(&self.whole, "/cases/0/outputs", &self.outputs));
	OK(ct_value_at_int(&self.whole, "/seed", &self.seed));
	return self;
}

static ct_tensor *tensor_at(const ct_value *list, int64_t i)
{
	ct_value item;
	ct_tensor *tensor;

	OK(ct_value_item(list, i, &item));
	OK(ct_value_as_tensor(&item, &tensor));
	return tensor;
}

static ct_export *load(const char *name, ct_device device)
{
	const ct_export_load_options options = { .device = device };
	ct_export *program;
	char path[128];

	snprintf(path, sizeof path, FOLDER "%s.pt2", name);
	OK(ct_export_load(path, &options, &program));
	return program;
}

static void assert_weights_are_on(const ct_export *program, ct_device device)
{
	ct_named_tensor *weights;
	int64_t n;

	OK(ct_module_named_parameters(ct_export_module(program), NULL, &weights, &n));
	for (int64_t i = 0; i < n; i++) {
		ck_assert_int_eq(ct_tensor_device(weights[i].tensor).type, device.type);
		ck_assert_int_eq(ct_tensor_device(weights[i].tensor).index, device.index);
	}
}

static void assert_runs_on(ct_export *program, const struct reference *python, ct_device device,
			   const char *name)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_tensor *inputs[8], **outputs;
	const int64_t inputs_len = ct_value_count(&python->inputs);
	int64_t n;

	ck_assert_int_le(inputs_len, 8);
	for (int64_t i = 0; i < inputs_len; i++)
		inputs[i] = on_device(tensor_at(&python->inputs, i), device);
	assert_weights_are_on(program, device);
	OK(ct_manual_seed((uint64_t)python->seed));
	OK(ct_export_run(program, CT_TENSORS_OF(inputs, inputs_len), &outputs, &n));
	ck_assert_int_eq(n, ct_value_count(&python->outputs));
	for (int64_t i = 0; i < n; i++) {
		ck_assert_int_eq(ct_tensor_device(outputs[i]).index, device.index);
		assert_same(outputs[i], tensor_at(&python->outputs, i), name);
	}
}

static const char *const names[] = {
	"mlp.training",       "mlp.core", "counter.training", "shared_weights.training",
#if CT_RELEASE_AT_LEAST(2, 7)
	"cnn_train.training",
#endif
};

START_TEST(programs_are_loaded_to_the_device)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct reference python = reference_of(names[i]);
		ct_export *program = load(names[i], SIM_DEVICE(1));

		assert_runs_on(program, &python, SIM_DEVICE(1), names[i]);
		ct_export_free(program);
		ct_value_free(&python.whole);
	}
}
END_TEST

/* From the CPU to one device, to the other, and back. */
START_TEST(programs_move)
{
	const ct_device places[] = { SIM_DEVICE(1), SIM_DEVICE(0), CT_DEVICE_CPU };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
			struct reference python = reference_of(names[i]);
			ct_export *program = load(names[i], CT_DEVICE_NONE);

			for (size_t to = 0; to <= k; to++)
				OK(ct_module_to(ct_export_module(program),
						&(ct_module_to_options){ .device = places[to] }));
			if (places[k].type != CT_DEVICE_TYPE_CPU)
				assert_runs_on(program, &python, places[k], names[i]);
			ct_export_free(program);
			ct_value_free(&python.whole);
		}
	}
}
END_TEST

/* The graph says "cpu" in the arguments of its nodes. */
START_TEST(devices_that_the_graph_names_follow)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_export *program = load("small/placing", SIM_DEVICE(1));
	ct_tensor *x = on_device(CT_E(ones, CT_L(2, 3)), SIM_DEVICE(1)), **outputs;
	int64_t n;

	OK(ct_export_run(program, CT_TENSORS(x), &outputs, &n));
	for (int64_t i = 0; i < n; i++)
		ck_assert_int_eq(ct_tensor_device(outputs[i]).index, 1);
	ct_export_free(program);
}
END_TEST

START_TEST(inputs_elsewhere_are_refused)
{
	CT_SCOPE;
	struct reference python = reference_of("mlp.training");
	ct_export *program = load("mlp.training", SIM_DEVICE(1));
	ct_tensor **outputs;
	int64_t n;

	FAILS_WITH(ct_export_run(program, CT_TENSORS(tensor_at(&python.inputs, 0)), &outputs, &n),
		   CT_ERROR_TYPE, "sim:1");
	ct_export_free(program);
	ct_value_free(&python.whole);
}
END_TEST

Suite *exported_suite(void)
{
	Suite *suite = suite_create("exported programs");
	TCase *tests = tests_on_sim("exported programs");

#if !CT_RELEASE_AT_LEAST(2, 7)
	LEFT_OUT("cnn_train.training", "MKL draws other numbers for dropout()");
#endif
	tcase_add_test(tests, programs_are_loaded_to_the_device);
	tcase_add_test(tests, programs_move);
	tcase_add_test(tests, devices_that_the_graph_names_follow);
	tcase_add_test(tests, inputs_elsewhere_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
