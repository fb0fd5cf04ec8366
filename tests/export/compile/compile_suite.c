/*
 * What a compiled program computes.
 */
#include "support.h"

/* A few units in the last place of numbers around 1. */
static const double bound = 1e-6;

/* --- Networks --------------------------------------------------------------------------------- */

START_TEST(an_mlp_agrees_at_three_sizes)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });

	assert_agrees(program, mlp, CT_E(randn, CT_L(1, 8)), bound);
	assert_agrees(program, mlp, CT_E(randn, CT_L(7, 8)), bound);
	assert_agrees(program, mlp, CT_E(randn, CT_L(64, 8)), bound);
	ct_export_free(program);
}
END_TEST

START_TEST(a_cnn_agrees)
{
	CT_SCOPE;
	ct_module *cnn = CT_SEQUENTIAL(CT_NN(Conv2d, 3, 8, CT_L(3)), CT_NN(BatchNorm2d, 8),
				       CT_NN(ReLU), CT_NN(MaxPool2d, CT_L(2)), CT_NN(Flatten),
				       CT_NN(Linear, 8 * 3 * 3, 5));
	ct_tensor *x = CT_E(randn, CT_L(2, 3, 8, 8)), *y;
	ct_export *program;

	OK(CT_DONE());
	OK(ct_module_forward(cnn, x, &y)); /* statistics that are not 0 and 1 */
	OK(ct_module_eval(cnn));
	OK(ct_compile(cnn, CT_TENSORS(x), &(ct_compile_options){ .no_fallback = true }, &program));
	ck_assert(ct_export_is_compiled(program));
	assert_agrees(program, cnn, CT_E(randn, CT_L(2, 3, 8, 8)), bound);
	ct_export_free(program);
}
END_TEST

START_TEST(exact_loops_and_calls_are_equal_bit_by_bit)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *exact = compile_mlp(mlp, (ct_compile_options){ .exact = true });
	ct_export *calls = compile_mlp(mlp, (ct_compile_options){ .no_loops = true });

	for (int64_t batch = 1; batch < 64; batch += 31) {
		ct_tensor *x = CT_E(randn, CT_L(batch, 8));

		assert_agrees(exact, mlp, x, 0);
		assert_agrees(calls, mlp, x, 0);
	}
	ct_export_free(exact);
	ct_export_free(calls);
}
END_TEST

START_TEST(a_size_can_be_fixed)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(
		mlp, (ct_compile_options){ .input_shapes = CT_STRINGS("x=3x8"), .threads = true });
	ct_tensor *y;

	assert_agrees(program, mlp, CT_E(randn, CT_L(3, 8)), bound);
	FAILS_WITH(ct_module_forward(ct_export_module(program), CT_E(randn, CT_L(4, 8)), &y),
		   CT_ERROR_ASSERTION, "Guard failed");
	ct_export_free(program);
}
END_TEST

/* --- Programs of Python ----------------------------------------------------------------------- */

enum { ARGUMENTS = 8 };

/* With the sample inputs of its file. */
static void call_with_samples(ct_export *program, ct_value *result)
{
	ct_value samples, args, named, at[ARGUMENTS], values[ARGUMENTS], key;
	const char *names[ARGUMENTS];

	OK(ct_export_sample_inputs(program, &samples));
	OK(ct_value_item(&samples, 0, &args));
	OK(ct_value_item(&samples, 1, &named));
	ck_assert(ct_value_count(&args) <= ARGUMENTS && ct_value_count(&named) <= ARGUMENTS);
	for (int64_t i = 0; i < ct_value_count(&args); i++)
		OK(ct_value_item(&args, i, &at[i]));
	for (int64_t i = 0; i < ct_value_count(&named); i++) {
		OK(ct_value_dict_item(&named, i, &key, &values[i]));
		names[i] = key.object;
	}
	OK(ct_export_call(program, at, ct_value_count(&args), names, values, ct_value_count(&named),
			  result));
	ct_value_free(&samples);
}

static void assert_called_as_before(const char *path)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_export *program;
	ct_value wanted, got;
	bool same;

	OK(ct_export_load(path, NULL, &program));
	call_with_samples(program, &wanted);
	OK(ct_export_compile(program, &(ct_compile_options){ .exact = true, .no_fallback = true }));
	ck_assert(ct_export_is_compiled(program));
	call_with_samples(program, &got);
	OK(ct_value_equal(&wanted, &got, &same));
	ck_assert_msg(same, "%s", path);
	ct_value_free(&wanted);
	ct_value_free(&got);
	ct_export_free(program);
}

/* Nested inputs and outputs; weights that share memory; constants. */
START_TEST(programs_of_python_are_called_as_before)
{
	assert_called_as_before("../../fixtures/exported/structures.training.pt2");
	assert_called_as_before("../../fixtures/exported/shared_weights.training.pt2");
	assert_called_as_before("../../fixtures/exported/constants.training.pt2");
}
END_TEST

/* --- Inputs ----------------------------------------------------------------------------------- */

static void assert_same_error(ct_export *program, ct_export *interpreter, const ct_tensor *x)
{
	ct_tensor *y;
	ct_error wanted = ct_module_forward(ct_export_module(interpreter), x, &y);

	ck_assert_ptr_nonnull(wanted);
	FAILS(ct_module_forward(ct_export_module(program), x, &y), wanted);
	ct_error_free(wanted);
}

START_TEST(wrong_inputs_are_the_errors_of_the_interpreter)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	const ct_export_dynamic batch = { .max = 64 };
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 }), *interpreter;

	OK(ct_export_record_module(
		mlp, CT_TENSORS(CT_E(randn, CT_L(4, 8))),
		&(ct_export_record_options){ .dynamic = &batch, .dynamic_len = 1 }, &interpreter));
	ck_assert(!ct_export_is_compiled(interpreter));
	assert_same_error(program, interpreter, CT_E(randn, CT_L(65, 8)));
	assert_same_error(program, interpreter, CT_E(randn, CT_L(4, 9)));
	assert_same_error(program, interpreter, CT_E(randn, CT_L(8)));
	assert_same_error(program, interpreter, CT_E(ones, CT_L(4, 8), .dtype = CT_INT64));
	ct_export_free(program);
	ct_export_free(interpreter);
}
END_TEST

/* --- Runs that the interpreter makes ---------------------------------------------------------- */

static void count_node(const char *node, const char *target, int64_t nanoseconds, void *context)
{
	(void)node, (void)target, (void)nanoseconds;
	++*(int *)context;
}

START_TEST(a_profile_has_the_nodes)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 });
	ct_tensor *x = CT_E(randn, CT_L(2, 8));
	int nodes = 0;

	ct_export_set_profile(program, count_node, &nodes, NULL);
	run(program, x);
	ck_assert_int_eq(nodes, ct_export_node_count(program));
	ct_export_set_profile(program, NULL, NULL, NULL);
	run(program, x);
	ck_assert_int_eq(nodes, ct_export_node_count(program));
	ct_export_free(program);
}
END_TEST

START_TEST(a_run_can_be_recorded)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program = compile_mlp(mlp, (ct_compile_options){ 0 }), *again;
	ct_tensor *x = CT_E(randn, CT_L(2, 8));

	OK(ct_export_record_module(ct_export_module(program), CT_TENSORS(x),
				   &(ct_export_record_options){ .output_count = 1 }, &again));
	assert_agrees(again, mlp, x, 0);
	ct_export_free(again);
	ct_export_free(program);
}
END_TEST

/* --- Devices ---------------------------------------------------------------------------------- */

static ct_error twice(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		      ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return CT(mul, outputs, inputs[0], 2);
}

START_TEST(another_device_is_refused)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2), .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1));
	ct_export *program;

	OK(CT_DONE());
	OK(ct_export_record(twice, NULL, CT_TENSORS(x), 1, NULL, &program));
	FAILS(ct_export_compile(program, &(ct_compile_options){ .no_fallback = true }),
	      "NotImplementedError: compiled code runs on the processor, but the program takes "
	      "tensors of the device meta");
	ct_export_free(program);
}
END_TEST

/* --- Mistakes --------------------------------------------------------------------------------- */

START_TEST(arguments_are_checked)
{
	CT_SCOPE;
	ct_module *mlp = new_mlp();
	ct_export *program;

	FAILS(ct_export_compile(NULL, NULL),
	      "ArgumentError: ct_export_compile: argument 1 (self) must not be NULL");
	FAILS(ct_compile(mlp, CT_TENSORS(CT_E(ones, CT_L(1, 8))), NULL, NULL),
	      "ArgumentError: ct_compile: argument 4 (result) must not be NULL");
	FAILS(ct_compile(mlp, CT_TENSORS(CT_E(ones, CT_L(1, 8))),
			 &(ct_compile_options){ .march = "z80" }, &program),
	      "ArgumentError: ct_compile: options.march is native, x86-64-v3 or x86-64, not 'z80'");
	ck_assert(!ct_export_is_compiled(NULL));
}
END_TEST

Suite *compile_suite(void)
{
	Suite *suite = suite_create("compile");
	TCase *tests = tests_of("compile");

	tcase_add_test(tests, an_mlp_agrees_at_three_sizes);
	tcase_add_test(tests, a_cnn_agrees);
	tcase_add_test(tests, exact_loops_and_calls_are_equal_bit_by_bit);
	tcase_add_test(tests, a_size_can_be_fixed);
	tcase_add_test(tests, programs_of_python_are_called_as_before);
	tcase_add_test(tests, wrong_inputs_are_the_errors_of_the_interpreter);
	tcase_add_test(tests, a_profile_has_the_nodes);
	tcase_add_test(tests, a_run_can_be_recorded);
	tcase_add_test(tests, another_device_is_refused);
	tcase_add_test(tests, arguments_are_checked);
	suite_add_tcase(suite, tests);
	return suite;
}
