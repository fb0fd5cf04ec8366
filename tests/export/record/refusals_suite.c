/*
 * What cannot be recorded, and wrong arguments.
 */
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

static const ct_export_record_function readers[] = { reads_item, reads_operator, reads_element,
						     prints,     compares,       saves };
enum { READERS = sizeof readers / sizeof *readers };

START_TEST(reading_elements_is_an_error_that_names_the_line)
{
	CT_SCOPE;
	ct_error error = record_one(readers[_i], CT_TENSORS(CT_E(ones, CT_NO_INTS)), NULL, &never);

	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "accesses the elements of a tensor, which cannot be recorded"),
		      "%s", error);
	ck_assert_msg(strstr(ct_error_trace(error), "refusals_suite.c:"), "%s", error);
	ct_error_free(error);
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

	FAILS_WITH(record_one(reads_data, CT_TENSORS(CT_E(ones, CT_L(2))), NULL, &never),
		   CT_ERROR_RUNTIME, ": ct_tensor_data() accesses the elements of a tensor");
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

START_TEST(wrong_arguments_are_refused)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(4, 1));
	const ct_export_dynamic narrow = { .max = 5, .min = 3, .name = "n" };

	refuse_dynamic((ct_export_dynamic){ .input = 1 },
		       "options.dynamic[0].input is 1, which is no tensor of the inputs");
	refuse_dynamic((ct_export_dynamic){ .dim = 2 },
		       "options.dynamic[0].dim is 2, which is no dimension of the input");
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
	tcase_add_test(tests, a_constant_that_keeps_state_is_refused);
	tcase_add_test(tests, a_sparse_tensor_is_refused);
	tcase_add_test(tests, errors_of_the_function_are_returned);
	tcase_add_test(tests, wrong_arguments_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
