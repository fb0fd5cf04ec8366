/*
 * What cannot be recorded, and wrong arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define RECORDED(name)                                                                    \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len)
#define UNUSED (void)inputs_len, (void)context, (void)outputs_len

static ct_export *never;

/* --- Reading ---------------------------------------------------------------------------------- */

RECORDED(reads_item)
{
	double item;

	UNUSED;
	CT_TRY(ct_tensor_item_double(inputs[0], &item));
	return CT(mul, outputs, inputs[0], item);
}

RECORDED(reads_operator)
{
	ct_scalar item;

	UNUSED;
	CT_TRY(ct_item(inputs[0], &item));
	return CT(mul, outputs, inputs[0], item);
}

RECORDED(reads_element)
{
	double item;

	UNUSED;
	CT_TRY(ct_tensor_element_double(inputs[0], CT_NO_INTS, &item));
	return CT(mul, outputs, inputs[0], item);
}

RECORDED(prints)
{
	UNUSED;
	CT_TRY(ct_tensor_print(inputs[0], stderr));
	return CT(mul, outputs, inputs[0], 2);
}

RECORDED(compares)
{
	bool result;

	UNUSED;
	CT_TRY(ct_equal(inputs[0], inputs[0], &result));
	return CT(mul, outputs, inputs[0], result ? 2 : 3);
}

RECORDED(saves)
{
	const ct_value value = ct_value_tensor(inputs[0]);

	UNUSED;
	CT_TRY(ct_save(&value, "/dev/null"));
	return CT(mul, outputs, inputs[0], 2);
}

RECORDED(asks_if_nonzero)
{
	bool result;

	UNUSED;
	CT_TRY(ct_is_nonzero(inputs[0], &result));
	return CT(mul, outputs, inputs[0], result ? 2 : 3);
}

static const ct_export_record_function readers[] = { reads_item,     reads_operator, reads_element,
						     prints,         compares,       saves,
						     asks_if_nonzero };
enum { READERS = sizeof readers / sizeof *readers };

/* "refusals_suite.c:42: ct_item() accesses the ..."; before 2.4, libtorch does not know lines. */
static void assert_refused_at_line(ct_error error)
{
	const bool has_lines = strncmp(ct_libtorch_version(), "2.", 2) != 0 ||
			       atoi(ct_libtorch_version() + 2) >= 4;
	const char *place = has_lines ? "refusals_suite.c:" : "test_export_record+0x";
	const char *found, *message;

	ck_assert_ptr_nonnull(error);
	found = strstr(error, place);
	message = strstr(error, "() accesses the elements of a tensor, which cannot be recorded");
	ck_assert_msg(found && message && found < message, "%s", error);
	ck_assert_msg(strtol(found + strlen(place), NULL, 16) > 0, "%s", error);
	ck_assert_msg(strstr(found, ": ct_"), "the function is not named: %s", error);
	ct_error_free(error);
}

START_TEST(reading_elements_is_an_error_that_names_the_line)
{
	CT_SCOPE;

	assert_refused_at_line(
		record_one(readers[_i], CT_TENSORS(CT_E(ones, CT_NO_INTS)), NULL, &never));
}
END_TEST

/* Its error has no other way out. */
RECORDED(reads_data)
{
	const float *numbers = ct_tensor_data(inputs[0]);

	UNUSED;
	return CT(mul, outputs, inputs[0], numbers[0]);
}

START_TEST(reading_by_a_pointer_is_an_error_of_the_recording)
{
	CT_SCOPE;

	assert_refused_at_line(
		record_one(reads_data, CT_TENSORS(CT_E(ones, CT_L(2))), NULL, &never));
}
END_TEST

/* --- What runs without being seen ------------------------------------------------------------- */

static ct_jit *script;

RECORDED(calls_script)
{
	UNUSED;
	return ct_jit_forward(script, inputs[0], outputs);
}

RECORDED(calls_method)
{
	const ct_value x = ct_value_tensor(inputs[0]);
	ct_value result;

	UNUSED;
	CT_TRY(ct_jit_call(script, "forward", &x, 1, NULL, NULL, 0, &result));
	return ct_value_take_tensor(&result, outputs);
}

RECORDED(calls_unit)
{
	const ct_value x = ct_value_tensor(inputs[0]);
	ct_value result;

	UNUSED;
	CT_TRY(ct_jit_unit_call(context, "twice", &x, 1, NULL, NULL, 0, &result));
	return ct_value_take_tensor(&result, outputs);
}

START_TEST(compiled_functions_are_refused)
{
	CT_SCOPE;
	ct_jit_unit *unit;

	OK(ct_jit_unit_new("def twice(x):\n    return x * 2\n", &unit));
	FAILS_WITH(ct_export_record(calls_unit, unit, CT_TENSORS(CT_E(ones, CT_L(2))), 1, NULL,
				    &never),
		   CT_ERROR_RUNTIME,
		   "ct_jit_unit_call() runs compiled code, which cannot be recorded");
	ct_jit_unit_free(unit);
}
END_TEST

START_TEST(compiled_code_is_refused)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2));

	OK(ct_jit_new("Twice", &script));
	OK(ct_jit_define(script, "def forward(self, x):\n    return x * 2\n"));
	FAILS_WITH(record_one(calls_script, CT_TENSORS(x), NULL, &never), CT_ERROR_RUNTIME,
		   "ct_jit_forward() runs compiled code, which cannot be recorded");
	FAILS_WITH(record_one(calls_method, CT_TENSORS(x), NULL, &never), CT_ERROR_RUNTIME,
		   "ct_jit_call() runs compiled code, which cannot be recorded");
	ct_jit_free(script);
}
END_TEST

static ct_tensor *weight;

RECORDED(goes_backward)
{
	UNUSED;
	outputs[0] = CT_E(sum, CT_E(mul, inputs[0], weight));
	CT_TRY(CT_DONE());
	return ct_tensor_backward(outputs[0]);
}

START_TEST(gradients_are_refused)
{
	CT_SCOPE;
	ct_tensor *gradient;

	weight = CT_E(ones, CT_L(2));
	OK(ct_tensor_set_requires_grad(weight, true));
	FAILS_WITH(record_one(goes_backward, CT_TENSORS(CT_E(ones, CT_L(2))), NULL, &never),
		   CT_ERROR_RUNTIME, "ct_tensor_backward() computes gradients, which cannot be");
	OK(ct_tensor_grad(weight, &gradient));
	ck_assert_ptr_null(gradient);
}
END_TEST

/* --- Writing ---------------------------------------------------------------------------------- */

static ct_tensor *kept;

RECORDED(writes_constant)
{
	UNUSED;
	CT_TRY(CT(add, outputs, inputs[0], kept));
	return CT(add_, kept, 1);
}

START_TEST(a_constant_that_keeps_state_is_refused)
{
	CT_SCOPE;

	kept = CT_E(zeros, CT_L(2));
	FAILS_WITH(record_one(writes_constant, CT_TENSORS(CT_E(ones, CT_L(2))), NULL, &never),
		   CT_ERROR_VALUE, "writes to a constant that was used before");
}
END_TEST

/* --- Parts of the memory of an input ---------------------------------------------------------- */

static ct_tensor *whole;

RECORDED(uses_whole)
{
	UNUSED;
	return CT(add, outputs, CT_E(sum, inputs[0]), CT_E(sum, whole));
}

START_TEST(more_than_the_elements_of_an_input_is_refused)
{
	CT_SCOPE;

	whole = CT_E(ones, CT_L(2, 3));
	for (int64_t row = 0; row < 2; row++)
		FAILS_WITH(record_one(uses_whole, CT_TENSORS(CT_E(select_int, whole, 0, row)), NULL,
				      &never),
			   CT_ERROR_NOT_IMPLEMENTED, "with elements that this one does not have");
}
END_TEST

/* --- Other ------------------------------------------------------------------------------------ */

RECORDED(makes_sparse)
{
	ct_tensor *sparse;

	UNUSED;
	CT_TRY(CT(to_sparse, &sparse, inputs[0]));
	return CT(to_dense, outputs, sparse);
}

START_TEST(a_sparse_tensor_is_refused)
{
	CT_SCOPE;

	FAILS_WITH(record_one(makes_sparse, CT_TENSORS(CT_E(ones, CT_L(2, 2))), NULL, &never),
		   CT_ERROR_NOT_IMPLEMENTED, "cannot be recorded");
}
END_TEST

RECORDED(fails)
{
	UNUSED;
	(void)outputs;
	return CT(mm, outputs, inputs[0], inputs[0]);
}

/* In a kernel of the program's own. */
static ct_error kernel_that_records(const ct_value *args, int64_t args_len, void *context,
				    ct_value *results, int64_t results_len)
{
	ct_tensor *x;

	(void)args_len, (void)context, (void)results, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	return record_one(fails, CT_TENSORS(x), NULL, &never);
}

RECORDED(calls_kernel)
{
	ct_value x = ct_value_tensor(inputs[0]), result;

	UNUSED;
	CT_TRY(ct_call("refusals_test::records", &x, 1, &result, 1));
	return ct_value_take_tensor(&result, outputs);
}

START_TEST(a_kernel_cannot_record)
{
	CT_SCOPE;
	ct_library *library;

	OK(ct_library_new("refusals_test", &library));
	OK(ct_library_define(library, "records(Tensor x) -> Tensor"));
	OK(ct_library_implement(library, "records", "CPU", kernel_that_records, NULL, NULL));
	FAILS_WITH(record_one(calls_kernel, CT_TENSORS(CT_E(ones, CT_L(2, 3))), NULL, &never),
		   CT_ERROR_RUNTIME, "this thread records a program already");
	ct_library_free(library);
}
END_TEST

START_TEST(a_lazy_module_must_be_initialized)
{
	CT_SCOPE;
	ct_module *lazy = CT_NN(LazyLinear, 3);
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), *y;
	ct_export *program;

	FAILS_WITH(ct_export_record_module(lazy, CT_TENSORS(x), NULL, &never), CT_ERROR_VALUE,
		   "'weight' is not initialized yet; call the module once before it is recorded");
	OK(ct_module_forward(lazy, x, &y));
	OK(ct_export_record_module(lazy, CT_TENSORS(x), NULL, &program));
	ck_assert_int_eq(ct_export_node_count(program), 1);
	ck_assert(equal(output_of(program, CT_TENSORS(x)), y));
	ct_export_free(program);
}
END_TEST

RECORDED(records_again)
{
	UNUSED;
	CT_TRY(record_one(fails, CT_TENSORS(inputs[0]), NULL, &never));
	return CT(mul, outputs, inputs[0], 2);
}

START_TEST(errors_of_the_function_are_returned)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(2, 3)), *y;

	FAILS_WITH(record_one(fails, CT_TENSORS(x), NULL, &never), CT_ERROR_RUNTIME,
		   "mat1 and mat2 shapes cannot be multiplied");
	FAILS_WITH(record_one(records_again, CT_TENSORS(x), NULL, &never), CT_ERROR_RUNTIME,
		   "this thread records a program already");
	OK(CT(relu, &y, x)); /* and the thread records no more */
	ck_assert(value_of(CT_E(sum, y)) == 6);
}
END_TEST

RECORDED(doubles)
{
	UNUSED;
	return CT(mul, outputs, inputs[0], 2);
}

static void refuse_dynamic(ct_export_dynamic dynamic, const char *text)
{
	CT_SCOPE;
	const ct_export_record_options options = { .dynamic = &dynamic, .dynamic_len = 1 };

	FAILS_WITH(record_one(doubles, CT_TENSORS(CT_E(ones, CT_L(4, 1))), &options, &never),
		   CT_ERROR_ARGUMENT, text);
}

static void refuse_names(ct_strings names, const char *text)
{
	CT_SCOPE;
	const ct_export_record_options options = { .names = names };
	ct_tensor *x = CT_E(ones, CT_L(2));

	FAILS_WITH(record_one(doubles, CT_TENSORS(x, x), &options, &never), CT_ERROR_ARGUMENT,
		   text);
}

START_TEST(names_that_python_does_not_allow_are_refused)
{
	refuse_names(CT_STRINGS("x", "x"), "options.names[0] and options.names[1] are both 'x'");
	refuse_names(CT_STRINGS("x", "a b"),
		     "options.names[1] is 'a b', which cannot be the name of an argument");
	refuse_names(CT_STRINGS("class", "y"), "options.names[0] is 'class'");
	refuse_names(CT_STRINGS("", "y"), "options.names[0] is ''");
	refuse_names(CT_STRINGS("1x", "y"), "options.names[0] is '1x'");
	refuse_names(CT_STRINGS("it's", "y"), "options.names[0] is 'it's'");
}
END_TEST

START_TEST(a_size_that_is_marked_twice_is_refused)
{
	CT_SCOPE;
	const ct_export_dynamic twice[] = { { .name = "a" }, { .name = "b" } };
	const ct_export_record_options options = { .dynamic = twice, .dynamic_len = 2 };

	FAILS_WITH(record_one(doubles, CT_TENSORS(CT_E(ones, CT_L(4))), &options, &never),
		   CT_ERROR_ARGUMENT,
		   "options.dynamic[1] marks the same size as options.dynamic[0]");
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(4, 1));
	const ct_export_dynamic narrow = { .max = 5, .min = 3, .name = "n" };

	refuse_dynamic((ct_export_dynamic){ .input = 1 },
		       "options.dynamic[0].input is 1, but no input with this number is a tensor");
	refuse_dynamic((ct_export_dynamic){ .dim = 2 },
		       "options.dynamic[0].dim is 2, but the input has no such dimension");
	refuse_dynamic((ct_export_dynamic){ .dim = 1 },
		       "has a size of 1 there, but sizes that vary need a sample of at least 2");
	refuse_dynamic((ct_export_dynamic){ .max = 3 },
		       "has a size of 4, which is not in its range");
	refuse_dynamic((ct_export_dynamic){ .multiple = 3 },
		       "has a size of 4, which is not in its range");
	FAILS_WITH(record_one(doubles, CT_TENSORS(x),
			      &(ct_export_record_options){ .dynamic = &narrow, .dynamic_len = 1 },
			      &never),
		   CT_ERROR_VALUE, "the range of 'n' is too small");
	FAILS_WITH(record_one(doubles, CT_TENSORS(x),
			      &(ct_export_record_options){ .names = CT_STRINGS("a", "b") }, &never),
		   CT_ERROR_ARGUMENT, "options.names has 2 names, but there are 1 inputs");
	FAILS_WITH(ct_export_record(doubles, NULL, CT_TENSORS(x), 0, NULL, &never),
		   CT_ERROR_ARGUMENT, "a program has at least 1 output, not 0");
	FAILS_WITH(record_one(NULL, CT_TENSORS(x), NULL, &never), CT_ERROR_ARGUMENT,
		   "argument 1 (function) must not be NULL");
	FAILS_WITH(ct_export_record_module(NULL, CT_TENSORS(x), NULL, &never), CT_ERROR_ARGUMENT,
		   "argument 1 (module)");
}
END_TEST

Suite *refusals_suite(void)
{
	Suite *suite = suite_create("what cannot be recorded");
	TCase *tests = tests_of("refusals");

	tcase_add_loop_test(tests, reading_elements_is_an_error_that_names_the_line, 0, READERS);
	tcase_add_test(tests, reading_by_a_pointer_is_an_error_of_the_recording);
	tcase_add_test(tests, compiled_code_is_refused);
	tcase_add_test(tests, compiled_functions_are_refused);
	tcase_add_test(tests, gradients_are_refused);
	tcase_add_test(tests, a_constant_that_keeps_state_is_refused);
	tcase_add_test(tests, more_than_the_elements_of_an_input_is_refused);
	tcase_add_test(tests, a_sparse_tensor_is_refused);
	tcase_add_test(tests, a_kernel_cannot_record);
	tcase_add_test(tests, a_lazy_module_must_be_initialized);
	tcase_add_test(tests, errors_of_the_function_are_returned);
	tcase_add_test(tests, names_that_python_does_not_allow_are_refused);
	tcase_add_test(tests, a_size_that_is_marked_twice_is_refused);
	tcase_add_test(tests, wrong_arguments_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
