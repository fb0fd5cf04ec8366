/*
 * What a recorded program has: names, inputs and outputs, weights, state.
 */
#include <string.h>

#include "support.h"

static ct_error twice(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		      ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return CT(mul, outputs, inputs[0], 2);
}

static bool has_line(const ct_export *program, const char *line)
{
	bool found;
	char *text;

	OK(ct_export_to_string(program, &text));
	found = strstr(text, line) != NULL;
	ct_free(text);
	return found;
}

#define HAS(program, line) ck_assert_msg(has_line(program, line), "no '%s'", line)

/* --- Names ------------------------------------------------------------------------------------ */

START_TEST(parameters_and_buffers_have_their_names)
{
	CT_SCOPE;
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 4, 8), CT_NN(BatchNorm1d, 8));
	ct_export *program;

	OK(ct_export_record_module(net, CT_TENSORS(CT_E(ones, CT_L(3, 4))), NULL, &program));
	OK(CT_DONE());
	HAS(program, "parameter 0.weight");
	HAS(program, "buffer 1.running_mean");
	HAS(program, "buffer 1.num_batches_tracked");
	HAS(program, "f32[3, 4]");
	ck_assert(ct_export_is_mutating(program));
	ct_export_free(program);
}
END_TEST

START_TEST(inputs_have_the_given_names)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2));
	ct_value two = ct_value_tensor(x), result;
	ct_tensor *y;
	ct_export *program;

	OK(record_one(twice, CT_TENSORS(x),
		      &(ct_export_record_options){ .names = CT_STRINGS("picture") }, &program));
	HAS(program, "placeholder    picture");
	OK(ct_export_call(program, NULL, 0, (const char *[]){ "picture" }, &two, 1, &result));
	OK(ct_value_as_tensor(&result, &y));
	ck_assert(value_of(CT_E(sum, y)) == 4);
	ct_value_free(&result);
	ct_export_free(program);
}
END_TEST

/* --- Inputs and outputs ----------------------------------------------------------------------- */

static ct_error sum_of_given(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	ck_assert_ptr_null(inputs[1]);
	outputs[1] = NULL;
	return CT(add, &outputs[0], inputs[0], inputs[2]);
}

START_TEST(none_is_an_input_and_an_output)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2));
	const ct_export_dynamic rows[] = { { .input = 0, .name = "n" },
					   { .input = 2, .name = "n" } };
	ct_value args[3] = { ct_value_tensor(x), ct_value_none(), ct_value_tensor(x) }, result;
	ct_export *program;
	char *text;

	OK(ct_export_record(sum_of_given, NULL, CT_TENSORS(x, NULL, x), 2,
			    &(ct_export_record_options){ .dynamic = rows, .dynamic_len = 2 },
			    &program));
	OK(ct_export_call(program, args, 3, NULL, NULL, 0, &result));
	OK(ct_value_to_string(&result, &text));
	ck_assert_str_eq(text, "(tensor([2., 2.]), None)");
	ct_free(text);
	ct_value_free(&result);
	ct_export_free(program);
}
END_TEST

static ct_error hand_on(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)outputs_len;
	outputs[0] = inputs[0];
	outputs[1] = context;
	return NULL;
}

START_TEST(an_input_and_a_constant_may_be_outputs)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2)), *constant = CT_E(arange, 3.0), **outputs;
	int64_t outputs_len;
	ct_export *program;

	OK(ct_export_record(hand_on, constant, CT_TENSORS(x), 2, NULL, &program));
	OK(CT(zero_, constant));
	OK(ct_export_run(program, CT_TENSORS(x), &outputs, &outputs_len));
	ck_assert_int_eq(outputs_len, 2);
	ck_assert(value_of(CT_E(sum, outputs[0])) == 2);
	ck_assert(value_of(CT_E(sum, outputs[1])) == 3);
	ct_free(outputs);
	ct_export_free(program);
}
END_TEST

START_TEST(sample_inputs_and_extra_files_are_in_the_program)
{
	CT_SCOPE;
	ct_value file[2] = { ct_value_string("classes.txt"), ct_value_string("red green") };
	const ct_value files = ct_value_dict(file, 1);
	ct_value samples, found;
	ct_tensor *x;
	ct_export *program;

	OK(record_one(twice, CT_TENSORS(CT_E(full, CT_L(3), 7)),
		      &(ct_export_record_options){ .extra_files = &files }, &program));
	OK(ct_export_sample_inputs(program, &samples));
	OK(ct_value_at_tensor(&samples, "/0/0", &x));
	ck_assert(value_of(CT_E(sum, x)) == 21);
	OK(ct_export_extra_files(program, &found));
	ck_assert(ct_value_dict_has(&found, ct_value_string("classes.txt")));
	ct_value_free(&found);
	ct_value_free(&samples);
	ct_export_free(program);
}
END_TEST

/* --- State ------------------------------------------------------------------------------------ */

START_TEST(recording_leaves_buffers_inputs_and_generators_as_they_were)
{
	CT_SCOPE;
	ct_module *net = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 4), CT_NN(Dropout, 0.5, .inplace = true));
	ct_tensor *x = CT_E(randn, CT_L(3, 4)), *before = CT_E(clone, x), *drawn, *again, *mean;
	ct_export *program;

	OK(ct_manual_seed(5));
	drawn = CT_E(randn, CT_L(3));
	OK(ct_manual_seed(5));
	OK(ct_export_record_module(net, CT_TENSORS(x), NULL, &program));
	again = CT_E(randn, CT_L(3));
	OK(ct_module_get_buffer(net, "0.running_mean", &mean));
	ck_assert(equal(drawn, again));
	ck_assert(equal(x, before));
	ck_assert(value_of(CT_E(count_nonzero, mean)) == 0);
	ct_export_free(program);
}
END_TEST

static ct_error train_norm(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			   ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *const *statistics = inputs_len == 3 ? inputs + 1 : (ct_tensor *const *)context;

	(void)outputs_len;
	outputs[0] = CT_E(batch_norm, inputs[0], .weight = NULL, .bias = NULL,
			  .running_mean = statistics[0], .running_var = statistics[1],
			  .training = true, .momentum = 0.1, .eps = 1e-5, .cudnn_enabled = false);
	return CT_DONE();
}

/* As inputs, and as constants. */
START_TEST(recording_leaves_statistics_as_they_were)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(randn, CT_L(4, 3)), *mean = CT_E(zeros, CT_L(3)),
		  *var = CT_E(ones, CT_L(3));
	ct_export *program;

	OK(record_one(train_norm, CT_TENSORS(x, mean, var), NULL, &program));
	ck_assert(equal(mean, CT_E(zeros, CT_L(3))));
	output_of(program, CT_TENSORS(x, mean, var));
	ck_assert(!equal(mean, CT_E(zeros, CT_L(3))));
	ct_export_free(program);

	OK(CT(zero_, mean));
	OK(ct_export_record(train_norm, (ct_tensor *[]){ mean, var }, CT_TENSORS(x), 1, NULL,
			    &program));
	ck_assert(equal(mean, CT_E(zeros, CT_L(3))));
	ct_export_free(program);
}
END_TEST

static ct_error count(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		      ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)outputs_len;
	CT_TRY(CT(add_, (ct_tensor *)context, 1));
	return CT(add, outputs, inputs[0], (ct_tensor *)context);
}

START_TEST(recording_leaves_constants_as_they_were)
{
	CT_SCOPE;
	const ct_export_dynamic rows = { .name = "rows" };
	const ct_export_record_options options = { .dynamic = &rows, .dynamic_len = 1 };
	ct_tensor *counted = CT_E(zeros, CT_L(2)), *x = CT_E(ones, CT_L(4, 2));
	ct_export *program;

	OK(ct_export_record(count, counted, CT_TENSORS(x), 1, &options, &program));
	ck_assert(equal(counted, CT_E(zeros, CT_L(2))));
	ck_assert(value_of(CT_E(sum, output_of(program, CT_TENSORS(x)))) == 16);
	ct_export_free(program);
}
END_TEST

struct turned {
	ct_tensor *matrix;
};

static ct_tensor *turn(void *self, ct_tensor *x)
{
	struct turned *turned = self;

	CT_E(t_, turned->matrix);
	return CT_E(mm, x, turned->matrix);
}

static const ct_module_class turned_class = { .name = "Turned",
					      .size = sizeof(struct turned),
					      .expression = turn };

START_TEST(recording_leaves_shapes_as_they_were)
{
	CT_SCOPE;
	ct_module *module;
	struct turned *turned;
	ct_export *program;

	OK(ct_module_new(&turned_class, &module));
	turned = ct_module_data(module);
	OK(ct_module_register_buffer(module, "matrix", CT_E(ones, CT_L(3, 2)), NULL,
				     &turned->matrix));
	OK(ct_export_record_module(module, CT_TENSORS(CT_E(ones, CT_L(5, 2))), NULL, &program));
	ck_assert_int_eq(ct_tensor_size(turned->matrix, 0), 3);
	ck_assert_int_eq(ct_tensor_size(turned->matrix, 1), 2);
	ct_export_free(program);
}
END_TEST

START_TEST(the_program_shares_the_parameters_of_the_module)
{
	CT_SCOPE;
	ct_module *net = CT_NN(Linear, 2, 2);
	ct_tensor *x = CT_E(ones, CT_L(1, 2)), *weight, *y;
	ct_export *program;

	OK(ct_export_record_module(net, CT_TENSORS(x), NULL, &program));
	OK(ct_module_get_parameter(net, "weight", &weight));
	OK(ct_nn_init_constant_(weight, 3, NULL));
	OK(ct_module_forward(net, x, &y));
	ck_assert(equal(output_of(program, CT_TENSORS(x)), y));
	ct_export_free(program);
}
END_TEST

/* --- Operators of the program's own ----------------------------------------------------------- */

static ct_error scale_kernel(const ct_value *args, int64_t args_len, void *context,
			     ct_value *results, int64_t results_len)
{
	const float *numbers;
	ct_tensor *x, *y;

	(void)args_len, (void)context, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	numbers = ct_tensor_data(x); /* which a kernel may read */
	CT_TRY(CT(mul, &y, x, (double)numbers[0]));
	results[0] = ct_value_tensor(y);
	return NULL;
}

static ct_error call_scale(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			   ct_tensor **outputs, int64_t outputs_len)
{
	ct_value x = ct_value_tensor(inputs[0]), result;

	(void)inputs_len, (void)context, (void)outputs_len;
	CT_TRY(ct_call("record_test::scale", &x, 1, &result, 1));
	return ct_value_take_tensor(&result, &outputs[0]);
}

START_TEST(an_operator_of_the_program_is_recorded_as_it_is_called)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(full, CT_L(2), 3.0);
	ct_library *library;
	ct_export *program;

	OK(ct_library_new("record_test", &library));
	OK(ct_library_define(library, "scale(Tensor x) -> Tensor"));
	OK(ct_library_implement(library, "scale", "CPU", scale_kernel, NULL, NULL));
	OK(record_one(call_scale, CT_TENSORS(x), NULL, &program));
	ck_assert_int_eq(ct_export_node_count(program), 1);
	HAS(program, "record_test.scale.default");
	ck_assert(value_of(CT_E(sum, output_of(program, CT_TENSORS(x)))) == 18);
	ct_export_free(program);
	ct_library_free(library);
}
END_TEST

Suite *record_suite(void)
{
	Suite *suite = suite_create("recorded programs");
	TCase *tests = tests_of("programs");

	tcase_add_test(tests, parameters_and_buffers_have_their_names);
	tcase_add_test(tests, inputs_have_the_given_names);
	tcase_add_test(tests, none_is_an_input_and_an_output);
	tcase_add_test(tests, an_input_and_a_constant_may_be_outputs);
	tcase_add_test(tests, sample_inputs_and_extra_files_are_in_the_program);
	tcase_add_test(tests, recording_leaves_buffers_inputs_and_generators_as_they_were);
	tcase_add_test(tests, recording_leaves_statistics_as_they_were);
	tcase_add_test(tests, recording_leaves_constants_as_they_were);
	tcase_add_test(tests, recording_leaves_shapes_as_they_were);
	tcase_add_test(tests, the_program_shares_the_parameters_of_the_module);
	tcase_add_test(tests, an_operator_of_the_program_is_recorded_as_it_is_called);
	suite_add_tcase(suite, tests);
	return suite;
}
