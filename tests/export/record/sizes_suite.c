/*
 * Sizes that vary: expressions of them, and their ranges.
 */
#include "support.h"

#define RECORDED(name)                                                                    \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len)
#define UNUSED (void)inputs_len, (void)context, (void)outputs_len

/* The number of rows after an expression of them. */
static void assert_rows(ct_export *program, int64_t rows, int64_t wanted)
{
	CT_SCOPE;
	ct_tensor *y = output_of(program, CT_TENSORS(CT_E(ones, CT_L(rows, 2))));

	ck_assert_int_eq(ct_tensor_size(y, 0), wanted);
}

RECORDED(affine)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(3 * ct_tensor_size(inputs[0], 0) - 2));
}

START_TEST(a_multiple_plus_a_constant)
{
	CT_SCOPE;
	ct_export *program;

	OK(record_rows(affine, CT_E(ones, CT_L(4, 2)), &program));
	assert_rows(program, 1, 1);
	assert_rows(program, 100, 298);
	ct_export_free(program);
}
END_TEST

RECORDED(squares)
{
	const int64_t n = ct_tensor_size(inputs[0], 0);

	UNUSED;
	return CT(zeros, outputs, CT_L(n * n + n));
}

START_TEST(a_sum_of_products_has_no_solution)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(squares, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "aten.zeros.default: the argument 'size' is 20, 30, 56, which is no affine "
		   "expression, product or quotient of the sizes; sizes: rows 4, 5, 7");
}
END_TEST

RECORDED(rounded_up)
{
	UNUSED;
	return CT(zeros, outputs, CT_L((ct_tensor_size(inputs[0], 0) + 2) / 3));
}

START_TEST(a_quotient)
{
	CT_SCOPE;
	ct_export *program;

	OK(record_rows(rounded_up, CT_E(ones, CT_L(4, 2)), &program));
	for (int64_t rows = 1; rows < 30; rows++)
		assert_rows(program, rows, (rows + 2) / 3);
	ct_export_free(program);
}
END_TEST

/* --- Multiples -------------------------------------------------------------------------------- */

RECORDED(patches)
{
	UNUSED;
	return CT(reshape, outputs, inputs[0], CT_L(ct_tensor_size(inputs[0], 0) / 4, -1));
}

START_TEST(a_size_that_is_a_multiple)
{
	CT_SCOPE;
	const ct_export_dynamic rows = { .name = "rows", .min = 4, .max = 64, .multiple = 4 };
	const ct_export_record_options options = { .dynamic = &rows, .dynamic_len = 1 };
	ct_tensor **none;
	int64_t none_len;
	ct_export *program;

	OK(record_one(patches, CT_TENSORS(CT_E(ones, CT_L(8, 2))), &options, &program));
	assert_rows(program, 4, 1);
	assert_rows(program, 60, 15);
	FAILS_WITH(ct_export_run(program, CT_TENSORS(CT_E(ones, CT_L(6, 2))), &none, &none_len),
		   CT_ERROR_ASSERTION, "Guard failed");
	FAILS_WITH(ct_export_run(program, CT_TENSORS(CT_E(ones, CT_L(68, 2))), &none, &none_len),
		   CT_ERROR_ASSERTION, "Guard failed");
	ct_export_free(program);
}
END_TEST

/* --- What cannot vary ------------------------------------------------------------------------- */

RECORDED(loop)
{
	UNUSED;
	outputs[0] = inputs[0];
	for (int64_t i = 0; i < ct_tensor_size(inputs[0], 0); i++)
		CT_TRY(CT(mul, outputs, outputs[0], 2));
	return NULL;
}

START_TEST(a_loop_over_a_size_is_another_graph)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(loop, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "the function calls other operators with other sizes: it returns, and with "
		   "another size ");
	FAILS_WITH(record_rows(loop, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "aten.mul.Scalar; loops and conditions in C are recorded as they run; sizes: "
		   "rows 4, 5, 7");
}
END_TEST

RECORDED(mean_in_c)
{
	UNUSED;
	return CT(mul, outputs, inputs[0], 1.0 / (double)ct_tensor_size(inputs[0], 0));
}

START_TEST(a_fraction_cannot_vary)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(mean_in_c, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "aten.mul.Scalar: the argument 'other' is 0.25, 0.2, 0.142857143, and only sizes "
		   "and indices can change");
}
END_TEST

RECORDED(table_of_c)
{
	float numbers[64] = { 1 };
	ct_tensor *table;

	UNUSED;
	CT_TRY(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(ct_tensor_size(inputs[0], 0), 1),
				   &table));
	return CT(add, outputs, inputs[0], table);
}

START_TEST(a_table_of_c_cannot_vary)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(table_of_c, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "a tensor that no operator has made is another one with other sizes");
}
END_TEST

Suite *sizes_suite(void)
{
	Suite *suite = suite_create("sizes that vary");
	TCase *tests = tests_of("sizes");

	tcase_add_test(tests, a_multiple_plus_a_constant);
	tcase_add_test(tests, a_sum_of_products_has_no_solution);
	tcase_add_test(tests, a_quotient);
	tcase_add_test(tests, a_size_that_is_a_multiple);
	tcase_add_test(tests, a_loop_over_a_size_is_another_graph);
	tcase_add_test(tests, a_fraction_cannot_vary);
	tcase_add_test(tests, a_table_of_c_cannot_vary);
	suite_add_tcase(suite, tests);
	return suite;
}
